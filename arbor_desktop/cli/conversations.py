"""conversations, conversation, receipts, why."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from arbor_desktop.cli import formatting, inputs
from arbor_desktop.cli.commands import add_after, add_id, add_limit, add_project, command, names_of
from arbor_desktop.cli.output import NOTHING, OK, Answer, Output, one_line
from arbor_desktop.context.answers import Deed
from arbor_desktop.context.explanation import Explained, Explanation, Seen
from arbor_desktop.context.following import Regard
from arbor_desktop.context.model import Delivered, DeliverySummary, Receipt, Use
from arbor_desktop.conversations.model import TRIVIAL, Conversation, ConversationStatus, Role, Turn, TurnKind
from arbor_desktop.conversations.outcome import Decision, Outcome, OutcomeStatus
from arbor_desktop.projects.names import project_name

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener


WORK_KINDS = frozenset({TurnKind.TOOL, TurnKind.INJECTED, TurnKind.SUBAGENT, TurnKind.SUMMARY})


def _conversations_arguments(parser: ArgumentParser) -> None:
    add_project(parser, "of this project")
    parser.add_argument("--source", metavar="NAME", help="of this source, such as claude-code")
    parser.add_argument(
        "--status",
        choices=names_of(ConversationStatus),
        metavar="STATUS",
        help=", ".join(names_of(ConversationStatus)),
    )
    add_limit(parser, 50)
    add_after(parser)


@command(
    "conversations",
    "List conversations, newest first",
    arguments=_conversations_arguments,
    examples=("arbor conversations --project .", "arbor conversations --status error"),
)
def conversations(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        page = service.conversations(
            project=args.project, source=args.source, status=args.status, limit=args.limit, after=args.after
        )
    if not page.conversations:
        out.note("No such conversation. Add some with: arbor capture PATH")
    return Answer(
        page.to_dict(),
        lambda: formatting.separated(conversation_lines(out, one) for one in page.conversations),
        OK if page.conversations else NOTHING,
        notes=formatting.more(len(page.conversations), page.total, page.next, args),
    )


@command(
    "conversation",
    "Show a conversation with all its messages",
    arguments=lambda parser: add_id(parser, "a conversation"),
    examples=("arbor conversation 01a20055-949d-74cf-940c-c61d52d751e3 | less",),
)
def conversation(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        found = service.conversation(inputs.conversation_id(service, args.id), with_turns=True)
        outcome = service.outcome(found.id)
        shared = service.receipts_of(found.id)
    answer = found.to_dict() | {
        "outcome": None if outcome is None else outcome.to_dict(),
        "receipts": [one.to_dict() for one in shared],
    }
    return Answer(answer, lambda: _conversation(found, outcome, shared, out))


def _conversation(
    found: Conversation, outcome: Outcome | None, shared: Sequence[Receipt], out: Output
) -> Iterable[str]:
    yield from (out.style(line, "bold") for line in out.wrapped(found.title or "(without a title)"))
    yield ""
    yield from out.fields(
        [
            ("Id", found.id),
            ("Source", found.source),
            ("Session", found.session_id),
            ("Project", found.project),
            ("Branch", found.branch),
            ("From", formatting.moment(found.started_at)),
            ("To", formatting.moment(found.ended_at)),
            ("Status", _status(found)),
            ("Turns", f"{found.turn_count:,}, {found.user_turns:,} of them yours"),
            ("Memories", f"{found.memories:,}"),
            (
                "Tokens",
                f"{found.input_tokens:,} in, {found.output_tokens:,} out" if found.output_tokens else None,
            ),
            ("Shared", receipts_line(shared)),
            *outcome_fields(outcome),
        ]
    )
    worked = False  # tools' calls and results stand close together
    if any(turn.kind is TurnKind.SAID and "\ufffd" in turn.text for turn in found.turns or ()):
        yield out.style("Some characters (�) can't be read: their encoding is unknown.", "dim")
    for turn in found.turns or ():
        work = turn.kind in WORK_KINDS and not out.verbose
        if not (work and worked):
            yield ""
        yield from [_work(turn, out)] if work else _turn(turn, out)
        worked = work


def _turn(turn: Turn, out: Output) -> Iterable[str]:
    """A turn in full."""
    who = "You" if turn.role is Role.USER else "Assistant"
    kind = "" if turn.kind is TurnKind.SAID else f", {turn.kind.value}"
    gone = ", undone" if turn.unsaid else ""
    memories = f"  ← {formatting.count(len(turn.memory_ids), 'memory')}" if turn.memory_ids else ""
    head = f"{turn.number}  {who}{kind}{gone}  {formatting.moment(turn.at)}".rstrip()
    yield out.style(head, "dim") + out.style(memories, "green")
    yield from out.wrapped(turn.text.strip(), "  ", "  ")


def _work(turn: Turn, out: Output) -> str:
    """One line for what tools and programs wrote; -v shows it in full."""
    kind = "" if turn.kind is TurnKind.TOOL else f"{turn.kind.value}: "
    lead = f"{turn.number}  {'→' if turn.role is Role.ASSISTANT else '←'} {kind}"
    return out.style(lead + one_line(turn.text, out.width - len(lead)), "dim")


STATUSES = {
    ConversationStatus.MEMORIZED: "read",
    ConversationStatus.PENDING: "not read yet",
    ConversationStatus.PROCESSING: "reading",
}


def _status(conversation: Conversation) -> str:
    """Its status in the window's words, with the reason if it has one."""
    if conversation.status_reason == TRIVIAL:
        return "too short"
    word = STATUSES.get(conversation.status, conversation.status.value)
    return f"{word}: {conversation.status_reason}" if conversation.status_reason else word


