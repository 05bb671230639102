"""How the window speaks of maintenance: tasks, when, how long, how it ended; the results of its runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from arbor_desktop.conversations.model import Activity
from arbor_desktop.maintenance.model import Ending, Run
from arbor_desktop.runtime.steps import Progress
from arbor_desktop.task_times import Task
from arbor_desktop.ui.formatting import percent_number, size_words
from arbor_desktop.ui.status import MAINTENANCE, ago, clock_time
from arbor_desktop.ui.translation import number, tr, translated

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
    return percent_number(int(100 * progress.share))


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
            "file. Permanently deletes old archived memories if “Delete archived memories” is set."
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


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a run did: "Merged" "6 duplicates", and "6 duplicates merged" as a sentence. `warns`:
    the person should look at it."""

    lead: str
    value: str
    sentence: str
    warns: bool = False


def _item(lead: str, value: str, sentence: str, warns: bool = False) -> Item:
    return Item(lead, value, sentence.format(what=value), warns)


_ITEMS: dict[str, Callable[[int], Item]] = {
    "duplicates_merged": lambda n: _item(tr("Merged"), tr("%n duplicates", None, n), tr("{what} merged")),
    "items_archived": lambda n: _item(tr("Archived"), tr("%n memories", None, n), tr("{what} archived")),
    "items_compressed": lambda n: _item(
        tr("Shortened"), tr("%n long memories", None, n), tr("{what} shortened")
    ),
    "memories_promoted": lambda n: _item(
        tr("Made global:"), tr("%n memories", None, n), tr("{what} made global")
    ),
    "items_purged": lambda n: _item(
        tr("Deleted"), tr("%n archived memories", None, n), tr("{what} deleted permanently")
    ),
    "contradictions_found": lambda n: _item(
        tr("Found"), tr("%n new conflicts", None, n), tr("{what} found"), warns=True
    ),
    "contradictions_doubted": lambda n: _item(
        tr("Judged unlikely:"), tr("%n conflicts", None, n), tr("{what} judged unlikely by the model")
    ),
    "categories_evolved": lambda n: _item(
        tr("Reworded"), tr("%n summaries", None, n), tr("{what} reworded by the model")
    ),
    "branches_evolved": lambda n: _item(
        tr("Updated"),
        tr("branch memory of %n branches", None, n),
        tr("{what} updated"),
    ),
    "items_invalid": lambda n: _item(
        tr("Found"), tr("%n damaged memories", None, n), tr("{what} found"), warns=True
    ),
    "texts_removed": lambda n: _item(
        tr("Removed"),
        tr("%n transcripts", None, n),
        tr("{what} removed"),
    ),
    "outcomes_removed": lambda n: _item(
        tr("Removed"), tr("%n old session outcomes", None, n), tr("{what} removed")
    ),
    "problems_found": lambda n: _item(
        tr("Found"),
        tr("%n problems in the memory file", None, n),
        tr("{what} found"),
        warns=True,
    ),
    "indexes_rebuilt": lambda n: _item(
        tr("Repaired"), tr("%n search indexes", None, n), tr("{what} repaired")
    ),
    "outcomes_derived": lambda n: _item(tr("Read"), tr("%n conversations", None, n), tr("{what} read")),
    "backups_made": lambda n: _item(tr("Created"), tr("%n backups", None, n), tr("{what} created")),
    "projects_read": lambda n: _item(tr("Read"), tr("%n projects", None, n), tr("{what} read")),
    "items_validated": lambda n: _item(tr("Checked"), tr("%n memories", None, n), tr("{what} checked")),
    "resources_processed": lambda n: _item(tr("Compared"), tr("%n memories", None, n), tr("{what} compared")),
    "pairs_judged": lambda n: _item(
        tr("Assessed"), tr("%n pairs of memories", None, n), tr("{what} assessed by the model")
    ),
    "model_calls": lambda n: _item(tr("Asked"), tr("the model %n times", None, n), tr("asked {what}")),
    "turns_indexed": lambda n: _item(tr("Indexed"), tr("%n messages", None, n), tr("{what} indexed")),
    "vectors_dropped": lambda n: _item(
        tr("Removed"), tr("%n invalid search entries", None, n), tr("{what} removed")
    ),
    "failures": lambda n: _item(tr("Failed:"), tr("%n items", None, n), tr("{what} failed"), warns=True),
}
"""An item of a count, by the names of spec 5.8, in the order in which they are listed: what changed memories
comes first."""


