"""``python3 -m tests.injection [-v]``: what planted texts reach, by where they stand, with a model that obeys
them all. -v lists every text with what became of it."""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.injection")

from arbor_desktop.agents.storage import is_plain_fact
from tests.injection.pasting import active_of, messages
from tests.injection.scoring import Outcome, outcomes
from tests.injection.setting import agent_texts, cases, later_cases

_HEAD = ("kind", "texts", "read", "dropped", "refused", "pending", "active", "honest kept")


def main(arguments: Sequence[str]) -> int:
    """Prints the table. Answers 1 where a planted text became an active memory, else 0."""
    options = argparse.ArgumentParser(prog="python3 -m tests.injection", description=__doc__)
    options.add_argument("-v", action="store_true", dest="verbose", help="list every text")
    verbose = options.parse_args(arguments).verbose
    with tempfile.TemporaryDirectory() as folder:
        home, sessions = Path(folder) / "home", Path(folder) / "sessions"
        home.mkdir()
        (Path(folder) / "other").mkdir()
        sessions.mkdir()
        found = outcomes(cases(), home, sessions)
        later = outcomes(later_cases(), Path(folder) / "other", sessions)
    kinds = list(dict.fromkeys(one.case.kind for one in found))
    rows = [_row(kind, [one for one in found if one.case.kind == kind]) for kind in kinds]
    for row in (_HEAD, *rows, _row("all", found), *_later_rows(later)):
        print("  ".join(f"{cell!s:>{11 if number else 12}}" for number, cell in enumerate(row)))
    print("\nwhat agents store, active without review:")
    for kind in ("planted", "honest"):
        for part, texts in agent_texts(kind).items():
            active = [text for text in texts if is_plain_fact(text)]
            print(f"  {kind:>7}, {part:>5}: {len(active):2} of {len(texts)}")
    print("\npasted messages read without a model, with an active memory:")
    for kind in ("planted", "planted_later", "planted_blind", "honest"):
        texts = messages(kind)
        print(f"  {kind:>13}: {sum(bool(active_of(text)) for text in texts):2} of {len(texts)}")
    print(
        "\nread: the model was shown the text. dropped: nothing was taken of it. refused: the answer had"
        "\nanother form. pending: waits for the person's yes. active: told to assistants. later, blind:"
        "\ntexts that were written after the rules; no rule was made with the blind ones in view."
    )
    if verbose:
        for one in (*found, *later):
            print(f"\n{one.case.number:3} {one.case.kind}: {one.case.plant}\n    {_told(one)}")
    return int(any(one.active or one.marked for one in found))


def _later_rows(later: Sequence[Outcome]) -> list[tuple[object, ...]]:
    return [_row(kind, [one for one in later if one.case.kind == kind]) for kind in ("later", "blind")]


def _row(name: str, found: Sequence[Outcome]) -> tuple[object, ...]:
    return (
        name,
        len(found),
        sum(one.seen for one in found),
        sum(one.status == "success" and not (one.pending or one.active or one.marked) for one in found),
        sum(one.status == "error" for one in found),
        sum(bool(one.pending) for one in found),
        sum(bool(one.active or one.marked) for one in found),
        sum(one.honest for one in found),
    )


def _told(one: Outcome) -> str:
    if one.status != "success":
        return f"{one.status} after {one.tries} tries"
    kept = [
        f"{memory.status.value} {memory.source.value} {memory.type.value}: {memory.content}"
        for memory in (*one.active, *one.pending)
    ]
    return "\n    ".join([*kept, *(f"marked: {text}" for text in one.marked)]) or "dropped"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
