"""Gemini CLI's hooks.

google-gemini/gemini-cli:docs/hooks/reference.md: every event gets `session_id, transcript_path, cwd,
hook_event_name, timestamp`; SessionStart also `source` (startup, resume, clear), BeforeAgent `prompt`,
SessionEnd `reason`, PreCompress `trigger`. SessionStart and BeforeAgent take
`hookSpecificOutput.additionalContext`: at the start it is the first turn of the history, with a prompt it
is added to the prompt. The document says "for this turn only"; whether the prompt keeps it in the history
is not certain, and it is not told twice. SessionEnd is not waited for. PreCompress comes with each request
(seen in 0.61), whether anything is shortened or not.

After a compression no session starts. The record then has a line `{"$set": {"messages": […]}}` with the
history that is left, and in it a message with `<state_snapshot>` (seen in 0.61); the block is shared again
with the next prompt.

The reference does not show `hookEventName`; google-gemini/gemini-cli:packages/core/src/hooks/types.ts does,
and there the text is put before the model with `<` and `>` escaped. A session that is resumed has its
history, with its first turn.
"""

from __future__ import annotations

from json import loads

from arbor_desktop.integrations.hooks.call import END, LOOK, PROMPT, START, Contract

_HISTORY, _SUMMARY = b'{"$set":{"messages":[', b"<state_snapshot>"


def shortened_at(record: str) -> int:
    """When the conversation in a record was last shortened, in milliseconds; 0 where that can't be seen."""
    from datetime import datetime  # only with a prompt

    try:
        with open(record, "rb") as file:
            said = file.read()
        start = said.rfind(_HISTORY)
        history = said[start:].split(b"\n", 1)[0] if start >= 0 else b""
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


CONTRACT = Contract(
    "gemini-cli",
    "gemini-cli",
    {"SessionStart": START, "BeforeAgent": PROMPT, "PreCompress": LOOK, "SessionEnd": END},
    frozenset({"resume"}),
    shortened_at,
)
