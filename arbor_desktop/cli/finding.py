"""search, list, show, context, conversations, conversation."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import ids, words
from arbor_desktop.cli.answer import FAILED, NOTHING, OK, Answer, UsageError
from arbor_desktop.cli.conflicts import contradicting_lines, contradictions
from arbor_desktop.cli.learning import detail_lines
from arbor_desktop.cli.output import Output, one_line
from arbor_desktop.cli.receipts import told_line
from arbor_desktop.context.receipt import Receipt
from arbor_desktop.conversations.model import Conversation, Role, Turn, TurnKind
from arbor_desktop.conversations.outcome import Outcome
from arbor_desktop.memories.model import Memory
from arbor_desktop.projects.names import project_name
from arbor_desktop.search.model import Hit, TurnHit
from arbor_desktop.text.spelling import Suggestion

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener
    from arbor_desktop.extraction.rule_words import RuleWords

ONLY_MEMORIES = (
    "type", "category", "scope", "scope_id", "source", "privacy", "tag", "technology", "min_confidence",
)  # fmt: skip
"""Filters that say nothing about what was said."""
SNIPPET_LINES = 4
WORK_KINDS = frozenset({TurnKind.TOOL, TurnKind.INJECTED, TurnKind.SUBAGENT, TurnKind.SUMMARY})


def filters(args: Namespace) -> dict[str, Any]:
    """The filters of the contract, under the service's names."""
    given = {
        "types": args.type,
        "categories": args.category,
        "scope": args.scope,
        "scope_id": args.scope_id,
        "project": args.project,
        "status": args.status,
        "sources": args.source,
        "privacy": args.privacy,
        "tags": args.tag,
        "technology": args.technology,
        "min_confidence": args.min_confidence,
        "since": args.since,
        "until": args.until,
    }
    return {name: value for name, value in given.items() if value is not None}


def search(opened: Opener, args: Namespace, out: Output) -> Answer:
    query = " ".join(args.query)
    if args.conversations:
        return _search_turns(opened, query, args, out)
    chosen = filters(args)
    with opened() as service:
        hits = service.search(query, limit=args.limit, **chosen)
        meant = None if hits else service.suggest(query, **chosen)
        told = [] if out.as_json else hits
        against = {hit.memory.id: contradictions(service, hit.memory) for hit in told}
    if not hits:
        out.note("No memory fits. --status all looks at archived ones too, --conversations at what was said.")
        _did_you_mean(meant, out)
    return Answer(
        [hit.to_dict() for hit in hits],
        lambda: words.separated(_hit(hit, against[hit.memory.id], out) for hit in hits),
        OK if hits else NOTHING,
    )


def _did_you_mean(meant: Suggestion | None, out: Output) -> None:
    if meant is not None:
        out.note(f"Did you mean {one_line(meant.text, out.width)}?")


def _hit(hit: Hit, against: list[str], out: Output) -> list[str]:
    """A memory, and below it why it was found, and what it contradicts."""
    reasons = one_line(", ".join(hit.reasons), out.width - 9)
    return [
        *words.memory_lines(out, hit.memory),
        *([out.style(f"  found: {reasons}", "dim")] if reasons else []),
        *contradicting_lines(against, out),
    ]


def _search_turns(opened: Opener, query: str, args: Namespace, out: Output) -> Answer:
    unfit = [name for name in ONLY_MEMORIES if getattr(args, name) is not None]
    if unfit:
        named = ", ".join("--" + name.replace("_", "-") for name in unfit)
        raise UsageError(
            f"{named} can not narrow --conversations; --project, --since, --until and --limit can."
        )
    with opened() as service:
        chosen = {"project": args.project, "since": args.since, "until": args.until}
        hits = service.search_turns(query, limit=args.limit, **chosen)
        meant = None if hits else service.suggest_turns(query, **chosen)
    if not hits:
        out.note("Nothing like that was said.")
        _did_you_mean(meant, out)
    return Answer(
        [hit.to_dict() for hit in hits],
        lambda: words.separated(_turn_hit(hit, out) for hit in hits),
        OK if hits else NOTHING,
    )


def _turn_hit(hit: TurnHit, out: Output) -> list[str]:
    text = out.wrapped(one_line(hit.text, out.width * SNIPPET_LINES))
    notes = [
        "you" if hit.role == Role.USER else "the assistant",
        project_name(hit.project),
        words.ago(hit.at),
        f"turn {hit.turn}",
    ]
    return [*text[:SNIPPET_LINES], *words.small_print(out, notes, hit.conversation_id)]


