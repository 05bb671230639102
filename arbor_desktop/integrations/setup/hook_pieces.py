"""Hooks in a JSON file, in the nested shape that Claude Code, Codex and Gemini CLI share:
`hooks.<Event> = [{matcher, hooks: [{type: "command", command, …}]}]`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arbor_desktop.integrations.setup.calling import calls
from arbor_desktop.integrations.setup.json_text import Document, Path
from arbor_desktop.integrations.setup.pieces import AGAIN, Call, Look, expect, is_there, json_of, why_partly
from arbor_desktop.user_files.model import Standing

ROOT: Path = ("hooks",)


@dataclass(frozen=True)
class Hooks:
    """`events` are the calls by the events that they answer. `remark(settings)` says what else is to be known
    of a file, such as that hooks are switched off in it."""

    events: Mapping[str, Call]
    remark: Callable[[Mapping[str, Any]], str] = lambda settings: ""
    exists: Callable[[str], bool] = is_there

    def look(self, data: bytes | None) -> Look:
        document = self._read(data)
        found = list(self._ours(document))
        if not found:
            return Look(Standing.ABSENT)
        for path in found:
            call, entry = self.events.get(str(path[1])), document.get(path)
            if call is not None and not call.same(entry):
                return Look(Standing.PARTLY, why_partly(entry, call, self.exists))
        if sorted(str(path[1]) for path in found) != sorted(self.events):
            return Look(
                Standing.PARTLY, f"Some of its hooks are missing, there twice or no longer used. {AGAIN}"
            )
        return Look(Standing.INSTALLED, self.remark(document.value))

    def install(self, data: bytes | None) -> bytes:
        document = self._read(data)
        document = self._without(document, lambda path, again: again or path[1] not in self.events, ())
        for event, call in self.events.items():
            found = [path for path in self._ours(document) if path[1] == event]
            if not found:
                place = len(document.get((*ROOT, event)) or ())
                document = document.put((*ROOT, event, place), {"hooks": [call.entry]})
            elif not call.same(document.get(found[0])):
                document = document.put(found[0], call.put_in(document.get(found[0])))
        return document.to_bytes()

    def remove(self, data: bytes, kept: Collection[Path]) -> bytes:
        return self._without(self._read(data), lambda path, again: True, kept).to_bytes()

    def containers(self, data: bytes) -> list[Path]:
        document = self._read(data)
        ways = [ROOT, *((*ROOT, event) for event in document.get(ROOT) or ())]
        return [way for way in ways if document.has(way)]

    def _read(self, data: bytes | None) -> Document:
        """Raises Odd where it is not of the shape."""
        document = json_of(data)
        for event in expect(document, ROOT, dict) or ():
            if event in self.events:
                expect(document, (*ROOT, event), list)
        return document

    def _ours(self, document: Document) -> Iterator[Path]:
        """The ways to all hooks that call an Arbor."""
        for event, groups in (document.get(ROOT) or {}).items():
            for place, group in enumerate(groups if isinstance(groups, list) else ()):
                entries = group.get("hooks") if isinstance(group, dict) else None
                for number, entry in enumerate(entries if isinstance(entries, list) else ()):
                    if calls(entry, "hook"):
                        yield (*ROOT, event, place, "hooks", number)

    def _without(
        self, document: Document, gone: Callable[[Path, bool], bool], kept: Collection[Path]
    ) -> Document:
        """Without those of ours that shall go (`again`: the event has one already), and without what they
        leave empty."""
        seen: set[Any] = set()
        going = []
        for path in self._ours(document):
            if gone(path, path[1] in seen):
                going.append(path)
            seen.add(path[1])
        for path in reversed(going):  # from the end, so that places stay what they are
            document = document.remove(path)
            if not document.get(path[:-1]):
                document = document.remove(path[:-2])
            for way in (path[:2], ROOT):
                if not document.get(way) and document.has(way) and way not in kept:
                    document = document.remove(way)
        return document
