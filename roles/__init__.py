"""Kaban: hidden roles, overseen by a moderator."""
