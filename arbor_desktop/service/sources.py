"""The places that conversations come from, and the person's consent to read them (spec 2.1, 2.4)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbor_desktop.core.errors import InvalidInput, NotFound
from arbor_desktop.core.results import SourceInfo
from arbor_desktop.paths import KnownSource, known_sources
from arbor_desktop.service import files
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import statistics


@dataclass(frozen=True, slots=True)
class Root:
    """A folder to watch. `source` None: each file is recognised by its content."""

    name: str
    label: str
    folder: Path
    pattern: str
    source: str | None


def source_names() -> list[str]:
    """The sources whose conversations can be read."""
    from arbor_desktop.formats.registry import all_readers  # costs more than all else that a start needs

    return [reader.source for reader in all_readers()]


class Sources:
    def __init__(self, runtime: Runtime, environ: Mapping[str, str] = os.environ) -> None:
        self._rt = runtime
        self._environ = environ

    def infos(self, *, sizes: bool = True) -> list[SourceInfo]:
        """Known sources and added folders. `sizes` looks through the folders without reading any file;
        then `bytes` counts what a reader would read."""
        enabled = set(self._rt.settings.get("capture.enabled_sources"))
        found = [self._info(_root(k), k.name in enabled, False, sizes) for k in self._known()]
        return found + [self._info(root, True, True, sizes) for root in self._added()]

    def roots(self) -> list[Root]:
        """What the person chose to have watched."""
        enabled = set(self._rt.settings.get("capture.enabled_sources"))
        return [_root(k) for k in self._known() if k.name in enabled] + self._added()

    def enable(self, name: str) -> None:
        self._switch(name, True)

    def disable(self, name: str) -> None:
        """Stops watching; what was captured stays. An added folder is removed."""
        if any(root.name == name for root in self._added()):
            self.remove(name)
            return
        self._switch(name, False)

    def add(self, path: str, source: str | None = None) -> str:
        """Watches a folder of the person's own. Answers its name, which is its path."""
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
        folder = str(Path(path).expanduser().absolute())
        if all(str(root.folder) != folder for root in self._added()):
            raise NotFound(f"{folder} is not a folder that was added.", path=folder)
        self._rt.settings.update(
            "capture.added_folders", lambda old: [e for e in old if _path_of(e) != folder]
        )
        self._rt.announce(sources=True, status=True)

    def exclusions(self) -> list[str]:
        return list(self._rt.settings.get("capture.excluded"))

    def exclude(self, pattern: str) -> None:
        wanted = pattern.strip()
        if not wanted:
            raise InvalidInput("Give a folder, a project's path or a file pattern.")
        self._rt.settings.update("capture.excluded", lambda old: old if wanted in old else [*old, wanted])
        self._rt.announce(sources=True)

    def include(self, pattern: str) -> None:
        """Takes an exclusion back. Raises NotFound."""
        if pattern not in self.exclusions():
            raise NotFound(f"{pattern} is not excluded.", pattern=pattern)
        self._rt.settings.update("capture.excluded", lambda old: [e for e in old if e != pattern])
        self._rt.announce(sources=True)

    def _known(self) -> tuple[KnownSource, ...]:
        return known_sources(self._environ)

    def _added(self) -> list[Root]:
        roots = []
        for entry in self._rt.settings.get("capture.added_folders"):
            path = _path_of(entry)
            source = entry.get("source") if isinstance(entry, dict) else None
            roots.append(Root(path, Path(path).name or path, Path(path), "**/*", source))
        return roots

    def _switch(self, name: str, on: bool) -> None:
        known = [k.name for k in self._known()]
        if name not in known:
            raise NotFound(f"There is no source {name!r}; there are: {', '.join(known)}.", name=name)

        def change(old: list[Any]) -> list[Any]:
            rest = [n for n in old if n != name]
            return [*rest, name] if on else rest

        self._rt.settings.update("capture.enabled_sources", change)
        self._rt.announce(sources=True, status=True)

    def _info(self, root: Root, enabled: bool, added: bool, sizes: bool) -> SourceInfo:
        error = None
        try:
            found = root.folder.is_dir()
            if found:
                with os.scandir(root.folder) as entries:
                    next(entries, None)
        except OSError as problem:
            found, error = True, problem.strerror or str(problem)
        count, size = files.size_of(root.folder, root.pattern) if sizes and found and not error else (0, 0)
        captured = self._rt.db.read(lambda c: statistics.captured_under(c, str(root.folder)))
        return SourceInfo(
            name=root.name,
            label=root.label,
            path=str(root.folder),
            source=root.source,
            enabled=enabled,
            found=found,
            added=added,
            conversations=captured,
            bytes=size,
            files=count,
            error=error,
        )


def _root(known: KnownSource) -> Root:
    return Root(known.name, known.label, known.folder, known.pattern, known.source)


def _path_of(entry: Any) -> str:
    return str(entry.get("path", "")) if isinstance(entry, dict) else str(entry)
