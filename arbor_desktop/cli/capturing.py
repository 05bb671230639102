"""capture, memorize, sources, exclude."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop.capture.model import CaptureRow, SourceInfo
from arbor_desktop.cli import ids, models, words
from arbor_desktop.cli.answer import NOTHING, OK, Answer
from arbor_desktop.cli.output import Output
from arbor_desktop.conversations.model import Conversation

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener


def capture(opened: Opener, args: Namespace, out: Output) -> Answer:
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
        out.note("There are no files in " + ", ".join(args.paths) + ".")
    return _rows(rows, out, "Would capture" if args.dry_run else "Captured")


def memorize(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        # All are looked up first: nothing is done where one of them is unknown.
        found = [service.conversation(ident) for ident in ids.conversations(service, args.ids)]
        rows: list[CaptureRow] = []
        if args.again:
            models.agree(service, [one.id for one in found], args, out)
        for done, conversation in enumerate(found):
            out.progress(conversation.title or conversation.id, done, len(found))
            rows.append(service.memorize(conversation.id, again=args.again))
    return _rows(rows, out, "Memorized")


def leave_out(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        known = ids.conversations(service, args.ids)
        service.leave_out(*known)
        shown = service.conversations_by_id(known)
    return _conversations(shown, f"{words.count(len(shown), 'conversation')} will not be remembered.")


def take_in(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        known = ids.conversations(service, args.ids)
        service.take_in(*known)
        shown = service.conversations_by_id(known)
    return _conversations(shown, f"{words.count(len(shown), 'conversation')} will be remembered again.")


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
        parts = [words.count(new, "new memory")]
        if waiting:
            parts.append(f"{waiting:,} of them to review")
        if known:
            parts.append(f"{known:,} known already")
        if merged:
            parts.append(f"{merged:,} known in other words")
        if against:
            parts.append(words.count(against, "contradiction"))
        # Sub-agents' files belong to the conversation that started them.
        several = len({row.conversation_id or row.path for row in good})
        yield f"{verb} {words.count(several, 'conversation')}: {', '.join(parts)}."
    else:
        before = {row.conversation_id: row.turns for row in rows if row.conversation_id and row.turns}
        read = f"{words.count(len(before), 'conversation')} with {words.count(sum(before.values()), 'turn')}"
        yield f"Nothing new. Already read: {read}." if before else "Nothing new."
    passed = Counter(row.reason or row.status for row in rows if row.status in ("skipped", "empty"))
    if passed:
        reasons = ", ".join(f"{number:,} {reason}" for reason, number in passed.most_common())
        yield from out.wrapped(f"Passed over {words.count(passed.total(), 'file')}: {reasons}.")
    failed = [row for row in rows if row.status == "error"]
    if failed:
        yield out.style(f"{words.count(len(failed), 'file')} could not be taken:", "red")
        for row in failed:
            yield from out.wrapped(
                f"{row.path or row.conversation_id}: {row.error or row.reason}", "    ", "  "
            )
    if waiting:
        yield out.style("arbor review shows what waits for your yes.", "dim")
    if against:
        yield out.style("arbor conflicts shows what contradicts what.", "dim")


def _name(row: CaptureRow) -> str:
    return Path(row.path).name if row.path else row.conversation_id or ""


def _outcome(row: CaptureRow) -> str:
    if row.status == "success":
        parts = [words.count(row.new_turns, "new turn"), words.count(row.items_extracted, "new memory")]
        parts += [words.count(row.conflicts, "contradiction")] if row.conflicts else []
        return ", ".join(part for part in [*parts, row.reason or ""] if part)
    return row.error or row.reason or ""


# -- sources --


def sources(opened: Opener, args: Namespace, out: Output) -> Answer:
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
    captured = f"{words.count(source.conversations, 'conversation')} captured"
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
        yield f"  {words.count(source.files, 'file')}, {words.size(source.bytes)}; {captured}"
    if not source.enabled:
        yield out.style(f"  arbor sources enable {source.name}", "dim")


def exclude(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        if args.action == "add":
            service.exclude(args.pattern)
        elif args.action == "remove":
            service.include(args.pattern)
        patterns = service.exclusions()
    if not patterns and args.action == "list":
        out.note("Nothing is excluded.")
    code = NOTHING if args.action == "list" and not patterns else OK
    return Answer(patterns, lambda: patterns, code, remark=args.action != "list")
