"""What the audit of the locked packages says, and when it stops a check."""

import subprocess
import sys

from config.audit import judge
from tests.conftest import ROOT

WELL = {"name": "django", "version": "5.2.19", "vulns": []}
FLAWED = {
    "name": "left-pad",
    "version": "1.0",
    "vulns": [{"id": "CVE-2026-1", "fix_versions": ["1.1"]}, {"id": "CVE-2026-2", "fix_versions": []}],
}
UNKNOWN = {"name": "asgiref", "skip_reason": "not found"}


def test_known_flaws_are_named_and_stop_the_check() -> None:
    assert judge([WELL, FLAWED]) == (
        [
            "left-pad 1.0: CVE-2026-1, mended in 1.1",
            "left-pad 1.0: CVE-2026-2, mended in no version yet",
            "2 flaws are known in the locked packages.",
        ],
        1,
    )


def test_packages_without_a_flaw_pass() -> None:
    assert judge([WELL, WELL]) == (["No flaw is known in the 2 locked packages."], 0)
    assert judge([WELL, UNKNOWN]) == (
        ["No flaw is known in the 1 locked packages, 1 could not be asked about."],
        0,
    )


def test_network_that_does_not_answer_is_told_from_packages_without_a_flaw() -> None:
    said = ["The locked packages were not audited: the network did not answer."]
    assert judge(None) == judge([]) == judge([UNKNOWN, UNKNOWN]) == (said, None)


def test_without_a_network_the_check_goes_on_and_the_audit_alone_fails() -> None:
    nowhere = {
        "PATH": "/usr/bin:/bin",
        "HTTPS_PROXY": "http://127.0.0.1:1",
        "HTTP_PROXY": "http://127.0.0.1:1",
    }
    for args, code in (([], 0), (["--must"], 1)):
        done = subprocess.run(
            [sys.executable, "config/audit.py", *args],
            cwd=ROOT,
            env=nowhere,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (
            code,
            "The locked packages were not audited: the network did not answer.\n",
        )
