"""How many secrets of the cases are found whole, and how much is taken that should stay."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from arbor_desktop.redaction.redactor import Finding, Redactor
from tests.redaction.making import CASES, Case, read

RULES = Path(__file__).parents[2] / "resources" / "redaction.toml"
_SLACK = 3
"""So many characters beside a secret may go with it: quotes, a comma, a full stop."""


@dataclass
class Score:
    """Secrets are counted one by one; look-alikes by the case, `spilled` are characters taken too many."""

    found: Counter[str] = field(default_factory=Counter)
    secrets: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    misses: list[tuple[str, str]] = field(default_factory=list)

    @property
    def recall(self) -> float:
        """The share of secrets of which no character is left."""
        return self.found.total() / max(1, self.secrets.total())

    @property
    def false_rate(self) -> float:
        """The share of texts from which something was taken that is no secret."""
        return self.false.total() / max(1, self.kept.total())


def redactor() -> Redactor:
    """The redactor as it is shipped."""
    return Redactor.from_toml(RULES.read_text(encoding="utf-8"))


def score(cases: Iterable[Case], door: Redactor) -> Score:
    """Tries every case."""
    result = Score()
    for case in cases:
        found = door.find(case.text)
        covered = _covered(found)
        missed = [span for span in case.secrets if not set(range(*span)) <= covered]
        result.secrets[case.kind] += len(case.secrets)
        result.found[case.kind] += len(case.secrets) - len(missed)
        result.kept[case.kind] += 1
        wanted = {place for start, end in case.secrets for place in range(start, end)}
        spilled = len(covered - wanted)
        if spilled > (_SLACK if case.secrets else 0):
            result.false[case.kind] += 1
            result.misses.append((f"{case.kind}: too much", _shown(case, found)))
        if missed:
            result.misses.append((f"{case.kind}: left", _shown(case, found)))
    return result


def _covered(found: Iterable[Finding]) -> set[int]:
    return {place for finding in found for place in range(finding.start, finding.end)}


def _shown(case: Case, found: list[Finding]) -> str:
    text = case.text
    for finding in reversed(found):
        taken = text[finding.start : finding.end]
        text = f"{text[: finding.start]}⟪{finding.kind}: {taken}⟫{text[finding.end :]}"
    return text


def report(name: str, result: Score) -> str:
    """The score as a table, and what went wrong."""
    by_kind: dict[str, str] = defaultdict(str)
    for kind in result.kept:
        found = f"{result.found[kind]}/{result.secrets[kind]}" if result.secrets[kind] else "-"
        by_kind[kind] = f"  {kind:<20} found {found:<10} false {result.false[kind]}/{result.kept[kind]}"
    wrong = [f"  {what} | {text}" for what, text in result.misses]
    total = (
        f"{name}: recall {result.recall:.1%} of {result.secrets.total()} secrets, "
        f"false {result.false_rate:.1%} of {result.kept.total()} texts"
    )
    return "\n".join([total, *by_kind.values(), *wrong])


def main(arguments: list[str]) -> int:
    """Scores the named files of cases, by default all of the project's."""
    paths = [Path(argument) for argument in arguments] or sorted(CASES.glob("*.txt"))
    door = redactor()
    for path in paths:
        print(report(path.stem, score(read(path), door)))
    return 0
