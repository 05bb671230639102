"""What the palette finds: memories, conversations, projects, settings and commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from arbor_desktop.clock import Clock
from arbor_desktop.conversations.model import Conversation
from arbor_desktop.memories.model import Memory
from arbor_desktop.projects.names import project_name
from arbor_desktop.search.model import ConversationHit
from arbor_desktop.ui.formatting import day, plain
from arbor_desktop.ui.memory.words import scope_label, type_label
from arbor_desktop.ui.shell.commands import Command, ranked
from arbor_desktop.ui.shell.navigation import Visit
from arbor_desktop.ui.shell.pages import CONVERSATIONS, MEMORIES, PROJECTS
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService
    from arbor_desktop.ui.shell.window import MainWindow

_MEMORIES, _CONVERSATIONS, _PROJECTS, _SETTINGS, _COMMANDS = 3, 3, 2, 2, 4
"""Rows of each group at most."""
_PLACES = _FIRST_COMMANDS = 5
"""Rows of each group while nothing is typed."""
_COUNTED = 50
"""Matches are counted up to this number."""
_WORD = re.compile(r"\w+")
_BEFORE = 24
"""Characters of an excerpt before its first match."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing to open. `excerpt`: the words around a match; `note` is at the right, where `keys` are for a
    command. `letters` (of a source) take the place of the `glyph`, whose colour is the token `tone`."""

    text: str
    open: Callable[[], object] = field(compare=False)
    glyph: str = ""
    tone: str | QColor = "text2"
    letters: str = ""
    excerpt: str = ""
    note: str = ""
    keys: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Rows under a heading. `show_all` lists all matches on their page, `total` says how many there are."""

    heading: str
    rows: tuple[Row, ...]
    total: int = 0
    show_all: Callable[[], object] | None = field(default=None, compare=False)

    @property
    def show_all_words(self) -> str:
        """The words of the link to all matches; empty where all are shown."""
        if self.show_all is None or self.total <= len(self.rows):
            return ""
        return tr("Show all") if self.total >= _COUNTED else tr("Show all %n", None, self.total)


@dataclass(frozen=True, slots=True)
class _Stored:
    """What the service found."""

    memories: Sequence[Memory] = ()
    memories_found: int = 0
    talks: Sequence[ConversationHit] = ()
    conversations: Sequence[Conversation] = ()
    projects: tuple[tuple[str, int], ...] = ()
    """(path, number of memories)"""
    places: Sequence[Memory | Conversation | None] = ()


def _settings() -> tuple[tuple[str, str, str], ...]:
    """Return the sections of the settings: key, name, and words by which they are found."""
    return (
        ("general", tr("General"), tr("appearance theme keyboard language tray notifications start login")),
        ("sources", tr("Sources"), tr("folders files watch ignore exclude import wait")),
        ("reading", tr("Reading"), tr("model Anthropic Claude API key budget offline rules")),
        ("sharing", tr("Sharing"), tr("hooks MCP Claude Code Codex prompts integrations AI tools")),
        ("review", tr("Review and conflicts"), tr("accept automatically confidence resolve")),
        ("memories", tr("Memories"), tr("global projects technologies promote")),
        ("search", tr("Search"), tr("meaning ranking weights")),
        ("privacy", tr("Privacy"), tr("redaction secrets encryption passphrase")),
        (
            "maintenance",
            tr("Maintenance"),
            tr("schedule tasks clean up fading forgetting archive confidence retention"),
        ),
        ("data", tr("Data"), tr("backup restore delete export folder storage")),
        ("about", tr("About"), tr("version updates release")),
    )


