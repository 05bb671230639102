"""The last look at what leaves this computer: everything that a model is asked goes through here.

Text is redacted before it is stored; here it is redacted once more, for what was stored before a rule was
added. What the person marked "never share" is taken out by its words wherever they stand, whichever way they
got into the text (spec 4.3, 8.3).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from arbor_desktop.conversations.exclusions import excluded_by
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.models.model import Ask, Message, ModelFailed, Purpose, ToolResult, ToolUse, Trouble
from arbor_desktop.models.queries import ledger
from arbor_desktop.redaction.redactor import screen
from arbor_desktop.runtime.runtime import Runtime

PRIVATE = "[private]"
_UNSEEN = "\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff"
_WORD = re.compile(rf"(?:[^\W_][{_UNSEEN}]*)+")
_LEFT_OUT = re.compile(f"[{_UNSEEN}]")
"""Accents that are letters of their own, and what is not seen: the same word may be written without."""
KEPT_OUT = "This conversation is kept out of the memory: nothing of it is sent."
MAX_BETWEEN = 12
"""Characters between two words of a secret at most: quotation marks, line ends, marks of lists."""


class Outgoing:
    """Safe to use from several threads."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def checked(self, ask: Ask) -> Ask:
        """The question as it may be sent. Raises ModelFailed (Trouble.PRIVATE) where it comes from a project
        that is excluded, and (Trouble.STOPPED) where its conversation is kept out of the memory by now: then
        it is looked at anew, and skipped. A chat is talked on in all the same. Raises NotFound where the
        conversation was deleted."""
        excluded = self._rt.settings.get("capture.excluded")
        if ask.project is not None and excluded_by(ask.project, excluded):
            raise ModelFailed("This project is excluded: nothing of it is sent.", Trouble.PRIVATE)
        conversation = None if ask.purpose is Purpose.CHAT else ask.conversation
        kept_out, secrets = self._rt.db.read(
            lambda conn: (_is_kept_out(conn, conversation), ledger.never_shared(conn))
        )
        if kept_out:
            raise ModelFailed(KEPT_OUT, Trouble.STOPPED)
        texts = [ask.system, ask.context]
        for message in ask.messages:
            texts += _texts(message)
        # Once as they stand and once redacted: a rule may be newer than a memory, or than the text.
        personal = bool(self._rt.settings.get("redaction.personal"))
        redacted = screen(personal).clean([hide(text, secrets) for text in texts])
        cleaned = iter([hide(text, secrets) for text in redacted])
        system, context = next(cleaned), next(cleaned)
        messages = tuple(_with_texts(one, lambda: next(cleaned)) for one in ask.messages)
        return replace(ask, system=system, context=context, messages=messages)


def _is_kept_out(conn: Connection, conversation: str | None) -> bool:
    return conversation is not None and conversations.is_left_out(
        conn, conversations.row_of(conn, conversation)
    )


def _texts(message: Message) -> list[str]:
    """Every text of a message, in the order in which `_with_texts` takes them."""
    inputs = (text for use in message.uses for text in _strings(use.input))
    return [message.text, *(one.text for one in message.results), *inputs]


def _with_texts(message: Message, take: Callable[[], str]) -> Message:
    text = take()
    results = tuple(ToolResult(one.use_id, take(), one.failed) for one in message.results)
    uses = tuple(ToolUse(one.id, one.name, _refilled(one.input, take)) for one in message.uses)
    return replace(message, text=text, results=results, uses=uses)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _strings(one)


def _refilled(value: Any, take: Callable[[], str]) -> Any:
    """The same with other texts, taken in the order of `_strings`."""
    if isinstance(value, str):
        return take()
    if isinstance(value, dict):
        return {key: _refilled(one, take) for key, one in value.items()}
    return [_refilled(one, take) for one in value] if isinstance(value, list | tuple) else value


def hide(text: str, secrets: Sequence[str]) -> str:
    """`text` without any of the secrets, whatever their case, accents, white space and punctuation."""
    for start, end in reversed(secret_spans(text, secrets)):
        text = text[:start] + PRIVATE + text[end:]
    return text


def secret_spans(text: str, secrets: Sequence[str]) -> list[tuple[int, int]]:
    """Where the secrets stand in a text: their words in a row, whatever is between them that is no word. In
    order, none touching another."""
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
    said = [_folded(text[start:end]) for start, end in spans]
    for place, word in enumerate(said):
        for words in by_first.get(word, ()):
            last = place + len(words) - 1
            if said[place : last + 1] == words and _in_a_row(spans[place : last + 1]):
                _mark(marks, spans[place][0], spans[last][1])
    return _marked(marks)


def _folded(word: str) -> str:
    """The same for a word in whichever case, form and composition it is written."""
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
