"""Two Earths: a weekly vote of a whole community."""
