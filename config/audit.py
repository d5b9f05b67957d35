"""Ask whether a flaw is known in a locked package; say so in a line where the network cannot tell.

``--must`` makes it a failure that the network cannot tell.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

AUDIT = (
    *(
        str(Path(sys.executable).parent / "pip-audit"),
        "--require-hashes",
        "--disable-pip",
        "--format",
        "json",
    ),
    *("--progress-spinner", "off", "--timeout", "5", "--requirement", "requirements/run.txt"),
)
PATIENCE = 45
"""Seconds after which a network counts as one that does not answer."""


def main(args: Sequence[str]) -> int:
    """Ask, say what was found, and answer the exit code."""
    lines, code = judge(_ask())
    print("\n".join(lines))
    return 1 if code is None and "--must" in args else code or 0


def judge(found: Sequence[Mapping[str, Any]] | None) -> tuple[list[str], int | None]:
    """Answer what to say of the audited packages, and 1 for a known flaw, 0 for none, None where nobody knows."""
    known = [one for one in found or () if "skip_reason" not in one]
    if not known:
        return ["The locked packages were not audited: the network did not answer."], None
    flaws = [
        f"{one['name']} {one['version']}: {flaw['id']}, mended in {', '.join(flaw['fix_versions']) or 'no version yet'}"
        for one in known
        for flaw in one["vulns"]
    ]
    unknown = len(found or ()) - len(known)
    left = f", {unknown} could not be asked about" if unknown else ""
    if flaws:
        return [*flaws, f"{len(flaws)} flaws are known in the locked packages{left}."], 1
    return [f"No flaw is known in the {len(known)} locked packages{left}."], 0


def _ask() -> list[dict[str, Any]] | None:
    try:
        done = subprocess.run(AUDIT, capture_output=True, text=True, timeout=PATIENCE, check=False)
        found: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (OSError, ValueError, KeyError, subprocess.TimeoutExpired):
        return None
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
