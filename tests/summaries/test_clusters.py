"""What nearly says the same is one fact; what may contradict is not."""

from __future__ import annotations

import random

import pytest

from arbor_desktop.memories.model import MemoryType, Privacy
from arbor_desktop.summaries.clusters import ALWAYS_COMPARED, clusters, strongest_first
from arbor_desktop.summaries.model import Item


def item(text: str, number: int = 0, **fields: object) -> Item:
    values = {
        "id": f"m{number:05}", "text": text, "type": MemoryType.FACT, "privacy": Privacy.NORMAL,
        "confidence": 0.9 - number / 1000, "said_at": 0, "updated_at": 0,
    }  # fmt: skip
    return Item(**(values | fields))  # type: ignore[arg-type]


def grouped(*texts: str, **last: object) -> list[list[str]]:
    items = [item(text, n, **(last if n == len(texts) - 1 else {})) for n, text in enumerate(texts)]
    return [[one.text for one in group.items] for group in clusters(items)[0]]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Always run the tests", "Run tests"),
        ("The project uses ruff", "Project use ruff, every time"),
        ("Never push to main", "Do not ever push to the main branch"),
        ("The API returns JSON", "The API returns plain JSON"),
    ],
)
def test_near_alike_memories_are_one_fact(one: str, other: str) -> None:
    assert len(grouped(one, other)) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use tabs for indentation", "Never use tabs for indentation"),
        ("I prefer tabs over spaces", "I prefer spaces over tabs"),
        ("Indent by 2 spaces", "Indent by 4 spaces"),
        ("The orders service stores data with Postgres", "The orders service stores data with Redis"),
        ("We use Redis", "We used Redis"),
        ("Deploy on Friday", "Deploy on Friday only after a review"),
        ("Use pnpm", "Use pnpm in the frontend"),
        ("Write it in C++", "Write it in C#"),
        ("ok", "ok then"),
    ],
)
def test_what_may_contradict_or_narrows_stays_apart(one: str, other: str) -> None:
    assert len(grouped(one, other)) == 2


def test_the_fullest_text_speaks_for_all_of_them() -> None:
    (group,) = clusters([item("Run the tests", 0), item("Run the fast tests", 1), item("Run tests", 2)])[0]
    assert group.shown.text == "Run the fast tests"
    assert [one.id for one in group.items] == ["m00000", "m00001", "m00002"]


def test_what_holds_elsewhere_or_for_a_time_or_is_disputed_stands_alone() -> None:
    for fields in ({"branch": "fix"}, {"expires_at": 9}, {"rivals": ("c",)}):
        assert len(grouped("Run the tests", "Run tests", **fields)) == 2, fields


def test_only_the_strongest_groups_are_made_and_the_rest_is_counted() -> None:
    items = [item(f"Service number{n} listens on port{n}", n) for n in range(100)]
    made, left = clusters(items, most=10)
    assert [group.items[0].id for group in made] == [f"m{n:05}" for n in range(10)]
    assert left == 90
    assert sum(len(group.items) for group in made) + left == 100


def test_weak_memories_beyond_what_is_compared_are_counted_too() -> None:
    items = [item("Run the tests", n) for n in range(ALWAYS_COMPARED + 1_000)]
    made, left = clusters(items, most=1)
    assert len(made[0].items) == ALWAYS_COMPARED
    assert left == 1_000


def test_the_order_given_changes_nothing() -> None:
    items = [
        item(text, n, confidence=0.5 + (n % 3) / 10)
        for n, text in enumerate(["Run the tests", "Run tests", "Use ruff", "Run the fast tests"] * 5)
    ]
    wanted = [[one.id for one in group.items] for group in clusters(strongest_first(items))[0]]
    for seed in range(5):
        shuffled = random.Random(seed).sample(items, len(items))
        assert [[one.id for one in g.items] for g in clusters(strongest_first(shuffled))[0]] == wanted