def conversation_lines(out: Output, conversation: Conversation) -> list[str]:
    """A conversation in a list."""
    title = one_line(conversation.title or "(without a title)", out.width)
    notes = [
        _status(conversation),
        project_name(conversation.project),
        formatting.count(conversation.turn_count, "turn"),
        formatting.count(conversation.memories, "memory") if conversation.memories else "",
        formatting.ago(conversation.ended_at),
    ]  # fmt: skip
    return [title, *formatting.small_print(out, notes, conversation.id)]


SIZES = ("tiny", "small", "medium", "large", "very large")


def outcome_fields(outcome: Outcome | None) -> list[tuple[str, str | None]]:
    """Return the outcome of a session as names and values; a name without a value is not shown."""
    if outcome is None:
        return []
    ended = "" if outcome.status is OutcomeStatus.UNKNOWN else f", {outcome.status.value}"
    created, modified = len(outcome.files_created), len(outcome.files_modified)
    files = [f"{created:,} created" if created else "", f"{modified:,} modified" if modified else ""]
    met = f"{len(outcome.errors):,} met, {outcome.errors_solved:,} solved" if outcome.errors else None
    return [
        ("Outcome", f"{outcome.type.value.lower()}, {SIZES[outcome.complexity - 1]}{ended}"),
        ("Files", ", ".join(filter(None, files))),
        ("Checks", ", ".join(f"{check.name} {check.result.value}" for check in outcome.checks)),
        ("Errors", met),
        ("Decided", "\n".join(map(_decision, outcome.decisions))),
    ]


def _decision(one: Decision) -> str:
    why = f", because {one.reason}" if one.reason and one.reason not in one.answer else ""
    return f"{one.question} → {one.answer}{why}"


# -- receipts --

_WHEN = {"SessionStart": "at the start", "UserPromptSubmit": "with a prompt", "BeforeAgent": "with a prompt"}


NO_MEMORIES = "no memories, to compare sessions with and without"
_ARRIVED = {True: "delivered", False: "not delivered", None: "delivery unknown"}


