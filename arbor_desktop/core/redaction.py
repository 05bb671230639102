"""The redaction door: secrets become `[redacted:kind]` before anything is stored or sent (spec 8.3).

Rules are data (`resources/redaction.toml`), handed in as text by the caller. A rule names literal hints; its
pattern is tried only where a hint stands, and every repetition in it is bounded, so the time is linear in the
text. Running it twice changes nothing more.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arbor_desktop.core.errors import InvalidInput

_MARKER = re.compile(r"\[redacted:[a-z0-9-]{1,40}\]")
_MAX_PASSES = 8
_GUESSES = frozenset(("password", "secret", "entropy"))
_CHECKS = _GUESSES | {"any", "mixed", "value"}


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text that is safe to keep, and how many secrets of each kind were taken out."""

    text: str
    counts: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finding:
    """One secret: characters `start` to `end` of the text."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of secret.

    `pattern` is matched where one of `hints` stands (with `scan`, anywhere in a text that has a hint). The
    secret is its group `secret`, or all of it. `check` names the test that what was found looks real.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    check: str = "any"
    ignore_case: bool = False
    scan: bool = False
    optional: bool = False
    not_after: tuple[str, ...] = ()
    """The hint does not count right behind one of these (lower case)."""

    @property
    def guesses(self) -> bool:
        """Whether it goes by the place and the look of a value, not by a form of its own."""
        return self.check in _GUESSES


class Redactor:
    """Takes secrets out of text. Immutable, safe to share."""

    def __init__(
        self, rules: Sequence[Rule], placeholders: Iterable[str] = (), optional: Iterable[str] = ()
    ) -> None:
        """`optional` names the kinds of optional rules that are switched on. The first rule wins a tie."""
        chosen = frozenset(optional)
        self._rules = tuple(rule for rule in rules if not rule.optional or rule.kind in chosen)
        self._looks = _Looks(placeholders)
        self._finder = _HintFinder([rule for rule in self._rules if not rule.scan])
        self._scans = [rule for rule in self._rules if rule.scan]

    @classmethod
    def from_toml(cls, text: str, optional: Iterable[str] = ()) -> Redactor:
        """Reads rules from TOML. Raises InvalidInput naming the rule that is wrong."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise InvalidInput(f"The redaction rules can't be read: {error}") from error
        rules = tuple(_rule(entry) for entry in data.get("rule", []))
        return cls(rules, data.get("placeholders", ()), optional)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of secrets that are looked for."""
        return tuple(dict.fromkeys(rule.kind for rule in self._rules))

    def redact(self, text: str) -> Redacted:
        """The text with every secret replaced by `[redacted:kind]`."""
        counts: Counter[str] = Counter()
        for _ in range(_MAX_PASSES):
            found = self.find(text)
            if not found:
                break
            # Taking one secret out can bring another into the open, so look again until there is none.
            counts.update(finding.kind for finding in found)
            text = _replace(text, found)
        return Redacted(text, dict(counts))

    def find(self, text: str) -> list[Finding]:
        """Every secret in the text, in order, none overlapping."""
        found = [
            finding
            for rule in self._scans
            if any(hint in text for hint in rule.hints)
            for match in rule.pattern.finditer(text)
            if (finding := self._try(rule, match)) is not None
        ]
        covered = 0
        for rule, start in self._finder.places(text):
            if rule.guesses and start < covered:
                continue  # taken already; a guess would only find it again, at length
            finding = self._try(rule, rule.pattern.match(text, start))
            if finding is not None:
                found.append(finding)
                covered = max(covered, finding.end)
        if not found:
            return found
        return _merge([f for f in found if not _touches_marker(text, f)], self._rules)

    def _try(self, rule: Rule, match: re.Match[str] | None) -> Finding | None:
        if match is None:
            return None
        start, end = match.span("secret" if "secret" in rule.pattern.groupindex else 0)
        if start < end and self._looks.real(rule.check, match, start, end):
            return Finding(start, end, rule.kind)
        return None


def entropy(text: str) -> float:
    """Shannon entropy in bits per character."""
    if not text:
        return 0.0
    return -sum(n / len(text) * math.log2(n / len(text)) for n in Counter(text).values())


class _HintFinder:
    """Finds the places of all hints in one pass, and the rules to try there."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        pairs = [(hint.lower(), hint, rule) for rule in rules for hint in rule.hints]
        # One expression finds the shortest hint at a place; longer ones that begin with it follow from it.
        words = {low for low, _, _ in pairs}
        shortest = {low for low in words if not any(low != w and low.startswith(w) for w in words)}
        self._tries = {
            word: [(hint, rule) for low, hint, rule in pairs if low.startswith(word)] for word in shortest
        }
        self._search = re.compile(_any_of(shortest)).search if shortest else None

    def places(self, text: str) -> Iterator[tuple[Rule, int]]:
        """Each rule with a hint in the text, and where that hint begins; in the order of the text."""
        if self._search is None:
            return
        lowered = _lowered(text)
        place = self._search(lowered)
        while place is not None:
            start = place.start()
            for hint, rule in self._tries[place.group()]:
                if (lowered if rule.ignore_case else text).startswith(hint, start) and not (
                    rule.not_after and lowered.endswith(rule.not_after, 0, start)
                ):
                    yield rule, start
            place = self._search(lowered, start + 1)


