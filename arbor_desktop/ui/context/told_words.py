"""How it is said whether telling works: the last session, each session, and thirty days."""

from __future__ import annotations

from arbor_desktop.context.model import DeliverySummary, Rate
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.context.receipt_reads import Told, ToldSession
from arbor_desktop.ui.context.words import memories, tr
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.status import ago

_DAYS = 30


def last_line(told: Told, now: int, *, hooked: bool) -> str:
    """ "Last told: harbor-api, 12 min ago, 17 memories, arrived, 5 used". `hooked`: a hook is installed."""
    if told.off:
        return tr("Telling is switched off in Settings, under Injection. No session is told anything.")
    if told.sessions:
        last = told.sessions[0]
        parts = [project_name(last.project), ago(last.at, now), memories(last.memories), arrived(last)]
        used = used_words(last)
        return f"{tr('Last told:')} {', '.join(part for part in (*parts, used) if part)}"
    if told.project is None:
        nothing = tr("No session was told anything yet.")
    else:
        nothing = tr("No session of this project was told anything yet.")
    return nothing if hooked else f"{nothing} {tr('Install a hook below.')}"


def arrived(session: ToldSession) -> str:
    if session.arrived is None:
        return tr("arrival not known")
    return tr("arrived") if session.arrived else tr("did not arrive")


def used_words(session: ToldSession) -> str:
    """What became of it; nothing where nobody looked yet."""
    if not session.judged:
        return ""
    return _became(session.used, session.failed)


def _became(used: int, failed: int) -> str:
    words = tr("%n used", used) if used else tr("none used")
    return f"{words}, {tr('%n did not hold', failed)}" if failed else words


def headline(session: ToldSession) -> str:
    """What a session is called."""
    return session.title or tr("A session of {tool}").format(tool=source_words(session.tool).label)


def second_line(session: ToldSession, now: int) -> str:
    """ "harbor-api · feat/outbox · Claude Code · 12 min ago · 17 memories, 640 tokens"."""
    counted = f"{memories(session.memories)}, {tr('%n tokens', session.tokens)}"
    tool = source_words(session.tool).label
    place = (project_name(session.project), session.branch or "")
    return " · ".join(part for part in (*place, tool, ago(session.at, now), counted) if part)


def badge(session: ToldSession) -> tuple[str, str, str | None]:
    """(words, kind, glyph): what matters most of a session."""
    if session.arrived is False:
        return tr("Did not arrive"), "danger", "warning"
    if session.used:
        return tr("%n used", session.used), "ok", "check"
    if session.failed:
        return tr("%n did not hold", session.failed), "warn", "warning"
    if session.arrived:
        return tr("Arrived"), "neutral", "check"
    return tr("Not known"), "neutral", None


def spoken(session: ToldSession, now: int) -> str:
    """What a screen reader says of a session."""
    parts = (headline(session), second_line(session, now), arrived(session), used_words(session))
    return ". ".join(part for part in parts if part)


def summary_lines(summary: DeliverySummary) -> tuple[str, ...]:
    """ "In 30 days 24 sessions were told something.", what arrived of it, and whether it helped."""
    if not summary.sessions:
        return (tr("No session was told anything in the last %n days.", _DAYS),)
    if summary.sessions == 1:
        sessions = tr("In the last %n days 1 session was told something.", _DAYS)
    else:
        sessions = tr("In the last %n days {count} sessions were told something.", _DAYS).format(
            count=f"{summary.sessions:,}"
        )
    arrival = _share(
        summary.arrived, tr("It arrived in {part} of {whole} whose record can show it ({share}).")
    )
    helped = _share(
        summary.sessions_helped,
        tr("In {part} of {whole} that were memorized since, at least one memory helped ({share})."),
    )
    return tuple(line for line in (sessions, arrival, helped, _came_into_play(summary)) if line)


def _came_into_play(summary: DeliverySummary) -> str:
    """What became of the memories: plain counts, as most leave no trace in one session."""
    if not summary.memories:
        return ""
    failed = summary.helped.whole - summary.helped.part
    return tr("Of {told} told there: {became}.").format(
        told=memories(summary.memories), became=_became(summary.helped.part, failed)
    )


def _share(rate: Rate, words: str) -> str:
    if rate.share is None:
        return ""
    return words.format(
        part=f"{rate.part:,}", whole=f"{rate.whole:,}", share=f"{rate.share:.0%}".replace("%", " %")
    )
