"""``python3 -m tests.learning [-v]``: how well it is known what holds everywhere; -v lists the mistakes."""

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.learning")

    import sys

    from tests.learning.scoring import Case, cases, locality, score

    words = locality()

    def told(case: Case) -> str:
        tie = words.tie(case.text, case.home)
        named = ", ".join(sorted(words.technologies(case.text, case.home)))
        return f"    {case.file}:{case.line}  {case.text}  (tied by {tie!r}; names {named or 'nothing'})"

    everything = list(cases())
    for name in (*sorted({case.file for case in everything}), None):
        chosen = [case for case in everything if name in (None, case.file)]
        result = score(chosen, words)
        print(
            f"{name or 'all':<12}{len(chosen):>4} learnings   precision {result.precision:.3f}   "
            f"recall {result.recall:.3f}"
        )
        if "-v" in sys.argv[1:] and name and name != "blind":
            print("\n".join(["  promoted, and should stay:", *map(told, result.wrong)]))
            print("\n".join(["  missed:", *map(told, result.missed)]))
