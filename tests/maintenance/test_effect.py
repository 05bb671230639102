"""The comparison: what is counted, what is left out, and the words for it."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.context.queries.comparison import Counted, Standing
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.maintenance import effect_words as words
from arbor_desktop.maintenance.effect import (
    Effect,
    Question,
    Report,
    Verdict,
    effect_of,
    needed_more,
    verdict_of,
)
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

KILN, MILL = "/srv/kiln", "/srv/mill"
DISAGREES = "No, that's wrong"


def add_session(
    service: MemoryService,
    name: str,
    *,
    shared: bool,
    project: str = KILN,
    corrections: int = 0,
    tokens: int = 1000,
    messages: int = 8,
    at: int | None = None,
) -> str:
    """Store a session as if it was drawn, read and counted; return its conversation's id."""
    when = service._rt.clock() if at is None else at

    def write(conn: Connection) -> str:
        ready_blocks.note_drawn(conn, ready_blocks.Drawn("claude-code", name, when, project, shared, 5))
        conn.execute(
            "INSERT INTO conversation (id, source, session_id, project, title, user_turns, input_tokens, "
            "status, started_at, created_at, updated_at) "
            "VALUES (?, 'claude-code', ?, ?, ?, 4, ?, 'memorized', ?, ?, ?)",
            (f"c-{name}", name, project, f"Session {name}", tokens, when, when, when),
        )
        conn.execute(
            "UPDATE compared_session SET messages = ?, corrections = ?, failed_commands = 1 "
            "WHERE session_id = ?",
            (messages, corrections, name),
        )
        return f"c-{name}"

    return str(service._rt.db.write(write))


def effect(report: Report, question: Question) -> Effect:
    return next(one for one in report.effects if one.question is question)


@pytest.fixture
def service(home: Path, clock: ManualClock) -> Any:
    with MemoryService.open(home, clock=clock) as service:
        yield service


def test_off_until_it_is_turned_on(service: MemoryService) -> None:
    report = service.effect.report()
    assert (report.enabled, report.one_in, report.projects) == (False, 5, ())
    assert {one.verdict for one in report.effects} == {Verdict.TOO_EARLY}
    assert service.effect.turn_on([KILN, KILN], 3) == [KILN]
    assert service.settings.get("comparison.enabled") and service.settings.get("comparison.one_in") == 3
    service.effect.turn_off()
    assert service.effect.turn_on() == [KILN]  # the projects are remembered


def test_a_project_with_memories_in_its_instruction_files_is_not_comparable(service: MemoryService) -> None:
    service._rt.db.write(
        lambda c: c.execute(
            'INSERT INTO project_switch (project, instructions) VALUES (?, \'{"CLAUDE.md":"block"}\')',
            (MILL,),
        )
    )
    with pytest.raises(InvalidInput, match="instruction files"):
        service.effect.turn_on([MILL])
    add_session(service, "a", shared=False, project=MILL)
    report = service.effect.report()
    assert report.not_comparable == (MILL,) and report.without_sessions == 0


def test_no_project_yet(service: MemoryService) -> None:
    with pytest.raises(InvalidInput, match="no project"):
        service.effect.turn_on()


def test_corrections_and_tokens_are_compared(service: MemoryService, clock: ManualClock) -> None:
    numbers = itertools.count()
    for round_ in range(12):
        for extra in range(4):
            add_session(
                service,
                f"w{next(numbers)}",
                shared=True,
                corrections=(round_ + extra) % 2,
                tokens=1000 + round_,
            )
        add_session(
            service, f"o{next(numbers)}", shared=False, corrections=3 + round_ % 2, tokens=1000 + round_
        )
    report = service.effect.report()
    assert (report.with_sessions, report.without_sessions) == (48, 12)
    found = effect(report, Question.CORRECTIONS)
    assert found.verdict is Verdict.PLAIN and found.change == pytest.approx(-0.857, abs=0.01)
    assert effect(report, Question.TOKENS).verdict is Verdict.NO_DIFFERENCE
    assert effect(report, Question.TURNS_TO_PASS).verdict is Verdict.TOO_EARLY
    assert words.headline(report) == "With memories you correct your AI 86 % less."
    assert "No clear difference: " in words.more(report) and "still open" in words.more(report)
    clock.advance(days=40)
    assert service.effect.report(days=30).without_sessions == 0
    assert service.effect.report(project=MILL).without_sessions == 0


