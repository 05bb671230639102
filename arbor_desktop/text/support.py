"""Words that texts share: does a model's text say nothing but what its sources say, how similar are two.

Made to err on one side: a text with one word too many is not supported, so that the caller keeps what there
was. Words count in one form each (endings off), whatever their case; what signs join to one name (a path, a
version, an address) counts as a whole. Small words and a few verbs that say how something is wished for or
done count in neither direction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from arbor_desktop.text.likeness_words import words
from arbor_desktop.text.stems import stem
from arbor_desktop.text.words import STOP_WORDS, fold, search_terms

_CANNOT = re.compile(r"\b(?:can['’]t|cannot|won['’]t)\b|\b(\w+?)n['’]t\b", re.IGNORECASE)
_OWNERS = re.compile(r"['’]s\b")
_PIECE = re.compile(r"[^\s,;()\[\]{}\"“”‘’'`<>«»]+")
_EDGES = ".:!?…—–-*_|"
_HYPHENS = re.compile(r"(?<=[^\W\d])[-–](?=[^\W\d])")

_MOST_TERMS = 2_000
_NOT_THE_SAME = 0.99
"""The most that two texts get that are not the same text."""

_NEGATIONS = words(
    "not no never neither nor none without avoid stop nobody nothing hardly rarely "
    "nicht kein keine keinen nie niemals ohne pas jamais sans nunca sin"
)
_LIMITS = words(
    "only unless except until if when whenever while before after once but instead always must may should "
    "shall often sometimes mostly usually least most more less than over under above below per "
    "nur außer bis wenn falls immer statt seulement sauf toujours solo siempre salvo"
)
"""Words that say when, how far or how surely something applies."""
_NEUTRAL = words(
    "user users project projects use uses used using prefer prefers preferred like likes want wants need "
    "needs work works run runs keep keeps make makes set sets get gets do does done go goes say says said it "
    "its also too both well so since because as that which who there here this these those them they their "
    "and or let please be is are was were will would can could have has had been being the a an of to in on "
    "for with by from into via about i we you my our your his her he she us me "
    "und oder der die das den dem ein eine einen ist sind wird werden für von mit auf im zu "
    "et ou le la les un une est sont pour de des du avec y o el los las una es son para con en"
)
_TURNING = _NEGATIONS | _LIMITS
_UNCOUNTED = (STOP_WORDS | _NEUTRAL) - _NEGATIONS - _LIMITS


def unsupported(text: str, sources: Iterable[str]) -> tuple[str, ...]:
    """Return the words of `text` that no source has, as far as they count, denials among them."""
    known = {form for source in sources for form in _forms(source)}
    return tuple(dict.fromkeys(word for word, form in _words(text) if form not in known))


def missing(text: str, source: str, *, least: float = 1.0) -> tuple[str, ...]:
    """Return the words of `source` that `text` does not have, as far as they count.

    Names, numbers, denials and limits must all be there; of the other words the share `least` (0 to 1).
    """
    here = _forms(text)
    lost = [(word, form) for word, form in _words(source) if form not in here]
    strict = [word for word, form in lost if is_mark(word, form)]
    if strict:
        return tuple(dict.fromkeys(strict))
    counted = _forms(source)
    kept = 1 - len({form for _, form in lost}) / len(counted) if counted else 1.0
    return () if kept >= least else tuple(dict.fromkeys(word for word, _ in lost))


def overlap(one: str, other: str) -> float:
    """Return how much of the shorter text's topic, by its words, is the other's too (0 to 1)."""
    return shared(topic(one), topic(other))


def similarity(one: str, other: str) -> float:
    """Return the share of the words of both texts that both have, 0 to 1 (Dice's coefficient).

    The words are those of a search: without articles and the like, names also by their parts, forms of a word
    as one. Symmetric. 1 for the same text (but for case, spaces and the final full stop) and for no other:
    which words are the same says nothing of their order, or of a "not".
    """
    if fold(one) == fold(other):
        return 1.0
    mine, theirs = (frozenset(map(stem, search_terms(text, _MOST_TERMS))) for text in (one, other))
    if not mine or not theirs:
        return 0.0
    return min(_NOT_THE_SAME, 2 * len(mine & theirs) / (len(mine) + len(theirs)))


def topic(text: str) -> frozenset[str]:
    """Return the words that tell what a text is about."""
    return _forms(text) - _TURNING


def shared(one: frozenset[str], other: frozenset[str]) -> float:
    """Return how much of the smaller set the larger one has, too (0 to 1)."""
    return len(one & other) / min(len(one), len(other)) if one and other else 0.0


def is_mark(word: str, form: str) -> bool:
    """Return whether a word is a name, a number, a denial or a limit, as far as that can be seen."""
    return form in _NEGATIONS or form in _LIMITS or not word.isalpha() or word != word.lower()


def conditions(text: str) -> frozenset[str]:
    """Return the denials and limits of a text."""
    return frozenset(form for form in _forms(text) if form in _NEGATIONS or form in _LIMITS)


def _forms(text: str) -> frozenset[str]:
    return frozenset(form for _, form in _words(text))


def _denied(found: re.Match[str]) -> str:
    return f"{found[1] or ''} not"


def _words(text: str) -> Sequence[tuple[str, str]]:
    """Return the words that count, as (written, form). The first word of a sentence is written small, unless
    it looks like a name."""
    text = _HYPHENS.sub(" ", _OWNERS.sub("", _CANNOT.sub(_denied, text)))
    found: list[tuple[str, str]] = []
    begins = True
    for piece in _PIECE.findall(text):
        word = piece.strip(_EDGES)
        if not word:
            continue
        plain = word[:1].lower() + word[1:]
        if begins and plain == plain.lower() and plain.isalpha():
            word = plain
        begins = piece.endswith((".", "!", "?", ":"))
        low = word.casefold()
        if low in _UNCOUNTED:
            continue
        turning = low in _NEGATIONS or low in _LIMITS
        form = "not" if low in ("no", "not", "never") else low
        if not turning and low.isalpha():
            form = stem(low)
        found.append((word, form))
    return found
