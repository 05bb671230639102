"""What Arbor did to files of other programs: copies of them as they were, and what is needed to take a change
back exactly. Lies in `<home>/backups/files`, for its person alone, since such files may hold keys."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.integrations.setup import files
from arbor_desktop.integrations.setup.json_text import Path as Way

KEPT_COPIES = 20
"""Of one file; the copy that a change is taken back to is kept besides."""
INDEX = "index.json"


@dataclass(frozen=True, slots=True)
class Record:
    """A file that Arbor is set up in. `after` is the hash of it as Arbor left it, `copy` the name of the copy
    of it as it was before the first change (None: there was no file, or that is not known), `created`
    whether Arbor made it, `folder` whether it made its folder too, `kept` the ways to containers that were
    there before."""

    after: str
    copy: str | None
    created: bool
    kept: tuple[Way, ...] = ()
    folder: bool = False


def hashed(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Ledger:
    """Used under the lock of the setup."""

    def __init__(self, backups: Path) -> None:
        self.folder = backups / "files"

    def record(self, path: str) -> Record | None:
        found = self._load()["files"].get(path)
        if found is None:
            return None
        kept = tuple(tuple(way) for way in found["kept"])
        return Record(found["after"], found["copy"], found["created"], kept, found["folder"])

    def keep(self, path: str, record: Record | None) -> None:
        """Notes the record of a file; None forgets it."""
        held = self._load()
        held["files"].pop(path, None)
        if record is not None:
            held["files"][path] = {
                "after": record.after, "copy": record.copy, "created": record.created,
                "folder": record.folder,
                "kept": [list(way) for way in record.kept],
            }  # fmt: skip
        self._store(held)

    def copy(self, path: str, data: bytes, tool: str, verb: str, at: int) -> Path:
        """Keeps a copy of a file as it is, under a name that says when and of what."""
        held = self._load()
        stamp = str(to_iso(at)).translate(str.maketrans("", "", "-:."))
        name = f"{stamp}-{tool}-{Path(path).name.lstrip('.')}"
        number = 1
        while (self.folder / name).exists():
            number += 1
            name = f"{stamp}-{number}-{tool}-{Path(path).name.lstrip('.')}"
        files.replace(self.folder / name, data)
        held["copies"].append({"copy": name, "path": path, "tool": tool, "before": verb, "at": to_iso(at)})
        self._thin(held, path)
        self._store(held)
        return self.folder / name

    def newest(self, path: str) -> str | None:
        """The name of the newest copy of a file."""
        return next((one["copy"] for one in reversed(self._load()["copies"]) if one["path"] == path), None)

    def read_copy(self, name: str) -> bytes | None:
        """What is in a copy; None if it is gone."""
        try:
            return (self.folder / name).read_bytes()
        except OSError:
            return None

    def _thin(self, held: dict[str, Any], path: str) -> None:
        needed = {found["copy"] for found in held["files"].values()}
        copies = [one for one in held["copies"] if one["path"] == path]
        for old in copies[:-KEPT_COPIES]:
            if old["copy"] not in needed:
                (self.folder / old["copy"]).unlink(missing_ok=True)
                held["copies"].remove(old)

    def _load(self) -> dict[str, Any]:
        try:
            held = json.loads((self.folder / INDEX).read_bytes())
            if {"copies", "files"} <= held.keys():
                return dict(held)
        except (OSError, ValueError, AttributeError):
            pass  # none yet, or damaged: without it changes are taken back by what is in the files
        return {"copies": [], "files": {}}

    def _store(self, held: dict[str, Any]) -> None:
        text = json.dumps(held, indent=2, ensure_ascii=False) + "\n"
        files.replace(self.folder / INDEX, text.encode("utf-8", "surrogatepass"))
