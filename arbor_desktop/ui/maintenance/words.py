"""How the window speaks of maintenance: tasks, when, how long, how it ended."""

from __future__ import annotations

from datetime import datetime, timedelta

from arbor_desktop.maintenance.model import Ending, Run
from arbor_desktop.runtime.steps import Progress
from arbor_desktop.task_times import Task
from arbor_desktop.ui.status import ago, clock_time
from arbor_desktop.ui.translation import number, tr

ROUND_GAP_MS = 90 * 60_000
"""Runs that begin within so long of each other are one night's: they are told of together."""


def task_title(task: Task) -> str:
    return {
        Task.NIGHTLY: tr("Nightly"),
        Task.DAILY: tr("Daily"),
        Task.WEEKLY: tr("Weekly"),
        Task.MONTHLY: tr("Monthly"),
    }[task]


def duration_words(ms: int) -> str:
    """ "under 1 s", "48 s", "2 min 5 s", "1 h 3 min"."""
    seconds = round(ms / 1000)
    if seconds < 1:
        return tr("under 1 s")
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return tr("{n} s").format(n=seconds)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return tr("{h} h {min} min").format(h=hours, min=minutes)
    return tr("{min} min {s} s").format(min=minutes, s=rest)


def when_words(at: int, now: int) -> str:
    """A time that has passed, as a clock says it: "03:00" today, "yesterday 03:00", "19 Nov, 03:00"."""
    moment, today = datetime.fromtimestamp(at / 1000), datetime.fromtimestamp(now / 1000)
    if moment.date() == today.date() - timedelta(days=1):
        return ago(at, now)
    if moment.year != today.year and at < now:
        return ago(at, now)
    return clock_time(at, now)


def day_words(at: int, now: int) -> str:
    """The same with the day: "today 03:00"."""
    same = datetime.fromtimestamp(at / 1000).date() == datetime.fromtimestamp(now / 1000).date()
    return tr("today {time}").format(time=when_words(at, now)) if same else when_words(at, now)


def duration_of(run: Run) -> str:
    """How long a run took; empty while it is not known."""
    if run.finished_at is None or run.ending is Ending.INTERRUPTED:
        return ""
    return duration_words(run.finished_at - run.started_at)


def ending_words(run: Run) -> tuple[str, str, str]:
    """(words, badge kind, icon) of how a run ended."""
    if run.ending is None:
        return tr("Running"), "accent", "refresh"
    if run.ending is Ending.DONE and run.result.get("failures"):
        return tr("Partly done"), "warn", "warning"
    return {
        Ending.DONE: (tr("Done"), "ok", "check"),
        Ending.STOPPED: (tr("Stopped"), "neutral", "pause"),
        Ending.FAILED: (tr("Failed"), "danger", "warning"),
        Ending.INTERRUPTED: (tr("Interrupted"), "warn", "warning"),
    }[run.ending]


def by_words(actor: str) -> str:
    """Who asked for a run."""
    known = {"schedule": tr("scheduled"), "user": tr("by you"), "agent": tr("by an AI tool")}
    return known.get(actor, tr("by {who}").format(who=actor))


def progress_words(progress: Progress) -> str:
    """ "Daily: archiving what faded", with how far within the step where that is known."""
    step = progress.step[:1].lower() + progress.step[1:]
    words = f"{task_title(progress.task)}: {step}" if step else task_title(progress.task)
    if progress.total:
        words += tr(", {done} of {total}").format(done=number(progress.done), total=number(progress.total))
    elif progress.done:
        words += f", {number(progress.done)}"
    return words


def percent(progress: Progress) -> str:
    return tr("{n}%").format(n=int(100 * progress.share))


def last_round(last: dict[Task, Run]) -> list[Run]:
    """The newest runs that belong together, in the order in which they were: a night's, or one by hand."""
    runs = sorted(last.values(), key=lambda run: run.started_at)
    found = runs[-1:]
    for run in reversed(runs[:-1]):
        if found[0].started_at - run.started_at > ROUND_GAP_MS:
            break
        found.insert(0, run)
    return found


def undone_words(run: Run) -> str:
    """What came back when a run was taken back, and how much was left as it is."""
    back, left = run.result.get("items_restored", 0), run.result.get("items_left", 0)
    said = tr("%n memories restored", "by undoing a run", back)
    if left:
        rest = tr("%n not restored because they changed after the run", None, left)
        return f"{said}, {rest}"
    return said


def task_what(task: Task) -> str:
    """What a task does, in plain words."""
    return {
        Task.NIGHTLY: tr("Checks recent memories: merges duplicates and finds conflicts."),
        Task.DAILY: tr(
            "Archives faded, expired and unused memories, compresses old conversations, and makes a backup."
        ),
        Task.WEEKLY: tr(
            "Shortens old, long memories, but keeps their full text. Archives inferred memories "
            "that were never confirmed and not used for 90 days."
        ),
        Task.MONTHLY: tr(
            "Checks all memories and links, repairs the search index, and compacts the memory "
            "file. If turned on in Settings, permanently deletes old archived memories."
        ),
    }[task]


def next_words(at: int, now: int) -> str:
    """A time to come: "today 15:00", "tomorrow 03:00", "Sunday 04:00", "1 Dec, 05:00"."""
    moment, today = datetime.fromtimestamp(at / 1000), datetime.fromtimestamp(now / 1000)
    days = (moment.date() - today.date()).days
    if days == 0:
        return tr("today {time}").format(time=clock_time(at, now))
    if 1 < days < 7:
        weekdays = (
            tr("Monday"), tr("Tuesday"), tr("Wednesday"), tr("Thursday"), tr("Friday"), tr("Saturday"),
            tr("Sunday"),
        )  # fmt: skip
        return f"{weekdays[moment.weekday()]} {moment.hour:02}:{moment.minute:02}"
    return clock_time(at, now)
