"""Which folder a Gemini CLI session was about: its recordings do not say.

They lie in `~/.gemini/tmp/<slug>/chats`, and `~/.gemini/projects.json` or `<slug>/.project_root` tell the
folder behind a slug (google-gemini/gemini-cli:packages/core/src/config/projectRegistry.ts). Older versions
name the folder by the SHA-256 of its path, and every recording carries that as `projectHash`
(packages/core/src/utils/paths.ts): a path is the project's if it has that hash, so the paths that tools
touched give it away.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from arbor_desktop.conversations.readers.json_lines import mapping

_MAX_REGISTRY = 4 * 1024 * 1024
_MAX_TRIED = 4096
_SEARCHED_CHARS = 1024
_MAX_SEARCHED = 512
"""Of so many outputs the beginnings are searched for paths."""
_HASH = re.compile(r"[0-9a-f]{64}")
_ABSOLUTE = re.compile(r"(?:(?<![\w./\\~-])/|\b[A-Za-z]:[\\/])[^\s'\"`<>|*?:;,()\[\]{}]+")
_PREAMBLE = re.compile(r"I'm currently working in the (?:directory: |following directories:\s+- )([^\n]+)")
_WORKSPACE = re.compile(r"\*\*Workspace Directories:\*\*\s+- ([^\n]+)")


def registered_folder(path: Path) -> str | None:
    """The project's folder, as the files around the recording at `path` tell it."""
    chats = next((folder for folder in path.parents if folder.name == "chats"), None)
    if chats is None or len(path.relative_to(chats).parts) > 2:
        return None
    project = chats.parent
    root = _small_text(project / ".project_root").strip()
    if root:
        return root.splitlines()[0]
    try:
        registry = json.loads(_small_text(project.parent.parent / "projects.json") or "{}")
    except ValueError:  # being written: then the folder is not known yet
        return None
    slugs = mapping(mapping(registry).get("projects"))
    return next((folder for folder, slug in slugs.items() if slug == project.name), None)


def told_folder(words: str) -> str | None:
    """The folder that the preamble of a session names."""
    found = _PREAMBLE.search(words) or _WORKSPACE.search(words)
    return found.group(1).strip() if found else None


class HashedFolder:
    """Looks for the folder whose path has a certain hash."""

    def __init__(self, project_hash: str) -> None:
        self._wanted = project_hash if _HASH.fullmatch(project_hash) else ""
        self._tried: set[str] = set()
        self._searched = 0

    def among(self, paths: Iterable[str], words: str = "") -> str | None:
        """The folder, if it is one of `paths`, one above them, or above a path that `words` name."""
        if not self._wanted:
            return None
        for path in [*paths, *self._named(words[:_SEARCHED_CHARS])]:
            for folder in _above(path):
                if folder in self._tried or len(self._tried) >= _MAX_TRIED:
                    continue
                self._tried.add(folder)
                if hashlib.sha256(folder.encode("utf-8", "replace")).hexdigest() == self._wanted:
                    self._wanted = ""
                    return folder
        return None

    def _named(self, words: str) -> list[str]:
        if self._searched >= _MAX_SEARCHED or not ("/" in words or ":\\" in words):
            return []
        self._searched += 1
        return _ABSOLUTE.findall(words)


def in_folder(path: str, folder: str | None) -> str:
    """`path`, within `folder` where it is relative and the folder is known."""
    if not path or not folder or _is_absolute(path):
        return path
    return f"{folder}{'/' if '/' in folder else chr(92)}{path}"


def _is_absolute(path: str) -> bool:
    return path.startswith("/") or path[1:3] in (":\\", ":/")


def _above(path: str) -> Iterator[str]:
    """An absolute path and the folders above it, deepest first."""
    if not _is_absolute(path):
        return
    path = path.rstrip("/\\.")
    for _ in range(40):
        if len(path) < 2:
            return
        yield path
        path = path[: max(path.rfind("/"), path.rfind("\\"), 0)]


def _small_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_MAX_REGISTRY).decode("utf-8", "replace")
    except OSError:  # not every version writes it
        return ""
