"""How the window speaks of maintenance: tasks, when, how long, what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from arbor_desktop.core.maintenance import Ending, Progress, Run, Task
from arbor_desktop.ui.status import ago, clock_time
from arbor_desktop.ui.translation import translated

ROUND_GAP_MS = 90 * 60_000
"""Runs that begin within so long of each other are one night's: they are told of together."""


def tr(text: str, count: int = -1) -> str:
    """The text in the person's language; `%n` becomes `count`."""
    return translated("Maintenance", text, count)


def task_title(task: Task) -> str:
    return {
        Task.NIGHTLY: tr("Nightly"),
        Task.DAILY: tr("Daily"),
        Task.WEEKLY: tr("Weekly"),
        Task.MONTHLY: tr("Monthly"),
    }[task]


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a run did: "Merged" "6 duplicates", and "6 duplicates merged" as a sentence. `warns`:
    the person should look at it."""

    lead: str
    value: str
    sentence: str
    warns: bool = False


@dataclass(frozen=True, slots=True)
class _Counter:
    lead: str
    one: str
    many: str
    sentence: str
    warns: bool = False

    def item(self, count: int) -> Item:
        value = self.one if count == 1 else tr(self.many, count)
        return Item(self.lead, value, self.sentence.format(what=value), self.warns)


def _counters() -> dict[str, _Counter]:
    """By the names of spec 5.8, in the order in which they are told: what changed memories comes first."""
    return {
        "duplicates_merged": _Counter(tr("Merged"), tr("1 duplicate"), "%n duplicates", tr("{what} merged")),
        "items_archived": _Counter(tr("Archived"), tr("1 memory"), "%n memories", tr("{what} archived")),
        "items_compressed": _Counter(
            tr("Shortened"), tr("1 long memory"), "%n long memories", tr("{what} shortened")
        ),
        "branches_evolved": _Counter(
            tr("Renewed"), tr("1 branch memory"), "%n branch memories", tr("{what} renewed")
        ),
        "conversations_memorized": _Counter(
            tr("Memorized"), tr("1 conversation"), "%n conversations", tr("{what} memorized")
        ),
        "items_purged": _Counter(
            tr("Deleted"), tr("1 archived memory"), "%n archived memories", tr("{what} deleted for good")
        ),
        "contradictions_found": _Counter(
            tr("Found"), tr("1 new conflict"), "%n new conflicts", tr("{what} found"), warns=True
        ),
        "items_invalid": _Counter(
            tr("Found"), tr("1 damaged memory"), "%n damaged memories", tr("{what} found"), warns=True
        ),
        "texts_removed": _Counter(
            tr("Cleared"), tr("the text of 1 conversation"), "the text of %n conversations",
            tr("{what} removed"),
        ),
        "outcomes_removed": _Counter(
            tr("Cleared"), tr("1 old outcome"), "%n old outcomes", tr("{what} removed")
        ),
        "backups_made": _Counter(tr("Backup"), tr("made"), "%n made", tr("backup {what}")),
        "items_validated": _Counter(
            tr("Checked"), tr("1 memory"), "%n memories", tr("{what} checked")
        ),
        "resources_processed": _Counter(
            tr("Compared"), tr("1 memory"), "%n memories", tr("{what} compared")
        ),
        "failures": _Counter(
            tr("Failed"), tr("1 record"), "%n records", tr("{what} failed"), warns=True
        ),
    }  # fmt: skip


_OF_TEXT = frozenset({"items_compressed"})
"""Counters that mean turns of old conversations where the daily task counts them."""


_OF_UNDOING = frozenset({"items_restored", "items_left"})
"""Told where a run was taken back."""


def items(runs: Iterable[Run]) -> list[Item]:
    """What these runs did, summed; what is nothing is left out, and what failed comes last."""
    known = _counters()
    counts: dict[str, int] = {}
    for run in runs:
        for name, count in run.result.items():
            place = f"text.{name}" if run.task is Task.DAILY and name in _OF_TEXT else name
            counts[place] = counts.get(place, 0) + count
    found = [known[name].item(counts[name]) for name in known if name != "failures" and counts.get(name)]
    if packed := counts.get("text.items_compressed"):
        value = tr("1 old turn") if packed == 1 else tr("%n old turns", packed)
        said = tr("{what} packed").format(what=value)
        if saved := counts.get("bytes_saved"):
            said = tr("{what} packed ({size} less)").format(what=value, size=_size(saved))
            value = tr("{what}, {size} less").format(what=value, size=_size(saved))
        found.append(Item(tr("Packed"), value, said))
    ours = {*known, *_OF_UNDOING, "bytes_saved", "text.items_compressed"}
    for name, count in counts.items():
        if name not in ours and count:  # of a newer version, or another tool: told as it is called
            words = name.replace("_", " ")
            found.append(Item(words[:1].upper() + words[1:], f"{count:,}", f"{words}: {count:,}"))
    if failures := counts.get("failures"):
        found.append(known["failures"].item(failures))
    return found


def _size(count: int) -> str:
    """Bytes as people read them: "4.1 MB", "12 kB"."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(1, round(count / 1000)):,} kB"


_QUIET = frozenset({"resources_processed", "items_validated", "backups_made"})
"""What a run looked at, or does every day: no news."""


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
    return said[:1].upper() + said[1:] if said else tr("Nothing needed to be done")


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
        return tr("Done in part"), "warn", "warning"
    return {
        Ending.DONE: (tr("Done"), "ok", "check"),
        Ending.STOPPED: (tr("Stopped"), "neutral", "pause"),
        Ending.FAILED: (tr("Failed"), "danger", "warning"),
        Ending.INTERRUPTED: (tr("Interrupted"), "warn", "warning"),
    }[run.ending]


def by_words(actor: str) -> str:
    """Who asked for a run."""
    known = {"schedule": tr("by schedule"), "user": tr("by you"), "agent": tr("by an agent")}
    return known.get(actor, tr("by {who}").format(who=actor))


def progress_words(progress: Progress) -> str:
    """ "Daily: archiving what faded", with how far within the step where that is known."""
    step = progress.step[:1].lower() + progress.step[1:]
    words = f"{task_title(progress.task)}: {step}" if step else task_title(progress.task)
    if progress.total:
        words += tr(", {done} of {total}").format(done=f"{progress.done:,}", total=f"{progress.total:,}")
    elif progress.done:
        words += f", {progress.done:,}"
    return words


def percent(progress: Progress) -> str:
    return tr("{n} %").format(n=int(100 * progress.share))


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
    said = (
        tr("1 memory is as it was before") if back == 1 else tr("%n memories are as they were before", back)
    )
    if left:
        rest = (
            tr("1 was changed since and stays") if left == 1 else tr("%n were changed since and stay", left)
        )
        return f"{said}, {rest}"
    return said


def task_what(task: Task) -> str:
    """What a task does, in plain words."""
    return {
        Task.NIGHTLY: tr(
            "Goes through what the last day's conversations left: merges what says the same, and looks for "
            "contradictions."
        ),
        Task.DAILY: tr(
            "Archives what faded or has run out, packs old conversations as set below, and makes a backup."
        ),
        Task.WEEKLY: tr(
            "Shortens long, old memories, and archives guesses that nobody confirmed or used in 90 days."
        ),
        Task.MONTHLY: tr(
            "Checks every memory, reference and index, mends the search where it disagrees, and tidies the "
            "memory file."
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
