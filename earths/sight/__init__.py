"""What a viewer may see of Two Earths now: built up from nothing, and all that anything gets to show.

``board`` is the same for everybody, ``desk`` is one citizen's own, ``year`` and ``ballots`` are what a
closed week left behind. No tally is here before the count, and no seed before the results.
"""
