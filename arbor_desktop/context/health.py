"""How each installed hook does: whether it is called, and what to do where it is not."""

from __future__ import annotations

from collections.abc import Sequence

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.queries.hook_state import Begun, HookState
from arbor_desktop.context.receipt import HookHealth, Pulse

MINUTE_MS = 60_000
MARGIN_MS = 10 * MINUTE_MS
"""A session that began so soon after the hook was set up, or after it was called, proves nothing: the
tool may have been open since before, and clocks and records differ by moments."""
MANY = 2
LATE_MS = DAY_MS
"""So many sessions that did not call the hook are silence, or one that began so long after it was set up or
last called: a tool that was left open reads its hooks when it starts, not when the person speaks."""
TITLES = {"claude-code": "Claude Code", "codex": "Codex", "gemini-cli": "Gemini CLI"}
_SETTLE = {
    "claude-code": "Quit Claude Code and start it again; /hooks shows there whether it is on. "
    "If it stays silent, install the hooks again.",
    "codex": "Codex runs hooks only once you trust them: start Codex, type /hooks and trust those of Arbor. "
    "After every change of them it asks again.",
    "gemini-cli": "Quit Gemini CLI and start it again; /hooks panel shows there whether they are on. "
    "If it stays silent, install the hooks again.",
}


def title_of(tool: str) -> str:
    """What people call a tool."""
    return TITLES.get(tool, tool)


def health(tool: str, state: HookState | None, begun: Sequence[Begun], now: int) -> HookHealth:
    """How one hook does. `begun`: the sessions of people, outside of what is excluded, that began since
    `quiet_since`."""
    state = state or HookState(tool)
    pulse, message = _judged(state, begun, now)
    return HookHealth(tool, pulse, state.installed_at, state.called_at, state.answered_at, message)


def quiet_since(state: HookState | None) -> int | None:
    """From when on a session should have called the hook; None where that is not known."""
    if state is None or (state.installed_at is None and state.called_at is None):
        return None
    return max(state.installed_at or 0, state.called_at or 0) + MARGIN_MS


def _judged(state: HookState, begun: Sequence[Begun], now: int) -> tuple[Pulse, str]:
    title = title_of(state.tool)
    heard = state.called_at is not None and state.called_at >= (state.installed_at or 0)
    since = quiet_since(state)
    silent = [one for one in begun if since is not None and since < one.at <= now]
    if since is not None and (len(silent) >= MANY or any(one.at > since + LATE_MS for one in silent)):
        many = "A session" if len(silent) == 1 else f"{len(silent)} sessions"
        after = "since its hooks last called Arbor" if heard else "since its hooks were installed"
        settle = _SETTLE.get(state.tool, "Restart it, or install the hooks again.")
        return Pulse.SILENT, f"{many} of {title} began {after}, and told nothing to Arbor. {settle}"
    if state.trouble and state.trouble_at is not None and state.trouble_at >= (state.called_at or 0):
        return Pulse.FAILING, (
            f"The {title} hook met trouble when it was last called: {state.trouble} "
            "Your session went on without its memories. arbor doctor tells more."
        )
    if heard:
        return Pulse.WELL, ""
    waits = (
        "Start Codex, type /hooks and trust those of Arbor; then begin a session."
        if state.tool == "codex"
        else f"Begin a new session of {title}; it is told what is known."
    )
    return Pulse.UNHEARD, f"No session of {title} called Arbor yet. {waits}"
