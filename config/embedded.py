"""Where the private PostgreSQL and Valkey of a machine lie on which none is configured.

Asked by the settings, so nothing is started or written here; ``config.servers`` does that. Both
servers are reached through sockets in a folder that only their owner may enter.
"""

import hashlib
import os
import tempfile
from pathlib import Path

DATABASE_USER = "hemicycle"
UNSAFE_KEY = "for-development-only"

# A socket's path may have 108 bytes on Linux and 104 on macOS, the file's own name among them.
_LONGEST_SOCKET_DIR = 85


def data_dir(var: Path) -> Path:
    """Answer the folder of both servers' data; for root ``var/data`` is a link, see ``config.servers``."""
    return (var / "data").resolve()


def socket_dir(var: Path) -> Path:
    """Answer the folder of both servers' sockets, which too long a path moves to the temporary folder."""
    beside = data_dir(var) / "run"
    if len(os.fsencode(beside)) <= _LONGEST_SOCKET_DIR:
        return beside
    name = hashlib.sha256(os.fsencode(beside)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"hemicycle-{os.geteuid()}-{name}"


def redis_url(var: Path) -> str:
    """Answer where the embedded Valkey is reached."""
    return f"unix://{socket_dir(var)}/valkey.sock?db=0"


def secret_key(var: Path) -> str:
    """Answer the random key made at the first start, or before that one that is good for nothing."""
    try:
        return (var / "secret-key").read_text()
    except OSError:
        return UNSAFE_KEY
