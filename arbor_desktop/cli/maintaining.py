"""maintain: the tasks that keep the memory honest, by hand; their log; taking a run back."""

from __future__ import annotations

import threading
from argparse import Namespace
from collections.abc import Iterator, Sequence
from types import FrameType
from typing import TYPE_CHECKING

from arbor_desktop.cli import words
from arbor_desktop.cli.answer import FAILED, INTERRUPTED, NOTHING, OK, Answer, Refused, UsageError
from arbor_desktop.cli.output import Output, one_line
from arbor_desktop.cli.watching import signals
from arbor_desktop.errors import InvalidInput
from arbor_desktop.maintenance.model import Ending, Run
from arbor_desktop.runtime.steps import Progress

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener

ENDINGS = {
    None: ("under way", "blue"),
    Ending.DONE: ("done", "green"),
    Ending.STOPPED: ("stopped", "yellow"),
    Ending.FAILED: ("failed", "red"),
    Ending.INTERRUPTED: ("interrupted", "yellow"),
}
SINGULAR = {"memories": "memory", "indexes": "index", "branches": "branch"}
BYTES = frozenset({"bytes_saved", "bytes_freed"})


def maintain(opened: Opener, args: Namespace, out: Output) -> Answer:
    if args.undo is not None:
        if args.task or args.log:
            raise UsageError("--undo takes a run back, and goes with nothing else.")
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
        lambda: words.separated(_lines(run, out) for run in runs),
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
        out.note("There was no maintenance yet.")
    return Answer([run.to_dict() for run in runs], lambda: _table(runs, out), OK if runs else NOTHING)


def _table(runs: Sequence[Run], out: Output) -> list[str]:
    if not runs:
        return []
    rows = [
        (str(run.id), words.moment(run.started_at), run.task.value, _how(run), _duration(run), _short(run))
        for run in runs
    ]
    return out.table(("run", "when", "task", "", "took", ""), rows, right=frozenset({0, 4}))


def _how(run: Run) -> str:
    return "taken back" if run.undone_at is not None else ENDINGS[run.ending][0]


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
            f"{words.count(back, 'memory')} as before the {run.task.value} run.",
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
            yield f"{words.size(number)} {name.partition('_')[2]}"
        elif number:
            what, _, done = name.partition("_")
            one = SINGULAR.get(what, what.removesuffix("s")) if number == 1 else what
            yield f"{number:,} {one} {done.replace('_', ' ')}".rstrip()
