"""What the hot paths cost, each measured beside the least that could do the same.

Run by ``make bench``. Machines are shared and noisy, so the figures to read are the ratios: both
sides of a pair run in turn, several times, and the medians are compared.
"""
