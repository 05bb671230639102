"""What a tool says when it calls its hook, in words that hold for all tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping

START = "start"
"""A session begins, or goes on: it is told what is known."""
PROMPT = "prompt"
"""A person asks something: the session is told what fits it."""
LOOK = "look"
"""What was said so far is about to be shortened: it is read now."""
END = "end"
"""A session ended: it is read now."""
LONGEST_NAME = 4_096
"""Characters; no path that a system opens is longer."""


class Contract:
    """How one tool calls hooks. `name` is what receipts call it, `source` that of its conversations;
    `events`: which of its events means what, and no other is answered. `resumes`: the sources of a start with
    which a session still has in mind what it was told before; with any other, all is told. `shortened_at`:
    when the conversation in a record was last shortened (milliseconds, 0 for never), for a tool that starts
    no session then."""

    def __init__(
        self,
        name: str,
        source: str,
        events: Mapping[str, str],
        resumes: frozenset[str],
        shortened_at: Callable[[str], int] = lambda record: 0,
    ) -> None:
        self.name = name
        self.source = source
        self.events = events
        self.resumes = resumes
        self.shortened_at = shortened_at

    @property
    def start(self) -> str:
        """The event of a session's start."""
        return next(event for event, deed in self.events.items() if deed == START)

    def answer(self, event: str, text: str) -> dict[str, object]:
        """What is written to the tool, so that the AI is told `text`."""
        return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}


class Call:
    """One call of a hook. Texts that the tool did not give are empty; `at` in milliseconds."""

    __slots__ = (
        "at",
        "cwd",
        "deed",
        "event",
        "prompt",
        "reason",
        "session_id",
        "source",
        "tool",
        "transcript",
    )

    def __init__(self, contract: Contract, event: str, asked: Mapping[str, object], at: int) -> None:
        self.tool = contract.name
        self.event = event
        self.deed = contract.events.get(event)
        self.at = at
        self.session_id = _name(asked, "session_id")
        self.transcript = _name(asked, "transcript_path")
        self.cwd = _name(asked, "cwd")
        self.prompt = _text(asked, "prompt")
        self.source = _name(asked, "source")
        self.reason = _name(asked, "reason") or _name(asked, "trigger")


def _name(asked: Mapping[str, object], key: str) -> str:
    """A path, or the name of something, which notes and receipts keep. What is longer than any is none."""
    text = _text(asked, key)
    return text if len(text) <= LONGEST_NAME else ""


def _text(asked: Mapping[str, object], key: str) -> str:
    """A text of what the tool wrote; half a character, which no file can hold, as a mark of replacement."""
    value = asked.get(key)
    if not isinstance(value, str):
        return ""
    return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
