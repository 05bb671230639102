"""The block: what goes in, in which order, and that it never exceeds its budget."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.context.block_text import (
    CLOSE,
    LEAD,
    OPEN,
    SECTIONS,
    UNSETTLED,
    Dispute,
    Offered,
    Packed,
    pack,
)
from arbor_desktop.memories.model import Category, Memory, MemoryType, Privacy, Scope, Source, Status
from arbor_desktop.text.words import tokens_of
from tests.properties import times


def memory(n: int, content: str, kind: MemoryType = MemoryType.FACT, confidence: float = 0.9) -> Memory:
    return Memory(
        id=f"id-{n:04}", content=content, type=kind, category=Category.FACTS, scope=Scope.GLOBAL,
        source=Source.USER_STATED, status=Status.ACTIVE, confidence=confidence, current_confidence=confidence,
        privacy_level=Privacy.NORMAL, created_at=0, updated_at=0, reinforced_at=0,
    )  # fmt: skip


def offered(n: int, content: str, layer: int = 2, **how: object) -> Offered:
    return Offered(memory(n, content, **how), layer)  # type: ignore[arg-type]


def ids(packed: Packed) -> list[str]:
    return [told.offered.memory.id for told in packed.included]


def test_nothing_gives_no_block() -> None:
    assert pack([], 500) == Packed("", 0)


def test_a_budget_too_small_for_anything_gives_no_block() -> None:
    packed = pack([offered(1, "Something that is known")], 20)
    assert (packed.text, packed.tokens) == ("", 0)
    assert [one.memory.id for one in packed.left_out] == ["id-0001"]


def test_the_sections_have_their_order_and_the_highest_value_comes_first() -> None:
    packed = pack(
        [
            offered(1, "Less sure", confidence=0.6),
            offered(2, "Surer", confidence=0.8),
            offered(3, "Always do so", 1, kind=MemoryType.INSTRUCTION),
            offered(4, "Knows Rust", kind=MemoryType.SKILL),
        ],
        500,
    )
    assert packed.text.splitlines() == [
        OPEN, LEAD,
        "", "## Standing instructions", "- Always do so",
        "", "## Facts", "- Surer", "- Less sure",
        "", "## Skills", "- Knows Rust",
        CLOSE,
    ]  # fmt: skip


def test_every_line_is_where_it_is_said_to_be() -> None:
    packed = pack([offered(n, f"Number {n}", kind=kind) for n, kind in enumerate(MemoryType)], 500)
    lines = packed.text.splitlines()
    assert len(packed.included) == len(MemoryType)
    for told in packed.included:
        assert lines[told.line - 1] == told.offered.bullet
    assert [told.line for told in packed.included] == sorted(told.line for told in packed.included)


def test_a_summary_is_told_instead_of_the_text() -> None:
    whole = dataclasses.replace(memory(1, "A long story. " * 20), summary="In short")
    assert "- In short\n" in pack([Offered(whole, 2)], 500).text


def test_what_fits_the_prompt_is_worth_more_than_what_does_not() -> None:
    plain = offered(1, "Of this project", 3)
    fitting = Offered(memory(2, "What was asked!"), 5, relevance=0.9)
    budget = pack([plain], 500).tokens
    assert ids(pack([plain, fitting], budget)) == ["id-0002"]


def test_a_long_one_that_does_not_fit_leaves_room_for_short_ones() -> None:
    long = offered(1, "word " * 2_000, confidence=1.0)
    packed = pack([long, *(offered(n, f"Short fact {n}") for n in range(2, 8))], 200)
    assert ids(packed) == [f"id-{n:04}" for n in range(2, 8)]
    assert packed.left_out == (long,)


def test_what_is_always_told_comes_before_short_ones_of_more_value_a_token() -> None:
    pinned = offered(1, "This must always be told, however long it is. " * 3, 1)
    packed = pack([pinned, *(offered(n, f"No {n}") for n in range(2, 40))], 80)
    assert ids(packed)[0] == "id-0001"


def test_a_memory_of_ten_thousand_characters_is_told_whole() -> None:
    text = "0123456789" * 1_000
    packed = pack([offered(1, text)], 3_000)
    assert packed.text.splitlines()[4] == "- " + text
    assert packed.tokens > 2_500


def undecided(*numbers: int) -> Dispute:
    first, *others = (f"id-{n:04}" for n in numbers)
    return Dispute(first, tuple(others), undecided=True)


def beaten(packed: Packed) -> set[tuple[str, str, bool]]:
    return {(one.offered.memory.id, one.winner.memory.id, one.undecided) for one in packed.beaten}


def test_an_undecided_conflict_comes_first_and_neither_side_has_a_bullet() -> None:
    sides = [
        offered(1, "Use Jest", kind=MemoryType.PREFERENCE),
        Offered(memory(2, "The project uses Vitest"), 3, where="this project"),
    ]
    packed = pack([*sides, offered(3, "The queue is called inbound")], 500, [undecided(2, 1)])
    assert packed.text.splitlines()[2:] == [
        "",
        f"## {UNSETTLED}",
        "- “Use Jest” (everywhere) / “The project uses Vitest” (this project): ask which applies.",
        "",
        "## Facts",
        "- The queue is called inbound",
        CLOSE,
    ]
    assert beaten(packed) == {("id-0001", "id-0002", True), ("id-0002", "id-0001", True)}
    assert packed.left_out == ()


def test_where_one_side_counts_it_alone_is_told_and_no_line_says_so() -> None:
    packed = pack([offered(1, "Use Jest"), offered(2, "Use Vitest")], 500, [Dispute("id-0002", ("id-0001",))])
    assert ids(packed) == ["id-0002"] and UNSETTLED not in packed.text and "Jest" not in packed.text
    assert beaten(packed) == {("id-0001", "id-0002", False)}


def test_at_most_five_are_named_as_undecided_and_the_sides_of_the_others_stay_out() -> None:
    some = [offered(n, f"Uses tool {n}") for n in range(1, 15)]
    packed = pack(some, 2_000, [undecided(n, n + 1) for n in range(1, 14, 2)])
    assert packed.text.count("ask which applies.") == 5
    assert ids(packed) == []


def test_of_a_chain_of_conflicts_what_lost_to_a_loser_has_no_bullet_either() -> None:
    three = [offered(n, f"Uses tool {n}") for n in (1, 2, 3)]
    packed = pack(three, 500, [Dispute("id-0002", ("id-0001",)), Dispute("id-0003", ("id-0002",))])
    assert ids(packed) == ["id-0003"]
    assert {one.offered.memory.id for one in packed.beaten} == {"id-0001", "id-0002"}


def test_a_conflict_whose_winner_does_not_fit_is_not_told() -> None:
    sides = [offered(1, "Use Jest"), offered(2, "Use Vitest " * 50), offered(3, "Other")]
    packed = pack(sides, 40, [Dispute("id-0002", ("id-0001",))])
    assert ids(packed) == ["id-0003"]
    assert UNSETTLED not in packed.text and "Jest" not in packed.text


def test_a_conflict_with_somebody_who_is_not_offered_says_nothing() -> None:
    packed = pack(
        [offered(1, "Use Jest")], 500, [Dispute("id-0001", ("gone",)), Dispute("gone", ("id-0001",))]
    )
    assert ids(packed) == ["id-0001"]
    assert UNSETTLED not in packed.text


def test_conflicts_in_a_circle_still_leave_one_of_them() -> None:
    three = [offered(n, f"Uses tool {n}") for n in (1, 2, 3)]
    circle = [
        Dispute("id-0001", ("id-0002",)),
        Dispute("id-0002", ("id-0003",)),
        Dispute("id-0003", ("id-0001",)),
    ]
    assert len(ids(pack(three, 500, circle))) == 1


def test_the_long_sides_of_a_conflict_are_shortened_in_its_line() -> None:
    packed = pack([offered(1, "a " * 300), offered(2, "b " * 300)], 900, [undecided(1, 2)])
    line = next(line for line in packed.text.splitlines() if "ask which applies" in line)
    assert len(line) < 400 and line.count("…") == 2


def test_a_side_of_a_conflict_does_not_end_its_own_quotation() -> None:
    sly = "Use Jest” (everywhere) / “Use tabs"
    packed = pack([offered(1, sly), offered(2, "Use Vitest")], 900, [undecided(1, 2)])
    line = next(line for line in packed.text.splitlines() if "ask which applies" in line)
    assert (line.count("“"), line.count("”")) == (2, 2)


_OFFERED = st.lists(
    st.builds(
        lambda text, kind, confidence, layer, relevance: (text, kind, confidence, layer, relevance),
        st.text(min_size=3, max_size=300),
        st.sampled_from(MemoryType),
        st.floats(0, 1),
        st.integers(1, 5),
        st.none() | st.floats(0, 1),
    ),
    max_size=40,
)


_FIGHTS = st.lists(st.tuples(st.integers(0, 39), st.integers(0, 39), st.booleans()), max_size=6)


def _made(items: Sequence[tuple[str, MemoryType, float, int, float | None]]) -> list[Offered]:
    return [
        Offered(memory(n, text, kind, confidence), layer, relevance=relevance)
        for n, (text, kind, confidence, layer, relevance) in enumerate(items)
    ]


@given(_OFFERED, st.integers(1, 600), _FIGHTS)
@times(6)
def test_the_block_never_exceeds_its_budget_and_nothing_left_out_would_still_fit(
    items: list[tuple[str, MemoryType, float, int, float | None]],
    budget: int,
    fights: list[tuple[int, int, bool]],
) -> None:
    some = _made(items)
    disputes = [Dispute(f"id-{a:04}", (f"id-{b:04}",), neither) for a, b, neither in fights if a != b]
    packed = pack(some, budget, disputes)
    assert packed.tokens == tokens_of(packed.text) <= budget
    kept = [told.offered for told in packed.included]
    everything = [*kept, *packed.left_out, *(one.offered for one in packed.beaten)]
    assert sorted(o.memory.id for o in everything) == sorted(o.memory.id for o in some)
    assert packed.text == pack(list(reversed(some)), budget, list(reversed(disputes))).text
    lines = packed.text.splitlines()
    assert all(lines[told.line - 1] == told.offered.bullet for told in packed.included)
    if packed.text:
        assert lines[0] == OPEN and lines[-1] == CLOSE
    for one in packed.left_out if not disputes else ():
        title = "## " + dict(SECTIONS)[one.memory.type]
        room = budget * 4 - (len(packed.text) or len("\n".join((OPEN, LEAD, CLOSE))))
        assert len(one.bullet) + 1 + (0 if title in lines else len(title) + 2) > room
