"""What is made global by itself may not get worse: floors a little below what is reached now."""

from __future__ import annotations

import pytest

from arbor_desktop.maintenance.learning_rules import Origin
from tests.learning.scoring import cases, locality, score


@pytest.mark.parametrize("file", ["developed", "blind"])
def test_what_holds_everywhere_is_known(file: str) -> None:
    chosen = [case for case in cases() if case.file == file]
    result = score(chosen, locality())
    assert len(chosen) >= 40
    assert result.precision >= 0.94, result.wrong
    assert result.recall >= 0.9, result.missed


@pytest.mark.parametrize(
    ("text", "tie"),
    [
        ("Look into src/db/session.py first.", "src/db/session.py"),
        ("See https://ferry.example/docs.", "https://"),
        ("Ask anna@ferry.example about it.", "anna@ferry.e"),
        ("Fixed by ENT-207.", "ENT-207"),
        ("Tally keeps totals.", "tally"),
        ("Call `make_slot` first.", "make_slot"),
        ("Call makeSlot first.", "makeSlot"),
        ("Set SLOT_TTL first.", "SLOT_TTL"),
        ("It is known that our totals differ.", "our"),
        ("It is the dashboard that polls.", "the dashboard"),
        ("Let Marta decide, and say that Zephyra helps.", "Marta"),
    ],
)
def test_what_ties_a_text_to_its_place_is_named(text: str, tie: str) -> None:
    assert locality().tie(text, Origin("tally")) == tie


@pytest.mark.parametrize(
    "text",
    [
        "Prefer async/await over callbacks, and/or wrap them.",
        "Use `Promise.all` with `try`/`catch`.",
        "Keep `node_modules` out, by `.gitignore`.",
        "Times are ISO-8601 and UTF-8.",
        "In Python, `None` is a safer default than a list.",
        "`git push --force-with-lease` is safer than --force.",
        "",
        "`",
    ],
)
def test_what_is_common_terms_ties_to_nothing(text: str) -> None:
    assert locality().tie(text, Origin("tally")) is None
