"""Make ``.venv`` and install the locked requirements, when they changed since the last time.

Run by ``make`` with the machine's own Python before anything is installed, so it needs nothing else.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
NO_VENV = (
    "This Python cannot make virtual environments: its `venv` module is missing.\n"
    "On Debian and Ubuntu, `apt-get install python3-venv` brings it."
)


def main(names: list[str]) -> None:
    """Install ``requirements/NAME.txt`` for each of ``names``, or say in a sentence why that failed."""
    locked = [ROOT / "requirements" / f"{name}.txt" for name in names]
    python = VENV / "bin" / "python"
    try:
        if not _runs(python):
            print("Making .venv.", flush=True)
            shutil.rmtree(VENV, ignore_errors=True)
            _make_venv()
        for path in locked:
            stamp = VENV / f"installed-{path.stem}"
            wanted = hashlib.sha256(path.read_bytes()).hexdigest()
            if stamp.exists() and stamp.read_text() == wanted:
                continue
            print(f"Installing {path.relative_to(ROOT)}.", flush=True)
            pip = [
                str(python),
                "-m",
                "pip",
                "--disable-pip-version-check",
                "--no-input",
                "install",
                "--quiet",
            ]
            if subprocess.run(
                [*pip, "--require-hashes", "--no-deps", "-r", str(path)], check=False
            ).returncode:
                sys.exit("The packages could not be installed; the lines above say why. Is there a network?")
            stamp.write_text(wanted)
    except OSError as error:
        sys.exit(f"{error.filename or VENV} cannot be written: {error.strerror}.")


def _make_venv() -> None:
    try:
        import ensurepip  # noqa: F401, PLC0415  Debian ships venv without it
        import venv  # noqa: F401, PLC0415  slow to import, and rarely needed
    except ImportError:
        sys.exit(NO_VENV)
    done = subprocess.run([sys.executable, "-m", "venv", VENV], check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f".venv could not be made: {(done.stderr or done.stdout).strip()}")


def _runs(python: Path) -> bool:
    try:
        return (
            subprocess.run([python, "-m", "pip", "--version"], check=False, capture_output=True).returncode
            == 0
        )
    except OSError:
        return False


if __name__ == "__main__":
    main(sys.argv[1:])