def _receipts_arguments(parser: ArgumentParser) -> None:
    parser.set_defaults(action="list")
    add_project(parser, "only sessions of this project")
    add_limit(parser, 20)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("list", help="list sessions, newest first (default)")
    not_used = actions.add_parser("not-used", help="a memory was not used in a session after all")
    not_used.add_argument("conversation", metavar="CONVERSATION", help="id of the conversation")
    not_used.add_argument("memory", metavar="MEMORY", help="id of the memory")


@command(
    "receipts",
    "Show what sessions received and used",
    arguments=_receipts_arguments,
    examples=("arbor receipts --project .", "arbor receipts --limit 5 --json"),
)
def receipts(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Show what AI tools received through hooks, whether it arrived, and which memories were used.

    Whether a memory was used is judged by rules on this computer, from what was said and done."""
    with opened() as service:
        if args.action == "not-used":
            conversation = inputs.conversation_id(service, args.conversation)
            service.receipts.not_used(conversation, inputs.memory_id(service, args.memory))
            found = service.receipts_of(conversation)
        else:
            found = service.latest_receipts(args.project, args.limit)
        summary = service.delivery_summary(None if args.action == "not-used" else args.project)
    if not found:
        out.note(_receipts_nothing(args))
    return Answer(
        {"summary": summary.to_dict(), "receipts": [one.to_dict() for one in found]},
        lambda: _lines(found, summary, out),
        OK if found else NOTHING,
    )


def _receipts_nothing(args: Namespace) -> str:
    if args.action != "not-used" and args.project:
        return f"No session of {args.project} has received anything yet. For all projects: arbor receipts."
    return (
        "No session has received anything yet. Connect your AI tools with arbor integrate; "
        "arbor doctor shows whether their hooks are called."
    )


def _lines(found: Sequence[Receipt], summary: DeliverySummary, out: Output) -> Iterable[str]:
    from arbor_desktop.context.receipts import TITLES

    for receipt in found:
        place = f" ({project_name(receipt.project)})" if receipt.project else ""
        when = _WHEN.get(receipt.event, receipt.event) or "all along"
        head = f"{formatting.moment(receipt.at)}  {TITLES.get(receipt.tool, receipt.tool)}, {when}{place}: "
        yield out.style(head, "bold") + _told(receipt)
        for one in receipt.delivered:
            if one.use in (Use.USED, Use.FAILED):
                yield f"  {one.use.value}: {one_line(one.content, out.width - 10)}"
                yield out.style(f"    {one.reason}", "dim")
        notes = [f"conversation {receipt.conversation_id}"] if receipt.conversation_id else []
        yield from (out.style(f"  {note}", "dim") for note in notes)
    if found:
        yield ""
        yield from _summed_up(summary)


def _told(receipt: Receipt) -> str:
    if receipt.withheld:
        return NO_MEMORIES
    if not receipt.delivered and _WHEN.get(receipt.event) == "with a prompt":  # a `/memory:` question
        return f"no memories, {_ARRIVED[receipt.arrived]}"
    return (
        f"{formatting.count(len(receipt.delivered), 'memory')}, {receipt.tokens:,} tokens, "
        f"{_ARRIVED[receipt.arrived]}; {_became(receipt.delivered)}"
    )


def _summed_up(summary: DeliverySummary) -> Iterable[str]:
    if not summary.sessions:
        yield "No memories were shared in the last 30 days."
        return
    arrived, sessions, helped = summary.arrived, summary.sessions_helped, summary.helped
    told = "1 session" if summary.sessions == 1 else f"{summary.sessions:,} sessions"
    yield (
        f"Memories were shared with {told} in the last 30 days. "
        f"Delivered to {arrived.part:,} of {arrived.whole:,} with a record of it."
    )
    if sessions.whole:
        yield (
            f"At least one memory helped in {sessions.part:,} of {sessions.whole:,} that were read since. "
            f"They got {formatting.count(summary.memories, 'memory')}: "
            f"{_counts(helped.part, helped.whole - helped.part)}."
        )


def _became(delivered: Sequence[Delivered]) -> str:
    judged = [one for one in delivered if one.use is not None]
    if not judged:
        return "use not known"
    used = sum(one.use is Use.USED for one in judged)
    failed = sum(one.use is Use.FAILED for one in judged)
    return _counts(used, failed)


def _counts(used: int, failed: int) -> str:
    return f"{used:,} used" + (f", {failed:,} failed" if failed else "")


def receipts_line(found: Sequence[Receipt]) -> str | None:
    """Return what was shared with a session, in one line; None if nothing was."""
    if not found:
        return None
    if any(receipt.withheld for receipt in found):
        return NO_MEMORIES
    shared = {one.memory_id: one for receipt in found for one in receipt.delivered}
    arrived = [receipt.arrived for receipt in found]
    state = _ARRIVED[True if any(arrived) else False if False in arrived else None]
    tokens = sum(receipt.tokens for receipt in found)
    return (
        f"{formatting.count(len(shared), 'memory')}, {tokens:,} tokens, {state}; "
        f"{_became(list(shared.values()))}"
    )


# -- why --


def _why_arguments(parser: ArgumentParser) -> None:
    add_id(parser, "a conversation")
    parser.add_argument("turn", metavar="TURN", nargs="?", type=int, help="only the answer at this turn")


@command(
    "why",
    "Show which memories an AI's answers followed or ignored",
    arguments=_why_arguments,
    examples=("arbor why 01a20055-949d-74cf-940c-c61d52d751e3", "arbor why 01a20055-949d 44 --json"),
)
def why(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Show which memories were in the context of each answer of an AI, and which it followed or ignored.

    Based on what it wrote and ran; a memory without such a sign was not needed there."""
    with opened() as service:
        ident = inputs.conversation_id(service, args.id)
        if args.turn is None:
            found = service.explain_answers(ident)
        else:
            found = [service.explain_answer(ident, args.turn)]
    if not found:
        out.note("The AI said and did nothing in this conversation.")
    return Answer(
        [one.to_dict() for one in found],
        lambda: formatting.separated(list(_explanation(one, out)) for one in found),
        OK if found else NOTHING,
    )


_DID = {
    Deed.RAN: "It ran {}",
    Deed.CHANGED: "It changed {}",
    Deed.WROTE: "It wrote {}",
    Deed.SAID: "It said: {}",
    Deed.ANSWERED: "It answered: {}",
}
_SEEN = {Seen.YES: "seen", Seen.NO: "not seen", Seen.UNKNOWN: "not known whether it saw them"}


def _explanation(one: Explanation, out: Output) -> Iterable[str]:
    yield out.style(f"Turns {one.first_turn}–{one.last_turn}  {formatting.moment(one.at)}".rstrip(), "bold")
    if not one.memories:
        outcome = "No memories reached it" if one.seen is Seen.NO else "Not known whether it saw any"
        yield f"  {outcome}. {one.reason}"
        return
    for memory in one.memories:
        if memory.regard is not Regard.NOT_NEEDED:
            yield f"  {memory.regard.value}: {one_line(memory.content, out.width - 12)}"
            yield out.style(f"    {_did(memory)}", "dim")
    rest = one.count(Regard.NOT_NEEDED)
    if rest:
        yield f"  {formatting.count(rest, 'memory')} not needed here"
    yield out.style(
        f"  {formatting.count(len(one.memories), 'memory')} in its context, {_SEEN[one.seen]}", "dim"
    )


def _did(memory: Explained) -> str:
    said = _DID[memory.deed].format(memory.quote) if memory.deed else ""
    first = f" It did not run {memory.before} first." if memory.before else ""
    corrected = f" You corrected it in turn {memory.corrected}." if memory.corrected is not None else ""
    return f"{said} (turn {memory.turn}).{first}{corrected}"
