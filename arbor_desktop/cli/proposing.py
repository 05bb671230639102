"""`arbor review --proposals`: what agents would change or delete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import words
from arbor_desktop.cli.answer import NOTHING, OK, Answer
from arbor_desktop.cli.output import Output, one_line
from arbor_desktop.memories.model import Proposal, ProposalAction

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener


def proposals(opened: Opener, out: Output) -> Answer:
    with opened() as service:
        found = service.proposals()
    if not found:
        out.note("No agent proposes anything.")
    return Answer(
        [proposal.to_dict() for proposal in found],
        lambda: words.separated(_lines(out, proposal) for proposal in found),
        OK if found else NOTHING,
        notes=("", "arbor review accept ID… or arbor review reject ID…") if found else (),
    )


def _lines(out: Output, proposal: Proposal) -> list[str]:
    """What it would change, as it is and as it would be; who wants it and why; its id."""
    lines = out.wrapped(" ".join(proposal.content.split()))
    if proposal.action is ProposalAction.DELETE:
        lines.append("  → to be deleted")
    for name, value in proposal.fields.items():
        if name == "content":
            lines += out.wrapped(" ".join(str(value).split()), "    ", "  → ")
        else:
            change = f"{_shown(name, proposal.before[name])} → {_shown(name, value)}"
            lines += out.wrapped(f"{words.spoken(name)}: {change}", "    ", "  ")
    if proposal.reason:
        lines += out.wrapped(f"Why: {one_line(proposal.reason)}", "    ", "  ")
    notes = [f"by {proposal.client}" if proposal.client else "", words.ago(proposal.at)]
    return [*lines, *words.small_print(out, notes, proposal.id)]


def _shown(name: str, value: Any) -> str:
    return words.moment(value) if name == "expires_at" and value is not None else words.value(value)
