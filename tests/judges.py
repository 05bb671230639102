"""A judge of contradictions for tests that are about something else: texts like "Test runner: jest"
contradict each other where they say something else of the same topic; "now jest" says that it replaces the
other."""

from __future__ import annotations

import pytest

from arbor_desktop.conflicts.model import Verdict


class ByTopic:
    version = "by topic"

    def change(self, older: str, newer: str) -> None:
        return None

    def topics(self, text: str) -> tuple[str, ...]:
        topic = _parts(text)[0]
        return (topic,) if topic else ()

    def judge(self, older: str, newer: str) -> Verdict | None:
        topic, before = _parts(older)
        other, after = _parts(newer)
        replaces = after.startswith("now ")
        before, after = before.removeprefix("now "), after.removeprefix("now ")
        if not topic or topic.casefold() != other.casefold() or before.casefold() == after.casefold():
            return None
        return Verdict("by_topic", topic, (before, after), f"Both speak of the {topic}.", replaces)

    def terms(self, text: str) -> tuple[str, ...]:
        return tuple(_parts(text)[0].split()) or tuple(text.split())


def _parts(text: str) -> tuple[str, str]:
    topic, colon, value = text.partition(":")
    return (topic.strip(), value.strip(" .")) if colon else ("", text)


def use_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Services made from now on judge by topic."""
    monkeypatch.setattr("arbor_desktop.service.memory_service.offline_judge", ByTopic)
