"""``python3 -m tests.retrieval.dialogues [NAME…] [--blind] [--turns] [--misses]``: how well turns are found.

Each dialogue is a store of its own with one memory a turn, or with `--turns` a captured conversation. Beside
the figures stand those of bare FTS5. `--misses` lists the questions whose evidence is not all among the first
five; of blind dialogues nothing but the figures is shown, so that nobody tunes ranking to them.
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.retrieval.dialogues")

import argparse
from collections.abc import Sequence

from tests.retrieval.dialogues import Dialogue, dialogues
from tests.retrieval.dialogues.scoring import CUTS, Found, ask, bare, by_kind, captured, memories

_SHOWN = 110
"""Characters of a turn's text in the list of misses."""


def report(name: str, found: Sequence[Found], floor: Sequence[Found]) -> str:
    """A table: a line for each kind of question, with the figures and those of the floor."""
    plain = by_kind(floor)
    cuts = "".join(f"{f'R@{cut}':>7}" for cut in CUTS) + f"{'MRR':>7}"
    lines = [f"{name:<20}{'n':>4} {cuts}   bare FTS5:{cuts}"]
    for kind, of in by_kind(found).items():
        values = "".join(f"{value:7.3f}" for value in (*of.recall, of.mrr))
        under = "".join(f"{value:7.3f}" for value in (*plain[kind].recall, plain[kind].mrr))
        lines.append(f"{kind:<20}{of.count:>4} {values}             {under}")
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


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.retrieval.dialogues", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="dialogues (all)")
    parser.add_argument("--blind", action="store_true", help="the blind dialogues instead")
    parser.add_argument("--turns", action="store_true", help="search the captured conversation")
    parser.add_argument("--misses", action="store_true", help="list what was not found")
    args = parser.parse_args(arguments)
    if args.blind and args.misses:
        parser.error("the misses of blind dialogues are not shown: ranking would be tuned to them")
    chosen = [one for one in dialogues(args.blind) if not args.names or one.name in args.names]
    if not chosen:
        parser.error(f"no such dialogue: {', '.join(args.names)}")
    found: list[Found] = []
    floor: list[Found] = []
    for dialogue in chosen:
        with (captured if args.turns else memories)(dialogue) as find:
            found.extend(ask(dialogue, find))
        with bare(dialogue) as find:
            floor.extend(ask(dialogue, find))
    print(report("blind" if args.blind else "to look at", found, floor))
    for dialogue in chosen if len(chosen) > 1 else ():
        mine = [one for one in found if one.dialogue is dialogue]
        under = [one for one in floor if one.dialogue is dialogue]
        print("\n" + report(dialogue.name, mine, under).splitlines()[0])
        print(report(dialogue.name, mine, under).splitlines()[-1])
    if args.misses:
        print(misses(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
