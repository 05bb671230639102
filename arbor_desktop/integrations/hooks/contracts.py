"""How each AI tool calls its hooks: its events, what it sends, and the answer that it accepts.

Claude Code (https://code.claude.com/docs/en/hooks): every event gets `session_id, transcript_path, cwd,
hook_event_name` on stdin; SessionStart also `source` (startup, resume, clear, compact, fork),
UserPromptSubmit `prompt`, SessionEnd `reason`, PreCompact `trigger`. SessionStart and UserPromptSubmit take
`hookSpecificOutput.additionalContext`; a text of more than 10,000 characters is put into a file. A Stop hook
that answers makes the AI continue, so Stop is never answered. SessionEnd has 1.5 seconds for all hooks, and
its output is discarded. A resumed session loads its transcript unchanged (thedotmack/claude-mem issue 4061),
and the context of hooks is in it as an attachment `hook_additional_context`, which the model sees again.
Older versions did not store it (anthropics/claude-code issue 11906): once the transcript was read, the
receipt says that it did not arrive, and everything is shared again. `clear` and `compact` drop everything; a
`fork` has a new session id and is treated as a new session.

Codex CLI (openai/codex:codex-rs/hooks/schema/generated): `session-start`, `user-prompt-submit` and
`pre-compact` get `session_id, transcript_path` (may be null), `cwd, hook_event_name, model, permission_mode`;
the first also `source` (startup, resume, clear, compact), the second `prompt` and `turn_id`, the third
`trigger`. The answers' schemas allow no unknown field: `hookSpecificOutput` has `hookEventName` and
`additionalContext` alone. An empty answer is valid (codex-rs/hooks/src/events/session_start.rs). `SessionEnd`
comes right before a session ends, with a `reason`, also in `codex exec`; seen in 0.169. Older versions ignore
events that they don't know; their records are read after a quiet time. The context of hooks becomes part of
the conversation (codex-rs/core/src/hook_runtime.rs), so a resumed session still has it. Of a text of more
than 2,500 tokens, counted as four bytes each, the model sees beginning and end, and the path of a file with
all of it (codex-rs/hooks/src/output_spill.rs).

Gemini CLI (google-gemini/gemini-cli:docs/hooks/reference.md): every event gets `session_id, transcript_path,
cwd, hook_event_name, timestamp`; SessionStart also `source` (startup, resume, clear), BeforeAgent `prompt`,
SessionEnd `reason`, PreCompress `trigger`. SessionStart and BeforeAgent take
`hookSpecificOutput.additionalContext`: at the start it is the first turn of the history, with a prompt it is
added to the prompt. The document says "for this turn only"; whether the history keeps it is not certain, and
it is not shared twice. SessionEnd is not waited for. PreCompress comes with each request (seen in 0.61),
whether anything is compressed or not. After a compression no session starts: the record then has a line
`{"$set": {"messages": […]}}` with the remaining history, and in it a message with `<state_snapshot>` (seen in
0.61); the block is shared again with the next prompt. The reference does not show `hookEventName`;
google-gemini/gemini-cli:packages/core/src/hooks/types.ts does, and there the text is put before the model
with `<` and `>` escaped. A resumed session has its history, with its first turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from json import loads

START = "start"
"""A session begins or is resumed: the whole block is shared."""
PROMPT = "prompt"
"""A prompt is sent: memories that are relevant to it are shared."""
COMPACTION = "compaction"
"""The conversation is about to be shortened: its record is read now."""
END = "end"
"""A session ended: its record is read now."""
RESUMED, COMPACTED, FORKED = "resume", "compact", "fork"
"""Sources of a start: the session still has the whole conversation in mind, or a summary of it, or that of
another session."""
LONGEST_NAME = 4_096
"""Characters; no path that a system opens is longer."""

_HISTORY, _SUMMARY = b'{"$set":{"messages":[', b"<state_snapshot>"


def gemini_shortened_at(record: str) -> int:
    """Return when the conversation in a record was last shortened, in milliseconds; 0 if that can't be
    seen."""
    from datetime import datetime  # only with a prompt

    try:
        with open(record, "rb") as file:
            data = file.read()
        start = data.rfind(_HISTORY)
        history = data[start:].split(b"\n", 1)[0] if start >= 0 else b""
        if _SUMMARY not in history:
            return 0
        summaries = (
            one["timestamp"]
            for one in loads(history)["$set"]["messages"]
            if _SUMMARY.decode() in str(one["content"])
        )
        return max(int(datetime.fromisoformat(one).timestamp() * 1000) for one in summaries)
    except (OSError, ValueError, TypeError, LookupError):  # no record yet, or of another form
        return 0


class Contract:
    """How one tool calls hooks. `name` is the tool's in receipts and the source of its conversations;
    `events` maps the events that are answered to what they mean. `shortened_at` returns when the conversation
    in a record was last shortened (milliseconds, 0 for never), for a tool that starts no session then.
    `passed_on` returns what the model gets of a text that an event was answered with; of one with more than
    `most_bytes`, in UTF-8, only a part."""

    def __init__(
        self,
        name: str,
        events: Mapping[str, str],
        shortened_at: Callable[[str], int] = lambda record: 0,
        passed_on: Callable[[str, str], str] = lambda event, text: text,
        most_bytes: int | None = None,
    ) -> None:
        self.name = name
        self.events = events
        self.shortened_at = shortened_at
        self.passed_on = passed_on
        self.most_bytes = most_bytes

    def takes(self, text: str) -> bool:
        """Return whether the model gets all of a text."""
        return self.most_bytes is None or len(text.encode()) <= self.most_bytes

    @property
    def start(self) -> str:
        """The event of a session's start."""
        return self.event(START)

    def event(self, wanted: str) -> str:
        """Return the event with this meaning."""
        return next(event for event, action in self.events.items() if action == wanted)


