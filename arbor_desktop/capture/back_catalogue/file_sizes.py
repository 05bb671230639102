"""Which assistant each file is of, and how large it is; nothing of it is read but its beginning."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from arbor_desktop.conversations import files
from arbor_desktop.conversations.readers.registry import all_readers, detect
from arbor_desktop.errors import InvalidInput

log = logging.getLogger(__name__)


def sizes_of(paths: Iterable[str | Path], source: str | None = None) -> Iterator[tuple[str, Path, int]]:
    """(source, path, bytes) of every file that an assistant wrote. Raises InvalidInput for a path that is not
    there."""
    readers = all_readers()
    for given in paths:
        path = Path(os.path.abspath(Path(given).expanduser()))  # noqa: PTH100 - a link keeps its own name
        if not path.exists():
            raise InvalidInput(f"There is no file or folder {path}.", path=str(path))
        for file in files.walk(path, _passed_over) if path.is_dir() else (path,):
            try:
                size = file.stat().st_size
                reader = detect(file, readers, hint=source) if size else None
            except OSError as error:  # it vanished meanwhile, or can't be read
                _passed_over(error)
                continue
            if reader is not None:
                yield reader.source, file, size


def _passed_over(error: OSError) -> None:
    log.info("Not counted in the estimate: %s", error)
