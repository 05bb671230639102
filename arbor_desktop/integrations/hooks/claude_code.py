"""Claude Code's hooks.

https://code.claude.com/docs/en/hooks: every event gets `session_id, transcript_path, cwd, hook_event_name` on
stdin; SessionStart also `source` (startup, resume, clear, compact, fork), UserPromptSubmit `prompt`,
SessionEnd `reason`, PreCompact `trigger`. SessionStart and UserPromptSubmit take
`hookSpecificOutput.additionalContext`; a text of more than 10,000 characters is put into a file. A Stop
hook that answers makes the AI go on, so Stop is never answered. SessionEnd has 1.5 seconds for all hooks,
and what it says is thrown away.

What a resumed session still has in mind: its transcript is loaded as it is (thedotmack/claude-mem issue
4061), and the context of hooks lies in it as an attachment `hook_additional_context` that is put before the
model again. Older versions kept it nowhere (anthropics/claude-code issue 11906): there the receipt says,
once the transcript was read, that it did not arrive, and all is told again. `clear` and `compact` leave
everything behind; a `fork` has a new session id, and is told as a new one.
"""

from __future__ import annotations

from arbor_desktop.integrations.hooks.call import END, LOOK, PROMPT, START, Contract

CONTRACT = Contract(
    "claude-code",
    "claude-code",
    {"SessionStart": START, "UserPromptSubmit": PROMPT, "PreCompact": LOOK, "SessionEnd": END},
    frozenset({"resume"}),
)
