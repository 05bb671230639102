"""How it is said what an agent proposes."""

from __future__ import annotations

from arbor_desktop.ui.code_spans import plain
from arbor_desktop.ui.review.proposals import ProposalItem
from arbor_desktop.ui.review.words import age, place_label, tr
from arbor_desktop.ui.source_words import source_words


def count_words(count: int) -> str:
    return tr("1 proposal") if count == 1 else tr("%n proposals", count)


def group_words(count: int) -> str:
    """Over the group."""
    return tr("An agent proposes") if count == 1 else tr("Agents propose")


def action_label(item: ProposalItem) -> str:
    return tr("Delete") if item.deletes else tr("Change")


def action_kind(item: ProposalItem) -> str:
    """The look of its badge."""
    return "danger" if item.deletes else "info"


def who(item: ProposalItem) -> str:
    """The agent's program."""
    return source_words(item.proposal.client).label if item.proposal.client else tr("An agent")


def meta(item: ProposalItem, now: int) -> str:
    """`Claude Code · kiln-api · 2 hours ago`."""
    place = place_label(item.memory.scope, item.memory.scope_id)
    return " · ".join((who(item), place, age(item.proposal.at, now)))


def why(item: ProposalItem) -> str:
    reason = " ".join(item.proposal.reason.split())
    return f"{tr('Why:')} {reason}" if reason else tr("It gives no reason.")


def change_words(change: tuple[str, str, str]) -> str:
    """`Type: Fact → Preference`."""
    label, before, after = change
    return f"{label}: {before or tr('nothing')} → {after or tr('nothing')}"


def sentence(item: ProposalItem) -> str:
    """What a screen reader says of a card."""
    before = plain(" ".join(item.before.split()))
    wants = tr("proposes to delete") if item.deletes else tr("proposes to change")
    said = [f"{who(item)} {wants}: {before}"]
    if item.after != item.before:
        said.append(f"{tr('It would say')}: {plain(' '.join(item.after.split()))}")
    said += [change_words(change) for change in item.changes()]
    said.append(why(item))
    return " ".join(part if part.endswith((".", "!", "?")) else f"{part}." for part in said)


def decided_words(name: str, items: list[ProposalItem]) -> str:
    """What the snackbar says; `name`: accept or reject."""
    if len(items) > 1:
        return (
            tr("%n proposals accepted", len(items))
            if name == "accept"
            else tr("%n proposals rejected", len(items))
        )
    if name == "reject":
        return tr("Proposal rejected: the memory stays as it is")
    return (
        tr("Proposal accepted: the memory is deleted")
        if items[0].deletes
        else tr("Proposal accepted: the memory is changed")
    )
