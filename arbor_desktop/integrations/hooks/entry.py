"""One call of a hook: the tool's JSON on stdin, its answer on stdout, exit code 0 whatever happens."""

from __future__ import annotations

import json
import sys
from typing import Any


def main(arguments: list[str]) -> int:
    """`hook EVENT [--tool NAME] [--home DIR]`. Silent on any trouble."""
    event = arguments[arguments.index("hook") + 1]
    home = arguments[arguments.index("--home") + 1] if "--home" in arguments else None
    tool = arguments[arguments.index("--tool") + 1] if "--tool" in arguments else "claude-code"
    asked = json.load(sys.stdin)
    text = _told(home, tool, event, asked)
    if text:
        answer = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}
        sys.stdout.write(json.dumps(answer))
    return 0


def _told(home: str | None, tool: str, event: str, asked: dict[str, Any]) -> str:
    import hashlib

    from arbor_desktop.core.ids import new_id
    from arbor_desktop.service import MemoryService
    from arbor_desktop.service.project_root import project_root
    from arbor_desktop.store import prepared

    with MemoryService.open(home) as service:
        project = project_root(asked.get("cwd"))
        branch = service.branches(project).checked_out if project else None
        context = service.get_context(
            project=project, branch=branch, prompt=asked.get("prompt"), explain=False
        )
        now = service._rt.clock()
        told = prepared.Told(
            new_id(now), tool, event, str(asked.get("session_id")), now, project, branch,
            hashlib.sha256(context.text.encode()).hexdigest(), context.tokens,
            json.dumps([one.id for one in context.included]),
        )  # fmt: skip
        if context.text:
            service._rt.db.write(lambda c: prepared.note_told(c, told))
        return context.text
