"""``python3 -m tests.scope``: for which place are the statements of whole messages remembered, and which
statements are taken for private?

`messages` and `private_passing` may be looked at. The blind sets were written by people who had seen no rule:
only their totals are printed.
"""

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.scope")

from tests.scope.messages import places, private


def main() -> None:
    """Print of each set how often what applies to one place was remembered for which; and of private
    statements how many were recognised."""
    for name in ("messages", "blind"):
        print(f"{name}: applies to, remembered for")
        for (expected, found), count in sorted(places(name).items()):
            print(f"  {expected:<12}{found:<12}{count:>4}")
    for name in ("private_passing", "private_blind"):
        precision, recall = private(name)
        print(f"{name}: precision {precision:.3f}, recall {recall:.3f}")


if __name__ == "__main__":
    main()
