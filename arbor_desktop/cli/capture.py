"""capture, memorize, sources, exclude."""

from __future__ import annotations

import contextlib
import signal
import threading
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import TYPE_CHECKING, Any

from arbor_desktop.capture.model import NOT_A_CONVERSATION, CaptureRow, SourceInfo
from arbor_desktop.cli import formatting, inputs, models
from arbor_desktop.cli.commands import add_actions, add_ids, add_project, command
from arbor_desktop.cli.output import FAILED, NOTHING, OK, Answer, Output, one_line
from arbor_desktop.clock import system_clock
from arbor_desktop.conversations.model import Activity, Conversation
from arbor_desktop.conversations.unrecognized import why_unrecognized
from arbor_desktop.extraction.model import NOT_ENGLISH
from arbor_desktop.memories.checks import project_path
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.status import ModelStatus

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.service import MemoryService


FEW_FILES = 5
"""Files that are no conversations are named if there are no more than this."""


def _capture_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files and folders")
    parser.add_argument("--source", metavar="NAME", help="the source they come from, such as claude-code")
    parser.add_argument("--backend", metavar="NAME", help="read without a model: offline")
    add_project(parser, "the conversations belong to this project")
    parser.add_argument("--dry-run", action="store_true", help="show what would happen")


@command(
    "capture",
    "Read conversations now",
    arguments=_capture_arguments,
    examples=(
        "arbor capture ~/.claude/projects",
        "arbor capture session.jsonl --dry-run",
        "arbor capture export/ --json | jq '.[] | select(.status == \"error\")'",
    ),
)
def capture(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Read conversations from files and folders now, and save what is worth remembering.

    What was read before is skipped, so you can run it again at any time. By naming a path you agree
    that Arbor reads it."""
    with opened() as service:
        rows = service.capture(
            args.paths,
            source=args.source,
            backend=args.backend,
            project=args.project,
            dry_run=args.dry_run,
            progress=out.progress if out.shows_progress else None,
        )
    if not rows:
        out.note("No files in " + ", ".join(args.paths) + ".")
    return _rows(rows, out, "Would read" if args.dry_run else "Read")


def _memorize_arguments(parser: ArgumentParser) -> None:
    add_ids(parser, "conversations")
    parser.add_argument("--again", action="store_true", help="read them again from the start")
    parser.add_argument("--yes", action="store_true", help="don't ask before a model reads many")


@command(
    "memorize",
    "Read conversations again, or now",
    arguments=_memorize_arguments,
    examples=("arbor memorize 01a20055-949d-74cf-940c-c61d52d751e3", "arbor memorize --again ID ID"),
)
def memorize(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Save what is worth remembering in conversations that Arbor has, without waiting.

    With --again they are read again from the start; nothing is saved twice."""
    with opened() as service:
        # All are looked up first: nothing is done where one of them is unknown.
        found = [service.conversation(ident) for ident in inputs.conversation_ids(service, args.ids)]
        rows: list[CaptureRow] = []
        if args.again:
            models.agree(service, [one.id for one in found], args, out)
        for done, conversation in enumerate(found):
            out.progress(conversation.title or conversation.id, done, len(found))
            rows.append(service.memorize(conversation.id, again=args.again))
    return _rows(rows, out, "Read")


def _ignore_arguments(parser: ArgumentParser) -> None:
    add_ids(parser, "conversations")


@command(
    "ignore",
    "Ignore conversations",
    arguments=_ignore_arguments,
    examples=("arbor ignore 01a20055-949d-74cf-940c-c61d52d751e3",),
)
def ignore(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Ignore conversations: new messages in them are not read, and nothing is saved.

    Memories that they made stay. Typing "arbor off" in a conversation does the same."""
    with opened() as service:
        known = inputs.conversation_ids(service, args.ids)
        service.leave_out(*known)
        shown = service.conversations_by_id(known)
    return _conversations(shown, f"{formatting.count(len(shown), 'conversation')} will be ignored.")


def _unignore_arguments(parser: ArgumentParser) -> None:
    add_ids(parser, "conversations")


@command(
    "unignore",
    "Stop ignoring conversations",
    arguments=_unignore_arguments,
    examples=("arbor unignore 01a20055-949d-74cf-940c-c61d52d751e3",),
)
def unignore(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Read ignored conversations again, with what was said meanwhile."""
    with opened() as service:
        known = inputs.conversation_ids(service, args.ids)
        service.take_in(*known)
        shown = service.conversations_by_id(known)
    return _conversations(shown, f"{formatting.count(len(shown), 'conversation')} will be read again.")


def _conversations(shown: Sequence[Conversation], said: str) -> Answer:
    return Answer([one.to_dict() for one in shown], lambda: [said], OK, remark=True)


def _rows(rows: Sequence[CaptureRow], out: Output, verb: str) -> Answer:
    document = [row.to_dict() for row in rows]
    return Answer(document, lambda: _told(rows, out, verb), OK if rows else NOTHING)


def _told(rows: Sequence[CaptureRow], out: Output, verb: str) -> Iterable[str]:
    """What a run brought, in a few lines; with -v a line for each row."""
    if out.verbose:
        for row in rows:
            yield f"{row.status:<8}{_name(row)}: {_outcome(row)}"
    if not rows:
        return
    good = [row for row in rows if row.status == "success"]
    new, known = sum(row.items_extracted for row in good), sum(row.duplicates for row in good)
    merged = sum(row.merged for row in good)
    waiting = sum(row.pending_review for row in good)
    against = sum(row.conflicts for row in good)
    if good:
        parts = [formatting.count(new, "new memory")]
        if waiting:
            parts.append(f"{waiting:,} need review")
        if known:
            parts.append(f"{known:,} already saved")
        if merged:
            parts.append(f"{merged:,} merged with similar ones")
        if against:
            parts.append(formatting.count(against, "contradiction"))
        # Sub-agents' files belong to the conversation that started them.
        several = len({row.conversation_id or row.path for row in good})
        yield f"{verb} {formatting.count(several, 'conversation')}: {', '.join(parts)}."
        yield from _why_nothing(good, out)
    elif any(row.status != "error" for row in rows):
        before = {row.conversation_id: row.turns for row in rows if row.conversation_id and row.turns}
        turns = formatting.count(sum(before.values()), "turn")
        read = f"{formatting.count(len(before), 'conversation')} with {turns}"
        yield f"Nothing new. Already read: {read}." if before else "Nothing new."
    passed = Counter(row.reason or row.status for row in rows if row.status in ("skipped", "empty"))
    if passed:
        reasons = ", ".join(f"{number:,} {reason}" for reason, number in passed.most_common())
        yield from out.wrapped(f"Skipped {formatting.count(passed.total(), 'file')}: {reasons}.")
        yield from _unrecognized(rows, out)
    failed = [row for row in rows if row.status == "error"]
    if failed:
        yield out.style(f"{formatting.count(len(failed), 'file')} could not be read:", "red")
        for row in failed:
            yield from out.wrapped(
                f"{row.path or row.conversation_id}: {row.error or row.reason}", "    ", "  "
            )
    if waiting:
        yield out.style("Review new memories with: arbor review", "dim")
    if against:
        yield out.style("arbor conflicts shows what contradicts what.", "dim")


def _why_nothing(rows: Sequence[CaptureRow], out: Output) -> Iterable[str]:
    nothing = Counter(row.reason for row in rows if row.reason and not row.items_extracted)
    if nothing:
        reasons = ", ".join(f"{number:,} {reason}" for reason, number in nothing.most_common())
        yield from out.wrapped(
            f"Nothing saved from {formatting.count(nothing.total(), 'conversation')}: {reasons}."
        )
    if nothing[NOT_ENGLISH]:
        yield out.style("A language model reads other languages, too: arbor model", "dim")


def _unrecognized(rows: Sequence[CaptureRow], out: Output) -> Iterable[str]:
    """Yield which files are no conversations, and why, if they are few: then they may have been meant."""
    paths = [row.path for row in rows if row.path and row.reason == NOT_A_CONVERSATION]
    if len(paths) <= FEW_FILES:
        for path in paths:
            yield from out.wrapped(f"{path}: {why_unrecognized(Path(path))}", "    ", "  ")


def _name(row: CaptureRow) -> str:
    return Path(row.path).name if row.path else row.conversation_id or ""


def _outcome(row: CaptureRow) -> str:
    if row.status == "success":
        parts = [
            formatting.count(row.new_turns, "new turn"),
            formatting.count(row.items_extracted, "new memory"),
        ]
        parts += [formatting.count(row.conflicts, "contradiction")] if row.conflicts else []
        return ", ".join(part for part in [*parts, row.reason or ""] if part)
    return row.error or row.reason or ""


# -- sources --


def _sources_arguments(parser: ArgumentParser) -> None:
    actions = add_actions(parser)
    actions.add_parser("list", help="list sources and their files")
    for name, text in (
        ("enable", "watch a source"),
        ("disable", "stop watching a source; saved memories stay"),
    ):
        actions.add_parser(name, help=text).add_argument("name", metavar="NAME")
    added = actions.add_parser("add", help="watch a folder of your own")
    added.add_argument("path", metavar="PATH")
    added.add_argument(
        "--source", metavar="NAME", help="the assistant whose conversations they are (default: detected)"
    )
    actions.add_parser("remove", help="stop watching an added folder").add_argument("path", metavar="PATH")


@command(
    "sources",
    "Choose where conversations are read from",
    arguments=_sources_arguments,
    examples=(
        "arbor sources list",
        "arbor sources enable claude-code",
        "arbor sources add ~/exports --source claude-code",
    ),
)
def sources(opened: Opener, args: Namespace, out: Output) -> Answer:
    """List the places that conversations come from, or change them.

    Nothing is read from a source before you enable it."""
    with opened() as service:
        if args.action == "enable":
            service.enable_source(args.name)
        elif args.action == "disable":
            service.disable_source(args.name)
        elif args.action == "add":
            service.add_source(args.path, args.source)
        elif args.action == "remove":
            service.remove_source(args.path)
        found = service.sources()
    return Answer(
        [source.to_dict() for source in found], lambda: _sources(found, out), OK if found else NOTHING,
        remark=args.action != "list",
    )  # fmt: skip


def _sources(found: Sequence[SourceInfo], out: Output) -> Iterable[str]:
    absent = [source.label for source in found if not source.found and not source.enabled]
    for source in found:
        if source.found or source.enabled:
            yield from _source(source, out)
            yield ""
    if absent:
        yield f"Not on this computer: {', '.join(absent)}"


def _source(source: SourceInfo, out: Output) -> Iterable[str]:
    label = "" if source.label == source.name else f" ({source.label})"
    captured = f"{formatting.count(source.conversations, 'conversation')} read"
    if source.kind == "export":
        yield f"{out.style(source.name, 'bold')}{label}: {captured}"
        yield out.style("  arbor capture FILE.zip, or drop the file on the window", "dim")
        return
    state = out.style("watched", "green") if source.enabled else out.style("not watched", "dim")
    yield f"{out.style(source.name, 'bold')}{label}: {state}"
    if not source.added:
        yield from (f"  {path}" for path in source.paths)
    if source.error:
        yield f"  {out.style('can not be read', 'red')}: {source.error}"
    elif not source.found:
        yield "  not on this computer"
    else:
        yield f"  {formatting.count(source.files, 'file')}, {formatting.size(source.bytes)}; {captured}"
    if not source.enabled:
        yield out.style(f"  arbor sources enable {source.name}", "dim")


def _exclude_arguments(parser: ArgumentParser) -> None:
    actions = add_actions(parser)
    actions.add_parser("list", help="list what is ignored")
    for name, text in (("add", "ignore it"), ("remove", "stop ignoring it")):
        actions.add_parser(name, help=text).add_argument("pattern", metavar="PATTERN")


@command(
    "exclude",
    "Ignore folders, projects and files",
    arguments=_exclude_arguments,
    examples=(
        "arbor exclude add ~/work/secret-client",
        "arbor exclude add '*-private'",
        "arbor exclude list",
    ),
)
def exclude(opened: Opener, args: Namespace, out: Output) -> Answer:
    """List or change the folders, projects and file patterns that Arbor ignores.

    A pattern with a slash names a folder or file and all below it; one without is compared with the
    name of every file and folder."""
    with opened() as service:
        if args.action == "add":
            pattern = _whole(args.pattern)
            if not service.exclude(pattern):
                out.note(f"Arbor knows nothing that matches {pattern} now. It will be ignored if it appears.")
        elif args.action == "remove":
            known = args.pattern in service.exclusions()
            service.include(args.pattern if known else _whole(args.pattern))
        patterns = service.exclusions()
    if not patterns and args.action == "list":
        out.note("Nothing is ignored.")
    code = NOTHING if args.action == "list" and not patterns else OK
    return Answer(patterns, lambda: patterns, code, remark=args.action != "list")


def _whole(pattern: str) -> str:
    """Return a pattern that begins at the working folder or a home folder, or is a path from the former to a
    folder that exists, with its whole path."""
    start, *more = pattern.strip().replace("\\", "/").split("/")
    path = start in (".", "..") or start.startswith("~") or (more and Path(pattern.strip()).is_dir())
    return project_path(pattern.strip()) if path else pattern


RECENT = 500
"""How much of the activity is looked through for what is new since the last look."""


def _watch_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--once", action="store_true", help="read what is there now, then stop")


@command(
    "watch",
    "Read conversations as they are written",
    arguments=_watch_arguments,
    examples=("arbor sources enable claude-code", "arbor watch", "arbor watch --once --json"),
)
def watch(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Watch the enabled sources without a window until you stop it (Ctrl-C, SIGTERM).

    With --once it reads what is there now, and stops."""
    with opened() as service:
        if not service.get_status().watching:
            out.note(
                "No source is watched yet. arbor sources list shows them, arbor sources enable NAME chooses."
            )
        totals = service.watch_once() if args.once else _until_stopped(service, out)
        left = service.get_status().model
        waits = left is not None and args.once and left.holds_up
        notes = (_waiting(left),) if left is not None and waits else ()
    return Answer(totals, lambda: _watching_told(totals), FAILED if waits else OK, remark=True, notes=notes)


def _waiting(left: ModelStatus) -> str:
    """What a run that has ended leaves to a later one."""
    many = formatting.count(left.waiting, "conversation")
    reason = one_line(left.readiness.reason)
    return f"{many} still to be read: the model isn't available now. {reason} See: arbor model"


def _watching_told(totals: dict[str, int]) -> Iterator[str]:
    failed = f", {formatting.count(totals['errors'], 'error')}" if totals["errors"] else ""
    yield (
        f"{formatting.count(totals['conversations'], 'conversation')}, "
        f"{formatting.count(totals['items_extracted'], 'new memory')}{failed}."
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
            what = formatting.count(entry.items_extracted, "new memory")
            what += f", {entry.reason}" if entry.reason and not entry.items_extracted else ""
        else:
            what = f"{entry.status}: {entry.reason}" if entry.reason else entry.status
        place = f" ({project_name(entry.project)})" if entry.project else ""
        line = f"{formatting.moment(entry.at)}  {entry.title}{place}: {what}"
        if self._out.as_json or self._out.quiet:
            self._out.note(line)
        else:
            self._out.line(line)
            self._out.stdout.flush()
