"""add, edit, list, show, archive, restore, delete, promote, history, undo, feedback, used."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import formatting, inputs
from arbor_desktop.cli.commands import (
    TYPES,
    add_after,
    add_fields,
    add_filters,
    add_id,
    add_ids,
    add_limit,
    add_on,
    add_project,
    command,
    given_filters,
    names_of,
)
from arbor_desktop.cli.output import NOTHING, OK, Answer, Output, Refused, UsageError, one_line, plain
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.memories.checks import SORTS, likely_type, were_secrets, without_secrets
from arbor_desktop.memories.model import (
    FeedbackKind,
    HistoryEntry,
    Memory,
    MemoryType,
    Severity,
    Source,
    Status,
)
from arbor_desktop.projects.names import project_name

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.service import MemoryService


ACTORS = {"user": " by you", "capture": "", "undo": " by you"}
OF_CONFLICTS = {
    **dict.fromkeys(
        ("kept", "kept with context", "marked outdated", "superseded"), "the decision of a conflict"
    ),
    "reopened": "reopening a conflict",
}
"""What actions on memories are called as a whole that decided a conflict, or opened it again."""
SELF_EVIDENT = frozenset({"reinforced_at", "updated_at", "last_used_at", "archived_at", "confirmed_at"})
"""Times that say no more than when the entry itself was made."""


def _fields(args: Namespace) -> dict[str, Any]:
    """The fields of a memory that were given, under the service's names."""
    given = {
        "type": args.type,
        "category": args.category,
        "scope": args.scope,
        "scope_id": args.scope_id,
        "branch": args.branch,
        "privacy_level": args.privacy,
        "tags": args.tag,
        "confidence": args.confidence,
        "expires_at": args.expires,
        "technology": args.technology,
        "details": None if args.details is None else given_details(args.details),
    }
    return {name: value for name, value in given.items() if value is not None}


REDACTED = "A secret was found in the text and replaced. Arbor stores no secrets."


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT", help='its text; "-" reads standard input')
    parser.add_argument(
        "--type", choices=names_of(MemoryType), metavar="TYPE", help=f"{TYPES}; default: from its words"
    )
    add_fields(parser)


