"""How it is said what a session was told and what became of it."""

from __future__ import annotations

from datetime import datetime

from arbor_desktop.context.model import Delivered, Receipt, ToldFigures, Use
from arbor_desktop.ui.receipts.reads import Told, When, when
from arbor_desktop.ui.translation import translated


def tr(text: str, count: int = -1) -> str:
    """The text in the person's language; `%n` becomes `count`."""
    return translated("Receipts", text, count)


def memories(count: int) -> str:
    return tr("1 memory") if count == 1 else tr("%n memories", count)


def summary(told: Told) -> str:
    """`Told 12 memories at its start, 2 with prompts · arrived · 5 used`."""
    parts = [_told_words(told), arrival_word(told.receipts), _use_words(told)]
    return " · ".join(part for part in parts if part)


def short_summary(told: Told) -> str:
    """`7 told · arrived · 5 used`, where there is little room."""
    count = sum(told.at(moment) for moment in When)
    parts = [tr("%n told", count), arrival_word(told.receipts), _use_words(told)]
    return " · ".join(part for part in parts if part)


def _told_words(told: Told) -> str:
    start, prompt, during = told.at(When.START), told.at(When.PROMPT), told.at(When.DURING)
    said: list[str] = []
    for count, where in (
        (start, tr("at its start")), (prompt, tr("with prompts")), (during, tr("while it went on"))
    ):  # fmt: skip
        if count:
            said.append(f"{f'{count:,}' if said else memories(count)} {where}")
    return f"{tr('Told')} {', '.join(said)}" if said else tr("Told memories that are gone now")


def arrival_word(receipts: tuple[Receipt, ...]) -> str:
    """Of several together, in a word or two."""
    known = [one.arrived for one in receipts if one.arrived is not None]
    missing = known.count(False)
    if missing:
        if missing == len(known):
            return tr("did not arrive")
        return tr("did not arrive once") if missing == 1 else tr("did not arrive %n times", missing)
    return tr("arrived") if known else tr("arrival not known")


def _use_words(told: Told) -> str:
    used, failed = told.became(Use.USED), told.became(Use.FAILED)
    parts = [tr("%n used", used)] if used else []
    if failed:
        parts.append(tr("%n did not hold", failed))
    if parts:
        return " · ".join(parts)
    return tr("none used") if told.judged else tr("use not looked at yet")


def heading(receipt: Receipt) -> str:
    """`At its start, 14:02 · 12 memories, 840 tokens`."""
    moment = {
        When.START: tr("At its start"),
        When.PROMPT: tr("With a prompt"),
        When.DURING: tr("While it went on"),
    }[when(receipt.event)]
    clock = datetime.fromtimestamp(receipt.at / 1000).strftime("%H:%M")
    count = f"{memories(len(receipt.delivered))}, {tr('%n tokens', receipt.tokens)}"
    return f"{moment}, {clock} · {count}"


def arrival(receipt: Receipt) -> str:
    """A whole sentence; what is not known is said to be so."""
    if receipt.arrived:
        return tr("It arrived: the session's record shows it.")
    if receipt.arrived is False:
        return tr("It did not arrive: the session's record does not show it.")
    if receipt.judged_at is not None:
        return tr("This tool keeps no record that shows whether it arrived.")
    return tr("Whether it arrived is not known yet.")


def arrival_ink(receipt: Receipt) -> str:
    """The colour of those words."""
    return "danger" if receipt.arrived is False else "text3"


def use_look(use: Use | None) -> tuple[str, str]:
    """Glyph and colour of what became of one."""
    if use is Use.USED:
        return "check", "ok"
    return ("warning", "warn") if use is Use.FAILED else ("clock" if use is None else "context", "text3")


def use_word(use: Use | None) -> str:
    if use is None:
        return tr("Not looked at yet")
    return {Use.USED: tr("Used"), Use.FAILED: tr("Did not hold"), Use.UNUSED: tr("Not used")}[use]


def became(one: Delivered) -> str:
    """`Used at line 12: the command was run as it says.`"""
    where = f" {tr('at line')} {one.turn:,}" if one.turn is not None else ""
    said = f"{use_word(one.use)}{where}"
    return f"{said}: {one.reason}" if one.reason else said


def fold_tip(told: Told) -> str:
    tools = ", ".join(dict.fromkeys(receipt.tool for receipt in told.receipts))
    return f"{tr('What Arbor told this session')} ({tools})"


def figures_words(figures: ToldFigures) -> str:
    """`Told 5 memories · arrived · 2 used`."""
    arrived = {True: tr("arrived"), False: tr("did not all arrive"), None: tr("arrival not known")}
    parts = [f"{tr('Told')} {memories(figures.memories)}", arrived[figures.arrived]]
    parts.append(tr("%n used", figures.used) if figures.used else "")
    parts.append(tr("%n did not hold", figures.failed) if figures.failed else "")
    return " · ".join(part for part in parts if part)
