"""The rules of Estado Libre as pure functions; ``play`` holds the verbs others call.

Clause numbers such as L7.4 refer to docs/rules/estado-libre.md.
"""
