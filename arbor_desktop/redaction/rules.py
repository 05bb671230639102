"""Redaction rules and how they are read from their data file (`resources/redaction.toml`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, fields
from functools import cached_property
from typing import Any

from arbor_desktop.errors import InvalidInput
from arbor_desktop.quick_dataclass import dataclass

CHECKS = frozenset(
    ("any", "value", "token", "mixed", "scrambled", "clause", "random", "password", "secret", "card", "iban",
     "option", "phrase", "argument", "strong", "key", "number", "word", "literal", "groups", "listed",
     "words", "plain")
)  # fmt: skip
_TUPLES = frozenset(("placeholder_parts", "password_names", "secret_names", "token_names"))
_GUESSES = frozenset(("password", "secret"))
_PART = re.compile(r"<<([a-z_]+)>>")
_DEEPEST = 4
"""Parts may have parts, so many deep."""
# Where a token may begin: not in a word, but behind an escape (`\\n`, `%3D`) or a terminal's colour.
_BEGINS = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=%[0-9A-F][0-9A-F])|(?<=[0-9\[]m)|(?<=\\u003[cde]))"


@dataclass(frozen=True)
class Rule:
    """One kind of secret. Its patterns are compiled when one is first tried: most texts have few hints.

    `pattern` is matched at each of the `hints` (with `scan`, anywhere in a text that has a hint). The secret
    is its group whose name begins with `secret`, or the whole match; with `each`, every match of that
    expression inside. `check` names the test whether the value looks real.
    """

    kind: str
    hints: tuple[str, ...]
    source: str
    """The pattern, as text."""
    check: str = "any"
    ignore_case: bool = False
    scan: bool = False
    optional: bool = False
    run: bool = False
    """The hint begins, or is right before, a run of 16 or more letters, digits, `_` and `-`."""
    random: bool = False
    """The pattern needs no hint: it is tried at long runs of letters and digits."""
    shaped: bool = False
    """In the hints, a 9 means any digit."""
    back: int = 0
    """The pattern begins this many characters before its hint."""
    line: bool = False
    """The pattern is searched from the beginning of the hint's line, or 200 characters before the hint; with
    `back`, from that many characters before it."""
    follows: bool = False
    """The pattern needs no hint: it is tried right behind every found secret."""
    each_source: str | None = None
    sentence_source: str | None = None
    """Each value has this: so `each` is tried at the words that have it, in the sentence around the match."""
    nearest: int = 3
    """The number of words that are judged on each side of the match."""
    secrets: tuple[str, ...] = ()
    """The groups of the pattern (or of `each`) that can match the secret."""

    guesses: bool = False
    """It judges the place and the look of a value, which has no form of its own."""
    before_source: str | None = None
    """Must match right before a hint, within 60 characters, in the same case: that is faster."""
    effort: int = 20
    """The cost of a try that finds nothing."""
    wide: bool = False
    """It examines a line or a region, which may have many of its hints."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.source, self._flags)

    @cached_property
    def each(self) -> re.Pattern[str] | None:
        return None if self.each_source is None else re.compile(self.each_source, self._flags)

    @cached_property
    def before(self) -> re.Pattern[str] | None:
        return None if self.before_source is None else re.compile(self.before_source)

    @cached_property
    def sentence(self) -> re.Pattern[str] | None:
        return None if self.sentence_source is None else re.compile(self.sentence_source)

    @property
    def _flags(self) -> int:
        return re.IGNORECASE if self.ignore_case else 0


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words that tell values and names apart from secrets, all in lower case. See the data file."""

    placeholders: frozenset[str] = frozenset()
    placeholder_parts: tuple[str, ...] = ()
    code_words: frozenset[str] = frozenset()
    said_of_passwords: frozenset[str] = frozenset()
    sentence_words: frozenset[str] = frozenset()
    technical: frozenset[str] = frozenset()
    password_names: tuple[str, ...] = ()
    vague_names: frozenset[str] = frozenset()
    secret_names: tuple[str, ...] = ()
    token_names: tuple[str, ...] = ()
    key_names: frozenset[str] = frozenset()
    key_owners: frozenset[str] = frozenset()
    not_after: frozenset[str] = frozenset()
    not_before: frozenset[str] = frozenset()
    keyed_things: frozenset[str] = frozenset()
    password_owners: frozenset[str] = frozenset()
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Words by what they say of a value in their sentence."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The content of the data file."""

    rules: tuple[Rule, ...] = ()
    words: Vocabulary = field(default_factory=Vocabulary)


