"""Why a tool would not call hooks that are set up, as its own settings say.

- Claude Code: `disableAllHooks` (code.claude.com/docs/en/hooks).
- Gemini CLI: `hooksConfig.enabled`, before that `tools.enableHooks`
  (google-gemini/gemini-cli:docs/reference/configuration.md).
- Codex: `[features] hooks`, once `codex_hooks`; and it calls what was trusted alone, which it notes as
  `[hooks.state."FILE:EVENT:GROUP:PLACE"] trusted_hash` in the person's config.toml
  (openai/codex:codex-rs/hooks/src/engine/discovery.rs). Whether the hash is still right is not computed here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

UNTRUSTED = "Codex does not call them before you trust them: type /hooks in Codex."
NO_END = (
    "Codex does not call SessionEnd yet, so a session is read only where its source is watched. Type /hooks "
    "in Codex to trust it. If it is not listed there, update Codex."
)
"""An older Codex knows no such event, and can't be asked to trust it."""


def of_claude_code(settings: Mapping[str, Any]) -> str:
    off = settings.get("disableAllHooks") is True
    return _off("this file (disableAllHooks)") if off else ""


def of_gemini(settings: Mapping[str, Any]) -> str:
    for group, key in (("hooksConfig", "enabled"), ("tools", "enableHooks")):
        if _within(settings, group).get(key) is False:
            return _off(f"this file ({group}.{key})")
    return ""


def of_codex(config: Path, hooks: Path, events: Iterable[str]) -> str:
    """`config` is the person's config.toml, `hooks` the file with our hooks of these events."""
    try:
        said = tomllib.loads(config.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        said = {}
    except (OSError, ValueError):
        return ""  # the MCP server's part says what is wrong with it
    features = _within(said, "features")
    if features.get("hooks", features.get("codex_hooks")) is False:
        return _off(f"{config} ([features])")
    states = _within(_within(said, "hooks"), "state")
    for event in events:
        head = f"{hooks}:{re.sub('(?<=[a-z])(?=[A-Z])', '_', event).lower()}:"
        known = [state for key, state in states.items() if key.startswith(head) and isinstance(state, dict)]
        if not any(state.get("trusted_hash") for state in known):
            return NO_END if event == "SessionEnd" else UNTRUSTED
        if all(state.get("enabled") is False for state in known):
            return f"{event} is switched off in Codex: type /hooks there."
    return ""


def _off(where: str) -> str:
    return f"Hooks are switched off in {where}, so none is called. Switch them on there."


def _within(settings: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = settings.get(key)
    return found if isinstance(found, Mapping) else {}
