"""The last check of what leaves this computer: every question to a model passes through here.

Text is redacted before it is stored; here it is redacted again, for text older than a rule. The words of
memories marked "never share" are removed wherever they appear, however they got into the text (spec 4.3,
8.3).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from arbor_desktop.conversations.queries import conversations
from arbor_desktop.llm.model import Ask, Message, ModelFailed, Purpose, Trouble
from arbor_desktop.llm.queries import private
from arbor_desktop.redaction.redactor import screen
from arbor_desktop.runtime.runtime import Runtime

PRIVATE = "[private]"
_UNSEEN = "\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff"
_WORD = re.compile(rf"(?:[^\W_][{_UNSEEN}]*)+")
_LEFT_OUT = re.compile(f"[{_UNSEEN}]")
"""Combining accents and invisible characters: the same word may be written without."""
KEPT_OUT = "This conversation is kept out of the memory: nothing of it is sent."
MAX_BETWEEN = 12
"""Most characters between two words of a secret: quotation marks, line ends, list marks."""


class Outgoing:
    """Thread-safe."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def checked(self, ask: Ask) -> Ask:
        """Return the question as it may be sent.

        Raises ModelFailed with Trouble.PRIVATE for an excluded project, and with Trouble.STOPPED for a
        conversation that is ignored by now (unless it is a chat, which goes on); NotFound for a deleted one.
        """
        if self._rt.is_excluded(ask.project):
            raise ModelFailed("This project is ignored, so nothing of it is sent.", Trouble.PRIVATE)
        conversation = None if ask.purpose is Purpose.CHAT else ask.conversation
        kept_out, secrets = self._rt.db.read(
            lambda conn: (
                conversation is not None
                and conversations.is_left_out(conn, conversations.row_of(conn, conversation)),
                private.never_shared(conn),
            )
        )
        if kept_out:
            raise ModelFailed(KEPT_OUT, Trouble.STOPPED)
        texts: list[str] = []

        def collect(text: str) -> str:
            texts.append(text)
            return text

        _changed(ask, collect)
        # Both before and after redaction: a rule may be newer than a memory, or than the text.
        personal = bool(self._rt.settings.get("redaction.personal"))
        redacted = screen(personal).clean([hide(text, secrets) for text in texts])
        cleaned = iter([hide(text, secrets) for text in redacted])
        return _changed(ask, lambda text: next(cleaned))


def _changed(ask: Ask, change: Callable[[str], str]) -> Ask:
    """Return a question with every text changed, always in the same order."""
    system, context = change(ask.system), change(ask.context)
    return replace(
        ask, system=system, context=context, messages=tuple(_message(one, change) for one in ask.messages)
    )


def _message(message: Message, change: Callable[[str], str]) -> Message:
    text = change(message.text)
    results = tuple(replace(one, text=change(one.text)) for one in message.results)
    uses = tuple(replace(one, input=_value(one.input, change)) for one in message.uses)
    return replace(message, text=text, results=results, uses=uses)


def _value(value: Any, change: Callable[[str], str]) -> Any:
    """Return JSON with every text in it changed, but for the names of fields."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: _value(one, change) for key, one in value.items()}
    return [_value(one, change) for one in value] if isinstance(value, list | tuple) else value


def hide(text: str, secrets: Sequence[str]) -> str:
    """Return `text` without the secrets, in whatever case, accents, white space and punctuation."""
    for start, end in reversed(secret_spans(text, secrets)):
        text = text[:start] + PRIVATE + text[end:]
    return text


def secret_spans(text: str, secrets: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the secrets are in a text: their words in a row, with only non-words between them.

    Sorted, none touching another.
    """
    by_first: dict[str, list[list[str]]] = {}
    marks = bytearray(len(text)) if secrets else bytearray()
    for secret in secrets:
        if words := [_folded(word) for word in _WORD.findall(secret)]:
            by_first.setdefault(words[0], []).append(words)
        elif signs := secret.strip():
            for found in re.finditer(re.escape(signs), text):
                _mark(marks, *found.span())
    if not by_first:
        return _marked(marks)
    spans = [found.span() for found in _WORD.finditer(text)]
    folded = [_folded(text[start:end]) for start, end in spans]
    for place, word in enumerate(folded):
        for words in by_first.get(word, ()):
            last = place + len(words) - 1
            if folded[place : last + 1] == words and _in_a_row(spans[place : last + 1]):
                _mark(marks, spans[place][0], spans[last][1])
    return _marked(marks)


def _folded(word: str) -> str:
    """Return a word without case, accents and composition."""
    if word.isascii():
        return word.casefold()
    plain = unicodedata.normalize("NFKD", word).casefold()
    return _LEFT_OUT.sub("", unicodedata.normalize("NFKD", plain))


def _in_a_row(spans: Sequence[tuple[int, int]]) -> bool:
    return all(after[0] - before[1] <= MAX_BETWEEN for before, after in pairwise(spans))


def _mark(marks: bytearray, start: int, end: int) -> None:
    marks[start:end] = b"\1" * (end - start)


def _marked(marks: bytearray) -> list[tuple[int, int]]:
    return [found.span() for found in re.finditer(rb"\x01+", marks)]
