"""stats, status, settings, backup, restore-backup, purge, doctor."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import formatting, inputs
from arbor_desktop.cli.commands import TYPES, add_actions, add_project, command, names_of
from arbor_desktop.cli.inputs import ask, interactive
from arbor_desktop.cli.output import FAILED, NOTHING, OK, Answer, Output, UsageError
from arbor_desktop.clock import from_iso
from arbor_desktop.documents import document
from arbor_desktop.errors import ArborError, StorageError
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.settings import Setting

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.doctor import Check
    from arbor_desktop.runtime.footprint import Day
    from arbor_desktop.service import MemoryService


SHOWN_BY = ("type", "category", "scope", "source", "status")


@command(
    "stats",
    "Show statistics",
    examples=("arbor stats --json",),
)
def stats(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        figures, waiting = service.get_stats(), service.get_status()
    return Answer(figures, lambda: _stats(figures, waiting, out))


def _stats(figures: dict[str, Any], waiting: ServiceStatus, out: Output) -> Iterable[str]:
    def when(name: str) -> str | None:
        return None if figures[name] is None else formatting.ago(from_iso(figures[name]))

    total = figures["total_memories"]
    average = f"{formatting.percent(figures['avg_confidence'])} on average"
    yield from out.fields(
        [
            ("Memories", f"{total:,}"),
            ("Needs review", _to_review(waiting)),
            ("Conflicts", f"{figures['open_conflicts']:,}" if figures["open_conflicts"] else None),
            ("Confidence", average if total else None),
            ("Oldest", when("oldest")),
            ("Newest", when("newest")),
            ("Conversations", f"{figures['conversations']:,}, {figures['turns']:,} turns"),
            ("Last read", when("last_memorized_at")),
        ],
        indent="",
    )
    column = max((len(name) for kind in SHOWN_BY for name in figures[f"by_{kind}"]), default=0)
    for kind in SHOWN_BY:
        counted = sorted(figures[f"by_{kind}"].items(), key=lambda item: (-item[1], item[0]))
        if counted:
            yield ""
            yield out.style(f"By {kind}", "bold")
        for name, number in counted:
            yield f"  {formatting.spoken(name):<{column}}  {number:>7,}"


def _to_review(found: ServiceStatus) -> str | None:
    """As many as the window counts; None where nothing waits."""
    if not found.to_review:
        return None
    outdated = f", {found.marked_outdated:,} marked outdated" if found.marked_outdated else ""
    proposed = f", {formatting.count(found.proposals, 'suggestion')} from AI tools" if found.proposals else ""
    return formatting.count(found.to_review - found.proposals, "memory") + outdated + proposed


@command(
    "status",
    "Show what Arbor is doing",
    examples=("arbor status",),
)
def status(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        found, today = service.get_status(), service.footprint.days()[-1]
    return Answer(found.to_dict() | {"today": document(today)}, lambda: _status(found, today, out))


def _status(found: ServiceStatus, today: Day, out: Output) -> Iterable[str]:
    state = found.state
    if found.state == "paused":
        state = (
            f"paused until {formatting.moment(found.paused_until)}"
            if found.paused_until
            else "paused until resumed"
        )
    review = _to_review(found)
    conflicts = f"{found.open_conflicts:,} (arbor conflicts)"
    backend = "on this computer" if found.backend.name == "offline" else found.backend.name
    unready = "" if found.backend.ready else f", not ready: {found.backend.reason}"
    yield from out.fields(
        [
            ("State", state),
            ("Sources", ", ".join(found.watching) or "none (arbor sources list)"),
            ("Queue", formatting.count(found.queue, "conversation") if found.queue else "nothing"),
            ("Waiting", _WAITING[found.waiting.reason] if found.waiting else None),
            ("In batches", _batched(found.batched)),
            ("Needs review", review and f"{review} (arbor review)"),
            ("Conflicts", conflicts if found.open_conflicts else None),
            ("Reading", backend + unready),
            ("Today", f"{today.cpu:,.1f} s of the processor, {formatting.size(today.written)} written"),
            ("Last error", found.last_error),
        ],
        indent="",
    )


_WAITING = {
    "battery": "on battery",
    "busy": "the computer is busy",
    "full_screen": "a program fills the screen",
}


def _batched(number: int) -> str | None:
    if not number:
        return None
    return f"{formatting.count(number, 'conversation')} with Anthropic, answered within a day (arbor model)"


# -- settings --


def _settings_arguments(parser: ArgumentParser) -> None:
    actions = add_actions(parser)
    actions.add_parser("list", help="all settings")
    actions.add_parser("get", help="one setting").add_argument("key", metavar="KEY")
    change = actions.add_parser("set", help="change one")
    change.add_argument("key", metavar="KEY")
    change.add_argument("value", metavar="VALUE")
    actions.add_parser("reset", help="back to its default").add_argument("key", metavar="KEY")


@command(
    "settings",
    "Read and change settings",
    arguments=_settings_arguments,
    examples=(
        "arbor settings list",
        "arbor settings set review.mode everything",
        "arbor settings reset review.mode",
    ),
)
def settings(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        held = service.settings
        if args.action == "list":
            shown = [setting for setting in held.declared() if not setting.hidden]
            document: Any = [_described(setting, held.get(setting.key)) for setting in shown]
            return Answer(document, lambda: _settings(document, out))
        if args.action == "set":
            held.set(args.key, args.value)
        elif args.action == "reset":
            held.reset(args.key)
        document = _described(held.describe(args.key), held.get(args.key))
    if args.action == "get":
        return Answer(document, lambda: [formatting.value(document["value"])])
    return Answer(document, lambda: [f"{args.key} = {formatting.value(document['value'])}"], remark=True)


def _described(setting: Setting, value: Any) -> dict[str, Any]:
    return {
        "key": setting.key,
        "value": value,
        "default": setting.default,
        "type": setting.kind.__name__,
        "title": setting.title,
        "help": setting.help,
        "choices": list(setting.choices) or None,
        "minimum": setting.minimum,
        "maximum": setting.maximum,
    }


def _settings(documents: Sequence[dict[str, Any]], out: Output) -> Iterable[str]:
    for place, setting in enumerate(documents):
        if place:
            yield ""
        changed = (
            ""
            if setting["value"] == setting["default"]
            else f"  (default {formatting.value(setting['default'])})"
        )
        first, *more = out.wrapped(
            f"{setting['key']} = {formatting.value(setting['value'])}{changed}", "    ", ""
        )
        yield out.style(setting["key"], "bold") + first.removeprefix(setting["key"])
        yield from more
        choices = f" One of {', '.join(map(str, setting['choices']))}." if setting["choices"] else ""
        yield from (out.style(line, "dim") for line in out.wrapped(setting["help"] + choices, "  ", "  "))


# -- the store as a whole --


def _backup_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "path", metavar="PATH", nargs="?", help="a new file or a folder (default: Arbor's folder of backups)"
    )


@command(
    "backup",
    "Back up all memories to a file",
    arguments=_backup_arguments,
    examples=("arbor backup", "arbor backup ~/arbor.db", "arbor backup /media/stick"),
)
def backup(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Copy all memories to a file, also while Arbor is in use.

    In a folder, the file is named after the time.
    """
    with opened() as service:
        made = service.backup(args.path)
    return Answer(
        made,
        lambda: [f"Backed up to {made['path']}, {formatting.size(_number(made['bytes']))}."],
        remark=True,
    )


