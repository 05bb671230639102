"""review, conflicts, resolve, reopen."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import formatting, inputs
from arbor_desktop.cli.commands import add_id, add_ids, command, names_of
from arbor_desktop.cli.output import NOTHING, OK, Answer, Output, Refused, one_line
from arbor_desktop.conflicts.model import Conflict, ConflictStatus, Decision, Member
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.model import LIVING, Memory, Proposal, ProposalAction, Status

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.service import MemoryService


SUGGESTED = {
    Decision.ACCEPTED_OLDER: "keep the older",
    Decision.ACCEPTED_NEWER: "keep the newer",
    Decision.ACCEPTED_HIGHER_CONFIDENCE: "keep the more certain one",
    Decision.KEPT_BOTH_WITH_CONTEXT: "keep both",
    Decision.MARKED_OUTDATED: "mark the older as outdated",
    Decision.MERGED: "merge them",
}
DECIDED = {
    ConflictStatus.ACCEPTED_OLDER: "kept the older",
    ConflictStatus.ACCEPTED_NEWER: "kept the newer",
    ConflictStatus.ACCEPTED_HIGHER_CONFIDENCE: "kept the more certain one",
    ConflictStatus.KEPT_BOTH_WITH_CONTEXT: "kept both",
    ConflictStatus.MARKED_OUTDATED: "marked the older as outdated",
    ConflictStatus.MERGED: "merged",
    ConflictStatus.AUTO_RESOLVED: "resolved automatically",
}
LEAD = 10
"""Columns before the words of a member."""
MOST_LINES = 8
"""Of the words of a member: so many are shown that both sides fit on a screen."""
REVIEWED_AT_ONCE = 100_000


def _review_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--proposals", action="store_true", help="list changes suggested by AI tools")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    add_ids(actions.add_parser("accept", help="make them active; apply suggested changes"))
    add_ids(actions.add_parser("reject", help="reject them; neither is suggested again"))


@command(
    "review",
    "Review new memories",
    arguments=_review_arguments,
    examples=(
        "arbor review",
        "arbor review accept ID ID",
        "arbor review reject ID",
        "arbor review --proposals",
    ),
)
def review(opened: Opener, args: Namespace, out: Output) -> Answer:
    """List the memories that need your review: new ones, and those marked as outdated.

    Accepted ones become active; rejected ones are never shared and not saved again. With --proposals:
    changes suggested by AI tools; accept and reject take their ids too."""
    if args.action is not None:
        return _decide(opened, args, out)
    if args.proposals:
        return _proposals(opened, out)
    with opened() as service:
        found = _to_review(service)
        proposed = len(service.proposals())
    if not found:
        out.note("Nothing to review.")
    notes = ["arbor review accept ID… or arbor review reject ID…"] if found else []
    if proposed:
        notes.append(f"AI tools suggest {formatting.count(proposed, 'change')}: arbor review --proposals")
    return Answer(
        [memory.to_dict() for memory in found],
        lambda: formatting.separated(formatting.memory_lines(out, memory) for memory in found),
        OK if found else NOTHING,
        notes=("", *notes) if notes else (),
    )


def _decide(opened: Opener, args: Namespace, out: Output) -> Answer:
    """The memories first, in one action; each proposal is one of its own."""
    yes = args.action == "accept"
    with opened() as service:
        given = inputs.review_ids(service, args.ids)
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
    head = f"{'Accepted' if yes else 'Rejected'} {formatting.count(len(found), 'memory')}:"
    return Answer(document, lambda: formatting.changed_lines(out, head, found), remark=True)


def _to_review(service: MemoryService) -> list[Memory]:
    """What waits for a yes, then what was marked as outdated; each the newest first."""
    wanted: dict[str, Any] = {"sort": "created", "limit": REVIEWED_AT_ONCE}
    pending = service.query(status="pending", **wanted).memories
    outdated = service.query(status="active", needs_review=True, **wanted).memories
    return [*pending, *outdated]


# -- conflicts --


def _conflicts_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="also resolved ones")


@command(
    "conflicts",
    "List memories that contradict each other",
    arguments=_conflicts_arguments,
    examples=("arbor conflicts", "arbor conflicts --all --json"),
)
def conflicts(opened: Opener, args: Namespace, out: Output) -> Answer:
    """List conflicts, with the decision that Arbor suggests and why."""
    with opened() as service:
        found = service.list_conflicts(include_resolved=args.all, progress=_Comparing(out))
        short = {} if out.as_json else _seen(service, found, everything=args.all)
        if not found:
            out.note("No conflicts." if args.all else "No open conflicts.")
        if not service.settings.get("conflicts.detect"):
            out.note("Conflict detection is off. Turn it on with: arbor settings set conflicts.detect true")
    return Answer(
        [one.to_dict() for one in found],
        lambda: formatting.separated(_block(one, short[one.id], out) for one in found),
        OK if found else NOTHING,
        notes=_next_step(found, short),
    )


def _seen(service: MemoryService, found: Sequence[Conflict], *, everything: bool) -> dict[str, str]:
    """Notes that a person sees them. Answers the ids to show, by the whole ones; `everything`: there are no
    others."""
    for one in found:
        if one.status is ConflictStatus.UNRESOLVED and _is_open(one):
            service.mark_conflict_seen(one.id)
    known = found if everything else service.list_conflicts(include_resolved=True, up_to_date=False)
    return _shortened([one.id for one in known])


def _next_step(found: Sequence[Conflict], short: Mapping[str, str]) -> tuple[str, ...]:
    waiting = next((one for one in found if one.id in short and _is_open(one)), None)
    if waiting is None:
        return ()
    decision = waiting.suggestion.decision
    word = next((word for word, long in SHORT_DECISIONS.items() if long is decision), decision.value)
    command = f"arbor resolve {short[waiting.id]} {word}"
    return ("", f"Decide one with, for example: {command}")


SHORT_DECISIONS = {
    "older": Decision.ACCEPTED_OLDER,
    "newer": Decision.ACCEPTED_NEWER,
    "certain": Decision.ACCEPTED_HIGHER_CONFIDENCE,
    "both": Decision.KEPT_BOTH_WITH_CONTEXT,
    "outdated": Decision.MARKED_OUTDATED,
}
"""Short words for decisions, which people may type instead."""


def _long_name(given: str) -> str:
    short = SHORT_DECISIONS.get(given)
    return given if short is None else short.value


def _resolve_arguments(parser: ArgumentParser) -> None:
    add_id(parser, "a conflict")
    parser.add_argument(
        "decision",
        type=_long_name,
        choices=[*SHORT_DECISIONS, *names_of(Decision)],
        metavar="DECISION",
        help="one of those above",
    )
    parser.add_argument("--content", metavar="TEXT", help="with merged: the text that replaces all")
    parser.add_argument("--note", metavar="TEXT", help="why; kept with the decision and in the history")
    for name in ("older", "newer"):
        parser.add_argument(
            f"--{name}-context", metavar="TEXT",
            help=f"with both: when the {name} one applies, such as \"in the old app\"",
        )  # fmt: skip
    parser.add_argument("--keep", metavar="ID", help="of more than two: the memory to keep")


@command(
    "resolve",
    "Resolve a conflict",
    arguments=_resolve_arguments,
    examples=(
        "arbor resolve ID newer",
        'arbor resolve ID merged --content "Use Vitest; Jest only in packages/legacy"',
        'arbor resolve ID both --older-context "in packages/legacy"',
    ),
)
def resolve(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Resolve a conflict.

    Memories that lose are archived and no longer shared. Undo with "arbor undo".

      older     keep the older one (accepted_older)
      newer     keep the newer one (accepted_newer)
      certain   keep the more certain one (accepted_higher_confidence)
      both      keep both, each where it applies (kept_both_with_context)
      outdated  mark the older one as outdated and review it (marked_outdated)
      merged    replace all of them by --content"""
    with opened() as service:
        ident = inputs.conflict_id(service, args.id)
        given = {
            "content": args.content,
            "note": args.note,
            "older_context": args.older_context,
            "newer_context": args.newer_context,
            "keep": args.keep and inputs.memory_id(service, args.keep),
        }
        with _as_refused():
            found = service.resolve_conflict(
                ident, args.decision, **{name: value for name, value in given.items() if value is not None}
            )
        short = _short(service, ident)
    return Answer(
        found.to_dict(),
        lambda: [*_lines(found, short, out), out.style("Undo with: arbor undo", "dim")],
        remark=True,
    )


