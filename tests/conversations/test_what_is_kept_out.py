"""Sessions that are not remembered: Arbor's own, those the person keeps out, and what was edited away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.conversations.model import ARBOR_MARKER
from arbor_desktop.errors import NotFound
from arbor_desktop.service import MemoryService
from tests.reliability.sessions import RULES, Session


@pytest.fixture
def service(home: Path) -> Iterator[MemoryService]:
    with MemoryService.open(home, environ={}) as opened:
        yield opened


def captured(service: MemoryService, path: Path) -> str:
    (row,) = service.capture([path])
    assert row.conversation_id is not None
    return row.conversation_id


def test_arbor_s_own_model_calls_are_not_captured(service: MemoryService, tmp_path: Path) -> None:
    prompt = f'{ARBOR_MARKER} purpose="extraction">\nFind what lasts. I always use tabs.'
    path = Session("own").say(prompt).reply("[]").write(tmp_path)
    (row,) = service.capture([path])
    assert (row.status, row.reason) == ("skipped", "Arbor's own")
    assert service.conversations().total == 0
    (again,) = service.capture([path])
    assert again.status == "skipped"


def test_a_conversation_can_be_kept_out_and_taken_in_again(service: MemoryService, tmp_path: Path) -> None:
    session = Session("talk").say(RULES[0]).reply("Understood, I will do so from now on.")
    path = session.write(tmp_path)
    ident = captured(service, path)
    memories = service.query(limit=50).total
    assert memories
    service.leave_out(ident)
    conversation = service.conversation(ident)
    assert (conversation.status, conversation.status_reason) == ("skipped", "not remembered")
    session.say(RULES[1]).reply("That is clear to me now.").write(tmp_path)
    (row,) = service.capture([path])
    assert (row.status, row.reason, row.new_turns) == ("skipped", "not remembered", 0)
    assert service.memorize(ident, again=True).status == "skipped"
    assert service.query(limit=50).total == memories

    service.take_in(ident)
    (row,) = service.capture([path])
    assert row.status == "success" and row.new_turns == 2
    assert service.query(limit=50).total > memories


@pytest.mark.parametrize("words", ["arbor off", "/arbor off", "Arbor off"])
def test_the_words_arbor_off_keep_the_session_out(service: MemoryService, tmp_path: Path, words: str) -> None:
    session = Session("talk").say(RULES[0]).reply("Understood.").say(words).reply("Fine.")
    (row,) = service.capture([session.write(tmp_path)])
    assert (row.status, row.reason) == ("skipped", "not remembered")
    assert service.query(limit=50).total == 0
    assert service.conversations(status="skipped").total == 1


def test_a_prompt_that_only_mentions_the_words_changes_nothing(
    service: MemoryService, tmp_path: Path
) -> None:
    said = f"What does /arbor off do? {RULES[0]}"
    (row,) = service.capture([Session("talk").say(said).reply("It keeps a session out.").write(tmp_path)])
    assert row.status == "success"


def test_keeping_out_what_is_not_there_changes_nothing(service: MemoryService, tmp_path: Path) -> None:
    ident = captured(service, Session("talk").say(RULES[0]).reply("Understood.").write(tmp_path))
    with pytest.raises(NotFound):
        service.leave_out(ident, "nowhere")
    assert service.conversation(ident).status == "memorized"


def talk(*turns: tuple[str, str]) -> str:
    return json.dumps([{"role": role, "content": content} for role, content in turns])


ANSWER = ("assistant", "I will keep to that in everything I write for you here.")


def test_what_was_edited_away_in_a_rewritten_file_is_taken_back(
    service: MemoryService, tmp_path: Path
) -> None:
    path = tmp_path / "talk.json"
    path.write_text(talk(("user", "Hello, let us begin with the kiln."), ANSWER, ("user", RULES[0]), ANSWER))
    ident = captured(service, path)
    (memory,) = service.query(limit=5).memories
    path.write_text(talk(("user", "Hello, let us begin with the kiln."), ANSWER, ("user", RULES[1]), ANSWER))
    service.capture([path])
    unsaid = [t.text for t in service.turns(ident) if t.unsaid]
    assert RULES[0] in unsaid and RULES[1] not in unsaid
    assert service.get(memory.id).status == "pending"


def test_what_a_file_trimmed_away_at_its_start_stays_said(service: MemoryService, tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    rest = [("user", RULES[1]), ("assistant", "Noted as well, from now on.")]
    third = "Use British spelling in all documents."
    path.write_text(talk(("user", RULES[0]), ANSWER, *rest))
    ident = captured(service, path)
    path.write_text(talk(*rest, ("user", third), ANSWER))
    service.capture([path])
    turns = service.turns(ident)
    assert third in [t.text for t in turns], "it was read again"
    assert not [t.text for t in turns if t.unsaid]


def test_what_is_there_again_after_an_undo_is_said_again(service: MemoryService, tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    start = ("user", "Hello, let us begin with the kiln.")
    whole = talk(start, ANSWER, ("user", RULES[0]), ANSWER)
    path.write_text(whole)
    ident = captured(service, path)
    path.write_text(talk(start, ANSWER))
    service.capture([path])
    assert [t.text for t in service.turns(ident) if t.unsaid]
    path.write_text(whole)
    service.capture([path])
    assert not [t.text for t in service.turns(ident) if t.unsaid]


def test_a_copy_that_another_program_wrote_of_a_session_is_not_a_second_one(
    service: MemoryService, tmp_path: Path
) -> None:
    session = Session("talk").say(RULES[0]).reply("Understood.")
    path = session.write(tmp_path / "claude")
    captured(service, path)
    copy = tmp_path / "kiln" / ".specstory" / "history" / "2026-05-01_10-00-00Z-tabs.md"
    copy.parent.mkdir(parents=True)
    copy.write_text(
        "<!-- Generated by SpecStory, Markdown v2.1.0 -->\n\n# 2026-05-01 10:00:00Z\n\n"
        f"<!-- Claude Code Session {path.stem} (2026-05-01 10:00:00Z) -->\n\n"
        f"_**User (2026-05-01 10:00:00Z)**_\n\n{RULES[0]}\n\n---\n\n"
        "_**Agent (claude-sonnet 2026-05-01 10:00:05Z)**_\n\nUnderstood.\n\n---\n"
    )
    (row,) = service.capture([copy])
    assert (row.source, row.status, row.reason) == ("specstory", "skipped", "copied from another session")
    assert service.conversations().total == 1
