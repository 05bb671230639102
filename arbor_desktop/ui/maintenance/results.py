"""The results of maintenance runs in words, and as lines of the activity list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from arbor_desktop.conversations.model import Activity
from arbor_desktop.maintenance.model import Ending, Run
from arbor_desktop.task_times import Task
from arbor_desktop.ui.maintenance.words import task_title, tr
from arbor_desktop.ui.readable import size_words
from arbor_desktop.ui.status import MAINTENANCE


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
        "memories_promoted": _Counter(
            tr("Made global"), tr("1 memory"), "%n memories", tr("{what} made global")
        ),
        "items_purged": _Counter(
            tr("Deleted"), tr("1 archived memory"), "%n archived memories", tr("{what} deleted for good")
        ),
        "contradictions_found": _Counter(
            tr("Found"), tr("1 new conflict"), "%n new conflicts", tr("{what} found"), warns=True
        ),
        "contradictions_doubted": _Counter(
            tr("Doubted"), tr("1 conflict"), "%n conflicts", tr("{what} doubted by the model")
        ),
        "categories_evolved": _Counter(
            tr("Reworded"), tr("1 summary"), "%n summaries", tr("{what} looked at by the model")
        ),
        "branches_evolved": _Counter(
            tr("Brought up to date"), tr("the memory of 1 branch"), "the memory of %n branches",
            tr("{what} brought up to date"),
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
        "problems_found": _Counter(
            tr("Found"), tr("1 problem of the file"), "%n problems of the file", tr("{what} found"),
            warns=True,
        ),
        "indexes_rebuilt": _Counter(
            tr("Mended"), tr("1 search index"), "%n search indexes", tr("{what} mended")
        ),
        "outcomes_derived": _Counter(tr("Read"), tr("1 conversation"), "%n conversations", tr("{what} read")),
        "backups_made": _Counter(tr("Backup"), tr("made"), "%n made", tr("backup {what}")),
        "projects_read": _Counter(tr("Read"), tr("1 project"), "%n projects", tr("{what} read")),
        "items_validated": _Counter(tr("Checked"), tr("1 memory"), "%n memories", tr("{what} checked")),
        "resources_processed": _Counter(tr("Compared"), tr("1 memory"), "%n memories", tr("{what} compared")),
        "pairs_judged": _Counter(
            tr("Judged"), tr("1 pair"), "%n pairs", tr("{what} judged by the model")
        ),
        "model_calls": _Counter(
            tr("Asked"), tr("the model once"), "the model %n times", tr("asked {what}")
        ),
        "turns_indexed": _Counter(tr("Indexed"), tr("1 message"), "%n messages", tr("{what} indexed")),
        "vectors_dropped": _Counter(tr("Dropped"), tr("1 vector"), "%n vectors", tr("{what} dropped")),
        "failures": _Counter(
            tr("Failed"), tr("1 record"), "%n records", tr("{what} failed"), warns=True
        ),
    }  # fmt: skip


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
    known = _counters()
    counts: dict[str, int] = {}
    for run in runs:
        for name, count in run.result.items():
            place = _OF_TEXT if run.task is Task.DAILY and name == "items_compressed" else name
            counts[place] = counts.get(place, 0) + count
    loud = [name for name in known if name not in _QUIET and name != "failures"]
    found = [known[name].item(counts[name]) for name in loud if counts.get(name)]
    if packed := counts.get(_OF_TEXT):
        value = tr("1 old message") if packed == 1 else tr("%n old messages", packed)
        said = tr("{what} packed").format(what=value)
        if saved := counts.get("bytes_saved"):
            said = tr("{what} packed ({size} less)").format(what=value, size=size_words(saved))
            value = tr("{what}, {size} less").format(what=value, size=size_words(saved))
        found.append(Item(tr("Packed"), value, said))
    if freed := counts.get("bytes_freed"):
        found.append(Item(tr("Freed"), size_words(freed), tr("{what} freed").format(what=size_words(freed))))
    ours = {*known, *_OF_UNDOING, "bytes_saved", "bytes_freed", _OF_TEXT}
    for name, count in counts.items():
        if name not in ours and count:  # of a newer version, or another tool: told as it is called
            words = name.replace("_", " ")
            found.append(Item(words[:1].upper() + words[1:], f"{count:,}", f"{words}: {count:,}"))
    found += [known[name].item(counts[name]) for name in known if name in _QUIET and counts.get(name)]
    if failures := counts.get("failures"):
        found.append(known["failures"].item(failures))
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
    return said[:1].upper() + said[1:] if said else tr("Nothing needed to be done")


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
    told = run.error if run.error else result_words([run])
    title = tr("{task} maintenance").format(task=task_title(run.task))
    at = run.finished_at or run.started_at
    return Activity(at, MAINTENANCE, title, "error" if failed else "success", told)
