"""secrets: what was removed, and what older rules missed."""

from __future__ import annotations

import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import formatting
from arbor_desktop.cli.capture import signals
from arbor_desktop.cli.commands import add_actions, add_limit, command
from arbor_desktop.cli.inputs import ask, interactive
from arbor_desktop.cli.output import INTERRUPTED, NOTHING, OK, Answer, Output, UsageError, plain
from arbor_desktop.documents import document
from arbor_desktop.editing.removed import (
    NEVER_SAVED,
    PURGED,
    PurgeReport,
    RemovedSecret,
    RemovedSecrets,
    place_of,
    to_change,
)
from arbor_desktop.editing.secrets import LISTED, Progress, Step
from arbor_desktop.errors import Cancelled
from arbor_desktop.redaction.kinds import name_of

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.service import MemoryService

STEPS = {
    Step.LOOKING: "Looking",
    Step.FILES: "Changing files",
    Step.BACKUPS: "Rewriting backups",
    Step.MEMORY: "Changing the memory file",
}


def _arguments(parser: ArgumentParser) -> None:
    actions = add_actions(parser)
    parser.set_defaults(limit=LISTED)
    add_limit(actions.add_parser("list", help="list removed secrets (default)"), LISTED)
    actions.add_parser("look", help="search everything stored with today's rules")
    purge = actions.add_parser("purge", help="search, and remove what is found from everything stored")
    purge.add_argument("--yes", action="store_true", help="don't ask")


@command(
    "secrets",
    "List removed secrets, and purge those that older rules missed",
    arguments=_arguments,
    examples=("arbor secrets", "arbor secrets look", "arbor secrets purge --yes"),
)
def secrets(opened: Opener, args: Namespace, out: Output) -> Answer:
    """List the secrets that Arbor removed, by kind and place, never the secrets themselves.

    Redaction gets better over time: "look" goes through everything stored, backups included, with today's
    rules. "purge" also removes what it finds. That can't be undone."""
    with opened() as service:
        if args.action == "list":
            return _listed(service.secrets.removed(args.limit), out)
        if args.action == "purge" and not args.yes:
            _ask(service, out)
        try:
            with _reporting(out) as progress:
                if args.action == "look":
                    return _listed(service.secrets.look(progress), out)
                report = service.secrets.purge(progress)
        except Cancelled:
            stopped = {"stopped": True}
            return Answer(stopped, lambda: ["Stopped. Run it again to finish."], INTERRUPTED)
    found = bool(report.purged or report.kept)
    return Answer(
        document(
            report,
            purged=[_document(one) for one in report.purged],
            kept=[_document(one) for one in report.kept],
        ),
        lambda: _purged(report, out),
        OK if found else NOTHING,
    )


@contextmanager
def _reporting(out: Output) -> Iterator[Progress]:
    stopped = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopped.set()

    def report(step: Step, done: int, total: int) -> None:
        if stopped.is_set():
            raise Cancelled
        out.progress(STEPS[step], min(done, total - 1), total)

    with signals(stop):
        yield report
    out.end_progress()


def _ask(service: MemoryService, out: Output) -> None:
    if not interactive() or out.as_json:
        raise UsageError("This can't be undone. Confirm with --yes.")
    backups = formatting.count(len(service.backups.all()), "backup")
    ask(
        f"Remove all secrets that are found from everything stored, {backups} included? "
        "This can't be undone.",
        out,
    )


def _document(one: RemovedSecret) -> dict[str, Any]:
    return document(one, ("places", "number"), state=one.state)


def _listed(found: RemovedSecrets, out: Output) -> Answer:
    told = document(found, secrets=[_document(one) for one in found.secrets])
    return Answer(told, lambda: _lines(found, out), OK if found.secrets else NOTHING)


def _lines(found: RemovedSecrets, out: Output) -> Iterable[str]:
    if found.secrets:
        rows = [
            (str(name_of(one.kind)), formatting.on_day(one.at), _state(one), _place(one))
            for one in found.secrets
        ]
        yield from out.table(("Kind", "Day", "State", "Place"), rows)
    else:
        yield "No secrets were removed."
    if found.looked_at is not None:
        where = formatting.count(found.conversations, "conversation")
        yield f"Looked through {where} {formatting.ago(found.looked_at)}."
    if found.saved:
        yield out.style(
            f"{formatting.count(len(found.saved), 'secret')} saved. Purge them: arbor secrets purge", "yellow"
        )


def _state(one: RemovedSecret) -> str:
    if one.state == PURGED:
        return f"purged {formatting.on_day(one.purged_at or 0)}"
    return "never saved" if one.state == NEVER_SAVED else formatting.count(one.copies, "copy")


def _place(one: RemovedSecret) -> str:
    number = f"message {one.spot.number}" if one.spot.number else ""
    return " · ".join(filter(None, (one.project_name, plain(place_of(one)), number)))


def _purged(report: PurgeReport, out: Output) -> Iterable[str]:
    if not report.purged and not report.kept:
        yield "No secrets found."
        return
    yield f"Purged: {formatting.count(len(report.purged), 'secret')}"
    yield from out.fields(
        [
            ("Memory file", formatting.count(report.values, "text") + " replaced"),
            ("Search index", formatting.count(report.indexed, "entry") + " rebuilt"),
            ("Backups", f"{report.backups} of {report.all_backups} written again"),
            ("Can't be read", ", ".join(report.unreadable)),
            ("Other files", f"{report.files} changed"),
            ("Not purged", formatting.count(len(report.kept), "secret") if report.kept else None),
            ("Still in", ", ".join(report.left)),
        ]
    )
    yield from _section("Outside Arbor, these files still have them:", report.outside)
    advice = [f"{name_of(one.kind)}, {_place(one)}: {what}" for one, what in to_change(report)]
    yield from _section("Change these now:", advice)


def _section(title: str, lines: Iterable[str]) -> Iterable[str]:
    shown = [f"  {plain(line)}" for line in lines]
    return [title, *shown] if shown else []
