"""Text and numbers in the person's language."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from string import Formatter

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from arbor_desktop import resources
from arbor_desktop.settings import LANGUAGES
from arbor_desktop.text.sentence import Sentence

RESTART = 75
"""The code with which the application ends where it is to start again, in another language."""
_INSTALLED = "arbor-language"
_FEWEST_LETTERS = 6
"""A template with fewer letters of its own could be anything."""


def tr(text: str, comment: str | None = None, count: int = -1) -> str:
    """Return `text` in the person's language; `%n` becomes `count`, its thousands parted ("1,577").

    `comment` tells a translator which of several meanings is meant. pyside6-lupdate reads the calls.
    """
    translation = QCoreApplication.translate("", text, comment, count)
    # Qt puts the number in itself, but without separators.
    return (
        translation.replace(str(count), number(count), 1) if count >= 1000 and "%n" in text else translation
    )


def translated(text: str) -> str:
    """Return a text that was made below the window in the person's language.

    A sentence is made again from its template, also a stored one, if a template fits; other words, like a
    model's, stay.
    """
    if not isinstance(text, Sentence):
        return _stored(text, current())
    parts = {
        name: translated(part) if isinstance(part, Sentence) else part
        for name, part in text.arguments.items()
    }
    return tr(text.template).format(**parts)


@lru_cache(1000)
def _stored(text: str, language: str) -> str:
    words = tr(text) if text else ""
    if words != text or language == "en":
        return words
    for template, pattern in _templates():
        if found := pattern.fullmatch(text):
            parts = found.groupdict()  # of these a single word is a name
            return tr(template).format(
                **{name: _stored(part, language) if " " in part else part for name, part in parts.items()}
            )
    return text


@cache
def _templates() -> list[tuple[str, re.Pattern[str]]]:
    """Return templates of sentences with their patterns, those with the most letters first."""
    found = []
    for template in resources.read_text("translations/templates.txt").splitlines():
        parts = [
            (literal, f"(?P<{name}>.+?)" if name else "") for literal, name, *_ in Formatter().parse(template)
        ]
        letters = sum(sign.isalpha() for literal, _ in parts for sign in literal)
        if letters >= _FEWEST_LETTERS:
            pattern = "".join(re.escape(literal) + argument for literal, argument in parts)
            found.append((letters, template, re.compile(pattern, re.DOTALL)))
    return [(template, pattern) for _, template, pattern in sorted(found, key=lambda one: -one[0])]


def QT_TR_NOOP(text: str) -> str:
    """Mark a text of a table for translation; `tr` translates it where it is shown."""
    return text


def number(value: float, decimals: int | None = None) -> str:
    """Return a number as the language writes it: "1,577", in German "1.577".

    Without `decimals` it has two where it is not whole.
    """
    if decimals is None:
        decimals = 0 if value == int(value) else 2
    return QLocale().toString(float(value), "f", decimals)


def current() -> str:
    """Return the language that the application speaks."""
    return QLocale().bcp47Name().split("-")[0]


def chosen(setting: object) -> str:
    """Return the language for the setting `appearance.language`: of `system` the first that there is."""
    wanted = [str(setting)] if setting in LANGUAGES else QLocale.system().uiLanguages()
    known = (language for name in wanted if (language := name.split("-")[0].split("_")[0]) in LANGUAGES)
    return next(known, "en")


def install(app: QCoreApplication, language: str = "en") -> None:
    """Have the application speak a language, Qt's own texts included.

    English stays below it: it holds the plurals of what is not translated.
    """
    if app.property(_INSTALLED) == language:
        return
    app.setProperty(_INSTALLED, language)
    QLocale.setDefault(QLocale(language))
    for translator in app.findChildren(QTranslator, _INSTALLED):
        app.removeTranslator(translator)
        translator.deleteLater()
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    ours = resources.path("translations")
    files = [f"{ours}/arbor_en.qm"]
    if language != "en":
        files += [f"{ours}/arbor_{language}.qm", f"{qt}/qtbase_{language}.qm"]
    for file in files:
        translator = QTranslator(app)
        translator.setObjectName(_INSTALLED)
        if translator.load(file):
            app.installTranslator(translator)
        elif file.startswith(str(ours)):
            raise ValueError(f"no translation {file}")
