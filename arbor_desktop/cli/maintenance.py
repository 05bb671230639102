"""maintain: the tasks that keep the memory honest, by hand; their log; taking a run back."""

from __future__ import annotations

import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from types import FrameType
from typing import TYPE_CHECKING

from arbor_desktop.cli import formatting
from arbor_desktop.cli.capture import signals
from arbor_desktop.cli.commands import add_limit, command, names_of
from arbor_desktop.cli.output import (
    FAILED,
    INTERRUPTED,
    NOTHING,
    OK,
    Answer,
    Output,
    Refused,
    UsageError,
    one_line,
)
from arbor_desktop.errors import InvalidInput
from arbor_desktop.extraction.model import RuleInfo
from arbor_desktop.maintenance.model import FULL, Action, Candidate, Ending, Run
from arbor_desktop.runtime.steps import Progress
from arbor_desktop.task_times import Task

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener


ENDINGS = {
    None: ("under way", "blue"),
    Ending.DONE: ("done", "green"),
    Ending.STOPPED: ("stopped", "yellow"),
    Ending.FAILED: ("failed", "red"),
    Ending.INTERRUPTED: ("interrupted", "yellow"),
}
SINGULAR = {"memories": "memory", "indexes": "index", "branches": "branch"}
BYTES = frozenset({"bytes_saved", "bytes_freed"})


def _maintain_arguments(parser: ArgumentParser) -> None:
    names = [*names_of(Task), FULL]
    parser.add_argument("task", nargs="?", choices=names, metavar="TASK", help=", ".join(names))
    parser.add_argument("--log", action="store_true", help="list past runs, of all tasks or of TASK")
    add_limit(parser, 20)
    parser.add_argument(
        "--undo", type=int, metavar="RUN", help="undo a run's changes to memories; --log lists runs"
    )


