"""add, edit, archive, restore, delete, review, history, undo, feedback, used."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import ids, words
from arbor_desktop.cli.answer import NOTHING, OK, Answer, Refused, UsageError
from arbor_desktop.cli.conflicts import contradicting_lines, contradictions
from arbor_desktop.cli.learning import given_details, onto
from arbor_desktop.cli.output import Output
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.memories.checks import were_secrets, without_secrets
from arbor_desktop.memories.model import HistoryEntry, Memory

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener
    from arbor_desktop.service import MemoryService

REVIEWED_AT_ONCE = 100_000
ACTORS = {"user": " by you", "capture": "", "undo": " by you"}
OF_CONFLICTS = {
    **dict.fromkeys(
        ("kept", "kept with context", "marked outdated", "superseded"), "the decision of a conflict"
    ),
    "reopened": "opening a conflict again",
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


def add(opened: Opener, args: Namespace, out: Output) -> Answer:
    text = sys.stdin.read() if args.text == "-" else args.text
    with opened() as service:
        result = service.store(text, **_fields(args))
        memory = service.get(result.id)
        against = contradictions(service, memory)
    if result.redacted:
        out.note(REDACTED)
    said = "Known already, and more certain now:" if result.duplicate else "Remembered:"
    if result.merged:
        said = "Known in other words, and merged (arbor undo takes that back):"
    return Answer(result.to_dict(), lambda: [said, *_with(against, memory, out)], remark=True)


def _with(against: list[str], memory: Memory, out: Output) -> list[str]:
    return [*words.memory_lines(out, memory), *contradicting_lines(against, out)]


def edit(opened: Opener, args: Namespace, out: Output) -> Answer:
    fields = _fields(args) | ({} if args.content is None else {"content": args.content})
    if not fields:
        raise UsageError("Say what to change, such as --content or --tag; arbor edit --help lists all.")
    with opened() as service:
        ident = ids.memory(service, args.id)
        if "details" in fields:
            fields["details"] = onto(service.get(ident).details, fields["details"])
        memory = service.update(ident, **fields)
        against = contradictions(service, memory)
    if were_secrets(fields, [getattr(memory, name) for name in fields]):
        out.note(REDACTED)
    return Answer(memory.to_dict(), lambda: ["Changed:", *_with(against, memory, out)], remark=True)


def archive(opened: Opener, args: Namespace, out: Output) -> Answer:
    return _many(opened, args, out, lambda service: service.archive, "Archived")


def restore(opened: Opener, args: Namespace, out: Output) -> Answer:
    return _many(opened, args, out, lambda service: service.restore, "Restored")


def delete(opened: Opener, args: Namespace, out: Output) -> Answer:
    return _many(opened, args, out, lambda service: service.delete, "Deleted")


def _many(
    opened: Opener,
    args: Namespace,
    out: Output,
    action: Callable[[MemoryService], Callable[..., list[Memory]]],
    done: str,
) -> Answer:
    with opened() as service:
        found = action(service)(*ids.memories(service, args.ids))
    one = len(args.ids) == 1
    document = found[0].to_dict() if one else [memory.to_dict() for memory in found]
    return Answer(document, lambda: _changed(found, out, done), remark=True)


def _changed(found: Sequence[Memory], out: Output, done: str) -> Iterable[str]:
    yield f"{done} {words.count(len(found), 'memory')}:"
    yield from words.separated(words.memory_lines(out, memory) for memory in found)
    yield out.style("arbor undo takes it back.", "dim")


# -- review --


def review(opened: Opener, args: Namespace, out: Output) -> Answer:
    if args.action is not None:
        return _decide(opened, args, out)
    if args.proposals:
        from arbor_desktop.cli import proposing  # few commands have to do with agents

        return proposing.proposals(opened, out)
    with opened() as service:
        found = _to_review(service)
        proposed = len(service.proposals())
    if not found:
        out.note("Nothing waits for review.")
    notes = ["arbor review accept ID… or arbor review reject ID…"] if found else []
    if proposed:
        notes.append(f"Agents propose {words.count(proposed, 'change')}: arbor review --proposals")
    return Answer(
        [memory.to_dict() for memory in found],
        lambda: words.separated(words.memory_lines(out, memory) for memory in found),
        OK if found else NOTHING,
        notes=("", *notes) if notes else (),
    )


def _decide(opened: Opener, args: Namespace, out: Output) -> Answer:
    """The memories first, in one action; each proposal is one of its own."""
    yes = args.action == "accept"
    with opened() as service:
        given = ids.to_review(service, args.ids)
        proposed = {one.id: one.memory_id for one in service.proposals()}
        direct = [ident for ident in given if ident not in proposed]
        touched = list(direct)
        if direct:
            (service.accept if yes else service.reject)(*direct)
        for ident in given:
            if ident in proposed:
                (service.accept_proposal if yes else service.reject_proposal)(ident)
                touched.append(proposed[ident])
        found = service.get_many(list(dict.fromkeys(touched)))
    document = [memory.to_dict() for memory in found]
    return Answer(document, lambda: _changed(found, out, "Accepted" if yes else "Rejected"), remark=True)


def _to_review(service: MemoryService) -> list[Memory]:
    """What waits for a yes, then what was marked as outdated; each the newest first."""
    wanted: dict[str, Any] = {"sort": "created", "limit": REVIEWED_AT_ONCE}
    pending = service.query(status="pending", **wanted).memories
    outdated = service.query(status="active", needs_review=True, **wanted).memories
    return [*pending, *outdated]


# -- what happened --


def history(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        entries = service.history(ids.memory(service, args.id))
    return Answer(
        [entry.to_dict() for entry in entries],
        lambda: words.separated(_entry(entry, out) for entry in entries),
    )


def _entry(entry: HistoryEntry, out: Output) -> list[str]:
    undone = " (undone)" if entry.undone else ""
    actor = ACTORS.get(entry.actor, f" by {entry.actor}")
    head = f"{words.moment(entry.at)}  {out.style(entry.action, 'bold')}{actor}{undone}"
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
        lines += out.wrapped(f"{words.spoken(name)}: {was} → {now}", "    ", "  ")
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
    return words.moment(value) if name.endswith("_at") and isinstance(value, int) else words.value(value)


def undo(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        try:
            undone = service.undo()
        except NotFound as error:
            out.note(error.message)
            return Answer({"undone": None}, list, NOTHING)
        except InvalidInput as error:  # called rightly, yet refused
            raise Refused(error.message, **error.context) from None
        found = service.get_many(undone.ids)
    action = OF_CONFLICTS.get(undone.action, undone.action)
    head = f"Undone: {action}, {words.ago(undone.at)}, {words.count(len(undone.ids), 'memory')}."
    return Answer(
        undone.to_dict(),
        lambda: [head, *words.separated(words.memory_lines(out, memory) for memory in found)],
        remark=True,
    )


# -- a word on a memory --


def feedback(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        memory = service.feedback(ids.memory(service, args.id), args.kind, args.comment)
    return _noted(memory, args.comment, out)


def used(opened: Opener, args: Namespace, out: Output) -> Answer:
    if args.severity and not args.failed:
        raise UsageError("--severity says how bad a failure was: give --failed too.")
    with opened() as service:
        ident = ids.memory(service, args.id)
        if args.severity:
            memory = service.report_failure(ident, args.severity, args.context)
        else:
            memory = service.record_usage(ident, not args.failed, args.context)
    return _noted(memory, args.context, out)


def _noted(memory: Memory, comment: str, out: Output) -> Answer:
    if without_secrets(comment) != comment:
        out.note(REDACTED)
    return Answer(memory.to_dict(), lambda: ["Noted:", *words.memory_lines(out, memory)], remark=True)