def _restore_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH")


@command(
    "restore-backup",
    "Restore a backup",
    arguments=_restore_arguments,
    examples=("arbor restore-backup ~/arbor.db",),
)
def restore_backup(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Replace all memories by those of a backup.

    The current ones are backed up first; a damaged memory file is moved aside."""
    damaged = None
    try:
        service = opened()
    except StorageError as error:
        if not error.context.get("damaged"):
            raise
        damaged = _set_aside(args, out)
        service = opened()
    with service:
        made = service.restore_backup(args.path, _key_of_backup(service, args.path, out))
        if damaged is not None:  # what was there is not the empty file that stood in for it
            made["previous"] = damaged
        total = service.get_stats()["total_memories"]
    return Answer(
        made,
        lambda: [
            f"Restored {formatting.count(total, 'memory')} from {made['path']}.",
            f"The previous memory file is {made['previous']}.",
        ],
        remark=True,
    )


def _key_of_backup(service: MemoryService, path: str, out: Output) -> str | None:
    """Return the key of an encrypted backup of another memory, which its recovery code opens; None for any
    other file."""
    from pathlib import Path

    from arbor_desktop.maintenance.backups import key_file_of

    beside = key_file_of(Path(path).expanduser().absolute())
    if not beside.exists():
        return None
    from arbor_desktop.cli.encryption import ask_key_of
    from arbor_desktop.encryption import keyfile

    file = keyfile.read(beside)
    if file is None or (service.key is not None and file.fits(service.key)):
        return None
    return ask_key_of(file, out)


def _set_aside(args: Namespace, out: Output) -> str:
    from arbor_desktop.clock import system_clock
    from arbor_desktop.maintenance.backups import set_aside_damaged
    from arbor_desktop.paths import resolve_home

    home = resolve_home(args.home)
    key = None
    if home.encryption.exists():
        from arbor_desktop.cli.encryption import ask_key

        key = ask_key(home, out)
    return str(set_aside_damaged(home, args.path, system_clock(), key))


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _purge_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("ids", nargs="*", metavar="ID", help="ids of memories")
    parser.add_argument(
        "--type",
        choices=names_of(MemoryType),
        metavar="TYPE",
        help=f"all of this type: {TYPES}",
    )
    add_project(parser, "all of this project, its conversations too")
    parser.add_argument(
        "--conversation", metavar="ID", help="this conversation, and memories that come only from it"
    )
    parser.add_argument("--all", action="store_true", help="everything")
    parser.add_argument("--yes", action="store_true", help="don't ask")


@command(
    "purge",
    "Delete permanently",
    arguments=_purge_arguments,
    examples=("arbor purge ID --yes", "arbor purge --project ~/work/old --yes", "arbor purge --all --yes"),
)
def purge(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Delete permanently: from the history, the backups and the file itself. It can't be undone."""
    named = [bool(args.ids), args.all]
    named += [value is not None for value in (args.type, args.project, args.conversation)]
    if sum(named) != 1:
        raise UsageError("Give IDs, --type, --project, --conversation or --all. See: arbor purge --help")
    if not args.yes and (not interactive() or out.as_json):
        raise UsageError("This can't be undone. Confirm with --yes.")
    with opened() as service:
        if not args.yes:
            _ask(service, args, out)
        what = {"type": args.type, "project": args.project, "conversation": args.conversation}
        if args.conversation is not None:
            what["conversation"] = inputs.conversation_id(service, args.conversation)
        gone = service.purge(inputs.memory_ids(service, args.ids), everything=args.all, **what)
    found = any(gone.values()) or args.all
    if not found:
        out.note("Nothing to purge.")
    return Answer(gone, lambda: _purged(gone), OK if found else NOTHING, remark=True)


def _ask(service: MemoryService, args: Namespace, out: Output) -> None:
    """Ask the person at the terminal. Raises Refused unless the answer is yes."""
    if args.all:
        what = "ALL memories and conversations"
    elif args.ids:
        what = formatting.count(len(args.ids), "memory")
    elif args.type:
        what = f"all memories of type {args.type}"
    elif args.project:
        found = [one for one in service.list_projects() if one.path == args.project]
        memories = formatting.count(sum(one.memories for one in found), "memory")
        conversations = formatting.count(sum(one.conversations for one in found), "conversation")
        what = (
            f"{memories} and {conversations} of {args.project}, its archived memories, and memories that "
            "come only from these conversations"
        )
    else:
        what = f"the conversation {args.conversation} and memories that come only from it"
    ask(f"Delete {what} permanently? This can't be undone.", out, "Nothing was deleted.")


def _purged(gone: dict[str, int]) -> list[str]:
    parts = [formatting.count(gone["memories"], "memory")]
    if gone["conversations"]:
        parts.append(formatting.count(gone["conversations"], "conversation"))
    return [f"Deleted permanently: {', '.join(parts)}."]


# -- doctor --


def _doctor_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--updates", action="store_true", help="also ask for the newest released version")


MARKS = {"ok": ("✓", "green"), "warning": ("!", "yellow"), "failed": ("✗", "red")}


@command(
    "doctor",
    "Check Arbor and say how to fix problems",
    arguments=_doctor_arguments,
    examples=("arbor doctor", "arbor doctor --updates"),
)
def doctor(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Check files, folders and the computer, and say how to fix problems."""
    from arbor_desktop import doctor as examination
    from arbor_desktop.paths import resolve_home

    try:
        service = opened()
    except ArborError as error:
        checks = examination.without_service(resolve_home(args.home), error)
    else:
        with service:
            checks = examination.examine(service)
            if args.updates:
                checks.append(examination.newest_version(service))
    failed = any(check.status == "failed" for check in checks)
    document = {"checks": [check.to_dict() for check in checks]}
    return Answer(document, lambda: _checks(checks, out), FAILED if failed else OK)


def _checks(checks: Sequence[Check], out: Output) -> Iterable[str]:
    column = max(len(check.name) for check in checks) + 2
    for check in checks:
        mark, colour = MARKS[check.status]
        lead = f"{mark} {check.name:<{column}}"
        first, *rest = out.wrapped(check.message, " " * len(lead), lead)
        yield first.replace(mark, out.style(mark, colour), 1)
        yield from rest
        if check.mend:
            yield from (
                out.style(line, "dim") for line in out.wrapped(check.mend, " " * len(lead), " " * len(lead))
            )
    bad = sum(check.status == "failed" for check in checks)
    warned = sum(check.status == "warning" for check in checks)
    yield ""
    if bad:
        yield out.style(f"{formatting.count(bad, 'check')} failed.", "red")
    else:
        yield (
            "All is well."
            if not warned
            else f"No problems that matter; {formatting.count(warned, 'remark')}."
        )
