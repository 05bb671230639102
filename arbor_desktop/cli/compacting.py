"""compact: long, old memories get a short form in their own words."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from arbor_desktop.cli import words
from arbor_desktop.cli.answer import NOTHING, OK, Answer
from arbor_desktop.cli.output import Output, one_line
from arbor_desktop.maintenance.compaction.rules import Action, Candidate

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener


def compact(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        found = service.compact(dry_run=args.dry_run)
    if not found:
        out.note("No memory is long and old enough.")
    return Answer(
        [one.to_dict() for one in found],
        lambda: _lines(found, args.dry_run, out),
        OK if found else NOTHING,
        remark=not args.dry_run,
    )


def _lines(found: list[Candidate], dry_run: bool, out: Output) -> Iterable[str]:
    for one in found:
        yield out.style(one.memory.id, "dim") + f"  {_what(one, dry_run)}"
        yield f"  {one_line(one.memory.content, out.width - 2)}"
        if one.summary is not None and one.action is Action.SUMMARIZE:
            yield out.style(f"  → {one.summary}", "bold")
    ready = sum(one.ready if dry_run else one.applied for one in found)
    told = "would be shortened" if dry_run else "shortened"
    yield f"{words.count(ready, 'memory')} {told}; {len(found) - ready:,} left as they are."


def _what(one: Candidate, dry_run: bool) -> str:
    if one.ready:
        return "shortened" if one.applied else "to be shortened" if dry_run else "changed meanwhile"
    if one.action is Action.SUMMARIZE:
        return "no sentence of it stands for the whole: it stays as it is"
    why = "it failed more than it helped" if one.action is Action.DELETE else "it has nearly faded"
    return f"{why}: think of {'deleting' if one.action is Action.DELETE else 'archiving'} it"
