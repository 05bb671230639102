"""A person, the window and Arbor work on one file in any order: no entry of the person is lost or doubled."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.branches.document import parse, update
from arbor_desktop.branches.model import Section
from arbor_desktop.service import MemoryService
from arbor_desktop.text.words import fold
from tests.conftest import ManualClock
from tests.properties import times

WORDS = ("port", "server", "tests", "login", "cache", "budget", "queue", "mail", "theme", "index")
VERBS = ("needs", "writes", "reads", "fails without", "is behind", "starts", "stops")


def sentence(numbers: tuple[int, int, int]) -> str:
    return f"The {WORDS[numbers[0]]} {VERBS[numbers[1]]} the {WORDS[numbers[2]]} {sum(numbers)}."


SENTENCES = st.tuples(st.integers(0, 9), st.integers(0, 6), st.integers(0, 9)).map(sentence)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.sampled_from(Section), SENTENCES),
        st.tuples(st.just("change"), st.integers(0, 9), SENTENCES),
        st.tuples(st.just("remove"), st.integers(0, 9), st.none()),
        st.tuples(st.just("store"), st.sampled_from((None, "main", "other")), SENTENCES),
        st.tuples(st.just("reword"), st.integers(0, 9), SENTENCES),
        st.tuples(st.just("archive"), st.integers(0, 9), st.none()),
        st.tuples(st.just("sync"), st.none(), st.none()),
        st.tuples(st.just("memorize"), st.none(), st.none()),
    ),
    max_size=14,
)


class Play:
    def __init__(self, service: MemoryService, folder: Path) -> None:
        self.service = service
        (folder / ".git").mkdir(parents=True)
        self.project = str(folder)
        self.file = folder / ".arbor" / "memory" / "branches" / "main.md"
        service.switch(self.project, branch_files=True)
        self.mine: set[tuple[Section, str]] = set()
        """What the person wrote into the file, and nobody took away since."""

    def entries(self) -> list[tuple[Section, str]]:
        if not self.file.exists():
            return []
        return [(one.section, one.text) for one in parse(self.file.read_text()).document.entries()]

    def write(self, entries: list[tuple[Section, str]]) -> None:
        sections = {s: [text for section, text in entries if section is s] for s in Section}
        self.file.write_text(update(self.file.read_text(), sections, 0))

    def do(self, what: str, which: object, text: str | None) -> None:
        entries = self.entries()
        if what in ("add", "change", "remove") and self.file.exists():
            self._by_hand(what, which, text, entries)
        elif what == "store":
            self.service.store(
                str(text), type="fact", category="facts", scope="project", scope_id=self.project,
                branch=which, source="ai_inferred",
            )  # fmt: skip
        elif what in ("reword", "archive"):
            self._in_the_window(what, which, text)
        elif what == "sync":
            self.service.branch_memory.sync(self.project, "main")
        elif what == "memorize":
            self.service.memorize_branch(self.project, "main")

    def _by_hand(
        self, what: str, which: object, text: str | None, entries: list[tuple[Section, str]]
    ) -> None:
        if what == "add":
            assert isinstance(which, Section)
            assert text is not None
            entries.append((which, text))
            self.mine.add((which, text))
        elif entries:
            assert isinstance(which, int)
            place = which % len(entries)
            section, was = entries[place]
            self.mine = {one for one in self.mine if one[1] != was}
            if what == "remove":
                entries = [one for one in entries if one[1] != was]
            else:
                assert text is not None
                entries[place] = (section, text)
                self.mine.add((section, text))
        self.write(entries)

    def _in_the_window(self, what: str, which: object, text: str | None) -> None:
        """The window shows what was read of the file; what it changes is the person's own will, too."""
        self.service.branch_memory.sync(self.project, "main")
        there = self.service.query(scope="project", scope_id=self.project, limit=1000).memories
        assert isinstance(which, int)
        if not there:
            return
        one = there[which % len(there)]
        self.mine = {mine for mine in self.mine if fold(mine[1]) != fold(one.content)}
        if what == "archive":
            self.service.archive(one.id)
        elif text is not None and fold(text) not in {fold(other.content) for other in there}:
            self.service.update(one.id, content=text)


@given(STEPS)
@pytest.mark.slow
@times(0.6)
def test_no_entry_of_a_person_is_lost_and_no_memory_is_there_twice(
    steps: list[tuple[str, object, str | None]],
) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        MemoryService.open(Path(folder) / "home", clock=ManualClock()) as service,
    ):
        play = Play(service, Path(folder) / "shop")
        for what, which, text in [("store", None, "The shop sells tea."), ("sync", None, None), *steps]:
            play.do(what, which, text)
        service.memorize_branch(play.project, "main")
        texts = [text for _, text in play.entries()]
        assert {text for _, text in play.mine} <= set(texts)
        assert len({fold(text) for text in texts}) == len(texts)
        active = [
            fold(one.content)
            for one in service.query(scope="project", scope_id=play.project, limit=1000).memories
        ]
        assert len(set(active)) == len(active)
        assert {fold(text) for text in texts} <= set(active)
        before = play.file.read_bytes()
        service.memorize_branch(play.project, "main")
        assert play.file.read_bytes() == before
