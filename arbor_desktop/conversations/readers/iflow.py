"""iFlow CLI: session files of `~/.iflow/projects/<folder>/session-<uuid>.jsonl`.

They are written like Claude Code's (envelope, content blocks), so its reader reads them; only the outputs of
tools lie deeper (`{callId, responseParts: {functionResponse: …}}`). Seen in the sample of
kenn-io/agentsview:internal/parser/testdata/iflow, whose every `sessionId` is `session-<uuid>`.
"""

from __future__ import annotations

from pathlib import Path

from arbor_desktop.conversations.readers.claude_code import ClaudeCodeReader, is_session, made_by_iflow

SOURCE = "iflow"


class IflowReader(ClaudeCodeReader):
    """Reads iFlow's session files."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        """By the records in `head` and how their sessions are named; an empty file by its place."""
        return made_by_iflow(path, head) and is_session(path, head, ".iflow")