def _escaped(event: str, text: str) -> str:
    return f"<hook_context>{text.replace('<', '&lt;').replace('>', '&gt;')}</hook_context>"


_EVENTS = {"SessionStart": START, "UserPromptSubmit": PROMPT, "PreCompact": COMPACTION, "SessionEnd": END}
CLAUDE_CODE = Contract(
    "claude-code", _EVENTS, passed_on=lambda event, text: f"{event} hook additional context: {text}"
)
CODEX = Contract("codex", _EVENTS, most_bytes=10_000)
GEMINI_CLI = Contract(
    "gemini-cli",
    {"SessionStart": START, "BeforeAgent": PROMPT, "PreCompress": COMPACTION, "SessionEnd": END},
    gemini_shortened_at,
    _escaped,
)
CONTRACTS = {"claude-code": CLAUDE_CODE, "codex": CODEX, "gemini": GEMINI_CLI, "gemini-cli": GEMINI_CLI}
"""By the integration's name, and that of its conversations."""


class Call:
    """One call of a hook. Texts that the tool did not send are empty; `at` in milliseconds."""

    __slots__ = (
        "action",
        "at",
        "contract",
        "cwd",
        "event",
        "prompt",
        "reason",
        "session_id",
        "source",
        "transcript",
    )

    def __init__(self, contract: Contract, event: str, sent: Mapping[str, object], at: int) -> None:
        self.contract = contract
        self.event = event
        self.action = contract.events.get(event)
        self.at = at
        self.session_id = _name(sent, "session_id")
        self.transcript = _name(sent, "transcript_path")
        self.cwd = _name(sent, "cwd")
        self.prompt = _text(sent, "prompt")
        self.source = _name(sent, "source")
        self.reason = _name(sent, "reason") or _name(sent, "trigger")

    @property
    def tool(self) -> str:
        """The tool's name in notes and receipts."""
        return self.contract.name

    def answer(self, text: str) -> dict[str, object]:
        """Return the JSON that shares `text` with the AI."""
        return {"hookSpecificOutput": {"hookEventName": self.event, "additionalContext": text}}


def _name(sent: Mapping[str, object], key: str) -> str:
    """Return a path or a name, which notes and receipts store; "" if it is longer than any can be."""
    text = _text(sent, key)
    return text if len(text) <= LONGEST_NAME else ""


def _text(sent: Mapping[str, object], key: str) -> str:
    """Return a text of what the tool sent; lone surrogates, which no file can hold, become U+FFFD."""
    value = sent.get(key)
    if not isinstance(value, str):
        return ""
    return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