@command(
    "add",
    "Add a memory",
    arguments=_add_arguments,
    examples=(
        'arbor add "Always use pnpm"',
        'arbor add "Deploys go out on Tuesdays" --scope project --scope-id .',
    ),
)
def add(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Add a memory. If it is already saved, its confidence rises instead."""
    text = sys.stdin.read() if args.text == "-" else args.text
    with opened() as service:
        result = service.store(text, **{"type": likely_type(text).value} | _fields(args))
        memory = service.get(result.id)
        against = contradictions(service, memory)
    if result.redacted:
        out.note(REDACTED)
    said = "Already saved; confidence raised:" if result.duplicate else "Remembered:"
    if result.merged:
        said = "Merged with a similar memory (undo with: arbor undo):"
    return Answer(result.to_dict(), lambda: [said, *_with(against, memory, out)], remark=True)


def _with(against: list[str], memory: Memory, out: Output) -> list[str]:
    return [*formatting.memory_lines(out, memory), *contradicting_lines(against, out)]


def _edit_arguments(parser: ArgumentParser) -> None:
    add_id(parser)
    parser.add_argument("--content", metavar="TEXT", help="its words")
    parser.add_argument("--type", choices=names_of(MemoryType), metavar="TYPE", help=TYPES)
    add_fields(parser)


@command(
    "edit",
    "Change a memory",
    arguments=_edit_arguments,
    examples=(
        'arbor edit ID --content "Always use pnpm 9"',
        "arbor edit ID --tag build --tag ci --privacy sensitive",
        'arbor edit ID --expires ""',
    ),
)
def edit(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Change a memory. "" empties a field. Undo with "arbor undo"."""
    fields = _fields(args) | ({} if args.content is None else {"content": args.content})
    if not fields:
        raise UsageError("Say what to change, such as --content or --tag; arbor edit --help lists all.")
    with opened() as service:
        ident = inputs.memory_id(service, args.id)
        if "details" in fields:
            fields["details"] = onto(service.get(ident).details, fields["details"])
        memory = service.update(ident, **fields)
        against = contradictions(service, memory)
    if were_secrets(fields, [getattr(memory, name) for name in fields]):
        out.note(REDACTED)
    return Answer(memory.to_dict(), lambda: ["Changed:", *_with(against, memory, out)], remark=True)


def _listing_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--sort", choices=SORTS, default="relevance", metavar="BY", help=", ".join(SORTS))
    parser.add_argument("--order", choices=["asc", "desc"], default="desc", help="default desc")
    add_on(parser, "the memories of an earlier day")
    add_limit(parser, 50)
    add_after(parser)
    add_filters(parser)


@command(
    "list",
    "List memories",
    arguments=_listing_arguments,
    examples=(
        "arbor list --project .",
        "arbor list --type preference --sort confidence --order asc",
        "arbor list --status all --limit 1000 --json",
        "arbor list --on 2026-05-03 --project .",
    ),
)
def list_memories(opened: Opener, args: Namespace, out: Output) -> Answer:
    """List the memories that match the filters, the last used first."""
    if args.on:
        from arbor_desktop.cli import earlier

        return earlier.list_on(opened, args, out)
    with opened() as service:
        chosen = given_filters(args)
        page = service.query(sort=args.sort, order=args.order, limit=args.limit, after=args.after, **chosen)
    if not page.memories:
        out.note(
            "No more."
            if page.total
            else "No memories match. Add some with arbor capture or add; --status all includes archived ones."
        )
    return Answer(
        page.to_dict(),
        lambda: formatting.separated(formatting.memory_lines(out, memory) for memory in page.memories),
        OK if page.memories else NOTHING,
        notes=formatting.more(len(page.memories), page.total, page.next, args),
    )


def _show_arguments(parser: ArgumentParser) -> None:
    add_id(parser)
    add_on(parser, "as it was on an earlier day")


@command(
    "show",
    "Show a memory",
    arguments=_show_arguments,
    examples=(
        "arbor show 01a20055-959a-7a28-9e7c-7d1dd54b04da",
        "arbor show ID --on 2026-05-03",
    ),
)
def show(opened: Opener, args: Namespace, out: Output) -> Answer:
    if args.on:
        from arbor_desktop.cli import earlier

        then, became, now = earlier.show_on(opened, args)
        said = [f"On {args.on} ({earlier.became_words(became)}):", ""]
        today = [] if became == "same" else ["", "Today:", *formatting.memory_lines(out, now)]
        return Answer(
            then.to_dict() | {"became": became, "now": now.to_dict()},
            lambda: [*said, *_memory(then, [], out), *today],
        )
    with opened() as service:
        memory = service.get(inputs.memory_id(service, args.id))
        against = contradictions(service, memory)
        team = service.team if memory.source is Source.TEAM else None
        shared = team.of([memory.id]).get(memory.id) if team is not None else None
    author = {"author": shared.author} if shared is not None else {}
    return Answer(memory.to_dict() | author, lambda: _memory(memory, against, out, **author))


def _memory(memory: Memory, against: list[str], out: Output, author: str = "") -> Iterable[str]:
    yield from (out.style(line, "bold") for line in out.wrapped(memory.content))
    if author:
        yield f"Shared by {plain(author)}"
    yield from contradicting_lines(against, out)
    yield ""
    stored = (
        ""
        if memory.confidence == memory.current_confidence
        else f", {formatting.percent(memory.confidence)} once"
    )
    place = f"in {memory.scope.value} {memory.scope_id}" if memory.scope_id else formatting.place(memory)
    status = formatting.spoken(memory.status.value)
    needs_review = memory.needs_review and memory.status is not Status.PENDING
    changed = memory.updated_at if memory.updated_at != memory.created_at else None
    used = f"{formatting.count(memory.use_count, 'time')}, {formatting.ago(memory.last_used_at)}"
    yield from out.fields(
        [
            ("Id", memory.id),
            ("Short", memory.summary),
            ("Type", f"{memory.type.value}, {formatting.spoken(memory.category.value)}"),
            ("Applies to", place),
            ("Branch", memory.branch),
            ("Status", status + (", needs review" if needs_review else "")),
            ("Confidence", formatting.percent(memory.current_confidence) + stored),
            ("Privacy", formatting.spoken(memory.privacy_level.value)),
            ("Tags", ", ".join(memory.tags)),
            ("Technology", memory.technology),
            ("Source", formatting.spoken(memory.source.value)),
            ("Added", formatting.moment(memory.created_at)),
            ("Changed", formatting.moment(changed)),
            ("Confirmed", formatting.moment(memory.confirmed_at)),
            ("Used", used if memory.use_count else None),
            ("Expires", formatting.moment(memory.expires_at)),
        ]
    )
    yield from detail_lines(memory, out)
    if memory.evidence:
        from arbor_desktop.extraction.rule_words import load_rule_words

        words = load_rule_words()
        yield ""
        yield "  Where it comes from:"
    for evidence in memory.evidence:
        last = f"–{evidence.last_turn}" if evidence.last_turn != evidence.first_turn else ""
        notes = [
            f"turn {evidence.first_turn}{last}",
            project_name(evidence.project),
            formatting.moment(evidence.at),
            words.of(evidence.rule).text,
        ]
        yield from formatting.small_print(out, ["  " + notes[0], *notes[1:]], evidence.conversation_id)


def contradictions(service: MemoryService, memory: Memory) -> list[str]:
    """What a memory contradicts as long as nobody decided: the words of the others."""
    if not memory.conflict_ids:
        return []
    members = [member for one in service.conflicts_of(memory.id) for member in one.members]
    others = {m.memory.id: m.memory.content for m in members if m.memory.id != memory.id}
    return list(others.values())


def contradicting_lines(texts: Iterable[str], out: Output) -> list[str]:
    """The lines below a memory that say so."""
    hint = "; arbor conflicts"
    width = out.width - len("  contradicts “”") - len(hint)
    return [out.style(f"  contradicts “{one_line(text, width)}”{hint}", "yellow") for text in texts]


@command(
    "archive",
    "Archive memories",
    arguments=add_ids,
    examples=("arbor archive ID ID",),
)
def archive(opened: Opener, args: Namespace, out: Output) -> Answer:
    return _many(opened, args, out, lambda service: service.archive, "Archived")


def _restore_arguments(parser: ArgumentParser) -> None:
    add_ids(parser)
    add_on(parser, "with the text of an earlier day")


@command(
    "restore",
    "Restore archived, rejected or deleted memories",
    arguments=_restore_arguments,
    examples=("arbor list --status archived", "arbor restore ID", "arbor restore ID --on 2026-05-03"),
)
def restore(opened: Opener, args: Namespace, out: Output) -> Answer:
    if args.on:
        from arbor_desktop.cli import earlier

        return _many(opened, args, out, lambda service: earlier.restorer(service, args.on), "Restored")
    return _many(opened, args, out, lambda service: service.restore, "Restored")


@command(
    "delete",
    "Delete memories",
    arguments=add_ids,
    examples=("arbor delete ID", "arbor undo"),
)
def delete(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Delete memories. "arbor undo" and "arbor restore" restore them; "arbor purge" is permanent."""
    return _many(opened, args, out, lambda service: service.delete, "Deleted")


def _many(
    opened: Opener,
    args: Namespace,
    out: Output,
    action: Callable[[MemoryService], Callable[..., list[Memory]]],
    done: str,
) -> Answer:
    with opened() as service:
        found = action(service)(*inputs.memory_ids(service, args.ids))
    one = len(args.ids) == 1
    document = found[0].to_dict() if one else [memory.to_dict() for memory in found]
    head = f"{done} {formatting.count(len(found), 'memory')}:"
    return Answer(document, lambda: formatting.changed_lines(out, head, found), remark=True)


# -- what happened --


@command(
    "history",
    "Show what happened to a memory",
    arguments=add_id,
    examples=("arbor history ID",),
)
def history(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        entries = service.history(inputs.memory_id(service, args.id))
    return Answer(
        [entry.to_dict() for entry in entries],
        lambda: formatting.separated(_entry(entry, out) for entry in entries),
    )


def _entry(entry: HistoryEntry, out: Output) -> list[str]:
    undone = " (undone)" if entry.undone else ""
    actor = ACTORS.get(entry.actor, f" by {entry.actor}")
    head = f"{formatting.moment(entry.at)}  {out.style(entry.action, 'bold')}{actor}{undone}"
    lines = [head]
    if entry.reason:
        lines += out.wrapped(entry.reason, "  ", "  ")
    after = entry.after or {}
    if entry.before is None:
        return lines + (out.wrapped(f"“{after['content']}”", "  ", "  ") if "content" in after else [])
    for name, was_value, value in _changes(entry.before, after):
        if name in SELF_EVIDENT:
            continue
        was, now = _shown(name, was_value), _shown(name, value)
        lines += out.wrapped(f"{formatting.spoken(name)}: {was} → {now}", "    ", "  ")
    return lines


def _changes(before: dict[str, Any], after: dict[str, Any]) -> Iterable[tuple[str, Any, Any]]:
    """(field, before, after); of details each that is another one."""
    for name, value in after.items():
        was = before.get(name)
        if name == "details" and isinstance(was, dict) and isinstance(value, dict):
            keys = [key for key in dict.fromkeys((*was, *value)) if was.get(key) != value.get(key)]
            yield from ((key, was.get(key), value.get(key)) for key in keys)
        else:
            yield name, was, value


def _shown(name: str, value: Any) -> str:
    return (
        formatting.moment(value)
        if name.endswith("_at") and isinstance(value, int)
        else formatting.value(value)
    )


def _undo_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--before-purge", action="store_true", help="undo the last change before a permanent deletion"
    )


@command(
    "undo",
    "Undo your last change of memories",
    arguments=_undo_arguments,
    examples=("arbor delete ID ID", "arbor undo"),
)
def undo(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Undo your last change of memories, in the window or here; a change of several as one.

    Settings, ignored folders and permanent deletions are not undone."""
    from arbor_desktop.editing.queries.undo import Purged

    with opened() as service:
        try:
            undone = service.undo(before_purge=args.before_purge)
        except Purged as error:
            action = OF_CONFLICTS.get(error.undone.action, error.undone.action)
            text = one_line(error.undone.text, out.width // 2)
            raise Refused(
                "You last deleted something permanently, which can't be undone. Before that: "
                f"{action} “{text}”, {formatting.ago(error.undone.at)}. "
                "To undo that: arbor undo --before-purge"
            ) from None
        except NotFound as error:
            out.note(error.message)
            return Answer({"undone": None}, list, NOTHING)
        except InvalidInput as error:  # called rightly, yet refused
            raise Refused(error.message, **error.context) from None
        found = service.get_many(undone.ids)
    action = OF_CONFLICTS.get(undone.action, undone.action)
    head = f"Undone: {action}, {formatting.ago(undone.at)}, {formatting.count(len(undone.ids), 'memory')}."
    return Answer(
        undone.to_dict(),
        lambda: [head, *formatting.separated(formatting.memory_lines(out, memory) for memory in found)],
        remark=True,
    )


# -- a word on a memory --


def _kind(given: str) -> str:
    kind = given.upper()
    return FeedbackKind.INCORRECT.value if kind == "WRONG" else kind


def _feedback_arguments(parser: ArgumentParser) -> None:
    add_id(parser)
    parser.add_argument(
        "kind",
        type=_kind,
        choices=names_of(FeedbackKind),
        metavar="KIND",
        help=f"{', '.join(names_of(FeedbackKind))}; WRONG is INCORRECT",
    )
    parser.add_argument("--comment", metavar="TEXT", default="", help="why")


@command(
    "feedback",
    "Rate a memory",
    arguments=_feedback_arguments,
    examples=("arbor feedback ID CONFIRM", 'arbor feedback ID OUTDATED --comment "We moved to Postgres"'),
)
def feedback(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Say whether a memory is right: CONFIRM, INCORRECT, OUTDATED, or FORGET, which archives it."""
    with opened() as service:
        memory = service.feedback(inputs.memory_id(service, args.id), args.kind, args.comment)
    return _noted(memory, args.comment, out)


def _used_arguments(parser: ArgumentParser) -> None:
    add_id(parser)
    parser.add_argument("--failed", action="store_true", help="it did not help")
    parser.add_argument(
        "--severity",
        type=str.upper,
        choices=names_of(Severity),
        metavar="LEVEL",
        help="how bad: HIGH, MEDIUM, LOW",
    )
    parser.add_argument("--context", metavar="TEXT", default="", help="where it was used")


@command(
    "used",
    "Record that a memory was used",
    arguments=_used_arguments,
    examples=("arbor used ID", "arbor used ID --failed --severity HIGH"),
)
def used(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Record that a memory was used, and whether it helped."""
    if args.severity and not args.failed:
        raise UsageError("--severity says how bad a failure was: give --failed too.")
    with opened() as service:
        ident = inputs.memory_id(service, args.id)
        if args.severity:
            memory = service.report_failure(ident, args.severity, args.context)
        else:
            memory = service.record_usage(ident, not args.failed, args.context)
    return _noted(memory, args.context, out)


def _noted(memory: Memory, comment: str, out: Output) -> Answer:
    if without_secrets(comment) != comment:
        out.note(REDACTED)
    return Answer(memory.to_dict(), lambda: ["Noted:", *formatting.memory_lines(out, memory)], remark=True)


def _promote_arguments(parser: ArgumentParser) -> None:
    add_ids(parser)
    parser.add_argument("--back", action="store_true", help="limit them to their project again")
    add_project(parser, "with --back: to this project")


@command(
    "promote",
    "Make memories of a project global",
    arguments=_promote_arguments,
    examples=("arbor promote ID", "arbor promote ID --back", "arbor promote ID --back --project ~/src/app"),
)
def promote(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Make memories of a project global, so that they are shared in all projects.

    A memory that says the same as a global one is merged into it. With --back they are limited to their
    project again."""
    if args.project and not args.back:
        raise UsageError("--project says where to: give --back too.")
    with opened() as service:
        wanted = inputs.memory_ids(service, args.ids)
        try:
            if args.back:
                found = service.keep_to_project(*wanted, project=args.project)
            else:
                found = service.promote(*wanted)
        except InvalidInput as error:  # called rightly, yet refused
            raise Refused(error.message, **error.context) from None
    done = "Limited to its project:" if args.back else "Now global:"
    document = [memory.to_dict() for memory in found]
    return Answer(document, lambda: formatting.changed_lines(out, done, found), remark=True)


def given_details(text: str) -> dict[str, Any]:
    """What `--details` says. Raises UsageError where that is no JSON object."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise UsageError(f"--details is not valid JSON: {error}.") from None
    if not isinstance(found, dict):
        raise UsageError('--details is an object, such as {"fix": "Read before closing"}.')
    return found


def onto(details: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Details with what was given; null takes a field out."""
    return {key: value for key, value in {**details, **given}.items() if not (key in given and value is None)}


def detail_lines(memory: Memory, out: Output) -> list[str]:
    """The details of a memory for people, those of its category first."""
    from arbor_desktop.memories.details import FIELDS, as_text, is_empty, label

    own = [field.key for field in FIELDS[memory.category]]
    keys = [*(key for key in own if key in memory.details), *(k for k in memory.details if k not in own)]
    pairs = [(label(key), as_text(memory.details[key])) for key in keys if not is_empty(memory.details[key])]
    return ["", "  Details:", *out.fields(pairs, indent="    ")] if pairs else []
