"""Files of an incomplete download: ``FILE.part`` (data) and ``FILE.part.json`` (its build)."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO


@dataclass(frozen=True)
class Build:
    """A build of a catalog."""

    etag: str
    size: int
    change_cursor: str


class PartFile:
    """The downloaded part of a file."""

    def __init__(self, file: str | os.PathLike[str]) -> None:
        self._file = Path(file)
        self._part = self._file.with_name(f"{self._file.name}.part")
        self._note = self._file.with_name(f"{self._file.name}.part.json")
        self._build = self._file.with_name(f"{self._file.name}.build.json")

    def complete_build(self) -> Build | None:
        """Returns the build of the file. None if there is no file, or if it has another size."""
        try:
            build = Build(**json.loads(self._build.read_text()))
            return build if self._file.stat().st_size == build.size else None
        except (OSError, ValueError, TypeError):
            return None

    def begun(self) -> tuple[Build | None, int]:
        """Returns the build of an earlier download, and how many of its bytes were saved."""
        try:
            build = Build(**json.loads(self._note.read_text()))
            size = self._part.stat().st_size
        except (OSError, ValueError, TypeError):
            # Without the `.part.json` file, the build of the saved part is unknown.
            return None, 0
        is_valid = build.etag and build.change_cursor and 0 < size <= build.size
        return (build, size) if is_valid else (None, 0)

    def begin(self, build: Build) -> None:
        """Discards the saved part, and records the build to which the following bytes belong."""
        # Another process may still be writing to the old part, so do not truncate it.
        self._part.unlink(missing_ok=True)
        self._note.write_text(json.dumps(asdict(build)))

    def open(self, offset: int) -> BinaryIO:
        """Opens the part for writing at an offset."""
        # Write to a fixed position, so that two processes that resume the same part write the same bytes.
        handle = self._part.open("r+b" if offset else "xb")
        handle.seek(offset)
        return handle

    def complete(self, build: Build) -> None:
        """Turns the part into the file. Raises OSError if the part is not complete."""
        if not self._part.exists() or self._part.stat().st_size != build.size:
            raise OSError(
                f"{self._part} was changed during the download. Run only one download per file."
            )
        self._part.replace(self._file)
        self._build.write_text(json.dumps(asdict(build)))
        self.remove()

    def remove(self) -> None:
        self._part.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)
