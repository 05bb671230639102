"""receipts: is it working? What sessions were told, whether it arrived, and what was of use."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from arbor_desktop.cli import ids, words
from arbor_desktop.cli.answer import NOTHING, OK, Answer
from arbor_desktop.cli.output import Output, one_line
from arbor_desktop.context.health import TITLES
from arbor_desktop.context.receipt import Delivered, DeliverySummary, Receipt, Use
from arbor_desktop.projects.names import project_name

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener

_WHEN = {"SessionStart": "at the start", "UserPromptSubmit": "with a prompt", "BeforeAgent": "with a prompt"}
_ARRIVED = {True: "arrived", False: "did not arrive", None: "not known whether it arrived"}


def receipts(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        if args.action == "not-used":
            conversation = ids.conversation(service, args.conversation)
            service.deliveries.receipts.not_used(conversation, ids.memory(service, args.memory))
            found = service.receipts_of(conversation)
        else:
            found = service.latest_receipts(args.project, args.limit)
        summary = service.delivery_summary(None if args.action == "not-used" else args.project)
    if not found:
        out.note(_nothing(args))
    return Answer(
        {"summary": summary.to_dict(), "receipts": [one.to_dict() for one in found]},
        lambda: _lines(found, summary, out),
        OK if found else NOTHING,
    )


def _nothing(args: Namespace) -> str:
    if args.action != "not-used" and args.project:
        return (
            f"No session of {args.project} was told anything yet. arbor receipts shows those of all projects."
        )
    return (
        "No session was told anything yet. arbor integrate sets AI tools up so that they ask; "
        "arbor doctor says whether their hooks are called."
    )


def told_line(found: Sequence[Receipt]) -> str | None:
    """What a session was told, in one line; None where it was told nothing."""
    if not found:
        return None
    told = {one.memory_id: one for receipt in found for one in receipt.delivered}
    arrived = [receipt.arrived for receipt in found]
    state = _ARRIVED[True if any(arrived) else False if False in arrived else None]
    tokens = sum(receipt.tokens for receipt in found)
    return f"{words.count(len(told), 'memory')}, {tokens:,} tokens, {state}; {_became(list(told.values()))}"


def _lines(found: Sequence[Receipt], summary: DeliverySummary, out: Output) -> Iterable[str]:
    for receipt in found:
        place = f" ({project_name(receipt.project)})" if receipt.project else ""
        when = _WHEN.get(receipt.event, receipt.event)
        head = f"{words.moment(receipt.at)}  {TITLES.get(receipt.tool, receipt.tool)}, {when}{place}: "
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
    if not receipt.delivered and _WHEN.get(receipt.event) == "with a prompt":  # a `/memory:` question
        return f"nothing was known, {_ARRIVED[receipt.arrived]}"
    return (
        f"{words.count(len(receipt.delivered), 'memory')}, {receipt.tokens:,} tokens, "
        f"{_ARRIVED[receipt.arrived]}; {_became(receipt.delivered)}"
    )


def _summed_up(summary: DeliverySummary) -> Iterable[str]:
    if not summary.sessions:
        yield "In 30 days no session was told anything."
        return
    arrived, sessions, helped = summary.arrived, summary.sessions_helped, summary.helped
    told = "1 session was" if summary.sessions == 1 else f"{summary.sessions:,} sessions were"
    yield (
        f"In 30 days {told} told something. "
        f"It arrived in {arrived.part:,} of the {arrived.whole:,} whose record can show it."
    )
    if sessions.whole:
        yield (
            f"At least one memory helped in {sessions.part:,} of the {sessions.whole:,} that were memorized "
            f"since. They were told {words.count(summary.memories, 'memory')}: "
            f"{_counts(helped.part, helped.whole - helped.part)}."
        )


def _became(delivered: Sequence[Delivered]) -> str:
    judged = [one for one in delivered if one.use is not None]
    if not judged:
        return "not looked at yet"
    used = sum(one.use is Use.USED for one in judged)
    failed = sum(one.use is Use.FAILED for one in judged)
    return _counts(used, failed)


def _counts(used: int, failed: int) -> str:
    return f"{used:,} used" + (f", {failed:,} failed" if failed else "")
