"""``python3 -m tests.use [-v]``: how well it is judged what memories were of use; -v lists the mistakes, but
for those of the blind cases."""

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.use")

    import sys

    from tests.use.reading import figures, read

    known, blind = list(read("cases")), list(read("blind"))
    for name, cases in (("cases", known), ("blind", blind), ("all", [*known, *blind])):
        found = figures(cases)
        print(
            f"{name:<8}{found.cases:>4} cases   precision {found.precision:.3f}   recall {found.recall:.3f}"
        )
    if "-v" in sys.argv[1:]:
        for case in known:
            if not case.right:
                verdict = case.verdict
                print(f"  {case.name}: {case.label.value}, judged {verdict.use.value} ({verdict.reason})")
