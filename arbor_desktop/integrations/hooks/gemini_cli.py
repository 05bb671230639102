"""Gemini CLI's hooks.

google-gemini/gemini-cli:docs/hooks/reference.md: every event gets `session_id, transcript_path, cwd,
hook_event_name, timestamp`; SessionStart also `source` (startup, resume, clear), BeforeAgent `prompt`,
SessionEnd `reason`, PreCompress `trigger`. SessionStart and BeforeAgent take
`hookSpecificOutput.additionalContext`: at the start it is the first turn of the history, with a prompt it
is added to the prompt. The document says "for this turn only"; whether the prompt keeps it in the history
is not certain, and it is not told twice. SessionEnd is not waited for. PreCompress comes with each request
(seen in 0.61), whether anything is shortened or not.

The reference does not show `hookEventName`; google-gemini/gemini-cli:packages/core/src/hooks/types.ts does,
and there the text is put before the model with `<` and `>` escaped. A session that is resumed has its
history, with its first turn.
"""

from __future__ import annotations

from arbor_desktop.integrations.hooks.call import END, LOOK, PROMPT, START, Contract

CONTRACT = Contract(
    "gemini-cli",
    "gemini-cli",
    {"SessionStart": START, "BeforeAgent": PROMPT, "PreCompress": LOOK, "SessionEnd": END},
    frozenset({"resume"}),
)
