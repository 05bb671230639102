"""A summary that a person edited is kept up to date, and their words stay."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.summaries.document import (
    HIDDEN,
    Hidden,
    Ours,
    blocks,
    compose,
    fact_text,
    quoted,
    renewed,
    without,
    written_by_arbor,
)
from arbor_desktop.summaries.model import ARBOR, PERSON, Document, Fact


def fact(name: str, *more: str) -> Fact:
    return Fact(f"Statement {name}", f"{quoted('Talk')} (2026-01-01T00:00:00.000Z)", 0.9, 0, (name, *more))


def document(*facts: Fact, **fields: object) -> Document:
    values = {
        "title": "Facts: everywhere", "updated_at": 0, "item_count": len(facts), "confidence": (0.9, 0.9),
        "reviewed_at": None, "summary": f"{len(facts)} memories.", "facts": facts,
    }  # fmt: skip
    return Document(**(values | fields))  # type: ignore[arg-type]


BASE = document(fact("a"), fact("b"))
TEXT = compose(BASE)


def renew(text: str, fresh: Document, **more: set[str]) -> str:
    ours = written_by_arbor([(ARBOR, TEXT), (PERSON, text)])
    return renewed(text, fresh, ours=ours, **more)


def statements(text: str) -> list[str]:
    return [block.statement for block in blocks(text)]


def test_an_edit_that_is_all_there_is_stays_as_it_is() -> None:
    mine = TEXT.replace("Statement a", "In my words") + "\nA remark of mine.\n"
    assert renew(mine, BASE) == mine


def test_new_memories_come_to_the_end_of_the_facts() -> None:
    mine = TEXT.replace("Statement a", "In my words")
    now = renew(mine, document(fact("c"), fact("a"), fact("b")))
    assert statements(now) == ["In my words", "Statement b", "Statement c"]
    assert "- **Item Count:** 3" in now
    assert "3 memories." in now, "the summary was not theirs: it goes with the memories"


def test_facts_that_the_person_took_out_do_not_come_back() -> None:
    mine = TEXT.replace(f"{fact_text(fact('a'))}\n\n", "")
    assert statements(renew(mine, BASE, left_out={"a"})) == ["Statement b"]
    joined = document(fact("n", "a"), fact("b"))
    assert statements(renew(mine, joined, left_out={"a"})) == ["Statement b"], "nor joined to others"


def test_facts_left_as_they_were_follow_their_memories() -> None:
    mine = TEXT.replace("2 memories.", "My own summary.")
    changed = replace(fact("b"), statement="B, said better", confidence=0.5)
    now = renew(mine, document(changed))
    assert statements(now) == ["B, said better"], "a is told no more, b says what it says now"
    assert "My own summary." in now


def test_facts_in_the_persons_words_stay_when_their_memories_go() -> None:
    mine = TEXT.replace("Statement a", "In my words")
    assert statements(renew(mine, document(fact("b")))) == ["In my words", "Statement b"]


def test_what_must_not_be_told_is_taken_out_of_the_persons_words_too() -> None:
    mine = TEXT.replace("Statement a", "In my words").replace("2 memories.", f"See {quoted('Statement a')}.")
    now = renew(mine, document(fact("b")), private={"a"}, hidden={"Statement a"})
    assert statements(now) == ["Statement b"]
    assert f"See {HIDDEN}." in now


def test_a_text_without_sections_gets_its_facts_at_the_end() -> None:
    now = renew("My notes, and nothing else.\n", document(fact("c")))
    assert now.startswith("My notes, and nothing else.\n\n## Key Facts\n\n- **Statement:** Statement c")


def test_new_facts_stand_before_the_count_of_the_rest() -> None:
    base = document(fact("a"), fact("b"), more=7)
    text = compose(base)
    mine = text.replace("Statement a", "In my words")
    ours = written_by_arbor([(ARBOR, text), (PERSON, mine)])
    fresh = document(fact("a"), fact("b"), fact("c"), more=8)
    now = renewed(mine, fresh, ours=ours)
    assert now.index("Statement c") < now.index("And 8 more memories")


def test_conflicts_that_the_person_wrote_about_are_kept_up() -> None:
    base = compose(document(fact("a"), conflicts=("Old one.", "Standing one.")))
    mine = base.replace("- Old one.", "- Old one.\n- I know of this.")
    ours = written_by_arbor([(ARBOR, base), (PERSON, mine)])
    fresh = document(fact("a"), conflicts=("Standing one.", "New one."))
    now = renewed(mine, fresh, ours=ours)
    body = now.split("Conflicts\n\n")[1].split("\n\n##")[0]
    assert body.split("\n") == ["- I know of this.", "- Standing one.", "- New one."]


PIECES = (
    "# Mine", "## Summary", "## Key Facts", "## Contradictions and Conflicts", "## Usage Notes", "## Mine",
    "- **Item Count:** x", "- **Statement:** mine", "  - **Source item ids:** z", "  - **Statement:** in", "",
    "- a", "  b", "And 3 more memories, less certain than these.", "None known.", "0 ", "words “quoted” here",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES) | st.text("abc \t#-*", max_size=9), max_size=25))
def test_renewing_any_text_keeps_every_line_of_the_persons_and_once_is_enough(pieces: list[str]) -> None:
    """Only figures of the head and the count of the rest are Arbor's wherever they stand."""
    text = "\n".join(pieces)
    nobodys = Ours(frozenset(), frozenset(), frozenset())
    fresh = document(fact("c"), conflicts=("New.",))
    now = renewed(text, fresh, ours=nobodys)
    kept = [one for one in pieces if one.strip() and "Item Count" not in one and "And 3 more" not in one]
    assert not Counter(kept) - Counter(now.split("\n"))
    assert statements(now)[-1:] == ["Statement c"] or "Statement c" in statements(now)
    assert renewed(now, fresh, ours=nobodys) == now


def test_what_is_deleted_for_good_leaves_no_trace() -> None:
    text = TEXT.replace("2 memories.", f"Best: {quoted('Statement a')}.")
    now = without(text, {"a"}, Hidden(["Statement a"]))
    assert "Statement a" not in now
    assert statements(now) == ["Statement b"]
    assert without(now, {"zz"}, Hidden([])) == now
