"""``python3 -m tests.why [-v]``: how well it is found what answers followed or ignored; -v lists mistakes,
but for those of the blind cases."""

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.why")

    import sys

    from arbor_desktop.context.following import Regard
    from tests.why.reading import figures, read

    known, blind = list(read("cases")), list(read("blind"))
    for name, cases in (("cases", known), ("blind", blind), ("all", [*known, *blind])):
        for regard in (Regard.FOLLOWED, Regard.IGNORED):
            found = figures(cases, regard)
            print(
                f"{name:<6}{len(cases):>4} cases   {regard.value:<9}{found.claimed:>3} found   "
                f"precision {found.precision:.3f}   recall {found.recall:.3f}"
            )
    if "-v" in sys.argv[1:]:
        for case in known:
            if not case.right:
                found = case.finding
                print(f"  {case.name}: {case.label.value}, found {found.regard.value} ({found.quote!r})")
