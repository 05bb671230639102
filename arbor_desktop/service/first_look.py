"""A first look at recent conversations: what Arbor would remember of them, before anything is saved."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.conversations import files
from arbor_desktop.encryption.sealing import seal_for, unseal
from arbor_desktop.errors import NotFound
from arbor_desktop.memories.model import Memory, Status
from arbor_desktop.paths import Home
from arbor_desktop.service.memory_service import MemoryService

if TYPE_CHECKING:
    from arbor_desktop.extraction.worker import Worker

FOLDER = "first-look"
CHOICES = "choices.json"
"""The file with what is chosen, until it is saved: `{"files": [[path, source]], "kept": {found: wanted},
"dropped": [text]}`."""
_SAME = ("capture.excluded", "redaction.personal")
"""Settings that hold for the look, too."""
DAY_MS = 86_400_000
DAYS = 21
"""So far back it looks."""
MOST_FILES = 60
LEAST_CONFIDENCE = 0.7
"""Less certain memories are shown once everything was read, if there is room."""
_LONGEST_QUOTE = 160


@dataclass(frozen=True, slots=True)
class RecentFile:
    """A file with conversations. `changed` is in milliseconds."""

    path: Path
    source: str | None
    changed: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that Arbor would save. `quote`: the words it comes from; `source`: the AI tool that wrote the
    conversation; `against`: the text of a memory that it conflicts with, or empty."""

    memory: Memory
    quote: str
    source: str
    against: str


def clear(home: Home) -> None:
    """Delete what a look left that was cut off."""
    shutil.rmtree(home.folder / FOLDER, ignore_errors=True)


class FirstLook:
    """Reads conversations into a memory of its own, in the home folder, until `close` deletes that.

    What is kept is then read again, into the person's memory: so each memory has its source and its history.
    """

    def __init__(
        self,
        service: MemoryService,
        make_worker: Callable[[], Worker | None] = lambda: None,
        clock: Clock = system_clock,
    ) -> None:
        """`make_worker` makes what does the heavy work; None: the calling thread."""
        self._service, self._make_worker, self._clock = service, make_worker, clock
        self._folder = service.home.folder / FOLDER
        self._read: list[RecentFile] = []
        self._own: MemoryService | None = None

    def close(self) -> None:
        """Delete what was read."""
        if self._own is not None:
            self._own.close()
            self._own = None
        self._read = []
        clear(self._service.home)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def recent(self, sources: Collection[str]) -> list[RecentFile]:
        """Return the files of the named sources that changed in the last weeks, newest first."""
        since = self._clock() - DAYS * DAY_MS
        excluded = self._service.settings.get("capture.excluded")
        found = {
            one.path: one
            for one in self._files(sources)
            if one.changed >= since and files.excluded_by(str(one.path), excluded) is None
        }
        return sorted(found.values(), key=lambda one: -one.changed)[:MOST_FILES]

    def _files(self, sources: Collection[str]) -> Iterator[RecentFile]:
        for root in self._service.sources_part.roots(sources):
            for path, state in files.stamped(root.place, _ignore):
                if state is not None and state[0]:
                    yield RecentFile(Path(path), root.source, state[1] // 1_000_000)

    def read(self, file: RecentFile) -> None:
        """Read the conversations of one file. A file that can't be read is passed over."""
        self._memory.capture([file.path], source=file.source)
        self._read.append(file)

    @property
    def _memory(self) -> MemoryService:
        if self._own is None:
            clear(self._service.home)
            home = Home(self._folder)
            home.create()
            self._own = MemoryService.open(
                home, worker=self._make_worker(), clock=self._clock, key=self._service.key
            )
            for key in _SAME:
                self._own.settings.set(key, self._service.settings.get(key))
            self._own.settings.set("search.vectors", "off")
        return self._own

    def candidates(self, shown: Collection[str], most: int, *, finished: bool) -> list[Candidate]:
        """Return the best memories that are not `shown` yet, at most `most`. Until `finished`, only one with
        `LEAST_CONFIDENCE` or more: so that they come from many conversations."""
        if not most or not self._read:
            return []
        found = self._memory.query(sort="confidence", limit=1000, status=list(_LIVING)).memories
        fit = [
            memory
            for memory in found
            if memory.id not in shown and (finished or memory.confidence >= LEAST_CONFIDENCE)
        ]
        return [self._candidate(memory) for memory in fit[: most if finished else 1]]

    def _candidate(self, memory: Memory) -> Candidate:
        place = memory.evidence[0] if memory.evidence else None
        quote = source = ""
        if place is not None:
            try:
                turns = self._memory.turns(place.conversation_id, place.first_turn, place.first_turn)
                quote = turns[0].text[place.span_start : place.span_end] if turns else ""
                source = self._memory.conversation(place.conversation_id).source
            except NotFound:
                pass
        return Candidate(memory, " ".join(quote.split())[:_LONGEST_QUOTE], source, self._against(memory))

    def _against(self, memory: Memory) -> str:
        for ident in memory.conflict_ids[:1]:
            for member in self._memory.get_conflict(ident).members:
                if member.memory.id != memory.id:
                    return member.memory.content
        return ""

    def save(
        self,
        kept: Mapping[str, tuple[str, str]],
        dropped: Collection[str],
        progress: Callable[[int, int], None],
    ) -> int:
        """Read the same conversations into the person's memory. Return how many memories were kept.

        `kept`: found text and wanted text by the id of the candidate; `dropped`: texts that are rejected, so
        that they never come again. What is in neither stays as reading leaves it.
        """
        choices = {
            "files": [[str(file.path), file.source] for file in self._read],
            "kept": dict(kept.values()),
            "dropped": list(dropped),
        }
        self._choices.parent.mkdir(exist_ok=True, mode=0o700)
        partial = self._choices.with_suffix(".partial")
        partial.write_bytes(seal_for(str(self._service.home.folder), json.dumps(choices).encode()))
        partial.replace(self._choices)
        return self.save_rest(progress)

    @property
    def _choices(self) -> Path:
        return self._folder / CHOICES

    @property
    def unsaved(self) -> bool:
        """Whether saving was cut off."""
        return self._choices.exists()

    def save_rest(self, progress: Callable[[int, int], None]) -> int:
        """Save what was chosen, also where that was cut off. Return how many memories were kept."""
        choices = json.loads(unseal(self._choices.read_bytes(), self._service.key))
        wanted: dict[str, str] = choices["kept"]
        count = 0
        for number, (path, source) in enumerate(choices["files"]):
            progress(number, len(choices["files"]))
            rows = self._service.capture([path], source=source)
            for conversation in dict.fromkeys(row.conversation_id for row in rows if row.conversation_id):
                count += self._decide(conversation, wanted, choices["dropped"])
        progress(len(choices["files"]), len(choices["files"]))
        self._choices.unlink()
        return count

    def _decide(self, conversation: str, wanted: dict[str, str], dropped: Collection[str]) -> int:
        """Apply to the memories from a conversation what was decided; return how many were kept."""
        count = 0
        page = self._service.query(conversation=conversation, limit=10_000, status=list(_LIVING))
        for memory in page.memories:
            if memory.content in dropped:
                self._service.reject(memory.id)
            elif (text := wanted.pop(memory.content, None)) is not None:
                count += 1
                if text != memory.content:
                    self._service.accept_edited(memory.id, text)
                elif memory.status is Status.PENDING:
                    self._service.accept(memory.id)
        return count


_LIVING = (Status.ACTIVE.value, Status.PENDING.value)


def _ignore(error: OSError) -> None:
    """Ignore a folder that can't be listed: Sources reports it."""
