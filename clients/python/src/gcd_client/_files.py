"""Files for the API key and for the position in the change feed."""

from __future__ import annotations

import os
import re
import stat
import sys
from pathlib import Path


def read_api_key(file: str | os.PathLike[str] | None = None) -> str:
    """Reads the API key from ``file``, or else from ``GCD_API_KEY_FILE``, ``GCD_API_KEY`` or ``~/.config/gcd/key``.

    Raises ValueError if there is no key, or if other users can read the file.
    """
    named = file or os.environ.get("GCD_API_KEY_FILE")
    if not named and os.environ.get("GCD_API_KEY"):
        return os.environ["GCD_API_KEY"]
    path = Path(named) if named else Path.home() / ".config/gcd/key"
    if not path.exists():
        advice = "" if named else " Set GCD_API_KEY, or write the key to this file."
        raise ValueError(f"The key file {path} does not exist.{advice}")
    if sys.platform != "win32" and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise ValueError(f"Other users can read {path}. Run: chmod 600 {path}")
    key = path.read_text().strip()
    if not key:
        raise ValueError(f"The key file {path} is empty.")
    return key


def replace_file(file: Path, text: str) -> None:
    """Replaces a file. After a crash, the file has either its old or its new content, never a mix."""
    new = file.with_name(f"{file.name}.new")
    with new.open("w") as handle:
        handle.write(text)
        handle.flush()
        os.fsync(handle.fileno())
    new.replace(file)


class FileCursor:
    """Keeps the position in the change feed in a file. After a crash, the file has the old or the new position."""

    def __init__(self, file: str | os.PathLike[str]) -> None:
        self._file = Path(file)

    def load(self) -> str | None:
        try:
            cursor = self._file.read_bytes().decode("ascii", "replace").strip()
        except FileNotFoundError:
            return None
        # Without a cursor, the feed would silently start at today and skip changes.
        if not re.fullmatch("[\x21-\x7e]+", cursor):
            advice = "Restore it from a backup, or delete it and load all data again."
            raise ValueError(f"{self._file} has no cursor. {advice}")
        return cursor

    def save(self, cursor: str) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(self._file, f"{cursor}\n")
