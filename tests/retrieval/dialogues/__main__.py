"""``python3 -m tests.retrieval.dialogues [NAME…] [--blind] [--turns] [--vectors MODEL] [--misses]``

How well turns are found. Each dialogue is a store of its own with one memory a turn, or with `--turns` a
captured conversation. Beside the figures stand those of bare FTS5. `--misses` lists the questions whose
evidence is not all among the first five; of blind dialogues nothing but the figures is shown, so that nobody
tunes ranking to them.
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.retrieval.dialogues")

import argparse
from collections.abc import Sequence

from arbor_desktop.embedding.bert import ModelMissing, ModelUnusable
from arbor_desktop.embedding.catalogue import MINILM
from tests.retrieval.dialogues import Dialogue, dialogues
from tests.retrieval.dialogues.scoring import (
    CUTS,
    Figures,
    Found,
    ask,
    bare,
    by_kind,
    captured,
    figures,
    memories,
)

_SHOWN = 110
"""Characters of a turn's text in the list of misses."""


def report(name: str, found: Sequence[Found], floor: Sequence[Found]) -> str:
    """A table: a line for each kind of question, with the figures and those of the floor."""
    plain = by_kind(floor)
    return _table(name, [(kind, of, plain[kind]) for kind, of in by_kind(found).items()])


def by_dialogue(found: Sequence[Found], floor: Sequence[Found]) -> str:
    """A table: a line for each dialogue."""
    names = dict.fromkeys(one.dialogue.name for one in found)
    mine = {name: figures([one for one in found if one.dialogue.name == name]) for name in names}
    plain = {name: figures([one for one in floor if one.dialogue.name == name]) for name in names}
    return _table("dialogue", [(name, mine[name], plain[name]) for name in names])


def _table(name: str, rows: Sequence[tuple[str, Figures, Figures]]) -> str:
    cuts = "".join(f"{f'R@{cut}':>7}" for cut in CUTS) + f"{'MRR':>7}"
    lines = [f"{name:<20}{'n':>4} {cuts}   bare FTS5:{cuts}"]
    for label, of, plain in rows:
        values = "".join(f"{value:7.3f}" for value in (*of.recall, of.mrr))
        under = "".join(f"{value:7.3f}" for value in (*plain.recall, plain.mrr))
        lines.append(f"{label:<20}{of.count:>4} {values}             {under}")
    return "\n".join(lines)


def misses(found: Sequence[Found]) -> str:
    """Every question whose evidence is not all among the first five, with what stands there instead."""
    lines = []
    for one in found:
        missed = one.question.evidence.difference(one.turns[: CUTS[0]])
        if not missed:
            continue
        lines.append(f"\n{one.dialogue.name}, {one.question.kind}: {one.question.text}")
        for turn in sorted(missed):
            place = f"at {one.turns.index(turn) + 1}" if turn in one.turns else "not found"
            lines.append(f"    missed {turn:>3} ({place}): {_start(one.dialogue, turn)}")
        for turn in one.turns[:3]:
            sign = "right " if turn in one.question.evidence else "first "
            lines.append(f"    {sign} {turn:>3}: {_start(one.dialogue, turn)}")
    return "\n".join(lines)


def _start(dialogue: Dialogue, turn: int) -> str:
    return " ".join(dialogue.turns[turn - 1].memory.split())[:_SHOWN]


def _asked(dialogue: Dialogue, args: argparse.Namespace) -> list[Found]:
    with captured(dialogue, args.vectors) if args.turns else memories(dialogue, args.vectors) as find:
        return ask(dialogue, find)


def _floor(dialogue: Dialogue) -> list[Found]:
    with bare(dialogue) as find:
        return ask(dialogue, find)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.retrieval.dialogues", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="dialogues (all)")
    parser.add_argument("--blind", action="store_true", help="the blind dialogues instead")
    parser.add_argument("--turns", action="store_true", help="search the captured conversation")
    parser.add_argument(
        "--vectors",
        metavar="MODEL",
        default=MINILM,
        help="name or folder of a model of vectors (%(default)s); off: by words",
    )
    parser.add_argument("--misses", action="store_true", help="list what was not found")
    args = parser.parse_args(arguments)
    if args.blind and args.misses:
        parser.error("the misses of blind dialogues are not shown: ranking would be tuned to them")
    chosen = [one for one in dialogues(args.blind) if not args.names or one.name in args.names]
    if not chosen:
        parser.error(f"no such dialogue: {', '.join(args.names)}")
    try:
        found = [one for dialogue in chosen for one in _asked(dialogue, args)]
    except (ModelMissing, ModelUnusable) as trouble:
        parser.error(trouble.message)
    floor = [one for dialogue in chosen for one in _floor(dialogue)]
    print(report("blind" if args.blind else "to look at", found, floor))
    if len(chosen) > 1:
        print("\n" + by_dialogue(found, floor))
    if args.misses:
        print(misses(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
