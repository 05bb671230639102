"""The judgement over two statements that were read."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import OSA

from arbor_desktop.text.likeness import vocabulary as v
from arbor_desktop.text.likeness.parser import NOT, Part, Sentence, Statement, Token

_TYPO_FROM = 9
"""Letters from which on one wrong or swapped letter is a slip; in short words it makes another word."""
_LEAST = 2
"""A sentence of a single word may mean anything."""
_TENSES = frozenset({("base", "be"), ("be", "base"), ("base", "ed"), ("ed", "base")})


def same(one: Statement, other: Statement) -> bool:
    """Return whether both say the same, so that keeping the fuller one loses nothing. Symmetric."""
    if not one.sentences or one.numbers != other.numbers or len(one.sentences) != len(other.sentences):
        return False
    return all(_agree(a, b) for a, b in zip(one.sentences, other.sentences, strict=True))


def fuller(one: Statement, other: Statement) -> bool:
    """Return whether `one` says more than `other`, of two that say the same: a reason, or a contrast."""
    return _extras(one) > _extras(other)


def _extras(statement: Statement) -> int:
    return sum(bool(s.reason) + bool(s.contrast) for s in statement.sentences)


def _agree(a: Sentence, b: Sentence) -> bool:
    if _size(a) < _LEAST or a.asks != b.asks or not _same_subject(a, b):
        return False
    if not _one_may_lack(a.reason, b.reason):
        return False
    if a.contrast and b.contrast:
        if not _same_parts(a.contrast, b.contrast):
            return False
    elif (a.contrast or b.contrast) and (_denies(a) or not _chooses(a)):
        return False  # "not X" does not say "not X instead of Y"
    return _same_main(a.main, b.main) and _same_parts(a.parts, b.parts)


def _same_subject(a: Sentence, b: Sentence) -> bool:
    if a.subject == b.subject or {a.subject, b.subject} == {"we", ""}:
        return True
    return {a.subject, b.subject} == {"user", ""} and _is_preference(a) and _is_preference(b)


def _is_preference(sentence: Sentence) -> bool:
    return bool(sentence.main) and sentence.main[0].said in v.PREFER


def _chooses(sentence: Sentence) -> bool:
    """Return whether it says what to use or what is preferred."""
    return _is_preference(sentence) or any(part.kind == "with" for part in sentence.parts)


def _size(sentence: Sentence) -> int:
    parts = sum(1 + len(part.tokens) for part in sentence.parts)
    return len(sentence.main) + parts + (sentence.subject == "user")


def _denies(sentence: Sentence) -> bool:
    return any(token.said == NOT for token in sentence.tokens())


def _one_may_lack(a: Sequence[Part], b: Sequence[Part]) -> bool:
    return not a or not b or _same_parts(a, b)


def _same_parts(a: Sequence[Part], b: Sequence[Part]) -> bool:
    """Return whether both have the same parts, in any order."""
    if len(a) != len(b):
        return False
    left = list(b)
    for part in a:
        match = next(
            (one for one in left if one.kind == part.kind and _same_words(one.tokens, part.tokens)), None
        )
        if match is None:
            return False
        left.remove(match)
    return True


def _same_main(a: Sequence[Token], b: Sequence[Token]) -> bool:
    return _same_words(a, b) or _turned(a, b) or _turned(b, a)


def _turned(active: Sequence[Token], passive: Sequence[Token]) -> bool:
    """`store money` and `money is stored`."""
    if len(active) != len(passive) or len(active) < 2:
        return False
    verb, done = active[0], passive[-1]
    if done.tense not in ("be", "was") or (done.tense == "be") != (verb.tense == "base"):
        return False
    return verb.said == done.said and _same_words(active[1:], passive[:-1])


def _same_words(a: Sequence[Token], b: Sequence[Token]) -> bool:
    return len(a) == len(b) and all(_same_word(x, y) for x, y in zip(a, b, strict=True))


def _same_word(a: Token, b: Token) -> bool:
    if a.said != b.said:
        return _is_slip(a.said, b.said)
    if a.name and b.name and a.raw != b.raw:
        return False  # names are not inflected: Emil is not Emile
    return a.tense == b.tense or ((a.tense, b.tense) not in _TENSES and "was" not in (a.tense, b.tense))


def _is_slip(a: str, b: str) -> bool:
    long = min(len(a), len(b)) >= _TYPO_FROM
    return long and a.isalpha() and b.isalpha() and a[:2] == b[:2] and OSA.distance(a, b, score_cutoff=1) <= 1
