"""The sources of conversations, the person's consent to read them (spec 2.1, 2.4), and the stored status:
what waits and what needs a decision.

Background capture adds what it is doing just now; commands that only show the status go without it.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from arbor_desktop.capture import queries
from arbor_desktop.capture.model import SourceInfo
from arbor_desktop.conversations import files
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.source_folders import KnownSource, Place, known_sources
from arbor_desktop.text.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Root:
    """A folder to watch. `source` None: each file is recognised by its content alone."""

    name: str
    place: Place
    source: str | None

    @property
    def folder(self) -> Path:
        return self.place.folder


def source_names() -> list[str]:
    """Return the sources whose conversations can be read."""
    from arbor_desktop.conversations.readers.registry import (
        all_readers,  # costs more than all else that a start needs
    )

    return [reader.source for reader in all_readers()]


class Sources:
    def __init__(self, runtime: Runtime, environ: Mapping[str, str] = os.environ) -> None:
        self._rt = runtime
        self._environ = environ
        self._projects: list[Path] | None = None
        self._changes = 0
        runtime.events.subscribe(self._changed)

    def infos(self, *, sizes: bool = True) -> list[SourceInfo]:
        """Return known sources and added folders. `sizes`: also count files and the bytes a reader would
        read."""
        enabled = set(self._rt.settings.get("capture.enabled_sources"))
        projects = self._known_projects()
        infos = []
        for one in self._known:
            kind = "export" if one.exported else "projects" if one.in_projects else "folder"
            places, on = _places(one, projects), one.name in enabled
            infos.append(
                self._info(one.name, one.label, one.source, places, kind=kind, enabled=on, sizes=sizes)
            )
        for root in self._added():
            label = root.folder.name or root.name
            infos.append(self._info(root.name, label, root.source, [root.place], added=True, sizes=sizes))
        return infos

    def roots(self, names: Collection[str] | None = None) -> list[Root]:
        """Return the folders the person chose to have watched; with `names`, those of these sources."""
        enabled = self._rt.settings.get("capture.enabled_sources") if names is None else names
        chosen = [known for known in self._known if known.name in enabled]
        projects = self._known_projects() if any(known.in_projects for known in chosen) else []
        roots = [Root(k.name, place, k.source) for k in chosen for place in _places(k, projects)]
        return roots + self._added()

    def enable(self, name: str) -> None:
        self._switch(name, True)

    def disable(self, name: str) -> None:
        """Stop watching; captured conversations stay. An added folder is removed."""
        if any(root.name == name for root in self._added()):
            self.remove(name)
            return
        self._switch(name, False)

    def add(self, path: str, source: str | None = None) -> str:
        """Watch a folder of the person's own. Return its name, which is its path. Raises InvalidInput."""
        folder = Path(path).expanduser().absolute()
        if not folder.is_dir():
            raise InvalidInput(f"There is no folder {folder}.", path=str(folder))
        names = source_names()
        if source is not None and source not in names:
            raise InvalidInput(
                f"There is no source {source!r}; there are: {', '.join(names)}.", field="source"
            )
        entry = {"path": str(folder)} | ({"source": source} if source else {})

        def change(old: list[Any]) -> list[Any]:
            return [e for e in old if _path_of(e) != str(folder)] + [entry]

        self._rt.settings.update("capture.added_folders", change)
        self._rt.announce(sources=True, status=True)
        return str(folder)

    def remove(self, path: str) -> None:
        """Stop watching an added folder. Raises NotFound."""
        folder = str(Path(path).expanduser().absolute())
        if all(str(root.folder) != folder for root in self._added()):
            raise NotFound(f"{folder} is not a folder that was added.", path=folder)
        self._rt.settings.update(
            "capture.added_folders", lambda old: [e for e in old if _path_of(e) != folder]
        )
        self._rt.announce(sources=True, status=True)

    def exclusions(self) -> list[str]:
        return list(self._rt.settings.get("capture.excluded"))

    def exclude(self, pattern: str) -> bool:
        """Ignore what a pattern matches. Return whether that is anything that exists or is known.

        Raises InvalidInput for an empty pattern, and one that begins at the working folder (`.`, `../x`).
        """
        wanted = pattern.strip()
        if not wanted or wanted.replace("\\", "/").split("/")[0] in (".", ".."):
            raise InvalidInput(Sentence("Give a folder's whole path, or a pattern such as *.tmp.jsonl."))
        self._rt.settings.update("capture.excluded", lambda old: old if wanted in old else [*old, wanted])
        self._rt.announce(sources=True)
        known = (*self._known_projects(), *self._rt.db.read(queries.read_files))
        return os.path.lexists(os.path.expanduser(wanted)) or any(  # noqa: PTH111 - a pattern need not be a path
            files.excluded_by(str(path), [wanted]) for path in known
        )

    def include(self, pattern: str) -> None:
        """Remove an exclusion. Raises NotFound."""
        if pattern not in self.exclusions():
            raise NotFound(f"{pattern} is not ignored.", pattern=pattern)
        self._rt.settings.update("capture.excluded", lambda old: [e for e in old if e != pattern])
        self._rt.announce(sources=True)

    @cached_property
    def _known(self) -> tuple[KnownSource, ...]:
        return known_sources(self._environ)

    def _known_projects(self) -> list[Path]:
        """Return the projects of conversations, where some assistants leave their files.

        Asked for at every step of background capture, so they are kept until something is stored.
        """
        known = self._projects
        if known is None:
            changes = self._changes
            known = [Path(path) for path in self._rt.db.read(queries.project_paths)]
            if changes == self._changes:  # else something was stored while it was looked up
                self._projects = known
        return known

    def _changed(self, changes: Changes) -> None:
        if changes.conversations or changes.memories or changes.all_conversations or changes.all_memories:
            self._changes += 1
            self._projects = None

    def _added(self) -> list[Root]:
        roots = []
        for entry in self._rt.settings.get("capture.added_folders"):
            path = _path_of(entry)
            source = entry.get("source") if isinstance(entry, dict) else None
            roots.append(Root(path, Place(Path(path)), source))
        return roots

    def _switch(self, name: str, on: bool) -> None:
        known = [k.name for k in self._known if not k.exported]
        if name not in known:
            raise NotFound(f"There is no source {name!r}; there are: {', '.join(known)}.", name=name)

        def change(old: list[Any]) -> list[Any]:
            rest = [n for n in old if n != name]
            return [*rest, name] if on else rest

        self._rt.settings.update("capture.enabled_sources", change)
        self._rt.announce(sources=True, status=True)

    def _info(
        self,
        name: str,
        label: str,
        source: str | None,
        places: list[Place],
        *,
        kind: str = "folder",
        enabled: bool = True,
        added: bool = False,
        sizes: bool,
    ) -> SourceInfo:
        looks = [_look(place, sizes) for place in places]
        there = [look for look in looks if look.found] or looks[:1]
        folders = [str(look.place.folder) for look in there]
        if kind == "folder":
            conversations = self._rt.db.read(
                lambda c: sum(queries.captured_under(c, folder) for folder in dict.fromkeys(folders))
            )
        else:
            conversations = self._rt.db.read(lambda c: queries.captured_from(c, source or ""))
        return SourceInfo(
            name=name,
            label=label,
            path=folders[0] if folders and kind == "folder" else "",
            source=source,
            enabled=enabled,
            found=kind == "export" or any(look.found for look in looks),
            added=added,
            conversations=conversations,
            bytes=sum(look.bytes for look in looks),
            files=sum(look.files for look in looks),
            error=next((look.error for look in looks if look.error), None),
            kind=kind,
            paths=tuple(folders),
        )


