"""Invented citizens for a site that only shows itself: who they are, what they want, what they do.

They act through the same actions as everybody, at instants of their own, and whoever asks again gets
the same deeds: they hang on labelled draws alone. Only the world's own dice stay secret and differ.
"""
