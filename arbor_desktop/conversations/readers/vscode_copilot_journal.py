"""VS Code's journal of a chat: the session, then what changed in it, a line each. Facts: `vscode_copilot`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arbor_desktop.conversations.readers import json_lines
from arbor_desktop.conversations.readers.gathering import Gathering
from arbor_desktop.conversations.readers.lines import LogFile

INITIAL, SET, PUSH, DELETE = range(4)


def replay(path: Path, out: Gathering) -> Any:
    """The session as it is after the journal's last whole line; None where there is none.

    Damaged lines are counted as broken, changes to what is not there as unknown.
    """
    state: Any = None
    with LogFile(path) as log:
        for line in log.lines():
            if line.too_long:
                out.skipped += 1
                continue
            if not line.data:
                continue
            entries = json_lines.objects(line.data)
            if entries is None:
                out.broken += line.complete  # the last line may still be being written
                continue
            for entry in entries:
                if entry.get("kind") == INITIAL:
                    state = entry.get("v")
                elif not _apply(state, entry):
                    out.unknown += 1
    return state


def _apply(state: Any, entry: dict[str, Any]) -> bool:
    """Makes one change; False where the path leads nowhere."""
    keys = entry.get("k")
    if not isinstance(keys, list) or not keys:
        return False
    for key in keys[:-1]:
        state = _child(state, key)
    last, kind = keys[-1], entry.get("kind")
    if kind == PUSH:
        return _push(_child(state, last), entry)
    if isinstance(state, dict) and isinstance(last, str):
        if kind == SET:
            state[last] = entry.get("v")
        elif kind == DELETE:
            state.pop(last, None)
        return kind in (SET, DELETE)
    if kind == SET and _is_place(state, last):
        state[last] = entry.get("v")
        return True
    return False


def _push(target: Any, entry: dict[str, Any]) -> bool:
    if not isinstance(target, list):
        return False
    kept = entry.get("i")
    if isinstance(kept, int) and kept >= 0:
        del target[kept:]
    target.extend(json_lines.sequence(entry.get("v")))
    return True


def _child(state: Any, key: Any) -> Any:
    if isinstance(state, dict) and isinstance(key, str):
        return state.get(key)
    return state[key] if _is_place(state, key) else None


def _is_place(state: Any, key: Any) -> bool:
    return (
        isinstance(state, list)
        and isinstance(key, int)
        and not isinstance(key, bool)
        and 0 <= key < len(state)
    )
