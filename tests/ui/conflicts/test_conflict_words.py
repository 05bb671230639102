"""Sentences, orders and places, without a window."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts.model import Conflict, ConflictStatus, Decision, Member
from arbor_desktop.conflicts.suggestion import suggest
from arbor_desktop.memories.model import (
    Category,
    Evidence,
    Memory,
    MemoryType,
    Privacy,
    Scope,
    Source,
    Status,
)
from arbor_desktop.ui.conflicts import places, words
from arbor_desktop.ui.conflicts.model import Action, Choice, Visit, effect, label, suggested, told_line
from arbor_desktop.ui.conflicts.places import ELSEWHERE, Parting, Split

NOW = 1_767_225_600_000
WEB, PORTAL = "/srv/tidepool-web", "/srv/legacy-portal"


def memory(ident: str, content: str, **fields: Any) -> Memory:
    given_: dict[str, Any] = {
        "scope": Scope.PROJECT, "scope_id": WEB, "type": MemoryType.PREFERENCE, "status": Status.ACTIVE,
        "category": Category.CODING_PREFERENCES, "source": Source.USER_STATED, "confidence": 0.9,
        "current_confidence": 0.9, "privacy_level": Privacy.NORMAL,
    }  # fmt: skip
    return Memory(
        id=ident, content=content, created_at=NOW, updated_at=NOW, reinforced_at=NOW, **(given_ | fields)
    )


def conflict(*memories: Memory, days: float = 12, ident: str = "c", **fields: Any) -> Conflict:
    last = len(memories) - 1
    members = tuple(
        Member(
            one, one.content, one.confidence, NOW - int((last - n) * days * DAY_MS), one.content.split()[1]
        )
        for n, one in enumerate(memories)
    )
    return Conflict(
        ident, Category.CODING_PREFERENCES, ConflictStatus.UNRESOLVED, NOW, members,
        suggest(memories, NOW), "plain", "test runner", **fields,
    )  # fmt: skip


JEST = memory("a", "Use jest here.")
VITEST = memory("b", "Use vitest here.")


# Words


def about(topic: str, *said: tuple[str, str]) -> Conflict:
    """A conflict of (text, value)."""
    made = conflict(*(memory(value, text) for text, value in said))
    members = tuple(replace(m, value=value) for m, (_, value) in zip(made.members, said, strict=True))
    return replace(made, topic=topic, members=members)


def test_a_title_says_more_than_the_values_or_what_the_memories_say() -> None:
    sure = about("test runner", ("Use jest here.", "jest"), ("Use vitest here.", "vitest"))
    assert (words.topic(sure), words.below_topic(sure)) == ("Test runner", "jest or vitest")
    assert words.line(sure) == "Test runner: jest or vitest"
    guess = about(
        "Async/await",
        ("User prefers async/await.", "async/await"),
        ("Chains, they read better than async/await.", "read"),
    )
    assert words.topic(guess) == "User prefers async/await."
    assert words.below_topic(guess) == "or Chains, they read better than async/await."
    assert words.line(guess) == "User prefers async/await. or Chains, they read better than async/await."
    tabs = about("Hard_tabs", ("hard_tabs is set.", "hard_tabs"), ("hard_tabs is gone.", "no hard_tabs"))
    assert (words.topic(tabs), words.line(tabs)) == ("Hard tabs or no hard tabs",) * 2
    width = about("Max_width", ("max_width is 80.", "80"), ("max_width is 100.", "100"))
    assert words.line(width) == "Max width: 80 or 100"


def test_how_far_apart_and_how_long_ago() -> None:
    said = {days: words.apart(conflict(JEST, VITEST, days=days)) for days in (0, 1, 12, 13, 14, 35, 70, 400)}
    assert said == {
        0: "Same day", 1: "1 day apart", 12: "12 days apart", 13: "13 days apart", 14: "2 weeks apart",
        35: "5 weeks apart", 70: "2 months apart", 400: "13 months apart",
    }  # fmt: skip
    ago = [words.ago(NOW - int(days * DAY_MS), NOW) for days in (0, 1, 5, 20, 90)]
    assert ago == ["today", "yesterday", "5 days ago", "2 weeks ago", "3 months ago"]


def test_the_sentence_says_where_they_meet() -> None:
    wide = replace(JEST, scope=Scope.GLOBAL, scope_id=None)
    said = [
        words.sentence(conflict(JEST, VITEST)),
        words.sentence(conflict(wide, replace(VITEST, scope=Scope.GLOBAL, scope_id=None))),
        words.sentence(conflict(wide, VITEST)),
        words.sentence(conflict(JEST, replace(VITEST, scope=Scope.GLOBAL, scope_id=None))),
        words.sentence(conflict(replace(JEST, branch="dev"), replace(VITEST, branch="dev"))),
        words.sentence(conflict(JEST, VITEST, memory("c", "Use bun here."))),
    ]
    choose = " Choose which memory to keep."
    assert said == [
        "These two memories can't both be true for tidepool-web." + choose,
        "These two memories apply to all projects, but they can't both be true." + choose,
        "The older memory applies to all projects, and the newer memory only to tidepool-web, where they "
        "can't both be true." + choose,
        "The older memory applies only to tidepool-web, and the newer memory to all projects. In "
        "tidepool-web, they can't both be true." + choose,
        "These two memories can't both be true for the dev branch of tidepool-web." + choose,
        "These three memories can't all be true for tidepool-web." + choose,
    ]


def test_why_they_can_not_all_hold_is_said_of_two_and_of_more() -> None:
    two = conflict(JEST, VITEST)
    older = replace(two.members[0], value="unit test", content="Run the unit-tests with jest.")
    two = replace(two, reason="unit test and e2e differ.", members=(older, two.members[1]))
    assert words.why(two).startswith("unit-tests and e2e differ.")
    three = conflict(JEST, VITEST, memory("c", "Use bun here."))
    assert words.why(three) == (f"The memories disagree: {words.values_line(three)}. Only one can be true.")


@pytest.mark.usefixtures("german")
def test_in_another_language_the_rule_says_why_and_a_model_in_its_own_words() -> None:
    known = about("test runner", ("Use jest here.", "jest"), ("Use vitest here.", "vitest"))
    why = words.why(replace(known, rule="competing_tools", reason="jest and vitest are both test runners."))
    assert why == "jest und vitest sind Alternativen. Meist wird nur eine verwendet."
    guessed = replace(known, rule="model", reason="One sets {port}, the other none.")
    assert words.why(guessed) == "One sets {port}, the other none."


def test_who_decided_what_and_when() -> None:
    kept = replace(
        conflict(JEST, VITEST),
        status=ConflictStatus.ACCEPTED_NEWER,
        decision=Decision.ACCEPTED_NEWER,
        resolved_at=NOW,
    )
    assert words.decision_sentence(kept, NOW).startswith("Newer memory kept by you · ")
    alone = replace(kept, status=ConflictStatus.AUTO_RESOLVED)
    assert "automatically" in words.decision_sentence(alone, NOW)
    settled = replace(alone, decision=None)
    assert words.decision_sentence(settled, NOW).startswith("Resolved automatically")
    assert (words.decided(kept), words.decided(settled)) == ("Kept newer", "Resolved")


# Deeds


def test_every_deed_says_what_is_read_after_it() -> None:
    found = conflict(JEST, VITEST)
    lines = {
        act: [line.text for line in effect(found, Action(act)).lines]
        for act in Choice
        if act not in (Choice.THIS, Choice.BACK)
    }
    jest, vitest = told_line(JEST), told_line(VITEST)
    assert lines == {
        Choice.OLDER: [jest], Choice.NEWER: [vitest], Choice.CERTAIN: [vitest], Choice.OUTDATED: [vitest],
        Choice.MERGE: [vitest], Choice.NO_CONFLICT: [jest, vitest],
        Choice.BOTH: [f"{jest} (only: …)", f"{vitest} (only: …)"],
    }  # fmt: skip
    older = Action(Choice.OLDER)
    assert effect(found, older).title == f"After “{label(found, older)}”, your AI will see"


def test_what_is_too_uncertain_or_sensitive_to_be_told_is_said() -> None:
    weak = replace(VITEST, current_confidence=0.1)
    assert "below the minimum of 0.30" in " ".join(effect(conflict(JEST, weak), Action(Choice.NEWER)).notes)
    secret = replace(VITEST, privacy_level=Privacy.SENSITIVE)
    assert "only when it matches your prompt" in " ".join(
        effect(conflict(JEST, secret), Action(Choice.NEWER)).notes
    )


def test_the_suggestion_is_one_of_the_buttons() -> None:
    strong = replace(JEST, current_confidence=0.99)
    assert suggested(conflict(strong, replace(VITEST, current_confidence=0.4))) == Action(Choice.OLDER)
    assert suggested(conflict(JEST, VITEST)) == Action(Choice.NEWER)
    weak = [replace(JEST, current_confidence=0.3), strong, replace(VITEST, current_confidence=0.3)]
    middle = replace(strong, id="m")
    assert suggested(conflict(weak[0], middle, weak[2])) == Action(Choice.THIS, "m")


# Places


def said_in(one: Memory, project: str) -> Memory:
    return replace(one, evidence=(Evidence("talk", 1, 1, "rule", project=project, at=NOW),))


def test_what_is_known_tells_them_apart() -> None:
    wide = replace(JEST, scope=Scope.GLOBAL, scope_id=None)
    across = places.prefilled(conflict(wide, VITEST))
    assert (across.split, dict(across.values)) == (Split.PROJECT, {"a": ELSEWHERE, "b": WEB})
    both_wide = replace(VITEST, scope=Scope.GLOBAL, scope_id=None)
    by_talk = places.prefilled(conflict(said_in(wide, PORTAL), said_in(both_wide, WEB)))
    assert (by_talk.split, dict(by_talk.values)) == (Split.PROJECT, {"a": PORTAL, "b": WEB})
    same = places.prefilled(conflict(JEST, VITEST))
    assert (same.split, dict(same.values)) == (Split.WORDS, {"a": "", "b": ""})
    heard_elsewhere = places.prefilled(conflict(said_in(JEST, PORTAL), VITEST))
    assert dict(heard_elsewhere.values) == {"a": PORTAL, "b": WEB}


VALUES = {
    Split.PROJECT: ["", "*", "-", WEB, PORTAL, "/srv/" + "x" * 240],
    Split.BRANCH: ["", "-", "main", "dev"],
    Split.PATH: ["", " ", "src/**", "*.tsx", "x" * 300],
    Split.WORDS: ["", "\n", "in the old app", "in  the old app", "…", "x" * 201],
}
CHOICES = st.sampled_from(list(Split)).flatmap(
    lambda split: st.tuples(st.just(split), st.sampled_from(VALUES[split]), st.sampled_from(VALUES[split]))
)


@given(CHOICES, st.booleans())
def test_whatever_is_chosen_is_either_refused_or_stored_and_told_as_it_is_said(
    chosen: tuple[Split, str, str], wide: bool
) -> None:
    split, first, second = chosen
    older = replace(JEST, scope=Scope.GLOBAL, scope_id=None) if wide else JEST
    found = conflict(older, VITEST)
    parting = Parting(split, {"a": first, "b": second}, WEB)
    if places.problem(found, parting):
        return
    after, fields = places.after(found, parting), places.fields_of(found, parting)
    assert fields
    assert all(len(each.get("condition") or "") <= places.MOST_CONDITION for each in fields.values())
    assert (
        after["a"].condition != after["b"].condition
        or after["a"].scope_id != after["b"].scope_id
        or (after["a"].branch != after["b"].branch)
    )
    sentence = places.sentence(found, parting)
    for ident, value in (("a", first), ("b", second)):
        if value.startswith("/srv/"):
            assert (after[ident].scope, after[ident].scope_id) == (Scope.PROJECT, value)
            assert words.project_name(value) in sentence
        elif split is Split.PROJECT:
            assert after[ident].scope is Scope.GLOBAL
        elif split is Split.BRANCH:
            assert (after[ident].scope_id, after[ident].branch) == (WEB, None if value == "-" else value)


# The visit


def several(*idents: str) -> list[Conflict]:
    return [conflict(JEST, VITEST, ident=ident) for ident in idents]


def decided(one: Conflict) -> Conflict:
    return replace(
        one, status=ConflictStatus.ACCEPTED_NEWER, decision=Decision.ACCEPTED_NEWER, resolved_at=NOW
    )


def test_what_was_decided_keeps_its_row_and_the_next_one_is_below_it_or_around() -> None:
    visit = Visit()
    a, b, c = several("a", "b", "c")
    visit.follow([a, b, c], [], earlier=False)
    visit.put(decided(b))
    assert (visit.order, visit.done, visit.total) == (["a", "b", "c"], 1, 3)
    assert visit.next_open("b") == "c"
    visit.put(decided(c))
    assert visit.next_open("c") == "a"
    visit.follow([a], [decided(b), decided(c)], earlier=False)
    assert visit.order == ["a", "b", "c"]
    visit.put(decided(a))
    assert visit.next_open("a") is None


def test_what_is_skipped_comes_last_and_what_is_new_after_it() -> None:
    visit = Visit()
    a, b, c, d = several("a", "b", "c", "d")
    visit.follow([a, b, c], [], earlier=False)
    visit.skip("a")
    visit.follow([a, b, c, d], [], earlier=False)
    assert visit.order == ["b", "c", "a", "d"]
    assert (visit.beside("a", 1), visit.beside("d", 1)) == ("d", None)


def test_earlier_ones_are_listed_below_newest_first() -> None:
    visit = Visit()
    a, b, c = several("a", "b", "c")
    old, new = replace(decided(b), resolved_at=NOW - 5), decided(c)
    visit.follow([a], [old, new], earlier=True)
    assert [one.id for one in visit.rows] == ["a", "c", "b"]
    assert (visit.total, visit.done) == (1, 0)
    visit.put(replace(new, status=ConflictStatus.PENDING_USER_REVIEW, decision=None))
    assert [one.id for one in visit.rows] == ["a", "c", "b"]
    assert visit.open_ids == ["a", "c"]


def test_notes_are_kept_while_their_conflict_is_open() -> None:
    visit = Visit()
    a, b = several("a", "b")
    visit.follow([a, b], [], earlier=False)
    visit.write("a", "one")
    visit.write("b", "two")
    visit.write("b", "  ")
    assert Visit(visit.remembered_notes()).notes == {"a": "one"}
    visit.put(decided(a))
    assert visit.remembered_notes() == ""


@given(st.text())
def test_notes_that_cannot_be_read_are_none(text: str) -> None:
    assert all(isinstance(note, str) for note in Visit(text).notes.values())
