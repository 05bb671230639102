"""The dialogues are as their README says, and the ways to ask them answer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC
from itertools import pairwise
from pathlib import Path

import pytest

from tests.retrieval.dialogues import KINDS, Dialogue, Question, Turn, dialogues, read_dialogue
from tests.retrieval.dialogues.__main__ import main
from tests.retrieval.dialogues.scoring import Find, Found, ask, bare, by_kind, captured, figures, memories

ALL = [*dialogues(blind=False), *dialogues(blind=True)]
each = pytest.mark.parametrize("dialogue", ALL, ids=lambda dialogue: dialogue.name)


@each
def test_a_dialogue_is_long_and_its_speakers_take_turns(dialogue: Dialogue) -> None:
    assert 50 <= len(dialogue.turns) <= 80
    assert {turn.role for turn in dialogue.turns[::2]} == {"user"}
    assert {turn.role for turn in dialogue.turns[1::2]} == {"assistant"}
    for number, turn in enumerate(dialogue.turns, start=1):
        least, most = (20, 150) if turn.role == "user" else (40, 250)
        assert least <= len(turn.text.split()) <= most, number


@each
def test_time_goes_on_over_several_sittings(dialogue: Dialogue) -> None:
    times = [turn.at for turn in dialogue.turns]
    assert all(at.tzinfo == UTC for at in times)
    assert all(one < other for one, other in pairwise(times))
    assert len({at.date() for at in times}) >= 4


@each
def test_questions_are_of_all_kinds_and_name_turns_that_are_there(dialogue: Dialogue) -> None:
    numbers = range(1, len(dialogue.turns) + 1)
    assert len(dialogue.questions) >= 24
    assert {question.kind for question in dialogue.questions} == set(KINDS)
    assert len({question.text for question in dialogue.questions}) == len(dialogue.questions)
    for question in dialogue.questions:
        assert all(turn in numbers for turn in question.evidence), question
        assert (question.kind == "none") == (not question.evidence), question
        assert (question.kind == "several") <= (2 <= len(question.evidence) <= 4), question
        assert (question.kind == "contradiction") <= (len(question.evidence) >= 2), question


def test_both_halves_have_several_dialogues_under_names_of_their_own() -> None:
    assert len(dialogues(blind=False)) >= 3
    assert len(dialogues(blind=True)) >= 2
    assert len({dialogue.name for dialogue in ALL}) == len(ALL)


def test_a_turn_that_is_misnumbered_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(
        'name = "wrong"\n[[turn]]\nnumber = 2\nrole = "user"\nat = 2026-03-02T10:00:00Z\ntext = "Hello"\n'
    )
    with pytest.raises(ValueError, match="turn 2 stands at place 1"):
        read_dialogue(file)


def _found(evidence: set[int], *turns: int) -> Found:
    return Found(ALL[0], Question("?", frozenset(evidence), "several"), turns)


def test_recall_is_the_share_of_the_evidence_and_rank_that_of_its_first() -> None:
    found = _found({3, 8}, 1, 3, 9, 4, 5, 8)
    assert (found.recall(5), found.recall(10)) == (0.5, 1.0)
    assert found.reciprocal_rank == 0.5
    assert _found({3}, 1, 2).reciprocal_rank == 0
    both = figures([found, _found({3}, 1, 2)])
    assert (both.count, both.recall, both.mrr) == (2, (0.25, 0.5, 0.5), 0.25)


@pytest.mark.parametrize("search", [memories, captured, bare])
def test_each_search_finds_a_turn_by_its_own_words(
    search: Callable[[Dialogue], AbstractContextManager[Find]],
) -> None:
    turns = tuple(
        Turn(role, text, ALL[0].turns[number].at)
        for number, (role, text) in enumerate(
            [
                ("user", "Our boiler makes a rattling noise whenever it starts in the morning."),
                ("assistant", "A worn pump bearing is likely, listen whether it stops once it is warm."),
                ("user", "The gardener comes on Thursday and wants to prune the pear trees."),
                ("assistant", "Ask them to leave the young shoots on the south side alone this year."),
            ]
        )
    )
    asked = (
        Question("Who prunes the pear trees?", frozenset({3}), "extraction"),
        Question("What is our dog called?", frozenset(), "none"),
    )
    with search(Dialogue("small", turns, asked)) as find:
        found = ask(Dialogue("small", turns, asked), find)
    assert [one.question for one in found] == [asked[0]]
    assert found[0].turns[0] == 3
    assert by_kind(found)["all"].mrr == 1.0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--blind", "--misses"], "are not shown"),
        (["--misses", "wedding"], "no such dialogue: wedding"),
        (["tool-library", "--vectors", "./nowhere"], "nowhere does not exist"),
    ],
)
def test_what_cannot_be_shown_is_refused_with_the_reason(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(arguments)
    assert refused.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert why in said.err


@pytest.mark.slow
def test_the_blind_dialogues_give_figures_and_none_of_their_texts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--blind"]) == 0
    said = capsys.readouterr().out
    for dialogue in dialogues(blind=True):
        assert f"\n{dialogue.name} " in said
        assert not any(question.text in said for question in dialogue.questions)
        assert not any(turn.memory[:40] in said for turn in dialogue.turns)


@pytest.mark.slow
def test_the_report_names_every_kind_that_was_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tool-library", "--misses"]) == 0
    said = capsys.readouterr().out
    assert "bare FTS5" in said
    for kind in (*KINDS, "all"):
        assert (f"\n{kind} " in said) == (kind != "none"), kind
