"""A language that nobody speaks: accented English, a third longer.

What is drawn without accents bypasses `tr`; what is cut off has no room for a longer language.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, QTranslator

_ACCENTS = str.maketrans("aceinosuyzACEINOSUYZ", "âçéïñøšûÿžÂÇÉÏÑØŠÛŸŽ")
_KEPT = re.compile(r"\{[^{}]*\}|%n|<[^<>]*>|&\w+;")
"""Placeholders and marks."""


def accented(text: str) -> str:
    """Return a text in the language: "Âççépt ~~" of "Accept"."""
    parts, end = [], 0
    for kept in _KEPT.finditer(text):
        parts += [text[end : kept.start()].translate(_ACCENTS), kept[0]]
        end = kept.end()
    return "".join((*parts, text[end:].translate(_ACCENTS), " " if text else "", "~" * (len(text) // 3)))


class Pseudo(QTranslator):
    """Translates every text that is asked for."""

    def translate(self, context: str, text: str, comment: str | None = None, n: int = -1) -> str:
        """Return the text accented; Qt puts in the number. Qt's own texts are left."""
        return "" if context else accented(text)

    def isEmpty(self) -> bool:
        return False


def install(app: QCoreApplication) -> None:
    """Have the application speak it."""
    app.installTranslator(Pseudo(app))
