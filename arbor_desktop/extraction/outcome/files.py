"""The files that a session created and modified."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from arbor_desktop.extraction.outcome.marks import Marks
from arbor_desktop.extraction.outcome.steps import Step

MAX_FILES = 200
_SAID_CHARS = 400
"""A tool says at the beginning of its output what it did; then may come the file."""
CREATED, MODIFIED, EITHER = "created", "modified", ""


class Files:
    """Paths below the project are relative to it."""

    def __init__(self, project: str | None, marks: Marks) -> None:
        self._root = project.rstrip("/\\").replace("\\", "/") + "/" if project else ""
        self._marks = marks
        self._seen: dict[str, str] = {}
        self._known: set[str] = set()

    def look(self, steps: Iterable[Step]) -> list[int]:
        """Notes what the steps changed, in order. Answers the turns in which something was changed."""
        edits = []
        for step in steps:
            changes = list(self._changes(step))
            for path, how in changes:
                self._note(path, how)
            if changes:
                edits.append(step.last_turn)
            if step.use == "read" and step.ok is not False:
                self._known.add(self._short(step.target))
        return edits

    def also(self, paths: Iterable[str]) -> None:
        """Files of which a reader knows only that they were changed."""
        for path in paths:
            if self._short(path) not in self._seen:
                self._note(path, MODIFIED)

    def of(self, how: str) -> tuple[str, ...]:
        """At most 200, in the order they were first changed."""
        return tuple(path for path, made in self._seen.items() if made == how)[:MAX_FILES]

    def all(self) -> list[str]:
        return list(self._seen)

    def _note(self, path: str, how: str) -> None:
        short = self._short(path)
        if not short or "\n" in short or self._marks.files["not_work"].search(path.replace("\\", "/")):
            return
        if how == EITHER:
            how = MODIFIED if short in self._known else CREATED
        self._seen.setdefault(short, how)
        self._known.add(short)

    def _short(self, path: str) -> str:
        plain = path.strip().replace("\\", "/").removeprefix("./")
        return plain.removeprefix(self._root) if self._root else plain

    def _changes(self, step: Step) -> Iterator[tuple[str, str]]:
        use = step.use
        if step.ok is False:
            return
        if use == "shell":
            yield from self._in_command(step)
        elif use == "patch":
            told = list(self._patched("patched", step.output))
            yield from told or [(line, MODIFIED) for line in step.target.splitlines() if line.strip()]
        elif use in ("write", "edit") and step.target:
            yield step.target.splitlines()[0], self._how(step, use)
        elif not use and step.ok is None:  # aider tells what it did in notices, which have no end
            yield from _aider(step, self._marks)

    def _how(self, step: Step, use: str) -> str:
        said = step.output[:_SAID_CHARS].lower()
        if self._marks.created.are_in(said):
            return CREATED
        return MODIFIED if use == "edit" or self._marks.modified.are_in(said) else EITHER

    def _in_command(self, step: Step) -> Iterator[tuple[str, str]]:
        if "*** " in step.target:
            yield from self._patched("header", step.target)
        elif "<<" in step.target and (found := self._marks.files["redirect"].search(step.target)):
            path = found["path"] or found["other"]
            if not path.startswith("/tmp/"):
                yield path, EITHER

    def _patched(self, pattern: str, text: str) -> Iterator[tuple[str, str]]:
        for found in self._marks.files[pattern].finditer(text):
            yield found["path"], CREATED if found["how"][0] == "A" else MODIFIED


def _aider(step: Step, marks: Marks) -> Iterator[tuple[str, str]]:
    text = f"{step.name}: {step.target}" if step.target else step.name
    for found in marks.files["made"].finditer(text):
        yield found["path"], CREATED
    for found in marks.files["applied"].finditer(text):
        yield found["path"], MODIFIED


def only(paths: Sequence[str], kind: str, marks: Marks) -> bool:
    """Whether all the paths are `tests` or all are `docs`."""
    return bool(paths) and all(marks.files[kind].search(path) for path in paths)
