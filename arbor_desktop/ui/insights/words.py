"""The words of the Insights page, and its keys."""

from __future__ import annotations

import errno
from datetime import datetime
from pathlib import Path

from arbor_desktop.context.model import Rate
from arbor_desktop.maintenance.model import Insights, MaintenanceStatus, Measure
from arbor_desktop.memories.model import Category, MemoryType, Source
from arbor_desktop.task_times import Task
from arbor_desktop.ui.formatting import age, day_words, percent, percent_number, size_words, weekday_name
from arbor_desktop.ui.memory.words import category_label, source_label, type_label
from arbor_desktop.ui.translation import number, tr

NO_FIGURE = "–"
_MINUTE, _HOUR = 60_000, 3_600_000
_NIGHT_ENDS, _EVENING = 6, 18
"""What comes before 6 in the morning is tonight's; after 18, tonight's too."""


def dollars(value: float) -> str:
    """`$3.18`; what is less than a cent is not called nothing."""
    if 0 < value < 0.005:
        return tr("under $0.01")
    return f"${value:,.2f}"


def when_short(at: int, now: int) -> str:
    """How long ago in few words: `just now`, `4 min ago`, `3 h ago`, `yesterday`, `5 days ago`, `19 Nov`."""
    passed = now - at
    if passed < _MINUTE:
        return tr("just now")
    if passed < _HOUR:
        return tr("%n min ago", None, passed // _MINUTE)
    if _local(at).date() == _local(now).date():
        return tr("%n h ago", None, passed // _HOUR)
    return age(at, now)


def next_run(status: MaintenanceStatus, now: int) -> tuple[str, str]:
    """When maintenance comes next, and which day and task that is: `03:00` and `tonight, daily task`."""
    if status.running is not None:
        return tr("now"), f"{_task(status.running.task)}, {percent(status.running.share)}"
    if status.elsewhere:
        return tr("now"), tr("in another Arbor process")
    if status.next is None:
        return tr("off"), tr("turned off in Settings")
    task, at = status.next
    moment = _local(at)
    if at <= now:
        return tr("due"), _task(task)
    return f"{moment.hour:02}:{moment.minute:02}", f"{_day_of(moment, _local(now))}, {_task(task)}"


def _day_of(moment: datetime, now: datetime) -> str:
    days = (moment.date() - now.date()).days
    tonight = (days == 0 and moment.hour >= _EVENING) or (
        days == 1 and moment.hour < _NIGHT_ENDS and now.hour >= _NIGHT_ENDS
    )
    if tonight:
        return tr("tonight")
    if days == 0:
        return tr("today")
    if days == 1:
        return tr("tomorrow")
    return weekday_name(moment.date()) if days < 7 else day_words(moment.date())


def _task(task: Task) -> str:
    return {
        Task.NIGHTLY: tr("nightly task"),
        Task.DAILY: tr("daily task"),
        Task.WEEKLY: tr("weekly task"),
        Task.MONTHLY: tr("monthly task"),
    }[task]


def share_words(rate: Rate, goal: float | None = None) -> str:
    """`86 %`; a dash where there is nothing to count. What is only just on one side of its goal is told to a
    tenth, so that it never reads as the goal itself: `4.7 %` where less than 5 % is wanted."""
    share = rate.share
    if share is None:
        return NO_FIGURE
    if goal is None or share == goal or round(share * 100) != round(goal * 100):
        return percent(share)
    tenths = round(share * 1000)
    if tenths == round(goal * 1000):
        tenths += -1 if share < goal else 1
    return percent_number(f"{tenths / 10:.1f}")


def captured_words(insights: Insights) -> str:
    """What the last conversation brought; what changed last may be something else."""
    if insights.last_updated is None or not insights.memorized:
        return tr("nothing read yet")
    return tr("last read: {count}").format(
        count=tr("%n new", None, insights.captured_last) if insights.captured_last else tr("nothing new")
    )


def kind_label(by: str, name: str) -> str:
    """A category, type or source as people call it; one that is not known as it is written."""
    known: dict[str, str] = {
        "category": {c.value: category_label(c) for c in Category},
        "type": {t.value: type_label(t) for t in MemoryType},
        "source": {s.value: source_label(s) for s in Source},
    }[by]
    return known.get(name) or name.replace("_", " ").capitalize()


def file_failure_words(error: OSError, where: Path) -> str:
    """Why a file could not be written, and what helps."""
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return tr("Couldn't save: Arbor can't write to {folder}. Choose another folder.").format(folder=where)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return tr("Couldn't save: the disk is full. Free up some space.")
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return tr("Couldn't save: {folder} no longer exists. Choose another folder.").format(folder=where)
    return tr("Couldn't save: {why}.").format(why=error.strerror or str(error))


def span_words(days: int) -> str:
    """What the charts over time are of."""
    return (
        tr("by type, last %n days", None, days)
        if days <= 60
        else tr("by type, last %n weeks", None, round(days / 7))
    )


def measure_name(measure: Measure) -> str:
    """What a measure is called."""
    known = {
        "helpful": tr("Helpful memories"),
        "hit": tr("Patterns reused in coding"),
        "prevention": tr("Problems prevented"),
        "suggestion": tr("Conflict suggestions accepted"),
        "stale": tr("Unused for 90 days"),
        "learnings": tr("New memories per conversation"),
        "project_bytes": tr("Size of project memories"),
        "global_bytes": tr("Size of global memories"),
    }
    return known.get(measure.key) or measure.key.replace("_", " ").capitalize()


def measure_about(measure: Measure) -> str:
    """What a measure counts: `148 of 172 told memories were used or confirmed`."""
    known = {
        "helpful": (
            tr("relevant memories helped"),
            tr("Relevant memories that helped"),
        ),
        "hit": (
            tr("coding conversations used a saved pattern or preference"),
            tr("Coding conversations that used a saved pattern or preference"),
        ),
        "prevention": (tr("known problems did not come back"), tr("Known problems that did not come back")),
        "suggestion": (tr("conflicts were resolved as suggested"), tr("Conflicts resolved as suggested")),
        "stale": (
            tr("memories were never used, and not mentioned or confirmed for 90 days"),
            tr("Memories never used, and not mentioned or confirmed for 90 days"),
        ),
        "learnings": (
            "",
            tr("Patterns, pitfalls, quirks and decisions, in longer or more complex conversations"),
        ),
        "project_bytes": ("", tr("Largest of the projects shown")),
        "global_bytes": ("", tr("Memories that apply to all projects")),
    }
    with_figure, without = known.get(measure.key, ("", ""))
    rate = measure.rate
    if rate is None or rate.share is None:
        return without
    words = tr("{part} of {whole} {what}")
    return words.format(part=number(rate.part), whole=number(rate.whole), what=with_figure).rstrip()


def measure_value(measure: Measure) -> str:
    """The figure, a dash where there is none."""
    if measure.rate is not None:
        return share_words(measure.rate, measure.goal)
    return NO_FIGURE if measure.value is None else _amount(measure.key, measure.value)


def goal_words(measure: Measure) -> str:
    """`goal above 80 %`."""
    amount = (
        percent(measure.goal)
        if measure.goal < 1 and measure.rate is not None
        else _amount(measure.key, measure.goal)
    )
    if measure.key == "learnings":
        return tr("At least {amount}").format(amount=amount)
    return (tr("Above {amount}") if measure.above else tr("Below {amount}")).format(amount=amount)


def met_words(measure: Measure) -> str:
    """How a measure stands."""
    if measure.met is None:
        return tr("No data yet")
    return tr("Goal met") if measure.met else tr("Goal not met")


def _amount(key: str, value: float) -> str:
    if key.endswith("_bytes"):
        return size_words(round(value))
    return f"{value:.0f}" if value == int(value) else f"{value:.1f}"


def _local(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000)


def insight_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("Alt+1|Alt+2|Alt+3|Alt+4", tr("Show charts, timeline, graph, or whether memories help")),
        ("Left|Right|Up|Down|Home|End", tr("Charts: move between values")),
        ("Return", tr("Charts: show the memories counted in a bar")),
        ("Shift+F10", tr("Charts: open the menu (table, copy, save)")),
        ("Space", tr("Timeline: show or hide an event's memories")),
        ("PgDown|PgUp", tr("Graph: next or previous memory, most links first")),
        ("Esc", tr("Graph: clear selection, or return from table to graph")),
        ("0", tr("Graph: fit to window (to zoom, press + or −)")),
        ("F5", tr("Refresh")),
    )