def test_what_is_not_compared_is_counted(service: MemoryService) -> None:
    add_session(service, "short", shared=False, messages=4)
    add_session(service, "shared", shared=False)
    service.effect.turn_on([KILN])
    service.effect.share_anyway("claude-code", "shared")
    service._rt.db.write(
        lambda c: ready_blocks.note_drawn(c, ready_blocks.Drawn("codex", "unread", 1, KILN, False, 5))
    )
    report = service.effect.report()
    assert (report.with_sessions, report.without_sessions) == (0, 0)
    assert report.standing == Standing(1, 3, 1, 1, 1)
    by_name = {one.session_id: one for one in report.sessions}
    assert by_name["shared"].released and not by_name["short"].released


def test_a_repeated_instruction_is_a_memory_that_was_there_before(
    service: MemoryService, clock: ManualClock
) -> None:
    memory = service.store("Uses pnpm, never npm", type="preference")
    clock.advance(days=1)
    talk = add_session(service, "again", shared=False)
    later = service.store("Prefers tabs over spaces", type="preference")

    def write(conn: Connection) -> None:
        conn.execute(
            "INSERT INTO turn (conversation, number, key, role, kind, text) "
            "SELECT row, 1, 'k', 'user', 'said', 'use pnpm, with tabs' FROM conversation WHERE id = ?",
            (talk,),
        )
        for one in (memory.id, later.id):
            conn.execute(
                "INSERT INTO evidence (memory, conversation, first_turn, last_turn, rule) "
                "SELECT m.row, c.row, 1, 1, 'preference' FROM memory m, conversation c "
                "WHERE m.id = ? AND c.id = ?",
                (one, talk),
            )  # fmt: skip

    service._rt.db.write(write)
    (session,) = service.effect.report().sessions
    assert session.repeats == 1


def test_the_current_session_can_get_memories_after_all(service: MemoryService, clock: ManualClock) -> None:
    add_session(service, "now", shared=False)
    assert service.effect.current(KILN) is None  # it is off
    service.effect.turn_on([KILN])
    current = service.effect.current(KILN)
    assert current is not None and current.session_id == "now"
    assert service.effect.current(MILL) is None
    assert service.effect.share_anyway_now(KILN) == "Session now"
    assert service.effect.current(KILN) is None and service.effect.share_anyway_now(KILN) is None
    add_session(service, "old", shared=False)
    clock.advance(days=2)
    assert service.effect.current(KILN) is None


def test_receipts_name_the_sessions_without_memories(service: MemoryService) -> None:
    talk = add_session(service, "now", shared=False)
    (receipt,) = service.receipts_of(talk)
    assert receipt.withheld and receipt.to_dict()["withheld"] and receipt.conversation_id == talk
    assert [one.session_id for one in service.latest_receipts(KILN) if one.withheld] == ["now"]
    assert service.latest_receipts(MILL) == []
    assert service.delivery_summary(KILN).sessions == 0


def test_what_is_deleted_is_gone_from_the_comparison(service: MemoryService) -> None:
    talk = add_session(service, "a", shared=False)
    add_session(service, "b", shared=False, project=MILL)
    service.purge(conversation=talk)
    assert [one.session_id for one in service.effect.report().sessions] == ["b"]
    service.purge(project=MILL)
    assert service.effect.report().standing.drawn == 0


# -- which sentence, when --


@pytest.mark.parametrize(
    ("change", "low", "high", "verdict"),
    [
        (-0.38, -0.52, -0.21, Verdict.PLAIN),
        (-0.24, -0.43, -0.03, Verdict.PROBABLY),
        (0.03, 0.01, 0.05, Verdict.PLAIN),
        (-0.09, -0.28, 0.13, Verdict.TOO_EARLY),
        (0.01, -0.09, 0.11, Verdict.NO_DIFFERENCE),
        (None, -1.0, float("inf"), Verdict.TOO_EARLY),
    ],
)
def test_which_verdict(change: float | None, low: float, high: float, verdict: Verdict) -> None:
    assert verdict_of(change, low, high) is verdict