def list_memories(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        page = service.query(
            sort=args.sort, order=args.order, limit=args.limit, after=args.after, **filters(args)
        )
    if not page.memories:
        out.note(
            "There are no more."
            if page.total
            else "No memory fits. arbor capture and arbor add make some; --status all shows archived ones."
        )
    return Answer(
        page.to_dict(),
        lambda: words.separated(words.memory_lines(out, memory) for memory in page.memories),
        OK if page.memories else NOTHING,
        notes=_more(len(page.memories), page.total, page.next, args),
    )


def _more(shown: int, total: int, following: str | None, args: Namespace) -> tuple[str, ...]:
    if not following:
        return ()
    which = "These are" if args.after else "These are the first"
    return ("", f"{which} {shown:,} of {total:,}. For the next, add --after {following}")


def show(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        memory = service.get(ids.memory(service, args.id))
        called = service.rules.words
        against = contradictions(service, memory)
    return Answer(memory.to_dict(), lambda: _memory(memory, against, called, out))


def _memory(memory: Memory, against: list[str], called: RuleWords, out: Output) -> Iterable[str]:
    yield from (out.style(line, "bold") for line in out.wrapped(memory.content))
    yield from contradicting_lines(against, out)
    yield ""
    stored = (
        "" if memory.confidence == memory.current_confidence else f", {words.percent(memory.confidence)} once"
    )
    place = f"in {memory.scope.value} {memory.scope_id}" if memory.scope_id else words.place(memory)
    changed = memory.updated_at if memory.updated_at != memory.created_at else None
    used = f"{words.count(memory.use_count, 'time')}, {words.ago(memory.last_used_at)}"
    yield from out.fields(
        [
            ("Id", memory.id),
            ("Short", memory.summary),
            ("Type", f"{memory.type.value}, {words.spoken(memory.category.value)}"),
            ("Holds", place),
            ("Branch", memory.branch),
            ("Status", memory.status.value + (", needs review" if memory.needs_review else "")),
            ("Confidence", words.percent(memory.current_confidence) + stored),
            ("Privacy", words.spoken(memory.privacy_level.value)),
            ("Tags", ", ".join(memory.tags)),
            ("Technology", memory.technology),
            ("Source", words.spoken(memory.source.value)),
            ("Made", words.moment(memory.created_at)),
            ("Changed", words.moment(changed)),
            ("Confirmed", words.moment(memory.confirmed_at)),
            ("Used", used if memory.use_count else None),
            ("Expires", words.moment(memory.expires_at)),
        ]
    )
    yield from detail_lines(memory, out)
    if memory.evidence:
        yield ""
        yield "  Where it comes from:"
    for evidence in memory.evidence:
        last = f"–{evidence.last_turn}" if evidence.last_turn != evidence.first_turn else ""
        notes = [
            f"turn {evidence.first_turn}{last}",
            project_name(evidence.project),
            words.moment(evidence.at),
            called.of(evidence.rule).text,
        ]
        yield from words.small_print(out, ["  " + notes[0], *notes[1:]], evidence.conversation_id)


def context(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        told = service.get_context(
            project=args.project,
            branch=args.branch,
            conversation=args.conversation and ids.conversation(service, args.conversation),
            prompt=args.prompt,
            max_tokens=args.max_tokens,
            as_of=args.as_of,
        )
    if told.status == "error":
        out.error(told.stats["error"])
        return Answer(told.to_dict(), list, FAILED)
    if not told.included:
        out.note("There is nothing to tell yet.")
    return Answer(told.to_dict(), lambda: [told.text] if told.text else [], OK if told.included else NOTHING)


def conversations(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        page = service.conversations(
            project=args.project, source=args.source, status=args.status, limit=args.limit, after=args.after
        )
    if not page.conversations:
        out.note("There is no such conversation. arbor capture PATH takes some in.")
    return Answer(
        page.to_dict(),
        lambda: words.separated(words.conversation_lines(out, one) for one in page.conversations),
        OK if page.conversations else NOTHING,
        notes=_more(len(page.conversations), page.total, page.next, args),
    )


def conversation(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        found = service.conversation(ids.conversation(service, args.id), with_turns=True)
        outcome = service.outcome(found.id)
        told = service.receipts_of(found.id)
    answer = found.to_dict() | {
        "outcome": None if outcome is None else outcome.to_dict(),
        "receipts": [one.to_dict() for one in told],
    }
    return Answer(answer, lambda: _conversation(found, outcome, told, out))


def _conversation(
    found: Conversation, outcome: Outcome | None, told: Sequence[Receipt], out: Output
) -> Iterable[str]:
    yield from (out.style(line, "bold") for line in out.wrapped(found.title or "(without a title)"))
    yield ""
    reason = f": {found.status_reason}" if found.status_reason else ""
    yield from out.fields(
        [
            ("Id", found.id),
            ("Source", found.source),
            ("Session", found.session_id),
            ("Project", found.project),
            ("Branch", found.branch),
            ("From", words.moment(found.started_at)),
            ("To", words.moment(found.ended_at)),
            ("Status", found.status.value + reason),
            ("Turns", f"{found.turn_count:,}, {found.user_turns:,} of them yours"),
            ("Memories", f"{found.memories:,}"),
            (
                "Tokens",
                f"{found.input_tokens:,} in, {found.output_tokens:,} out" if found.output_tokens else None,
            ),
            ("Told", told_line(told)),
            *words.outcome_fields(outcome),
        ]
    )
    worked = False  # tools' calls and results stand close together
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
    gone = ", taken back" if turn.unsaid else ""
    memories = f"  ← {words.count(len(turn.memory_ids), 'memory')}" if turn.memory_ids else ""
    head = f"{turn.number}  {who}{kind}{gone}  {words.moment(turn.at)}".rstrip()
    yield out.style(head, "dim") + out.style(memories, "green")
    yield from out.wrapped(turn.text.strip(), "  ", "  ")


def _work(turn: Turn, out: Output) -> str:
    """One line for what tools and programs wrote; -v shows it in full."""
    kind = "" if turn.kind is TurnKind.TOOL else f"{turn.kind.value}: "
    lead = f"{turn.number}  {'→' if turn.role is Role.ASSISTANT else '←'} {kind}"
    return out.style(lead + one_line(turn.text, out.width - len(lead)), "dim")
