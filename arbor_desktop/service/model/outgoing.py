"""The last look at what leaves this computer: everything that a model is asked goes through here.

Text is redacted before it is stored; here it is redacted once more, for what was stored before a rule was
added. What the person marked "never share" is taken out by its words wherever they stand, whichever way they
got into the text (spec 4.3, 8.3).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from arbor_desktop import resources
from arbor_desktop.core.model import Ask, Message, ModelFailed, ToolResult, Trouble
from arbor_desktop.core.screening import Screen
from arbor_desktop.service.exclusions import excluded_by
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.service.work import PERSONAL
from arbor_desktop.store import private

PRIVATE = "[private]"
_WORD = re.compile(r"[^\W_]+")
_BETWEEN = r"[\W_]{1,12}"


class Outgoing:
    """Safe to use from several threads."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._screens: dict[bool, Screen] = {}
        self._lock = threading.Lock()

    def checked(self, ask: Ask) -> Ask:
        """The question as it may be sent. Raises ModelFailed (Trouble.PRIVATE) where it comes from a project
        that is excluded."""
        excluded = self._rt.settings.get("capture.excluded")
        if ask.project is not None and excluded_by(ask.project, excluded):
            raise ModelFailed("This project is excluded: nothing of it is sent.", Trouble.PRIVATE)
        secrets = self._rt.db.read(private.never_shared)
        texts = [ask.context]
        for message in ask.messages:
            texts.append(message.text)
            texts.extend(result.text for result in message.results)
        cleaned = iter([hide(text, secrets) for text in self._screen().clean(texts)])
        context = next(cleaned)
        messages = tuple(_with_texts(one, lambda: next(cleaned)) for one in ask.messages)
        return replace(ask, context=context, messages=messages)

    def _screen(self) -> Screen:
        personal = bool(self._rt.settings.get("redaction.personal"))
        with self._lock:
            if personal not in self._screens:
                rules = resources.read_text("redaction.toml")
                self._screens[personal] = Screen(rules, PERSONAL if personal else ())
            return self._screens[personal]


def _with_texts(message: Message, take: Callable[[], str]) -> Message:
    text = take()
    results = tuple(ToolResult(one.use_id, take(), one.failed) for one in message.results)
    return replace(message, text=text, results=results)


def hide(text: str, secrets: Sequence[str]) -> str:
    """`text` without any of the secrets, whatever their case, white space and punctuation."""
    for start, end in reversed(secret_spans(text, secrets)):
        text = text[:start] + PRIVATE + text[end:]
    return text


def secret_spans(text: str, secrets: Sequence[str]) -> list[tuple[int, int]]:
    """Where the secrets stand in a text: their words in a row, whatever is between them that is no word. In
    order, none overlapping another."""
    if not secrets:
        return []
    marks = bytearray(len(text))
    lowered = text.casefold()
    for secret in secrets:
        words = _WORD.findall(secret)
        if any(word.casefold() not in lowered for word in words):
            continue
        pattern = _BETWEEN.join(map(re.escape, words)) if words else re.escape(secret.strip())
        edges = rf"(?<![^\W_]){pattern}(?![^\W_])" if words else pattern
        for found in re.finditer(edges, text, re.IGNORECASE) if pattern else ():
            marks[found.start() : found.end()] = b"\1" * (found.end() - found.start())
    return [found.span() for found in re.finditer(rb"\x01+", marks)]
