"""Where a Cursor transcript lies, and what that says: its session, its parent, the folder it worked in.

The folder's name in `projects` is the path with every sign between words made a dash, which cannot be undone
without looking which folders there are. For agents of the command line `chats/<hash>/<id>/meta.json` says it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arbor_desktop.conversations.readers.documents import read_json
from arbor_desktop.conversations.readers.json_lines import mapping, text

MAX_LOOKS = 400
"""So many folders are looked into to find the one a name stands for."""
_ID = re.compile(r"\w[\w-]*")


@dataclass(frozen=True, slots=True)
class Place:
    """What a transcript's path says. `parent`: the session whose sub-agent this is, where the path tells."""

    session: str
    parent: str | None = None
    subagent: bool = False
    cwd: str | None = None


def place_of(path: Path) -> Place:
    """Looks at the path, and at the folders it may stand for."""
    subagent = "subagents" in path.parts
    parent = None
    if subagent:
        above = path.parts[path.parts.index("subagents") - 1]
        parent = above if above != "agent-transcripts" else None
    return Place(path.stem, parent, subagent, _folder(path, parent or path.stem))


def _folder(path: Path, session: str) -> str | None:
    if "agent-transcripts" not in path.parts:
        return None
    project = Path(*path.parts[: path.parts.index("agent-transcripts")])
    if _ID.fullmatch(session):
        for meta in project.parent.parent.glob(f"chats/*/{session}/meta.json"):
            try:
                if cwd := text(mapping(read_json(meta)).get("cwd")):
                    return cwd
            except OSError:
                continue
    return folder_named(project.name)


def folder_named(name: str, root: Path | None = None) -> str | None:
    """The folder whose path was made the name `name`; None where no folder fits it."""
    looks = [MAX_LOOKS]
    drive = re.match(r"([A-Za-z])-(?=.)", name) if os.name == "nt" else None
    start = root or Path(f"{drive[1]}:/" if drive else "/")
    return next(_fitting(start, name[2:] if drive else name, looks), None)


def _fitting(folder: Path, rest: str, looks: list[int]) -> Iterator[str]:
    if looks[0] <= 0:
        return
    looks[0] -= 1
    try:
        with os.scandir(folder) as entries:
            named = [(_dashed(entry.name), entry.name) for entry in entries if entry.is_dir()]
    except OSError:
        return
    for dashed, name in sorted(named, key=lambda pair: -len(pair[0])):
        if dashed and dashed == rest:
            yield str(folder / name)
        elif dashed and rest.startswith(f"{dashed}-"):
            yield from _fitting(folder / name, rest[len(dashed) + 1 :], looks)


def _dashed(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
