"""What a process has loaded when it is ready stays until it ends, so that nobody need look through it for garbage."""

import gc


def leave_out_what_is_loaded() -> None:
    """Keep everything that is loaded now out of the garbage collector's later rounds.

    A round over all of Django and the site holds up whoever is being answered for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
