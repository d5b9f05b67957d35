"""The rules of Two Earths as pure functions.

Clause numbers such as E6.2 refer to docs/rules/two-earths.md.
"""
