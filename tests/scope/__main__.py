"""``python3 -m tests.scope``: for which place are the statements of whole messages remembered?

`messages` may be looked at. `blind` was written by the same person, who had seen no rule: only its totals are
printed.
"""

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.scope")

from tests.scope.messages import places


def main() -> None:
    """Print of each set how often what applies to one place was remembered for which."""
    for name in ("messages", "blind"):
        print(f"{name}: applies to, remembered for")
        for (expected, found), count in sorted(places(name).items()):
            print(f"  {expected:<12}{found:<12}{count:>4}")


if __name__ == "__main__":
    main()
