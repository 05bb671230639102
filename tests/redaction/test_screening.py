"""Many texts at once are redacted exactly as one after the other."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.readers.registry import detect
from arbor_desktop.redaction import redactor
from arbor_desktop.redaction.redactor import Redactor, Screen
from arbor_desktop.text.words import storable

RULES = (Path(__file__).parents[2] / "resources" / "redaction.toml").read_text(encoding="utf-8")
PERSONAL = ("email", "phone")
REDACTOR, ALL_REDACTOR = Redactor.from_toml(RULES), Redactor.from_toml(RULES, PERSONAL)
SCREEN, ALL_SCREEN = Screen(REDACTOR), Screen(ALL_REDACTOR)
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
TEXTS = [
    "",
    "nothing to see",
    f"push with {TOKEN} please",
    "the password is sword" + "fish42.",
    "é ist kein Geheimnis?",
    "a broken \ud83d escape",
    "write to anna@example.com or +49 170 1234567",
    "pass",
    "word: hun" + "ter2x9",
    "-----BEGIN",
    " RSA PRIVATE KEY-----",
    "x" * 400,
    TOKEN[:12],
    TOKEN[12:],
]


def one_by_one(texts: list[str], redactor: Redactor) -> list[str]:
    return [storable(redactor.redact(text).text) for text in texts]


@given(st.lists(st.one_of(st.sampled_from(TEXTS), st.text(max_size=80)), max_size=12))
def test_each_text_is_cleaned_as_if_it_were_alone(texts: list[str]) -> None:
    assert SCREEN.clean(texts) == one_by_one(texts, REDACTOR)
    assert ALL_SCREEN.clean(texts) == one_by_one(texts, ALL_REDACTOR)


def test_a_secret_goes_and_its_neighbours_stay_the_same_objects() -> None:
    texts = ["before it", f"push with {TOKEN}", "after it"]
    before, cleaned, after = SCREEN.clean(texts)
    assert before is texts[0]
    assert after is texts[2]
    assert TOKEN not in cleaned
    assert "[redacted:" in cleaned


@pytest.mark.parametrize("size", [1, 30, 1_000])
def test_wherever_the_texts_are_parted_nothing_is_missed(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redactor, "JOINED_CHARACTERS", size)
    texts = TEXTS * 3
    assert SCREEN.clean(texts) == one_by_one(texts, REDACTOR)
    found = SCREEN.secrets(texts)
    assert {
        number: removed for number, text in enumerate(texts) if (removed := REDACTOR.remove(text)[1])
    } == found
    assert ("github-token", TOKEN) in found[2] and len(found) == 6


def test_personal_data_goes_only_when_it_is_asked_for() -> None:
    assert SCREEN.clean(["mail anna@example.com"]) == ["mail anna@example.com"]
    assert "anna@" not in ALL_SCREEN.clean(["mail anna@example.com"])[0]


def test_made_up_cases_are_cleaned_as_if_each_were_alone() -> None:
    cases = sorted((Path(__file__).parents[1] / "redaction" / "cases").glob("*.txt"))
    lines = list(chain.from_iterable(case.read_text(encoding="utf-8").splitlines() for case in cases))
    assert len(lines) > 100
    assert SCREEN.clean(lines) == one_by_one(lines, REDACTOR)


@pytest.mark.slow
def test_real_conversations_are_cleaned_as_if_each_turn_were_alone(corpus: Path) -> None:
    texts: list[str] = []
    for path in sorted(path for path in corpus.rglob("*") if path.is_file())[:400]:
        if (reader := detect(path)) is not None:
            texts += [t.text for b in reader.read(path, None) for part in b.sessions for t in part.turns]
    assert texts
    assert SCREEN.clean(texts) == one_by_one(texts, REDACTOR)