def _any_of(words: Iterable[str]) -> str:
    """An expression for any of the words, as a tree of shared beginnings: much faster than a list."""
    endings: dict[str, list[str]] = {}
    for word in words:
        endings.setdefault(word[0], []).append(word[1:])
    branches = [
        re.escape(first) + ("" if "" in rest else _any_of(rest)) for first, rest in sorted(endings.items())
    ]
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"


def _lowered(text: str) -> str:
    """Lower case of the same length: one letter, İ, would become two."""
    return text.lower() if text.isascii() else text.replace("İ", "I").lower()


def _touches_marker(text: str, finding: Finding) -> bool:
    nearby = text.rfind("[redacted:", max(0, finding.start - 60), finding.end)
    if nearby < 0:
        return False
    marker = _MARKER.match(text, nearby)
    return marker is not None and marker.end() > finding.start


def _merge(found: list[Finding], rules: Sequence[Rule]) -> list[Finding]:
    """Overlapping finds become one, of the kind whose rule comes first."""
    rank = {rule.kind: number for number, rule in reversed(list(enumerate(rules)))}
    merged: list[Finding] = []
    for finding in sorted(found, key=lambda f: (f.start, -f.end)):
        if merged and finding.start < merged[-1].end:
            last = merged.pop()
            kind = min(last.kind, finding.kind, key=lambda kind: rank[kind])
            finding = Finding(last.start, max(last.end, finding.end), kind)
        merged.append(finding)
    return merged


def _replace(text: str, found: Iterable[Finding]) -> str:
    parts: list[str] = []
    position = 0
    for finding in found:
        parts += (text[position : finding.start], f"[redacted:{finding.kind}]")
        position = finding.end
    parts.append(text[position:])
    return "".join(parts)


_HEX = re.compile(r"[0-9a-fA-F]+")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_CODE_PATH = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)+")
_WORDS = re.compile(r"[A-Za-z]+\d{0,2}(?:[_\-.:/][A-Za-z]+\d{0,2})+")
_FILE_PATH = re.compile(r"(?:~|\.{1,2})?/|[A-Za-z]:[\\/]|https?:")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_IMAGE = re.compile(r"iVBORw0KGgo|/9j/|R0lGOD|UklGR|data:")
_CAMEL = re.compile(r"[A-Za-z][a-z]*(?:[A-Z][a-z]+)+\d{0,2}")


