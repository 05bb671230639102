"""``python3 -m tests.likeness [-v]``: precision and recall of the judge, by file; -v lists its mistakes."""

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.likeness")

    import sys

    from tests.likeness.scoring import Pair, pairs, score

    def told(pair: Pair) -> str:
        return f"    {pair.file}:{pair.line}  {pair.one}  |  {pair.other}"

    everything = list(pairs())
    for name in (*sorted({pair.file for pair in everything}), None):
        chosen = [pair for pair in everything if name in (None, pair.file)]
        result = score(chosen)
        print(
            f"{name or 'all':<12}{len(chosen):>4} pairs   precision {result.precision:.3f}   "
            f"recall {result.recall:.3f}"
        )
        if "-v" in sys.argv[1:] and name:
            print("\n".join(["  judged the same, and are not:", *map(told, result.wrong)]))
            print("\n".join(["  missed:", *map(told, result.missed)]))
