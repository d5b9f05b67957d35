"""Invented citizens for a demo site: who they are, what they want, what they do.

They act through the same actions as everybody, each at an instant of their own. What they do depends on labelled
draws only, so it is the same each time; the world's own dice stay secret and differ.
"""
