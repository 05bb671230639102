"""What Arbor's processes take of the computer: processor time, bytes written and memory, day by day."""

from __future__ import annotations

import sys
import threading
import time
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from arbor_desktop.clock import Clock, local_day
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.background import BackgroundThread
from arbor_desktop.runtime.usage_notes import FOLDER, note

if TYPE_CHECKING:
    import psutil

DAYS = 7
EVERY_SECONDS = 300.0
KNOWS_WRITTEN = sys.platform != "darwin"
"""macOS does not say how much a process wrote."""


class Used(NamedTuple):
    """By one process until now: seconds of the processor, bytes written; bytes of memory at this moment."""

    cpu: float = 0.0
    written: int = 0
    memory: int = 0


@dataclass(frozen=True, slots=True)
class Day:
    """All processes of Arbor on one day. `on`: the seconds it ran; `memory`: the most bytes at once."""

    day: str
    cpu: float = 0.0
    written: int = 0
    on: float = 0.0
    memory: int = 0


def processes() -> dict[psutil.Process, Used]:
    """Return what this process (first) and those that it started have used."""
    import psutil  # takes longer than most commands

    me = psutil.Process()
    found = {}
    for process in (me, *me.children(recursive=True)):
        with suppress(psutil.Error), process.oneshot():  # it may have ended
            times = process.cpu_times()
            written = process.io_counters().write_bytes if KNOWS_WRITTEN else 0
            found[process] = Used(times.user + times.system, written, process.memory_info().rss)
    return found


class Footprint:
    """Notes what this process uses from now on, and once it was started, what the processes that it starts
    use, too."""

    def __init__(self, home: Path, clock: Clock, used: float) -> None:
        """`used`: the seconds of the processor that this process had used before."""
        self._home, self._clock, self._own = home, clock, used
        self._at = time.monotonic()
        self._before: dict[psutil.Process, Used] | None = None
        self._lock = threading.Lock()
        self._thread = BackgroundThread(
            "arbor-footprint", self._work, "What Arbor uses can't be noted", retry_seconds=EVERY_SECONDS
        )

    def start(self) -> None:
        """Note it from time to time."""
        if self._before is None:
            me, used = next(iter(processes().items()))
            self._before = {me: used._replace(cpu=self._own)}
            oldest = local_day(self._clock()) - timedelta(days=DAYS - 1)
            for file in (self._home / FOLDER).glob("*-*-*"):
                if file.name < oldest.isoformat():
                    file.unlink(missing_ok=True)
        self._thread.start()

    def close(self) -> None:
        """Note the rest."""
        self._thread.close()
        if self._before is None:
            note(str(self._home), time.process_time() - self._own, day=self._today)
        else:
            self.sample()

    @property
    def _today(self) -> str:
        return local_day(self._clock()).isoformat()

    def _work(self) -> float:
        self.sample()
        return EVERY_SECONDS

    def sample(self) -> int:
        """Note what was used since the last time, if it was started. Return the bytes of memory used now."""
        with self._lock:
            now, at = processes(), time.monotonic()
            memory = sum(used.memory for used in now.values())
            if self._before is not None:
                pairs = [(used, self._before.get(one, Used())) for one, used in now.items()]
                cpu = sum(max(0.0, used.cpu - was.cpu) for used, was in pairs)
                written = sum(max(0, used.written - was.written) for used, was in pairs)
                note(str(self._home), cpu, written, at - self._at, memory, self._today)
                self._before, self._at = now, at
            return memory

    def days(self) -> tuple[Day, ...]:
        """Return the last seven days, today last."""
        today = local_day(self._clock())
        return tuple(self._day(today - timedelta(days=DAYS - 1 - number)) for number in range(DAYS))

    def _day(self, day: date) -> Day:
        try:
            text = (self._home / FOLDER / day.isoformat()).read_text()
        except OSError:  # there was nothing that day
            text = ""
        lines = [parts for line in text.splitlines() if len(parts := line.split()) == 4]
        return Day(
            day.isoformat(),
            sum(float(cpu) for cpu, _, _, _ in lines),
            sum(int(written) for _, written, _, _ in lines),
            sum(float(on) for _, _, on, _ in lines),
            max((int(memory) for *_, memory in lines), default=0),
        )
