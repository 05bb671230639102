"""watch: capture without a window, until a signal ends it."""

from __future__ import annotations

import contextlib
import signal
import threading
from argparse import Namespace
from collections.abc import Iterator
from queue import SimpleQueue
from types import FrameType
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import words
from arbor_desktop.cli.answer import FAILED, OK, Answer
from arbor_desktop.cli.output import Output, one_line
from arbor_desktop.clock import system_clock
from arbor_desktop.conversations.model import Activity
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.status import ModelStatus

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener
    from arbor_desktop.service import MemoryService

RECENT = 500
"""How much of the activity is looked through for what is new since the last look."""


def watch(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        if not service.get_status().watching:
            out.note(
                "No source is watched yet. arbor sources list shows them, arbor sources enable NAME chooses."
            )
        totals = service.watch_once() if args.once else _until_stopped(service, out)
        left = service.get_status().model
        waits = left is not None and args.once and left.holds_up
        notes = (_waiting(left),) if left is not None and waits else ()
    return Answer(totals, lambda: _told(totals), FAILED if waits else OK, remark=True, notes=notes)


def _waiting(left: ModelStatus) -> str:
    """What a run that has ended leaves to a later one."""
    many = words.count(left.waiting, "conversation")
    reason = one_line(left.readiness.reason)
    return f"{many} still to be read: the model can't be asked now. {reason} arbor model tells more."


def _told(totals: dict[str, int]) -> Iterator[str]:
    failed = f", {words.count(totals['errors'], 'error')}" if totals["errors"] else ""
    yield (
        f"{words.count(totals['conversations'], 'conversation')}, "
        f"{words.count(totals['items_extracted'], 'new memory')}{failed}."
    )


def _until_stopped(service: MemoryService, out: Output) -> dict[str, int]:
    """Says what is captured, as it happens, until SIGINT or SIGTERM. Answers the totals."""
    heard: SimpleQueue[bool] = SimpleQueue()  # an Event set by a signal may wait for itself for ever

    def stop(number: int, frame: FrameType | None) -> None:
        heard.put(True)

    def changed(changes: Changes) -> None:
        heard.put(False)

    log = _Log(service, out)
    with signals(stop), contextlib.ExitStack() as ending:
        ending.callback(service.events.subscribe(changed))
        service.start_watching()
        labels = ", ".join(service.get_status().watching)
        if labels:
            out.note(f"Watching {labels}. Ctrl-C stops.")
        stopped = False
        while not stopped:
            stopped = heard.get()
            while not heard.empty():
                stopped = heard.get() or stopped
            log.look()
        service.stop_watching()
        log.look()
    return log.totals


@contextlib.contextmanager
def signals(stop: Any) -> Iterator[None]:
    """Within it SIGINT and SIGTERM call `stop(number, frame)`."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may take signals; whoever runs this elsewhere ends it otherwise
        return
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Log:
    """The activity since the start, a line for each entry."""

    def __init__(self, service: MemoryService, out: Output) -> None:
        self._service = service
        self._out = out
        self._since = system_clock()
        self._told: set[Activity] = set()
        self.totals = {"files": 0, "conversations": 0, "items_extracted": 0, "errors": 0}

    def look(self) -> None:
        fresh = [
            entry
            for entry in self._service.activity(RECENT)
            if entry.at >= self._since and entry not in self._told
        ]
        for entry in reversed(fresh):
            self._told.add(entry)
            self._count(entry)
            self._say(entry)

    def _count(self, entry: Activity) -> None:
        self.totals["conversations"] += entry.kind == "memorize"
        self.totals["files"] += entry.kind == "read"
        self.totals["items_extracted"] += entry.items_extracted
        self.totals["errors"] += entry.status == "error"

    def _say(self, entry: Activity) -> None:
        if entry.status == "error":
            what = f"failed: {entry.reason}"
        elif entry.status == "success":
            what = words.count(entry.items_extracted, "new memory")
        else:
            what = f"{entry.status}: {entry.reason}" if entry.reason else entry.status
        place = f" ({project_name(entry.project)})" if entry.project else ""
        line = f"{words.moment(entry.at)}  {entry.title}{place}: {what}"
        if self._out.as_json or self._out.quiet:
            self._out.note(line)
        else:
            self._out.line(line)
            self._out.stdout.flush()