def said(
    question: Question, change: float | None, low: float | None, high: float | None, **more: Any
) -> Effect:
    verdict = verdict_of(change, low if low is not None else -1.0, float("inf") if high is None else high)
    return Effect(question, verdict, 160, 40, 1.0, 1.0, change, low, high, **more)


@pytest.mark.parametrize(
    ("one", "title", "range_"),
    [
        (said(Question.REPEATS, -0.38, -0.52, -0.21), "38 % less", "likely 21 to 52 % less"),
        (said(Question.REPEATS, -0.24, -0.43, -0.03), "Probably 24 % less", "likely 3 to 43 % less"),
        (said(Question.REPEATS, -0.09, -0.28, 0.13), "Too early to tell", "28 % less to 13 % more"),
        (said(Question.REPEATS, 0.03, 0.01, 0.05), "3 % more", "likely 1 to 5 % more"),
        (said(Question.REPEATS, 0.01, -0.09, 0.11), "No clear difference", "9 % less to 11 % more"),
        (said(Question.REPEATS, 0.8, 0.4, 1.4), "about 80 % more", "likely 40 to 140 % more"),
        (said(Question.REPEATS, None, 0.5, None), "Probably far more", "likely 50 % more to far more"),
        (said(Question.REPEATS, 0.5, -0.3, None), "Too early to tell", "30 % less to far more"),
        (said(Question.REPEATS, None, -1.0, None), "Too early to tell", ""),
    ],
)
def test_the_words_of_a_row(one: Effect, title: str, range_: str) -> None:
    assert (words.verdict(one), words.likely(one)) == (title, range_)


def report_of(*effects: Effect, without: int = 40, week: float = 4.0) -> Report:
    standing = Standing(0, 200, 0, 0, 0)
    return Report(True, 5, (KILN,), (KILN,), (), None, standing, 160, without, week, effects, (), "method")


def test_the_first_thing_said() -> None:
    plain = said(Question.REPEATS, -0.38, -0.52, -0.21)
    probable = said(Question.CORRECTIONS, -0.24, -0.43, -0.03)
    early = said(Question.FAILED_COMMANDS, -0.09, -0.28, 0.13, needed=60)
    tokens = said(Question.TOKENS, 0.03, 0.01, 0.05)
    found = report_of(plain, probable, early, tokens)
    assert words.headline(found) == "With memories you repeat yourself 38 % less."
    assert words.more(found) == (
        "With memories you probably correct your AI less. Sessions with memories use 3 % more tokens. "
        "One question is still open."
    )
    assert words.headline(report_of(probable, early)) == "With memories you probably correct your AI less."
    assert words.headline(report_of(said(Question.TOKENS, 0.01, -0.09, 0.11))) == "No clear difference."
    assert words.needs(early) == "needs about 60 more sessions"


def test_too_early_says_how_far_the_first_answer_is_away() -> None:
    found = report_of(said(Question.REPEATS, None, -1.0, None, needed=21), without=3, week=4.2)
    assert words.headline(found) == "Too early to tell."
    assert words.more(found) == (
        "3 sessions without memories so far. The first answer needs about 24. That is in about 5 weeks."
    )


def test_how_many_more_are_needed() -> None:
    assert needed_more(3, None, -1.0, float("inf")) == 21
    assert needed_more(40, -0.09, -0.28, 0.13) == 130  # until the range is narrow
    assert needed_more(40, -0.30, -0.55, 0.02) < needed_more(40, -0.20, -0.55, 0.12)


def test_a_question_without_an_answer_in_most_sessions() -> None:
    rows = [Counted(KILN, n % 5 != 0, 0, 0, 0, None, None) for n in range(20)]
    found = effect_of(Question.TURNS_TO_PASS, rows)
    assert (found.verdict, found.with_sessions, found.without_sessions) == (Verdict.TOO_EARLY, 0, 0)


def test_the_days_of_a_report_begin_with_its_first_session(
    service: MemoryService, clock: ManualClock
) -> None:
    add_session(service, "a", shared=False, at=clock.now - 14 * DAY_MS)
    add_session(service, "b", shared=False)
    report = service.effect.report()
    assert report.standing.since == clock.now - 14 * DAY_MS and report.week == 1.0