class Finder:
    """Asks the service, and says where each row leads."""

    def __init__(self, window: MainWindow, commands: Sequence[Command], clock: Clock) -> None:
        self._window, self._go, self._clock = window, window.navigation, clock
        self._commands = commands
        self._places = self._go.places()[:_PLACES]

    async def find(self, words: str) -> list[Group]:
        """Return what matches `words`; without any, where the person was and some commands."""
        stored = _Stored()
        if self._window.specs:  # the service is open
            bridge = self._window.bridge
            ask = partial(_find, bridge.service, words, self._places)
            stored = await bridge.call(ask, key="shell.palette")
        return self._found(words, stored) if words else self._first(stored)

    def _first(self, stored: _Stored) -> list[Group]:
        places: list[Row] = []
        for visit, what in zip(self._places, stored.places, strict=False):
            row = self._place(visit, what)
            if row is not None and row not in places:  # two sections of Settings look the same
                places.append(row)
        return _filled(
            Group(tr("Recent"), tuple(places)),
            Group(tr("Commands"), self._command_rows(self._commands[:_FIRST_COMMANDS])),
        )

    def _found(self, words: str, stored: _Stored) -> list[Group]:
        known = {each.id: each for each in stored.conversations}
        wanted = words.casefold()
        projects = [item for item in stored.projects if wanted in project_name(item[0]).casefold()]
        commands = ranked(words, self._commands)
        groups = _filled(
            Group(
                tr("Memories"),
                tuple(self._memory(memory) for memory in stored.memories),
                stored.memories_found,
                partial(self._go.find_memories, words),
            ),
            Group(
                tr("Conversations"),
                tuple(
                    self._conversation(known[hit.conversation_id], hit)
                    for hit in stored.talks[:_CONVERSATIONS]
                    if hit.conversation_id in known
                ),
                len(stored.talks),
                partial(self._go.search_conversations, words),
            ),
            Group(
                tr("Projects"), tuple(self._project(*item) for item in projects[:_PROJECTS]), len(projects)
            ),
            Group(tr("Settings"), self._setting_rows(wanted)),
            Group(tr("Commands"), self._command_rows(commands[:_COMMANDS]), len(commands)),
        )
        if not groups:
            return [Group(tr("No matches for “{words}”").format(words=words), self._instead(words))]
        first = next((g for g in groups if _names(words, g.rows[0].text)), None)
        if first is None:
            doing = (tr("Commands"), tr("Settings"))
            meant = (g for g in reversed(groups) if g.heading in doing and _says(words, g.rows[0].text))
            first = next(meant, groups[0])
        groups.remove(first)
        groups.insert(0, first)
        return groups

    def _instead(self, words: str) -> tuple[Row, ...]:
        return (
            Row(tr("Ask: {words}").format(words=words), partial(self._go.ask, words), "sparkle"),
            Row(tr("New memory: {words}").format(words=words), partial(self._go.add_memory, words), "plus"),
        )

    # Rows

    def _memory(self, memory: Memory) -> Row:
        note = f"{type_label(memory.type)} · {scope_label(memory)}"
        tone = self._window.theme.type_colors(memory.type)[0]
        text = " ".join(plain(memory.shown_text).split())
        return Row(text, partial(self._go.show_memory, memory.id), "memories", tone, note=note)

    def _conversation(self, conversation: Conversation, hit: ConversationHit | None = None) -> Row:
        source = source_words(conversation.source)
        parts = [source.label, project_name(conversation.project) if conversation.project else ""]
        if conversation.started_at:
            parts.append(day(conversation.started_at, self._clock()))
        turn = hit.turn if hit is not None else None
        return Row(
            conversation.title or tr("Untitled"),
            partial(self._go.open_conversation, conversation.id, turn),
            letters=source.letters,
            excerpt=_excerpt(hit) if hit is not None else "",
            note=" · ".join(part for part in parts if part),
        )

    def _project(self, path: str, memories: int) -> Row:
        note = tr("%n memories", None, memories)
        return Row(project_name(path), partial(self._go.show_project, path), "folder", note=note)

    def _setting_rows(self, wanted: str) -> tuple[Row, ...]:
        found = [
            Row(name, partial(self._go.show_settings, key), "settings", note=tr("Settings"))
            for key, name, words in _settings()
            if wanted in name.casefold() or any(_says(wanted, word, least=1) for word in words.split())
        ]
        return tuple(found[:_SETTINGS])

    def _command_rows(self, commands: Sequence[Command]) -> tuple[Row, ...]:
        return tuple(Row(c.text, c.run, "terminal", keys=c.keys) for c in commands)

    def _place(self, visit: Visit, what: Memory | Conversation | None) -> Row | None:
        if isinstance(what, Memory):
            return self._memory(what)
        if isinstance(what, Conversation):
            return self._conversation(what)
        spec = next((spec for spec in self._window.specs if spec.key == visit.key), None)
        if spec is None:
            return None
        name = spec.title
        if visit.key == PROJECTS and isinstance(visit.place, str):
            name = project_name(visit.place)
        return Row(name, partial(self._go.return_to, visit), spec.glyph)


def _names(words: str, text: str) -> bool:
    """Whether `words` are this name, or at least two words that begin it."""
    typed, name = (_WORD.findall(each.casefold()) for each in (words, text))
    return typed == name or (len(typed) > 1 and " ".join(name).startswith(" ".join(typed)))


def _says(words: str, text: str, *, least: int = 3) -> bool:
    """Whether some word of a text, with those after it, begins with `words` ("backup" in "Back up now"), of
    which at least so many letters are typed."""
    typed = "".join(_WORD.findall(words.casefold()))
    parts = _WORD.findall(text.casefold())
    starts = ("".join(parts[at:]) for at in range(len(parts)))
    return len(typed) >= least and any(start.startswith(typed) for start in starts)


def _filled(*groups: Group) -> list[Group]:
    return [group for group in groups if group.rows]


def _find(service: MemoryService, words: str, places: Sequence[Visit]) -> _Stored:
    """Ask the service, off the GUI thread; without words, what there is at `places`."""
    if not words:
        return _Stored(places=[_thing(service, visit) for visit in places])
    talks = service.search_conversations(words, limit=_COUNTED)
    shown = [hit.conversation_id for hit in talks[:_CONVERSATIONS]]
    found = service.find_ids(words)
    return _Stored(
        service.get_many(found[:_MEMORIES]),
        min(len(found), _COUNTED),
        talks,
        service.conversations_by_id(shown),
        tuple(service.projects().items()),
    )


def _thing(service: MemoryService, visit: Visit) -> Memory | Conversation | None:
    if not isinstance(visit.place, str):
        return None
    if visit.key == MEMORIES:
        return next(iter(service.get_many([visit.place])), None)
    if visit.key == CONVERSATIONS:
        return next(iter(service.conversations_by_id([visit.place])), None)
    return None


def _excerpt(hit: ConversationHit) -> str:
    """Return the words around the first match in a transcript; empty where only the title matches."""
    if not hit.marks or hit.title_marks:
        return ""
    start = max(0, hit.marks[0][0] - _BEFORE)
    words = " ".join(hit.text[start:].split())
    return f"“{'…' if start else ''}{words}”"
