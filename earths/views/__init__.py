"""HTTP for Two Earths: read the clock, ask sight or an action, and answer with a page or a fragment."""
