"""``python3 -m tests.compaction [-v]``: how good short forms are, by file; -v lists what is wrong or left."""

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.compaction")

    import sys

    from tests.compaction.scoring import FILES, cases, score

    for name in FILES:
        some = list(cases(name))
        result = score(some)
        given = len(result.right) + len(result.wrong)
        print(
            f"{name:<8}{len(some):>4} texts   {given:>3} short forms   precision {result.precision:.3f}   "
            f"coverage {result.coverage:.3f}"
        )
        if "-v" in sys.argv[1:]:
            print(
                "\n".join(["  wrong:", *(f"    {c.file}.txt:{c.line}  {short}" for c, short in result.wrong)])
            )
            left = (f"    {c.file}.txt:{c.line}  {c.accepted[0]}" for c in result.left if not c.may_stay)
            print("\n".join(["  left alone:", *left]))
