"""Reading of projects' files when they changed (spec 5.6): at once when a person looks at a project, in the
background after its sessions were memorized, and daily."""

from __future__ import annotations

import logging
import os
import tempfile
import threading
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop import resources
from arbor_desktop.clock import DAY_MS
from arbor_desktop.conversations.files import excluded_by
from arbor_desktop.errors import ArborError
from arbor_desktop.projects import queries as projects
from arbor_desktop.projects.git import MANIFESTS
from arbor_desktop.projects.model import ProjectFacts
from arbor_desktop.projects.queries import Stored
from arbor_desktop.runtime.background import BackgroundThread
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime

if TYPE_CHECKING:
    from arbor_desktop.projects.stack.collector import Knowledge

log = logging.getLogger(__name__)

FAILURE = "Looking at projects' files failed"
RETRY_SECONDS = 3600.0
"""After which the thread looks again, though nothing was announced."""

READ_ANEW_MS = DAY_MS
"""After this time all is read again, as files and folders that no manifest names may have changed."""
_OF_EVERYTHING = ("Desktop", "Documents", "Downloads")
NOT_HERE = "Its folder is not on this computer."
EXCLUDED = "It is excluded, so its files are not read."
NO_PROJECT = "The home folder, or one of the system, is no project."


class ProjectFiles:
    """Safe to use from several threads."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def refresh(self, path: str, *, force: bool = False) -> bool:
        """Read a project's files if they changed, or with `force` in any case. Return whether anything known
        of it changed, which is announced. Never raises for what is in the folder."""
        before = self._rt.db.read(lambda c: projects.get(c, path))
        if why := self.barred(path):
            changed = before is not None and self._rt.db.write(lambda c: projects.note_trouble(c, path, why))
        elif not force and before is not None and self._is_current(path, before):
            return False
        else:
            changed = self._read(path, before)
        if changed:
            # Conflicts, and so contexts, depend on the stack.
            self._rt.announce(projects=True, conflicts=True)
        return changed

    def barred(self, path: str) -> str | None:
        """Return why a project's files must not or can't be read; None if they may."""
        if excluded_by(path, self._rt.settings.get("capture.excluded")):
            return EXCLUDED
        folder = Path(path)
        if not folder.is_absolute() or not os.path.isdir(path):  # noqa: PTH112 - False for any odd name
            return NOT_HERE
        real = Path(os.path.realpath(path))
        if _is_nobodys(real):
            return NO_PROJECT
        if excluded_by(str(real), self._rt.settings.get("capture.excluded")):
            return EXCLUDED
        return None

    def _is_current(self, path: str, before: Stored) -> bool:
        from arbor_desktop.projects.stack.reader import is_current

        fresh = before.read_at is not None and 0 <= self._rt.clock() - before.read_at < READ_ANEW_MS
        return fresh and before.trouble not in (NOT_HERE, EXCLUDED, NO_PROJECT) and is_current(
            Path(path), before.fingerprint, self._knowledge
        )  # fmt: skip

    def _read(self, path: str, before: Stored | None) -> bool:
        from arbor_desktop.projects.stack.reader import read_project

        patterns = tuple(self._rt.settings.get("capture.excluded"))
        found = read_project(
            Path(path), self._knowledge, lambda file: excluded_by(file, patterns) is not None
        )
        facts = self._redacted(found.facts)
        trouble = "; ".join(self._clean(found.troubles)) or None
        name = self._clean((found.name,))[0] or Path(path).name or path
        known = self._rt.db.read(lambda c: projects.summaries(c, path))
        now = self._rt.clock()
        seen = (known[0].last_seen if known else None) or now
        self._rt.db.write(
            lambda c: projects.put(
                c, path, name, facts,
                fingerprint=found.fingerprint, trouble=trouble, seen=seen, now=now,
            )
        )  # fmt: skip
        renamed = not known or known[0].name != name
        return renamed or before is None or (before.facts, before.trouble) != (facts, trouble)

    @cached_property
    def _knowledge(self) -> Knowledge:
        from arbor_desktop.projects.stack.collector import load_knowledge

        return load_knowledge(resources.read_text("projects.toml"))

    def _clean(self, texts: Iterable[str]) -> list[str]:
        """Remove secrets, which commands and settings of tools may contain."""
        from arbor_desktop.redaction.redactor import screen

        return screen(bool(self._rt.settings.get("redaction.personal"))).clean(list(texts))

    def _redacted(self, facts: ProjectFacts) -> ProjectFacts:
        lists = ("dependencies", "entry_points", "config_files", "conventions", "test_folders")
        maps = ("versions", "commands", "file_tree")
        texts = [text for name in lists for text in getattr(facts, name)]
        texts += [text for name in maps for item in getattr(facts, name).items() for text in map(str, item)]
        cleaned = dict(zip(texts, self._clean(texts), strict=True))
        changed: dict[str, object] = {
            name: tuple(cleaned[text] for text in getattr(facts, name)) for name in lists
        }
        changed |= {
            name: {
                cleaned[key]: value if isinstance(value, int) else cleaned[value]
                for key, value in getattr(facts, name).items()
            }
            for name in maps
        }
        return replace(facts, **changed)  # type: ignore[arg-type]


def _is_nobodys(folder: Path) -> bool:
    """Return whether a folder is the home folder or a root, or contains a bit of everything (`/tmp`, `/srv`,
    the downloads) and has no mark of a project."""
    home = Path(os.path.realpath(Path.home()))
    if folder in (home, Path(folder.anchor)):
        return True
    holds_all = folder in (
        Path(folder.anchor) / folder.name,
        Path(os.path.realpath(tempfile.gettempdir())),
        *(home / name for name in _OF_EVERYTHING),
    )
    return holds_all and not any(os.path.lexists(folder / name) for name in (".git", *MANIFESTS))


class ProjectWatch:
    """Refreshes the projects of memorized sessions and stored memories, while the window or `watch` runs."""

    def __init__(self, runtime: Runtime, files: ProjectFiles) -> None:
        self._rt = runtime
        self._files = files
        self._lock = threading.Lock()
        self._waiting: dict[str, None] = {}
        self._thread = BackgroundThread(
            "arbor-projects", self._look, FAILURE, retry_seconds=RETRY_SECONDS,
            subscribe=lambda: runtime.events.subscribe(self._on_changes),
        )  # fmt: skip
        self.start, self.close = self._thread.start, self._thread.close

    @property
    def running(self) -> bool:
        return self._thread.running

    def look_at(self, ids: Iterable[str]) -> None:
        """Refresh the projects of these conversations or memories now; failures are only logged."""
        try:
            wanted = list(ids)
            for path in self._rt.db.read(lambda c: projects.projects_of(c, wanted)):
                if self._thread.stopping:
                    return
                self._files.refresh(path)
        except ArborError as error:
            log.warning("%s: %s", FAILURE, error.message)
        except Exception:  # a bug must not stop capturing
            log.exception(FAILURE)

    def _on_changes(self, changes: Changes) -> None:
        if changes.conversations or changes.memories:
            with self._lock:
                self._waiting |= dict.fromkeys((*changes.conversations, *changes.memories))
            self._thread.wake()

    def _look(self) -> float:
        with self._lock:
            waiting, self._waiting = self._waiting, {}
        self.look_at(waiting)
        return RETRY_SECONDS
