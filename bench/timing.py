"""How long something takes."""

import time
from collections.abc import Callable


def timed(act: Callable[[], object]) -> float:
    """Answer how many seconds something takes by the clock."""
    begun = time.monotonic()
    act()
    return time.monotonic() - begun


def processor_ms(act: Callable[[], object]) -> float:
    """Answer the processor time of what waits for nothing, in milliseconds."""
    begun = time.process_time()
    act()
    return (time.process_time() - begun) * 1000
