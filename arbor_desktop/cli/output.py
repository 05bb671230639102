"""Answers of commands, written to stdout as lines or one JSON document; all else goes to stderr."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TextIO

from arbor_desktop.errors import InvalidInput
from arbor_desktop.quick_dataclass import dataclass

OK, FAILED, USAGE, NOTHING, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes (spec 7.2); 130 is what shells know an interrupted program by."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`document` goes to programs (`--json`), `lines` to people, made only for them.

    `remark`: the lines only confirm what was done, so `--quiet` leaves them out.
    """

    document: Any
    lines: Callable[[], Iterable[str]]
    code: int = OK
    remark: bool = False
    notes: tuple[str, ...] = ()
    """What to say on stderr after the answer."""


class UsageError(Exception):
    """The command was called wrongly: exit 2. `usage` is how to call it."""

    def __init__(self, message: str, usage: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.usage = usage


class Refused(InvalidInput):
    """What was asked can't be done as things are, though it was asked rightly: exit 1."""


STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}
MOST_COLUMNS, FEWEST_COLUMNS = 110, 40
# What a text from outside could use to write elsewhere on the terminal, or to turn the reading order around.
# Joiners stay: Persian and emoji need them.
_UNSEEN = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
)


def plain(text: str) -> str:
    """`text` without control characters; line ends stay, tabs become spaces."""
    if text.isprintable():
        return text
    return re.sub(_UNSEEN, "", text.replace("\r\n", "\n").replace("\t", "    "))


def one_line(text: str, width: int = 0) -> str:
    """All white space folded to single spaces; longer than `width` (if given), it ends in an ellipsis."""
    folded = " ".join(plain(text).split())
    return folded if not width or len(folded) <= width else folded[: max(1, width - 1)].rstrip() + "…"


class Output:
    """The two streams of one run, and what the person's terminal can do."""

    def __init__(
        self,
        *,
        as_json: bool = False,
        quiet: bool = False,
        verbose: bool = False,
        stdout: TextIO | None = None,
        stderr: TextIO | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.as_json = as_json
        self.quiet = quiet
        self.verbose = verbose
        self.stdout = sys.stdout if stdout is None else stdout
        self.stderr = sys.stderr if stderr is None else stderr
        self._environ = environ
        self._progress_shown = False
        self.width = max(FEWEST_COLUMNS, min(MOST_COLUMNS, terminal_columns(environ)))
        """Columns to lay out for."""

    # -- what a command says --

    def answer(self, answer: Answer) -> None:
        """Writes the one answer of a run."""
        self.end_progress()
        if self.as_json:
            self.document(answer.document)
        elif not (answer.remark and self.quiet):
            for line in answer.lines():
                self.line(line)
        for note in answer.notes:
            self.stdout.flush()  # both streams may be the same terminal
            if note or not self.as_json:
                self.note(note)

    def document(self, document: Any) -> None:
        text = json.dumps(document, ensure_ascii=False, indent=2)
        try:
            text.encode(self.stdout.encoding or "utf-8")
        except UnicodeEncodeError:  # an odd terminal, or a file name that is no text: escapes say the same
            text = json.dumps(document, indent=2)
        self.stdout.write(text + "\n")

    def line(self, line: str) -> None:
        """A line for people that belongs to the answer."""
        self.stdout.write(_encodable(line, self.stdout) + "\n")

    def note(self, line: str) -> None:
        """A remark beside the answer; `--quiet` drops it."""
        if not self.quiet:
            self.end_progress()
            self.stderr.write(_encodable(line, self.stderr) + "\n")

    def error(self, line: str) -> None:
        self.end_progress()
        self.stderr.write(_encodable(line, self.stderr) + "\n")

    # -- progress --

    @property
    def shows_progress(self) -> bool:
        return not self.quiet and _is_terminal(self.stderr)

    def progress(self, what: str, done: int, total: int) -> None:
        """Replaces the progress line, on a terminal."""
        if not self.shows_progress or not what:
            return
        head = f"{done + 1:>{len(str(total))}}/{total}  "
        self.stderr.write(f"\r\x1b[K{head}{one_line(what, self.width - len(head) - 1)}")
        self.stderr.flush()
        self._progress_shown = True

    def end_progress(self) -> None:
        if self._progress_shown:
            self._progress_shown = False
            self.stderr.write("\r\x1b[K")
            self.stderr.flush()

    # -- how it looks --

    def style(self, text: str, *styles: str) -> str:
        """`text` in colour, where stdout is a terminal that wants any."""
        if not text or not self.colours:
            return text
        return f"\x1b[{';'.join(STYLES[name] for name in styles)}m{text}\x1b[0m"

    @property
    def colours(self) -> bool:
        wanted = not self._environ.get("NO_COLOR") and self._environ.get("TERM") != "dumb"
        return wanted and not self.as_json and _is_terminal(self.stdout)

    def wrapped(self, text: str, indent: str = "", first: str | None = None) -> list[str]:
        """Paragraphs within the terminal's width. `first` begins the first line instead of `indent`."""
        lines: list[str] = []
        for paragraph in plain(text).split("\n"):
            lead = indent if lines or first is None else first
            line = (lead + paragraph).rstrip()
            if len(line) <= self.width:
                lines.append(line)
                continue
            from textwrap import wrap  # most paragraphs fit

            lines += wrap(
                paragraph, self.width, initial_indent=lead, subsequent_indent=indent, break_on_hyphens=False
            )
        return lines

    def fields(self, pairs: Iterable[tuple[str, str | None]], indent: str = "  ") -> list[str]:
        """Names and values in two columns; those without a value are left out."""
        shown = [(name, value) for name, value in pairs if value not in (None, "")]
        column = max((len(name) for name, _ in shown), default=0) + 2
        lines: list[str] = []
        for name, value in shown:
            lead = f"{indent}{name:<{column}}"
            text = self.wrapped(str(value), " " * len(lead), lead)
            lines.append(text[0].replace(name, self.style(name, "dim"), 1))
            lines += text[1:]
        return lines

    def table(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()
    ) -> list[str]:
        """Columns aligned; the last one takes what is left of the width. `right` names columns of figures."""
        cells = [[one_line(cell) for cell in row] for row in rows]
        widths = [max(len(row[i]) for row in [list(head), *cells]) for i in range(len(head))]

        def laid(row: Sequence[str]) -> str:
            parts = [
                f"{cell:>{widths[i]}}" if i in right else f"{cell:<{widths[i]}}" for i, cell in enumerate(row)
            ]
            return "  ".join(parts).rstrip()

        return [self.style(laid(head), "dim"), *(laid(row) for row in cells)]


def terminal_columns(environ: Mapping[str, str] = os.environ) -> int:
    """Return the terminal's width, 80 if it is unknown. (`shutil` has it, but takes long to import.)"""
    try:
        columns = int(environ.get("COLUMNS", "0")) or os.get_terminal_size(1).columns
    except (ValueError, OSError):  # no number; no terminal
        return 80
    return columns if columns > 0 else 80


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def _encodable(text: str, stream: TextIO) -> str:
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)
