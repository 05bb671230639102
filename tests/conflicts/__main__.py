"""``python3 -m tests.conflicts [-v] [--fresh] [FILE…]``: how well contradictions are told, by file, in all.

FILE is the name of a file of pairs, such as ``software_dev``, or the end of some names, such as ``dev``.
-v lists the mistakes with what the judge said. Of the fresh files only the figures are printed, so that
nobody writes rules for them; ``--fresh`` lists them too.
"""

import argparse
import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.conflicts")

from arbor_desktop import resources
from arbor_desktop.conflicts.comparison.data import RuleData
from arbor_desktop.conflicts.comparison.judge import RuleJudge
from tests.conflicts.coexisting import alarms, memories
from tests.conflicts.scoring import Judged, Label, Score, pairs, score

PARTS = ("dev", "more", "fresh")


def configured_judge() -> RuleJudge:
    """The judge with the data that ships."""
    return RuleJudge(RuleData.parse(resources.read_text("conflicts.toml")))


def main(arguments: list[str]) -> None:
    """Prints the figures. Ends the process where a name fits no file."""
    options = argparse.ArgumentParser(prog="python3 -m tests.conflicts", description=__doc__)
    options.add_argument("-v", action="store_true", dest="verbose", help="list the mistakes")
    options.add_argument("--fresh", action="store_true", help="list those in fresh files, too")
    options.add_argument("file", nargs="*", help="a file of pairs, or the end of the names of some")
    options_given = options.parse_args(arguments)

    everything = list(pairs())
    files = _chosen(sorted({pair.file for pair in everything}), options_given.file)
    whole = score([pair for pair in everything if pair.file in files], configured_judge())
    for file in files:
        result = Score([one for one in whole.judged if one.pair.file == file])
        _show(file, result)
        if options_given.verbose and (options_given.fresh or not file.endswith("_fresh")):
            _show_mistakes(result)
    for part in PARTS:
        _show(part, Score([one for one in whole.judged if one.pair.file.endswith(f"_{part}")]))
    _show("all", whole)
    _show_details(whole)
    if not options_given.file:
        _show_neighbours(options_given.verbose)


def _show_neighbours(verbose: bool) -> None:
    """Where the judge sees contradictions among memories that live beside each other."""
    judge = configured_judge()
    sets = list(memories())
    found = [alarm for some in sets for alarm in alarms(judge, some)]
    false = [alarm for alarm in found if not alarm.right]
    print(
        f"\nAmong {sum(map(len, sets))} memories that live beside each other: "
        f"{len(found) - len(false)} conflicts, {len(false)} false alarms"
    )
    for alarm in false if verbose else false[:10]:
        print(f"    {alarm.verdict.rule}: {alarm.older.text}  |  {alarm.newer.text}")


def _chosen(files: list[str], asked: list[str]) -> list[str]:
    for name in asked:
        if not any(file.endswith(name) for file in files):
            sys.exit(f"No file of pairs is called {name}. There are: {', '.join(files)}")
    return [file for file in files if not asked or file.endswith(tuple(asked))]


def _show(name: str, result: Score) -> None:
    if result.judged:
        print(
            f"{name:<16}{len(result.judged):>5} pairs   precision {result.precision:.3f}   "
            f"recall {result.recall:.3f}"
        )


def _show_mistakes(result: Score) -> None:
    for title, mistakes in (
        ("judged a conflict, and none", result.false),
        ("missed", result.missed),
        ("found, but wrong on whether the newer one replaces the older", result.misread),
    ):
        print("\n".join([f"  {title}:", *map(_told, mistakes)]))


def _told(judged: Judged) -> str:
    pair, verdict = judged.pair, judged.verdict
    said = f"    {pair.file}.txt:{pair.line}  {pair.label}  {pair.older}  |  {pair.newer}"
    if verdict is None:
        return said
    return f"{said}\n        {verdict.rule}: {verdict.topic}, {' / '.join(verdict.values)}. {verdict.reason}"


def _show_details(whole: Score) -> None:
    print(f"\n{'rule':<24}{'right':>7}{'wrong':>7}")
    for rule, (right, wrong) in whole.by_rule().items():
        print(f"{rule:<24}{right:>7}{wrong:>7}")
    print(f"\n{'label':<24}{'pairs':>7}{'judged a conflict':>20}")
    for label in Label:
        result = whole.labelled(label)
        print(f"{label:<24}{len(result.judged):>7}{result.found_share:>20.1%}")
    evolving, contradicting = whole.labelled(Label.EVOLVING), whole.labelled(Label.CONTRADICTING)
    print("\nOf what was found, the newer one was said to replace the older one")
    print(f"{'evolving (right)':<31}{evolving.replaces_share:>20.1%}")
    print(f"{'contradicting (wrong)':<31}{contradicting.replaces_share:>20.1%}")


if __name__ == "__main__":
    main(sys.argv[1:])
