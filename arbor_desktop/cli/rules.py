"""rules: how far each rule of extraction is trusted, and counting anew."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from arbor_desktop.cli import words
from arbor_desktop.cli.answer import NOTHING, OK, Answer
from arbor_desktop.cli.output import Output
from arbor_desktop.extraction.model import RuleInfo

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener


def rules(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        reset = args.action == "reset"
        if reset:
            service.rules.reset(args.rule)
        infos = service.rules.infos()
    if not infos:
        out.note("No rule has made a memory yet.")
    code = OK if infos or reset else NOTHING
    return Answer([info.to_dict() for info in infos], lambda: _lines(infos, out), code, remark=reset)


def _lines(infos: list[RuleInfo], out: Output) -> Iterable[str]:
    for info in infos:
        yield out.style(info.name, "bold")
        facts = [info.rule, words.count(info.memories, "memory")]
        facts += [f"{info.kept:,} kept"] if info.kept else []
        facts += [f"{info.turned_down:,} turned down"] if info.turned_down else []
        yield out.style(f"  {' · '.join([*facts, _confidence(info)])}", "dim")


def _confidence(info: RuleInfo) -> str:
    """`90 %`, or `90 → 62 %` where it was lowered."""
    if info.factor >= 1 or info.confidence is None:
        return (
            f"{words.percent(info.confidence)} certain"
            if info.confidence is not None
            else "strength not known"
        )
    return f"{info.confidence * 100:.0f} → {words.percent(info.confidence_now)} certain"
