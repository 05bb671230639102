"""Words for the team."""

from __future__ import annotations

from arbor_desktop.clock import DAY_MS
from arbor_desktop.team.model import Role, State
from arbor_desktop.ui.formatting import day
from arbor_desktop.ui.status import clock_time
from arbor_desktop.ui.translation import tr

_LONG_MS = 7 * DAY_MS


def role_word(role: Role) -> str:
    """Return "Owner", "Member" or "Reader"."""
    return {Role.OWNER: tr("Owner"), Role.MEMBER: tr("Member"), Role.READER: tr("Reader")}[role]


def initials(name: str) -> str:
    """Return the letters that stand for a name: of its first and last word."""
    words = name.split()
    letters = words[0][:1] + words[-1][:1] if len(words) > 1 else name.strip()[:2]
    return letters.upper()


def first_name(name: str) -> str:
    """Return what a person is called in a sentence."""
    return (name.split() or [""])[0]


def away_words(state: State, now: int) -> tuple[str, str]:
    """Return since when the server is out of reach, and what becomes of own changes."""
    since = tr("Server unreachable since {time}").format(time=clock_time(state.unreachable_since or now, now))
    parts = []
    if state.waiting:
        parts.append(tr("Your %n changes will be sent when it is back.", None, state.waiting))
    reached = state.reached_at
    if reached is not None and now - reached > _LONG_MS:
        parts.append(tr("Last reached {day}.").format(day=day(reached, now)))
    return since, " ".join(parts) or tr("Team memories here stay usable.")