def read_rules(text: str) -> Rules:
    """Return rules from TOML. Raises InvalidInput naming the rule that is wrong."""
    import tomllib  # most runs read the rules as they were kept

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"The redaction rules can't be read: {error}") from error
    parts = {str(name): str(part) for name, part in data.get("parts", {}).items()}
    return Rules(tuple(_rule(entry, parts) for entry in data.get("rule", [])), _vocabulary(data))


def _vocabulary(data: Mapping[str, Any]) -> Vocabulary:
    words = {
        str(name): [str(word).lower() for word in words] for name, words in data.get("words", {}).items()
    }
    lists = {
        each.name: tuple if each.name in _TUPLES else frozenset
        for each in fields(Vocabulary)
        if each.name != "groups"
    }
    if unknown := words.keys() - lists.keys():
        raise InvalidInput(f"The redaction rules have unknown lists of words: {', '.join(sorted(unknown))}.")
    placeholders = [str(word).lower() for word in data.get("placeholders", ())]
    words["placeholders"] = [word for word in placeholders if not word.startswith("~")]
    words["placeholder_parts"] = [word[1:] for word in placeholders if word.startswith("~")]
    groups = {str(name): tuple(map(str, some)) for name, some in data.get("groups", {}).items()}
    return Vocabulary(groups=groups, **{name: make(words.get(name, ())) for name, make in lists.items()})  # type: ignore[arg-type]


def _rule(entry: Mapping[str, Any], parts: Mapping[str, str]) -> Rule:
    kind = entry.get("kind")
    if not isinstance(kind, str) or not re.fullmatch(r"[a-z0-9-]{1,40}", kind):
        raise InvalidInput(
            f"A redaction rule needs a kind of small letters, digits and hyphens, not {kind!r}."
        )
    starts = entry.get("starts")
    follows = bool(entry.get("follows", False))
    random = bool(entry.get("random", False))
    hints = entry.get("hints", [] if follows or random else starts)
    wrong = not isinstance(hints, list) or not all(isinstance(hint, str) and hint for hint in hints)
    if wrong or not (hints or follows or random):
        raise InvalidInput(
            f"The redaction rule {kind!r} needs hints: literal text it begins with.", kind=kind
        )
    check = entry.get("check", "token" if starts else "any")
    if check not in CHECKS:
        raise InvalidInput(f"The redaction rule {kind!r} has an unknown check: {check!r}.", kind=kind)
    ignore_case = bool(entry.get("ignore_case", False))
    source = entry.get("pattern") or (starts and _BEGINS + f"(?:{'|'.join(map(re.escape, starts))})<<body>>")
    parts = {**parts, "body": str(entry.get("body", ""))}
    pattern = _compiled(kind, source, parts, ignore_case)
    each = entry.get("each")
    before = entry.get("before")
    sentence = entry.get("sentence")
    inner = None if each is None else _compiled(kind, each, parts, ignore_case)
    return Rule(
        kind=kind,
        hints=tuple(hint.lower() if ignore_case else hint for hint in hints),
        source=pattern.pattern,
        check=check,
        ignore_case=ignore_case,
        scan=bool(entry.get("scan", False)),
        optional=bool(entry.get("optional", False)),
        run=bool(entry.get("run", starts)),
        random=random,
        shaped=bool(entry.get("shaped", False)),
        back=int(entry.get("back", 0)),
        line=bool(entry.get("line", False)),
        follows=follows,
        sentence_source=None if sentence is None else _compiled(kind, sentence, parts, False).pattern,
        nearest=int(entry.get("nearest", 3)),
        each_source=None if inner is None else inner.pattern,
        guesses=check in _GUESSES,
        before_source=_compiled(kind, rf"(?:{before})\Z", parts, False).pattern if before else None,
        effort=50
        if before
        else 600
        if sentence
        else 300
        if entry.get("line")
        else 110
        if check in _GUESSES
        else 30,
        wide=bool(entry.get("line", False)) or (each is not None and sentence is None),
        secrets=tuple(name for name in (inner or pattern).groupindex if name.startswith("secret")),
    )


def _compiled(kind: str, source: Any, parts: Mapping[str, str], ignore_case: bool) -> re.Pattern[str]:
    try:
        filled = str(source or "")
        for _ in range(_DEEPEST):
            filled = _PART.sub(lambda match: parts[match.group(1)], filled)
        compiled = re.compile(filled, re.IGNORECASE if ignore_case else 0)
    except KeyError as error:
        raise InvalidInput(
            f"The redaction rule {kind!r} names an unknown part: {error}.", kind=kind
        ) from error
    except re.error as error:
        raise InvalidInput(f"The redaction rule {kind!r} has a wrong pattern: {error}.", kind=kind) from error
    if not filled or compiled.match(""):
        raise InvalidInput(f"The redaction rule {kind!r} needs a pattern that matches something.", kind=kind)
    return compiled
