"""Which files belong to a tool's memory, which project they are about, and which may be read."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from glob import iglob
from itertools import islice
from pathlib import Path

from arbor_desktop.conversations.files import excluded_by
from arbor_desktop.errors import InvalidInput
from arbor_desktop.source_folders import MemoryFiles, person_folder, project_folder_names
from arbor_desktop.text.sentence import Sentence

MOST_FILES = 2000
"""Files of one tool that are watched."""
_ENDING = ".md"


def paths_of(tool: MemoryFiles) -> set[str]:
    """Return the memory files of a tool. What can't be listed, or has a name that is no text, is left out."""
    return {path for path in islice(_paths_of(tool), MOST_FILES) if path.isprintable()}


def _paths_of(tool: MemoryFiles) -> Iterator[str]:
    # iglob is quicker than Path.glob, and passes over hidden folders.
    for pattern in tool.patterns:
        for name in iglob(pattern, root_dir=tool.folder, recursive=True):  # noqa: PTH207
            yield str(tool.folder / name)
    if (folder := _own_folder(tool)) is not None:
        for name in iglob(f"*{_ENDING}", root_dir=folder):  # noqa: PTH207
            yield str(folder / name)


def roots(tool: MemoryFiles) -> list[Path]:
    """Return the folders in which the memory files of a tool are. Reads its settings."""
    own = _own_folder(tool)
    return [tool.folder] if own is None else [tool.folder, own]


def belongs(path: str, folders: Iterable[Path]) -> bool:
    """Return whether a path, as it is written, is that of a memory file in one of the folders of a tool."""
    return path.endswith(_ENDING) and any(Path(path).is_relative_to(folder) for folder in folders)


def _own_folder(tool: MemoryFiles) -> Path | None:
    """Return the folder that Claude Code was told to keep its memories in (`autoMemoryDirectory`)."""
    if tool.name != "claude-code":
        return None
    try:
        chosen = json.loads((tool.folder / "settings.json").read_bytes()).get("autoMemoryDirectory")
    except (OSError, ValueError, AttributeError, RecursionError):
        return None  # as if there were no such setting: the tool does the same
    folder = Path(chosen).expanduser() if isinstance(chosen, str) and chosen else None
    return folder if folder is not None and folder.is_absolute() else None


def resolve(path: str, tool: MemoryFiles, environ: Mapping[str, str]) -> str:
    """Return the real path of a memory file: links are followed to Markdown files of the person.

    Raises InvalidInput for any other place.
    """
    real = os.path.realpath(path)
    folders = roots(tool)
    if not belongs(path, folders):
        why = Sentence("{path} is not a memory file of {tool}.", path=path, tool=tool.label)
        raise InvalidInput(why, path=path)
    inside = [os.path.realpath(root) for root in (*folders, person_folder(environ))]
    if not real.endswith(_ENDING) or not any(Path(real).is_relative_to(root) for root in inside):
        why = Sentence("{path} leads to {real}, which Arbor does not read or change.", path=path, real=real)
        raise InvalidInput(why, path=path)
    return real


def project_of(path: str, tool: MemoryFiles, known: Iterable[str]) -> str | None:
    """Return the project that a file is about: its path if it is among the `known` ones or the tool names it,
    else the name of the tool's folder for it; None for no project."""
    parts = Path(path).relative_to(tool.folder).parts if Path(path).is_relative_to(tool.folder) else ()
    if len(parts) < 4 or parts[0] not in ("projects", "tmp"):
        return None
    name = parts[1]
    try:
        named = (tool.folder / "tmp" / name / ".project_root").read_text("utf-8").strip()
    except (OSError, ValueError):
        named = ""
    return named or next((one for one in known if name in project_folder_names(one)), name)


def is_excluded(path: str, project: str | None, patterns: Iterable[str]) -> bool:
    """Return whether a file must not be read. A project of which only the tool's folder is known is excluded
    if its name fits a pattern: several paths have the same name."""
    patterns = list(patterns)
    if excluded_by(path, patterns) is not None:
        return True
    if project is None:
        return False
    if os.path.isabs(project):  # noqa: PTH117 - a text
        return excluded_by(project, patterns) is not None
    return any(_fits(project, pattern) for pattern in patterns)


def _fits(name: str, pattern: str) -> bool:
    wanted = os.path.expanduser(pattern.strip()).rstrip("/\\")  # noqa: PTH111 - patterns are no paths
    if not wanted:
        return False
    coded = re.sub(r"[^a-zA-Z0-9*?]", "-", wanted)
    begins = ("",) if os.path.isabs(wanted) else ("", "*-")  # noqa: PTH117
    return any(fnmatchcase(name, f"{begin}{coded}{end}") for begin in begins for end in ("", "-*"))
