"""The table of clients and checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

CHECKS = (
    "config accepted", "start", "prompt", "compact", "end", "reading", "receipt", "MCP list", "MCP call",
    "project known", "ignored project", "instruction files", "removal byte-equal", "hook p50",
    "MCP first answer",
)  # fmt: skip


class Without(Enum):
    """Why a check can't apply, with the sign of it in the table."""

    HOOKS = "ᵃ", "It has no hooks that Arbor uses."
    SERVER = "ᵇ", "It takes no MCP server."
    COMPACTION = "ᶜ", "It has no command that shortens a conversation."
    FILE = "ᵈ", "It reads no such file unless it is named."
    SETUP = "ᵉ", "Arbor does not set it up; its MCP server was put in by hand where it takes one."
    FOLDER = "ᶠ", "It does not note in which folder it was."

    @property
    def sign(self) -> str:
        return self.value[0]

    @property
    def reason(self) -> str:
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Cell:
    """`good` is None where the check can't apply. `words`: why not, or a figure."""

    good: bool | None
    words: str = ""
    without: Without | None = None

    def __str__(self) -> str:
        if self.good is None:
            return f"—{self.without.sign if self.without else ''}"
        if self.good:
            return self.words or "yes"
        return f"no: {self.words}"


YES = Cell(True)


def no(why: str) -> Cell:
    return Cell(False, " ".join(why.split()))


def not_for(without: Without) -> Cell:
    return Cell(None, without=without)


Rows = Mapping[str, Mapping[str, Cell]]
"""By the title of a client with its version, then by the check."""


def failed(rows: Rows) -> bool:
    return any(cell.good is False for row in rows.values() for cell in row.values())


def table(rows: Rows, *, markdown: bool = False) -> str:
    """A column for each client, a line for each check; below, the reasons for each "no", then why checks
    can't apply."""
    names = list(rows)
    notes: list[str] = []
    lines: list[Sequence[str]] = [("", *names)]
    for check in CHECKS:
        lines.append((check, *(_shown(rows[name][check], name, notes) for name in names)))
    legend = [
        f"{one.sign} {one.reason}"
        for one in Without
        if any(one is c.without for r in rows.values() for c in r.values())
    ]
    shown = _markdown(lines) if markdown else _plain(lines)
    reasons = [f"{number}. {note}" for number, note in enumerate(notes, 1)]
    return "\n\n".join("\n".join(part) for part in (shown, reasons, [" ".join(legend)]) if any(part))


def _shown(cell: Cell, name: str, notes: list[str]) -> str:
    """A cell as it stands in the table; the reason of a "no" is added to the notes, each once."""
    if cell.good is False:
        note = f"{name}: {cell.words}"
        if note not in notes:
            notes.append(note)
        return f"no ({notes.index(note) + 1})"
    return str(cell)


def _plain(lines: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]


def _markdown(lines: Sequence[Sequence[str]]) -> list[str]:
    head, *rest = ("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
    return [head, "|" + "---|" * len(lines[0]), *rest]