_QUIET = frozenset(
    {
        "resources_processed", "items_validated", "backups_made", "projects_read", "turns_indexed",
        "vectors_dropped", "outcomes_derived", "pairs_judged", "model_calls",
    }
)  # fmt: skip
"""What a run looked at, or does every day: no news."""
_OF_TEXT = "turns_packed"
"""What the daily task compresses is no memory, but the text of old conversations."""
_OF_UNDOING = frozenset({"items_restored", "items_left"})
"""Told where a run was taken back."""


def items(runs: Iterable[Run]) -> list[Item]:
    """What these runs did, summed; what is nothing is left out, and what failed comes last."""
    counts: dict[str, int] = {}
    for run in runs:
        for name, count in run.result.items():
            place = _OF_TEXT if run.task is Task.DAILY and name == "items_compressed" else name
            counts[place] = counts.get(place, 0) + count
    loud = [name for name in _ITEMS if name not in _QUIET and name != "failures"]
    found = [_ITEMS[name](counts[name]) for name in loud if counts.get(name)]
    if packed := counts.get(_OF_TEXT):
        value = tr("%n old messages", None, packed)
        said = tr("{what} compressed").format(what=value)
        if saved := counts.get("bytes_saved"):
            said = tr("{what} compressed ({size} saved)").format(what=value, size=size_words(saved))
            value = tr("{what}, saving {size}").format(what=value, size=size_words(saved))
        found.append(Item(tr("Compressed"), value, said))
    if freed := counts.get("bytes_freed"):
        found.append(Item(tr("Freed"), size_words(freed), tr("{what} freed").format(what=size_words(freed))))
    ours = {*_ITEMS, *_OF_UNDOING, "bytes_saved", "bytes_freed", _OF_TEXT}
    for name, count in counts.items():
        if name not in ours and count:  # of a newer version, or another tool: told as it is called
            words = name.replace("_", " ")
            found.append(Item(words[:1].upper() + words[1:], number(count), f"{words}: {number(count)}"))
    found += [_ITEMS[name](counts[name]) for name in _ITEMS if name in _QUIET and counts.get(name)]
    if failures := counts.get("failures"):
        found.append(_ITEMS["failures"](failures))
    return found


def is_news(run: Run) -> bool:
    """Whether a run that has ended did something worth telling, or did not come to its end."""
    if run.ending is None:
        return False
    if run.ending is not Ending.DONE:
        return True
    return any(count for name, count in run.result.items() if name not in _QUIET | _OF_UNDOING)


def result_words(runs: Sequence[Run]) -> str:
    """ "11 memories archived, 2 duplicates merged"."""
    said = ", ".join(item.sentence for item in items(runs))
    return said[:1].upper() + said[1:] if said else tr("No changes needed")


def activities(service: Any, limit: int) -> list[Activity]:
    """Return what was captured, and the runs that did something or failed, the newest first."""
    captured = [one for one in service.activity(limit) if one.kind != MAINTENANCE]
    runs = [as_activity(run) for run in service.maintenance_log(limit) if is_news(run)]
    return merged(captured, runs)[:limit]


def merged(captured: Sequence[Activity], runs: Sequence[Activity]) -> list[Activity]:
    """Return both, the newest first; what was captured keeps its own order."""
    found, rest = [], sorted(runs, key=lambda one: one.at, reverse=True)
    for one in captured:
        while rest and rest[0].at > one.at:
            found.append(rest.pop(0))
        found.append(one)
    return found + rest


def as_activity(run: Run) -> Activity:
    """Return the line for a run that has ended."""
    failed = run.ending is Ending.FAILED
    told = translated(run.error) if run.error else result_words([run])
    title = tr("{task} maintenance").format(task=task_title(run.task))
    at = run.finished_at or run.started_at
    return Activity(at, MAINTENANCE, title, "error" if failed else "success", told)
