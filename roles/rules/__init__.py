"""The rules of Kaban as pure functions; ``cast`` begins a game, ``play`` and ``moderator`` carry it on.

Clause numbers such as K3.10 refer to docs/rules/kaban.md.
"""
