"""Codex CLI's hooks.

openai/codex:codex-rs/hooks/schema/generated: `session-start`, `user-prompt-submit` and `pre-compact` get
`session_id, transcript_path` (may be null), `cwd, hook_event_name, model, permission_mode`; the first also
`source` (startup, resume, clear, compact), the second `prompt` and `turn_id`, the third `trigger`. The
answers' schemas allow no unknown field: `hookSpecificOutput` holds `hookEventName` and `additionalContext`,
and nothing else is written. Nothing at all is a good answer (codex-rs/hooks/src/events/session_start.rs).
`SessionEnd` comes right before a session ends, with a `reason`, also in `codex exec`; seen in 0.169. In older
versions, which pass over events that they don't know, a record is read when it was quiet for a while.

Context of hooks becomes part of the conversation (codex-rs/core/src/hook_runtime.rs), so a resumed session
has it still.
"""

from __future__ import annotations

from arbor_desktop.integrations.hooks.call import END, LOOK, PROMPT, START, Contract

CONTRACT = Contract(
    "codex",
    "codex",
    {"SessionStart": START, "UserPromptSubmit": PROMPT, "PreCompact": LOOK, "SessionEnd": END},
    frozenset({"resume"}),
)
