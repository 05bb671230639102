"""The words and glyphs of the timeline."""

from __future__ import annotations

from datetime import datetime, timedelta

from arbor_desktop.maintenance.model import Ending, Moment, Run
from arbor_desktop.projects.names import project_name
from arbor_desktop.task_times import Task
from arbor_desktop.ui.formatting import day_words
from arbor_desktop.ui.maintenance.words import result_words
from arbor_desktop.ui.translation import QT_TR_NOOP, tr, translated

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("all", ()),
    ("learned", ("learned", "added")),
    ("changed", ("changed", "promoted", "replaced", "undone")),
    ("reviewed", ("accepted", "rejected", "review")),
    ("forgotten", ("archived", "restored", "deleted")),
    ("conflicts", ("conflict", "decided")),
    ("maintenance", ("maintenance",)),
    ("projects", ("project",)),
)
"""What can be asked for, and the kinds of moments of each; of the first one all."""

_GLYPHS = {
    "learned": "sparkle", "added": "plus", "changed": "edit", "promoted": "globe", "accepted": "check",
    "rejected": "x", "review": "review", "archived": "clock", "restored": "undo", "replaced": "merge",
    "deleted": "trash", "undone": "undo", "conflict": "conflicts", "decided": "conflicts",
    "maintenance": "settings", "project": "folder",
}  # fmt: skip
_TOKENS = {
    "learned": "accentText", "added": "accentText", "promoted": "accentText", "accepted": "ok",
    "conflict": "danger", "deleted": "danger",
}  # fmt: skip


def glyph(moment: Moment) -> tuple[str, str]:
    """The glyph of a moment and the token of its colour."""
    if moment.kind == "maintenance" and moment.decision not in (None, "done"):
        return "warning", "warn"
    return _GLYPHS[moment.kind], _TOKENS.get(moment.kind, "text2")


def group_label(key: str) -> str:
    return {
        "all": tr("All events"),
        "learned": tr("New memories"),
        "changed": tr("Changed"),
        "reviewed": tr("Reviewed"),
        "forgotten": tr("Archived, deleted or restored"),
        "conflicts": tr("Conflicts"),
        "maintenance": tr("Maintenance"),
        "projects": tr("New projects"),
    }[key]


def day_label(at: int, now: int) -> str:
    """ "Today", "Yesterday", "Wed 19 Nov", with the year where it is another one."""
    day, today = datetime.fromtimestamp(at / 1000).date(), datetime.fromtimestamp(now / 1000).date()
    if day == today:
        return tr("Today")
    if day == today - timedelta(days=1):
        return tr("Yesterday")
    return day_words(day, weekday=True, year=day.year != today.year)


def time_label(at: int) -> str:
    """ "16:42", local time."""
    moment = datetime.fromtimestamp(at / 1000)
    return f"{moment.hour:02}:{moment.minute:02}"


def sentence(moment: Moment) -> str:
    """What happened, in a few words."""
    n = moment.count
    if moment.kind == "maintenance":
        return _maintenance(moment)
    words = {
        "learned": tr("{memories} mentioned"),
        "added": _added(moment),
        "changed": tr("{memories} changed"),
        "promoted": tr("{memories} now applies to all projects")
        if n == 1
        else tr("{memories} now apply to all projects"),
        "accepted": tr("{memories} accepted"),
        "rejected": tr("{memories} rejected"),
        "review": tr("{memories} sent to review"),
        "archived": tr("{memories} archived"),
        "restored": tr("{memories} restored"),
        "replaced": tr("{memories} replaced"),
        "deleted": tr("{memories} deleted"),
        "undone": tr("Changes to {memories} undone"),
        "conflict": tr("%n conflicts found", None, n),
        "decided": tr("%n conflicts resolved", None, n),
    }.get(moment.kind, tr("New project"))
    return words.format(memories=tr("%n memories", None, n))


def _added(moment: Moment) -> str:
    return {
        "user": tr("{memories} added by you"),
        "agent": tr("{memories} saved by an AI tool"),
        "import": tr("{memories} imported"),
    }.get(moment.actor, tr("{memories} added"))


def _maintenance(moment: Moment) -> str:
    tasks = {
        Task.NIGHTLY.value: tr("Nightly maintenance"),
        Task.DAILY.value: tr("Daily maintenance"),
        Task.WEEKLY.value: tr("Weekly maintenance"),
        Task.MONTHLY.value: tr("Monthly maintenance"),
    }
    name = tasks.get(moment.title, tr("Maintenance"))
    ends = {
        "failed": tr("{task} failed"),
        "stopped": tr("{task} was stopped"),
        "interrupted": tr("{task} was interrupted"),
    }
    return ends.get(moment.decision or "", "{task}").format(task=name)


def _did(moment: Moment) -> str:
    """What a run did, as the log of maintenance says it."""
    return result_words(
        [Run(0, Task(moment.title), moment.at, moment.at, moment.figures, ending=Ending.DONE)]
    )


_DECISIONS = {
    "accepted_older": QT_TR_NOOP("Older memory kept"),
    "accepted_newer": QT_TR_NOOP("Newer memory kept"),
    "accepted_higher_confidence": QT_TR_NOOP("Memory with highest confidence kept"),
    "kept_both_with_context": QT_TR_NOOP("Both memories kept"),
    "marked_outdated": QT_TR_NOOP("Older memory marked as outdated"),
    "merged": QT_TR_NOOP("Merged into one memory"),
}


def detail(moment: Moment) -> str:
    """What it was about: the conversation, the memory's words, the topic, why. In one line."""
    parts = [moment.title]
    if moment.kind == "decided":
        parts.append(tr(_DECISIONS[moment.decision]) if moment.decision in _DECISIONS else "")
    elif moment.kind == "maintenance":
        parts = [translated(moment.reason or "") or _did(moment)]
    elif moment.kind == "project":
        parts = [moment.project or moment.title]
    elif moment.kind == "learned":
        parts = [moment.title or tr("Untitled conversation")]
    elif moment.reason:
        parts.append(translated(moment.reason))
    return " · ".join(" ".join(part.split()) for part in parts if part)


def place(moment: Moment) -> str:
    """The name of its project, "" where it has none or is told already."""
    return project_name(moment.project) if moment.project and moment.kind != "project" else ""


def heading(moment: Moment) -> str:
    """The first line of a moment; a project is called by its name."""
    return (
        tr("New project: {name}").format(name=moment.title) if moment.kind == "project" else sentence(moment)
    )


def spoken(moment: Moment) -> str:
    """All of it, to be read aloud."""
    parts = [time_label(moment.at), heading(moment), detail(moment), place(moment)]
    return ". ".join(part for part in parts if part)
