"""What Arbor would remember, before anything is saved: real files, read into a temporary memory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.service import MemoryService
from arbor_desktop.service.first_look import DAYS, FirstLook
from tests.reliability.sessions import Session

LINT = "Always run the linter before you commit anything in this repository."
TABS = "I prefer tabs to spaces in all of my Python projects."
MAILS = "We never send mails in HTML, plain text only."


@pytest.fixture
def claude(home: Path, clock: Any) -> Path:
    folder = Path(os.environ["HOME"]) / ".claude" / "projects"
    folder.mkdir(parents=True)
    for session in (
        Session("lint").say(LINT).reply("Understood."),
        Session("tabs").say(TABS).reply("Noted.").say(MAILS).reply("Plain text it is."),
    ):
        os.utime(session.write(folder), (clock() / 1000, clock() / 1000))
    return folder


@pytest.fixture
def look(service: MemoryService, claude: Path, clock: Any) -> Iterator[FirstLook]:
    with FirstLook(service, clock=clock) as made:
        yield made


def read_all(look: FirstLook) -> list[str]:
    for file in look.recent(["claude-code"]):
        look.read(file)
    return [one.memory.content for one in look.candidates((), 20, finished=True)]


def test_it_finds_memories_and_saves_none(look: FirstLook, service: MemoryService, home: Path) -> None:
    texts = read_all(look)

    assert len(texts) >= 3
    assert service.query(status="all").total == 0
    assert service.conversations().total == 0
    found = {one.memory.content: one for one in look.candidates((), 20, finished=True)}
    lint = next(one for text, one in found.items() if "linter" in text)
    assert "run the linter" in lint.quote
    assert lint.source == "claude-code"
    look.close()
    assert not (home / "first-look").exists()


def test_what_is_shown_does_not_come_again(look: FirstLook) -> None:
    found = len(read_all(look))
    first = look.candidates((), 1, finished=True)
    rest = look.candidates([first[0].memory.id], 20, finished=True)

    assert len(first) == 1
    assert first[0].memory.id not in {one.memory.id for one in rest}
    assert len(rest) == found - 1


def test_kept_ones_are_saved_with_their_source_and_dropped_ones_never_come(
    look: FirstLook, service: MemoryService, claude: Path
) -> None:
    read_all(look)
    kept, edited, dropped = look.candidates((), 3, finished=True)
    progress: list[tuple[int, int]] = []
    count = look.save(
        {
            kept.memory.id: (kept.memory.content, kept.memory.content),
            edited.memory.id: (edited.memory.content, "Other words for it, by hand."),
        },
        [dropped.memory.content],
        lambda done, total: progress.append((done, total)),
    )

    assert count == 2
    assert progress[-1] == (2, 2)
    active = {memory.content: memory for memory in service.query(limit=100).memories}
    assert kept.memory.content in active
    assert active[kept.memory.content].evidence
    assert "Other words for it, by hand." in active
    service.capture([claude])
    assert dropped.memory.content not in {
        memory.content for memory in service.query(limit=100, status=["active", "pending"]).memories
    }


def test_saving_goes_on_where_it_was_cut_off(
    look: FirstLook, service: MemoryService, claude: Path, home: Path, clock: Any
) -> None:
    read_all(look)
    lint, *others = look.candidates((), 20, finished=True)

    def cut_off(done: int, _total: int) -> None:
        if done:
            raise SystemExit

    with pytest.raises(SystemExit):
        look.save(
            {lint.memory.id: (lint.memory.content, lint.memory.content)},
            [one.memory.content for one in others],
            cut_off,
        )
    again = FirstLook(service, clock=clock)
    assert again.unsaved
    again.save_rest(lambda done, total: None)

    assert not again.unsaved
    saved = [memory.content for memory in service.query(limit=100, status=["active", "pending"]).memories]
    assert saved == [lint.memory.content]


def test_only_chosen_sources_and_recent_files_are_read(
    look: FirstLook, service: MemoryService, claude: Path, clock: Any
) -> None:
    assert look.recent(["codex"]) == []
    old, new = sorted(claude.rglob("*.jsonl"))
    long_ago = clock() / 1000 - (DAYS + 1) * 86_400
    os.utime(old, (long_ago, long_ago))
    assert [one.path for one in look.recent(["claude-code"])] == [new]
    service.exclude(new.name)
    assert look.recent(["claude-code"]) == []


def test_what_a_cut_off_look_left_goes(service: MemoryService, claude: Path, home: Path, clock: Any) -> None:
    (home / "first-look").mkdir()
    (home / "first-look" / "arbor_memory.db").write_text("no database")
    with FirstLook(service, clock=clock) as look:
        assert read_all(look)
