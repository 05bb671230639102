"""Texts and numbers in the person's language."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication

from arbor_desktop.text.sentence import Sentence
from arbor_desktop.ui import translation
from arbor_desktop.ui.formatting import day_words
from arbor_desktop.ui.translation import chosen, number, tr, translated


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "0 memories"), (1, "1 memory"), (12, "12 memories"), (1577, "1,577 memories")],
)
def test_words_agree_with_their_number_and_large_ones_are_parted(count: int, words: str) -> None:
    assert tr("%n memories", None, count) == words


def test_a_number_that_is_not_counted_is_left() -> None:
    assert tr("Since 1577, always", None, 1577) == "Since 1577, always"


@pytest.mark.usefixtures("german")
def test_a_language_has_its_words_plurals_numbers_and_dates() -> None:
    assert tr("Settings") == "Einstellungen"
    assert [tr("%n memories", None, n) for n in (1, 1577)] == ["1 Erinnerung", "1.577 Erinnerungen"]
    assert number(1577) == "1.577"
    assert day_words(date(2026, 10, 19)) == "19. Okt."
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


@pytest.mark.usefixtures("german")
def test_what_is_said_below_the_window_is_translated_with_what_it_names() -> None:
    stack = Sentence("{first} and {second}", first="Go", second="Rust")
    why = Sentence("About {technology}, but this project uses {stack}", technology="Python", stack=stack)
    assert str(why) == "About Python, but this project uses Go and Rust"
    assert translated(why) == "Betrifft Python, dieses Projekt verwendet Go und Rust"
    assert translated("no messages") == "keine Nachrichten", "as it was stored"
    stored = "About Python, but this project uses Rust"
    assert translated(stored) == "Betrifft Python, dieses Projekt verwendet Rust"
    assert translated("A model wrote {this}.") == "A model wrote {this}."
    assert translated("") == ""


def test_after_another_language_english_is_as_before(qapp: QApplication) -> None:
    translation.install(qapp, "de")
    translation.install(qapp, "en")
    assert (tr("Settings"), tr("%n memories", None, 1), number(1577)) == ("Settings", "1 memory", "1,577")


@pytest.mark.parametrize(
    ("setting", "system", "language"),
    [
        ("de", ["en-US"], "de"),
        ("system", ["de-AT", "de", "en"], "de"),
        ("system", ["fr-FR", "fr", "de-DE"], "de"),
        ("system", ["ja-JP"], "en"),
        ("klingon", ["en-GB"], "en"),
        (None, ["de_DE"], "de"),
    ],
)
def test_the_system_s_languages_are_tried_in_their_order(
    monkeypatch: pytest.MonkeyPatch, setting: object, system: list[str], language: str
) -> None:
    monkeypatch.setattr(QLocale, "uiLanguages", lambda _self: system)
    assert chosen(setting) == language