@command(
    "reopen",
    "Reopen a resolved conflict",
    arguments=lambda parser: add_id(parser, "a conflict"),
    examples=("arbor conflicts --all", "arbor reopen ID"),
)
def reopen(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Reopen a resolved conflict. Its memories are as they were before."""
    with opened() as service:
        ident = inputs.conflict_id(service, args.id)
        with _as_refused():
            found = service.reopen_conflict(ident)
        short = _short(service, ident)
    return Answer(found.to_dict(), lambda: ["Open again:", *_lines(found, short, out)], remark=True)


@contextmanager
def _as_refused() -> Iterator[None]:
    """What can't be done as things are fails; only what was asked wrongly, naming a field, is wrong usage."""
    try:
        yield
    except InvalidInput as error:
        if "field" in error.context:
            raise
        raise Refused(error.message, **error.context) from None


class _Comparing:
    """Says that memories are compared first, and how far that is."""

    def __init__(self, out: Output) -> None:
        self._out = out
        self._told = False

    def __call__(self, done: int, total: int) -> None:
        if not self._told:
            self._told = True
            self._out.note(f"Comparing {formatting.count(total, 'memory')} with the others…")
        self._out.progress("memories compared", done - 1, total)


# -- one conflict --


def _is_open(one: Conflict) -> bool:
    """Whether there is something to decide: it is over, too, where only one of its memories is left."""
    return one.is_open and sum(member.memory.status in LIVING for member in one.members) > 1


def _block(one: Conflict, short: str, out: Output) -> list[str]:
    return list(_lines(one, short, out))


def _lines(one: Conflict, short: str, out: Output) -> Iterator[str]:
    values = " or ".join(member.spoken_value for member in one.members if member.value)
    topic = one_line(one.topic or formatting.spoken(one.category.value), out.width)
    head = f"{topic}: {values}" if values else topic
    yield out.style(one_line(head, out.width), "bold")
    for place, member in enumerate(one.members):
        yield from _member(one, place, member, out)
    if not _is_open(one):
        yield from _decision(one, out)
    elif one.suggests:
        suggestion = one.suggestion
        yield from out.wrapped(
            f"Suggests: {SUGGESTED[suggestion.decision]}. {_sentence(suggestion.reason)}", "  "
        )
    notes = [
        formatting.spoken(one.category.value),
        f"rule {one.rule}",
        f"found {formatting.age(one.created_at)}",
    ]
    yield from formatting.small_print(out, notes, short)


def _member(one: Conflict, place: int, member: Member, out: Output) -> Iterator[str]:
    name = _name(place, len(one.members))
    lines = out.wrapped(" ".join(member.content.split()), " " * LEAD, f"  {name:<{LEAD - 2}}")
    yield lines[0].replace(name, out.style(name, "dim"), 1)
    cut = len(lines) > MOST_LINES
    yield from lines[1 : MOST_LINES - 1 if cut else None]
    if cut:
        yield " " * LEAD + f"… arbor show {member.memory.id}"
    score = one.suggestion.scores.get(member.memory.id)
    notes = [
        formatting.place(member.memory),
        formatting.age(member.at),
        formatting.percent(member.memory.current_confidence) + " certain",
        f"effective {score.score:.2f}" if score and _is_open(one) else "",
        f"only {member.condition}" if member.condition else "",
        "" if member.memory.status is Status.ACTIVE else formatting.spoken(member.memory.status.value),
        "needs review" if member.memory.needs_review else "",
        member.memory.id if len(one.members) > 2 else "",
    ]
    text = " · ".join(one_line(note) for note in notes if note)
    yield from (out.style(line, "dim") for line in out.wrapped(text, " " * LEAD))


def _name(place: int, count: int) -> str:
    if count == 2:
        return ("older", "newer")[place]
    return "oldest" if place == 0 else "newest" if place == count - 1 else "later"


def _decision(one: Conflict, out: Output) -> Iterator[str]:
    if one.status.open:
        yield "  Closed: fewer than two of its memories are left."
        return
    done = DECIDED.get(one.status, formatting.spoken(one.status.value))
    yield from out.wrapped(f"Decided {formatting.age(one.resolved_at or one.created_at)}: {done}.", "  ")
    if one.notes:
        yield from out.wrapped(f"Note: {one.notes}", "  ")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- ids --


def _short(service: MemoryService, ident: str) -> str:
    every = service.list_conflicts(include_resolved=True, up_to_date=False)
    return _shortened([one.id for one in every]).get(ident, ident)


def _shortened(every: list[str]) -> dict[str, str]:
    """Return each id's end, which is random; the whole id if another one ends so."""
    times = Counter(ident[-inputs.SHORTEST :] for ident in every)
    return {
        ident: ident if times[ident[-inputs.SHORTEST :]] > 1 else ident[-inputs.SHORTEST :] for ident in every
    }


# -- suggestions of AI tools --


def _proposals(opened: Opener, out: Output) -> Answer:
    with opened() as service:
        found = service.proposals()
    if not found:
        out.note("No suggestions from AI tools.")
    return Answer(
        [proposal.to_dict() for proposal in found],
        lambda: formatting.separated(_proposing_lines(out, proposal) for proposal in found),
        OK if found else NOTHING,
        notes=("", "arbor review accept ID… or arbor review reject ID…") if found else (),
    )


def _proposing_lines(out: Output, proposal: Proposal) -> list[str]:
    """What it would change, as it is and as it would be; who wants it and why; its id."""
    lines = out.wrapped(" ".join(proposal.content.split()))
    if proposal.action is ProposalAction.DELETE:
        lines.append("  → to be deleted")
    for name, value in proposal.fields.items():
        if name == "content":
            lines += out.wrapped(" ".join(str(value).split()), "    ", "  → ")
        else:
            change = f"{_shown(name, proposal.before[name])} → {_shown(name, value)}"
            lines += out.wrapped(f"{formatting.spoken(name)}: {change}", "    ", "  ")
    if proposal.reason:
        lines += out.wrapped(f"Why: {one_line(proposal.reason)}", "    ", "  ")
    notes = [f"by {proposal.client}" if proposal.client else "", formatting.ago(proposal.at)]
    return [*lines, *formatting.small_print(out, notes, proposal.id)]


def _shown(name: str, value: Any) -> str:
    return formatting.moment(value) if name == "expires_at" and value is not None else formatting.value(value)
