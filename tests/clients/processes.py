"""Client processes: run to their end, or driven through a terminal; none outlives the run."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import psutil

ROWS, COLUMNS = 50, 160
_CONTROLLING = (
    "import fcntl,os,sys,termios;fcntl.ioctl(0,termios.TIOCSCTTY,0);os.execvp(sys.argv[1],sys.argv[1:])"
)
_ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|[\]P_^][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_=>()][0-9AB]?)")
_ANSWERS = ((b"\x1b[6n", b"\x1b[1;1R"), (b"\x1b[c", b"\x1b[?62;22c"), (b"\x1b[0c", b"\x1b[?62;22c"))
"""What a terminal answers when a program asks where its cursor is, and what it is."""
_POLL_SECONDS = 0.05


class Trouble(Exception):
    """A client that did not do what was waited for. The message says what."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended, with all that it wrote."""

    code: int
    output: str
    errors: str


def run(
    command: Sequence[str], environ: Mapping[str, str], folder: Path, seconds: float, given: str = ""
) -> Ended:
    """Runs a command to its end. Raises Trouble where it takes longer."""
    with subprocess.Popen(
        command, cwd=folder, env=environ, text=True, errors="replace", start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            output, errors = process.communicate(given, seconds)
        except subprocess.TimeoutExpired:
            end_tree(process.pid)
            raise Trouble(f"{Path(command[0]).name} did not end within {seconds:.0f} s") from None
        except BaseException:
            end_tree(process.pid)
            raise
    return Ended(process.returncode, output, errors)


class Terminal:
    """A program in a terminal of its own, typed into as a person would; a context manager."""

    def __init__(self, command: Sequence[str], environ: Mapping[str, str], folder: Path) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-c", _CONTROLLING, *command], cwd=folder, env=environ, start_new_session=True,
            stdin=slave, stdout=slave, stderr=slave,
        )  # fmt: skip
        os.close(slave)
        self._written = bytearray()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        end_tree(self._process.pid)
        self._process.wait()
        self._reader.join()
        os.close(self._master)

    @property
    def text(self) -> str:
        """All that was written so far, without colours, movements and spaces: a screen puts the words of a
        line where it likes."""
        return plain(self._written.decode(errors="replace"))

    def type(self, words: str) -> None:
        os.write(self._master, words.encode())

    def wait(self, done: Callable[[], bool], waited_for: str, seconds: float) -> None:
        """Waits for something. Raises Trouble where it does not come, or the program ends first."""
        if not self.comes(done, seconds):
            how = "it ended before the" if self.ended() else f"within {seconds:.0f} s came no"
            raise Trouble(f"{how} {waited_for}; the screen: …{self.text[-300:]}")

    def comes(self, done: Callable[[], bool], seconds: float) -> bool:
        """Whether something comes within some seconds, and before the program ends."""
        until = time.monotonic() + seconds
        while not done():
            if self.ended() or time.monotonic() > until:
                return done()
            time.sleep(_POLL_SECONDS)
        return True

    def ended(self) -> bool:
        return self._process.poll() is not None

    def wait_quiet(self, quiet: float, seconds: float) -> None:
        """Waits until nothing was drawn for `quiet` seconds."""
        until, length, since = time.monotonic() + seconds, -1, 0.0
        while time.monotonic() < until:
            if len(self._written) != length:
                length, since = len(self._written), time.monotonic()
            elif time.monotonic() - since > quiet:
                return
            time.sleep(_POLL_SECONDS)

    def _read(self) -> None:
        while True:
            try:
                piece = os.read(self._master, 65536)
            except OSError:  # the program closed its end
                return
            if not piece:
                return
            self._written += piece
            for asked, answer in _ANSWERS:
                if asked in piece:
                    os.write(self._master, answer)


def plain(written: str) -> str:
    """What a terminal shows, without spaces."""
    return re.sub(r"\s+", "", _ESCAPES.sub("", written))


def end_tree(pid: int) -> None:
    """Ends a process that was started here, with all below it."""
    try:
        top = psutil.Process(pid)
        whole = [*top.children(recursive=True), top]
    except psutil.NoSuchProcess:
        return
    _end(whole)


def end_of_home(home: Path) -> None:
    """Ends what was started with this home and left its parent."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("HOME") == str(home):
                found.append(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied, OSError):
            continue
    _end(found)


def _end(processes: Sequence[psutil.Process]) -> None:
    for process in processes:
        try:
            process.terminate()
        except psutil.NoSuchProcess:
            continue
    for process in psutil.wait_procs(processes, 2)[1]:
        try:
            process.kill()
        except psutil.NoSuchProcess:
            continue
    psutil.wait_procs(processes, 2)