@dataclass(frozen=True, slots=True)
class _Look:
    """The look of a place, without opening any file."""

    place: Place
    found: bool
    files: int = 0
    bytes: int = 0
    error: str | None = None


def _look(place: Place, sizes: bool) -> _Look:
    try:
        if not place.folder.is_dir():
            return _Look(place, False)
        with os.scandir(place.folder) as entries:
            next(entries, None)
    except OSError as problem:
        return _Look(place, True, error=problem.strerror or str(problem))
    if not place.deep and next(files.stamped(place, _ignore), None) is None:
        return _Look(place, False)  # a folder that others use too
    return _Look(place, True, *(files.size_of(place) if sizes else (0, 0)))


def _ignore(error: OSError) -> None:
    """Ignore an error of a folder that was readable a moment ago; the next look reports it."""


def _places(known: KnownSource, projects: list[Path]) -> list[Place]:
    inside = [
        Place(project / place.folder, place.patterns, place.deep)
        for project in projects
        for place in known.in_projects
    ]
    return [*known.places, *inside]


def _path_of(entry: Any) -> str:
    return str(entry.get("path", "")) if isinstance(entry, dict) else str(entry)


# -- the stored status --

UNTIL_RESUMED = -1


def is_paused(runtime: Runtime) -> bool:
    """Return whether the person paused capture."""
    until = runtime.settings.get("capture.paused_until")
    return bool(until == UNTIL_RESUMED or until > runtime.clock())


def stored_status(runtime: Runtime, sources: Sources) -> ServiceStatus:
    """Return the status as any process sees it."""
    until, paused = runtime.settings.get("capture.paused_until"), is_paused(runtime)
    now = runtime.clock()
    return ServiceStatus(
        state="paused" if paused else "ready",
        watching=tuple(dict.fromkeys(root.name for root in sources.roots() if root.folder.is_dir())),
        paused_until=until if paused and until > 0 else None,
        **runtime.db.read(lambda conn: queries.status_figures(conn, now)),
    )
