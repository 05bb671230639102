"""Earlier days: `arbor list`, `show` and `restore` with `--on`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from arbor_desktop.cli import formatting, inputs
from arbor_desktop.cli.commands import given_filters
from arbor_desktop.cli.output import NOTHING, OK, Answer, Output, UsageError
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.memories.model import Memory

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.service import MemoryService

_BECAME = {"same": "same today", "superseded": "replaced since", "pending": "in review today"}


def became_words(became: str) -> str:
    """Return what became of a memory of an earlier day."""
    return _BECAME.get(became, f"{became} since")


def list_on(opened: Opener, args: Namespace, out: Output) -> Answer:
    """List the memories that were active on a day."""
    sorted_ = (args.sort, args.order) != ("relevance", "desc")
    if args.after or sorted_ or given_filters(args).keys() - {"project", "status"} or args.status != "active":
        raise UsageError("--on goes with --project and --limit only.")
    with opened() as service:
        found = service.time_machine.on(args.on, args.project)
        memories = service.time_machine.memories(found.ids()[: args.limit], args.on)
    total, became = len(found.became), found.became
    counts = [f"{total:,} on {args.on}", f"{found.today:,} today", f"{len(found.added):,} added since"]
    if found.purged:
        counts.append(f"{found.purged:,} deleted permanently")
    hidden = total - len(memories)
    notes = ["", " · ".join(counts), *([f"{hidden:,} are not shown; see --limit"] if hidden else ())]
    document = {
        "memories": [memory.to_dict() | {"became": became[memory.id]} for memory in memories],
        "next": None,
        "total": total,
        "on": args.on.isoformat(),
        "today": found.today,
        "added": len(found.added),
        "purged": found.purged,
    }
    return Answer(
        document,
        lambda: formatting.separated(
            formatting.memory_lines(out, memory, became_words(became[memory.id])) for memory in memories
        ),
        OK if memories else NOTHING,
        notes=tuple(notes),
    )


def show_on(opened: Opener, args: Namespace) -> tuple[Memory, str, Memory]:
    """Return a memory on a day, what became of it, and its state today, or that of the memory that replaced
    it. Raises NotFound if it was not active then."""
    with opened() as service:
        ident = inputs.memory_id(service, args.id)
        found = service.time_machine.compare(ident, args.on)
        if found.then is None:
            raise NotFound(f"That memory was not active on {args.on}.", id=ident)
        return found.then, service.time_machine.on(args.on).became[ident], found.successor or found.now


def restorer(service: MemoryService, day: date) -> Callable[..., list[Memory]]:
    """Return what restores memories as they were on a day. Raises InvalidInput if that changes nothing."""

    def restore(*ids: str) -> list[Memory]:
        for ident in ids:
            service.get(ident)  # it is there
        done = service.time_machine.restore(ids, day)
        if not done:
            why = f"it is as on {day}, was not active then, or another memory says the same"
            raise InvalidInput(f"Nothing to restore: {why}.")
        return done

    return restore