class _Looks:
    """Tells real values from placeholders, code and identifiers."""

    def __init__(self, placeholders: Iterable[str]) -> None:
        words = [word.lower() for word in placeholders]
        self._exact = frozenset(word for word in words if not word.startswith("~"))
        self._inside = tuple(word[1:] for word in words if word.startswith("~"))
        self._checks: dict[str, Callable[[str, bool], bool]] = {
            "any": lambda value, quoted: True,
            "mixed": lambda value, quoted: self._mixed(value),
            "value": lambda value, quoted: not self._placeholder(value),
            "password": self._password,
            "secret": self._secret,
            "entropy": lambda value, quoted: self._random(value) and self._secret(value, quoted),
        }

    def real(self, check: str, match: re.Match[str], start: int, end: int) -> bool:
        text = match.string
        quoted = text[start - 1 : start] in ("'", '"', "`") and start > 0
        if (
            not quoted
            and check in ("password", "secret", "entropy")
            and text[end : end + 1] in ("(", "[", "{")
        ):
            return False  # a call or a subscript
        return self._checks[check](text[start:end], quoted)

    def _placeholder(self, value: str) -> bool:
        low = value[:200].lower()
        return (
            low.strip("\"'`.,:;!?*-_") in self._exact
            or len(set(low)) <= 2
            or low[0] in "<$%{"
            or (any(part in low for part in self._inside) and not self._jumbled(value))
        )

    def _jumbled(self, value: str) -> bool:
        """Too random to be a placeholder, even if it spells one."""
        return (
            entropy(value) >= 4.2
            and any(c.isupper() for c in value)
            and any(c.islower() for c in value)
            and any(c.isdigit() for c in value)
        )

    def _mixed(self, value: str) -> bool:
        return (
            any(c.isdigit() for c in value)
            and any(c.isalpha() for c in value)
            and (entropy(value) >= 3.0)
            and not self._placeholder(value)
        )

    def _code(self, value: str, quoted: bool) -> bool:
        return (
            _WORDS.fullmatch(value) is not None
            or _FILE_PATH.match(value) is not None
            or _DATE.match(value) is not None
            or (not quoted and _CODE_PATH.fullmatch(value) is not None)
        )

    def _password(self, value: str, quoted: bool) -> bool:
        if self._placeholder(value) or self._code(value, quoted):
            return False
        if value.isalpha():
            # A word alone is more often a label or a variable than a password.
            return quoted and len(value) >= 8 and _CAMEL.fullmatch(value) is None
        return len(value) >= 5

    def _secret(self, value: str, quoted: bool) -> bool:
        if len(value) < 8 or self._placeholder(value) or self._code(value, quoted):
            return False
        if _UUID.fullmatch(value) or _IMAGE.match(value):
            return False
        if _CAMEL.fullmatch(value) and entropy(value) < 4.0:
            return False
        letters = any(c.isalpha() for c in value)
        digits = any(c.isdigit() for c in value)
        if letters and digits:
            return entropy(value) >= (2.9 if len(value) >= 12 else 2.5)
        return letters and len(value) >= 20 and entropy(value) >= 3.8

    def _random(self, value: str) -> bool:
        return (
            len(value) >= 20
            and any(c.isdigit() for c in value)
            and _HEX.fullmatch(value) is None
            and entropy(value) >= 3.8
            and any(c.isupper() for c in value)
            and any(c.islower() for c in value)
        )


def _rule(entry: Mapping[str, Any]) -> Rule:
    kind = entry.get("kind")
    if not isinstance(kind, str) or not re.fullmatch(r"[a-z0-9-]{1,40}", kind):
        raise InvalidInput(
            f"A redaction rule needs a kind of small letters, digits and hyphens, not {kind!r}."
        )
    hints, pattern = entry.get("hints"), entry.get("pattern")
    check = entry.get("check", "any")
    ignore_case = bool(entry.get("ignore_case", False))
    if not isinstance(hints, list) or not all(isinstance(hint, str) and hint for hint in hints) or not hints:
        raise InvalidInput(
            f"The redaction rule {kind!r} needs hints: literal text it begins with.", kind=kind
        )
    if check not in _CHECKS:
        raise InvalidInput(f"The redaction rule {kind!r} has an unknown check: {check!r}.", kind=kind)
    try:
        compiled = re.compile(str(pattern or ""), re.IGNORECASE if ignore_case else 0)
    except re.error as error:
        raise InvalidInput(f"The redaction rule {kind!r} has a wrong pattern: {error}.", kind=kind) from error
    if not pattern or compiled.match(""):
        raise InvalidInput(f"The redaction rule {kind!r} needs a pattern that matches something.", kind=kind)
    return Rule(
        kind=kind,
        hints=tuple(hint.lower() if ignore_case else hint for hint in hints),
        pattern=compiled,
        check=check,
        ignore_case=ignore_case,
        scan=bool(entry.get("scan", False)),
        optional=bool(entry.get("optional", False)),
        not_after=tuple(str(word).lower() for word in entry.get("not_after", ())),
    )