@command(
    "maintain",
    "Run maintenance now",
    arguments=_maintain_arguments,
    examples=(
        "arbor maintain full",
        "arbor maintain daily --json",
        "arbor maintain --log --limit 10",
        "arbor maintain --undo 12",
    ),
)
def maintain(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Run the maintenance that Arbor does automatically while it is open: one task, or all.

    Ctrl-C stops it; what was done is kept.

      nightly  merges the day's duplicates, finds conflicts
      daily    archives faded and unused memories, compresses old text, makes a backup
      weekly   shortens long, old memories, archives unused guesses
      monthly  checks every memory, the file and its indexes
      full     all of them"""
    if args.undo is not None:
        if args.task or args.log:
            raise UsageError("--undo can't be combined with other options.")
        return _undo(opened, args, out)
    if args.log:
        return _log(opened, args, out)
    if args.task is None:
        raise UsageError("Name a task: nightly, daily, weekly, monthly or full. --log lists past runs.")
    return _run(opened, args, out)


def _run(opened: Opener, args: Namespace, out: Output) -> Answer:
    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt  # the person is in a hurry
        stopped.set()

    with opened() as service, signals(stop):
        runs = service.run_maintenance(args.task, progress=_Told(out), stopping=stopped.is_set)
    code = OK
    if any(run.ending is Ending.FAILED for run in runs):
        code = FAILED
    if any(run.ending is Ending.STOPPED for run in runs):
        code = INTERRUPTED
    return Answer(
        [run.to_dict() for run in runs],
        lambda: formatting.separated(_lines(run, out) for run in runs),
        code,
        notes=("Stopped. What was done so far is kept.",) if code == INTERRUPTED else (),
    )


class _Told:
    """How far it is, on a terminal."""

    def __init__(self, out: Output) -> None:
        self._out = out

    def __call__(self, progress: Progress) -> None:
        done, total = max(0, progress.done - 1), progress.total
        if total:
            self._out.progress(progress.step, done, total)
        else:
            self._out.progress(progress.step, progress.steps_done, progress.steps)


def _log(opened: Opener, args: Namespace, out: Output) -> Answer:
    if args.limit < 1:
        raise UsageError("--limit is a number from 1 on.")
    task = None if args.task == "full" else args.task
    with opened() as service:
        runs = service.maintenance_log(args.limit, task)
    if not runs:
        out.note("Maintenance has not run yet.")
    return Answer([run.to_dict() for run in runs], lambda: _table(runs, out), OK if runs else NOTHING)


def _table(runs: Sequence[Run], out: Output) -> list[str]:
    if not runs:
        return []
    rows = [
        (
            str(run.id),
            formatting.moment(run.started_at),
            run.task.value,
            _how(run),
            _duration(run),
            _short(run),
        )
        for run in runs
    ]
    return out.table(("run", "when", "task", "", "took", ""), rows, right=frozenset({0, 4}))


def _how(run: Run) -> str:
    return "undone" if run.undone_at is not None else ENDINGS[run.ending][0]


def _duration(run: Run) -> str:
    if run.finished_at is None:
        return ""
    seconds = (run.finished_at - run.started_at) / 1000
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def _short(run: Run) -> str:
    return one_line(run.error or ", ".join(_counted(run)), 60)


def _undo(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        try:
            run = service.undo_maintenance(args.undo)
        except InvalidInput as error:  # asked rightly, and not possible
            raise Refused(error.message, **error.context) from None
    back = run.result.get("items_restored", 0)
    left = [trouble for trouble in run.troubles if trouble.why.startswith("It was changed since")]
    return Answer(
        run.to_dict(),
        lambda: [
            f"{formatting.count(back, 'memory')} as before the {run.task.value} run.",
            *(line for trouble in left for line in out.wrapped(f"{trouble.what} {trouble.why}", "  ", "  ")),
        ],
        remark=True,
    )


# -- one run --


def _lines(run: Run, out: Output) -> list[str]:
    word, colour = ENDINGS[run.ending]
    lines = [f"{out.style(run.task.value, 'bold')}  {out.style(word, colour)} after {_duration(run)}"]
    if run.error:
        lines += out.wrapped(run.error, "  ", "  ")
    lines += out.wrapped(", ".join(_counted(run)) or "Nothing needed to be done.", "  ", "  ")
    for trouble in run.troubles:
        lines += out.wrapped(f"{trouble.what}: {trouble.why}", "    ", "  ! ")
    return lines


def _counted(run: Run) -> Iterator[str]:
    """`12 duplicates merged`, for what is not nothing."""
    for name, number in run.result.items():
        if number and name in BYTES:
            yield f"{formatting.size(number)} {name.partition('_')[2]}"
        elif number:
            what, _, done = name.partition("_")
            one = SINGULAR.get(what, what.removesuffix("s")) if number == 1 else what
            yield f"{number:,} {one} {done.replace('_', ' ')}".rstrip()


def _compact_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only show what would be shortened")


@command(
    "compact",
    "Shorten long, old memories",
    arguments=_compact_arguments,
    examples=("arbor compact --dry-run", "arbor compact"),
)
def compact(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Show facts and context of over 200 characters, older than a month, as their most important sentence.

    The full text stays and is still searched. Memories that would lose something are listed and left
    alone. Undo with "arbor undo"."""
    with opened() as service:
        found = service.compact(dry_run=args.dry_run)
    if not found:
        out.note("No memory is long and old enough.")
    return Answer(
        [one.to_dict() for one in found],
        lambda: _compacting_lines(found, args.dry_run, out),
        OK if found else NOTHING,
        remark=not args.dry_run,
    )


def _compacting_lines(found: list[Candidate], dry_run: bool, out: Output) -> Iterable[str]:
    for one in found:
        yield out.style(one.memory.id, "dim") + f"  {_what(one, dry_run)}"
        yield f"  {one_line(one.memory.content, out.width - 2)}"
        if one.summary is not None and one.action is Action.SUMMARIZE:
            yield out.style(f"  → {one.summary}", "bold")
    ready = sum(one.ready if dry_run else one.applied for one in found)
    told = "would be shortened" if dry_run else "shortened"
    yield f"{formatting.count(ready, 'memory')} {told}; {len(found) - ready:,} unchanged."


def _what(one: Candidate, dry_run: bool) -> str:
    if one.ready:
        return "shortened" if one.applied else "to be shortened" if dry_run else "changed meanwhile"
    if one.action is Action.SUMMARIZE:
        return "no sentence says it all, so it is unchanged"
    why = "it failed more than it helped" if one.action is Action.DELETE else "it has nearly faded"
    return f"{why}: think of {'deleting' if one.action is Action.DELETE else 'archiving'} it"


def _rules_arguments(parser: ArgumentParser) -> None:
    parser.set_defaults(action="list", rule=None)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("list", help="list rules that found memories (default)")
    anew = actions.add_parser("reset", help="discard earlier feedback")
    anew.add_argument("rule", metavar="RULE", nargs="?", help="a rule such as judge.rule (default: all)")


@command(
    "rules",
    "Show how far reading rules are trusted",
    arguments=_rules_arguments,
    examples=("arbor rules", "arbor rules reset judge.rule", "arbor rules reset"),
)
def rules(opened: Opener, args: Namespace, out: Output) -> Answer:
    """List the rules that found memories.

    What you accept or reject decides how far a rule is trusted: one that is often wrong gives up to
    half less confidence."""
    with opened() as service:
        reset = args.action == "reset"
        if reset:
            service.rules.reset(args.rule)
        infos = service.rules.infos()
    if not infos:
        out.note("No rule has made a memory yet.")
    code = OK if infos or reset else NOTHING
    return Answer([info.to_dict() for info in infos], lambda: _rule_lines(infos, out), code, remark=reset)


def _rule_lines(infos: list[RuleInfo], out: Output) -> Iterable[str]:
    for info in infos:
        yield out.style(info.name, "bold")
        facts = [info.rule, formatting.count(info.memories, "memory")]
        facts += [f"{info.kept:,} kept"] if info.kept else []
        facts += [f"{info.turned_down:,} turned down"] if info.turned_down else []
        yield out.style(f"  {' · '.join([*facts, _confidence(info)])}", "dim")


def _confidence(info: RuleInfo) -> str:
    """`90 %`, or `90 → 62 %` where it was lowered."""
    if info.factor >= 1 or info.confidence is None:
        return (
            f"{formatting.percent(info.confidence)} certain"
            if info.confidence is not None
            else "strength unknown"
        )
    return f"{info.confidence * 100:.0f} → {formatting.percent(info.confidence_now)} certain"
