"""Proof that what a model says of a conversation was said there, by words alone.

A text that a model reads may talk it into anything, so its answers are not believed: the words of an item
must be those of the speaker that it names. What only a pasted text says is dropped; what the person did not
say themselves is a guess and needs review.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from arbor_desktop import resources
from arbor_desktop.extraction.offline.vocabulary import load_patterns
from arbor_desktop.text.words import STOP_WORDS

_WORD = re.compile(r"[^\W_]+")
_WIDE = re.compile(r"[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Letters of languages that do without spaces, or put much into a word: compared by pairs of letters."""
_GENERAL = STOP_WORDS | frozenset(
    """
    user users project projects use uses used using prefer prefers preferred preference like likes want wants
    wanted need needs work works working instead rather always never should must shall may often usually when
    while also only make makes sure keep keeps run runs set sets get gets named called because due has have
    decided decision rule convention said does done new
    der die das dem den des ein eine einen einem nutzer nutzerin benutzer projekt und oder ist sind wird
    werden mit von für auf aus bei nach nicht kein keine immer nie möchte will bevorzugt verwendet nutzt
    statt seine ihre dass le la les un une des du et ou est sont utilisateur utilisatrice projet utilise
    préfère veut toujours jamais avec pour dans que qui ne pas son sa ses el los las una y o es son
    usuario usuaria proyecto usa prefiere quiere siempre nunca con para en que no su sus
    """.split()  # noqa: SIM905
)
"""Words that a statement is made with, whatever it says, in the languages that most write in."""
LONGEST_PLAIN = 300
"""Characters: room for a sentence or two."""
_SAME_LETTERS = 4
_RUN = 7
"""So many words in a row are no chance."""


def marks(text: str) -> frozenset[str]:
    """Return the words of a text that say what it is about."""
    found: set[str] = set()
    for word in _WORD.findall(text.casefold()):
        if _WIDE.search(word):
            found.update(word[at : at + 2] for at in range(max(1, len(word) - 1)))
        elif word not in _GENERAL and (len(word) > 1 or word.isdigit()):
            found.add(word)
    return frozenset(found)


def unheld(words: Iterable[str], source: frozenset[str]) -> frozenset[str]:
    """Return those of `words` that are in no form among those of a text."""
    by_start: dict[str, list[str]] = {}
    for word in source:
        by_start.setdefault(word[:_SAME_LETTERS], []).append(word)
    return frozenset(word for word in words if not _has(word, source, by_start))


def _has(word: str, source: frozenset[str], by_start: dict[str, list[str]]) -> bool:
    if word in source:
        return True
    return any(
        word[: (same := max(_SAME_LETTERS, min(len(word), len(other)) - 2))] == other[:same]
        for other in by_start.get(word[:_SAME_LETTERS], ())
    )


def share(content: str, source: str) -> float:
    """Return how much of what a text says is in the words of another one, 0 to 1; 1 where it says nothing."""
    words = marks(content)
    return 1 - len(unheld(words, marks(source))) / len(words) if words else 1.0


def other_letters(content: str, source: str) -> bool:
    """Return whether one is in Latin letters and the other is not: then they can't share words."""
    return _latin(content) != _latin(source)


def _latin(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return 2 * sum(c < "\u0250" for c in letters) >= len(letters)


def only_in(content: str, own: str, others: str) -> frozenset[str]:
    """Return the words of a text that `others` has and `own` has not."""
    missing = unheld(marks(content), marks(own))
    return missing - unheld(missing, marks(others))


def copies(content: str, original: str) -> bool:
    """Return whether a text has a run of words of another one, or is one as a whole."""
    words, theirs = _WORD.findall(content.casefold()), _WORD.findall(original.casefold())
    length = min(_RUN, len(words))
    if length < 4:
        return False
    runs = {tuple(theirs[at : at + length]) for at in range(len(theirs) - length + 1)}
    return any(tuple(words[at : at + length]) in runs for at in range(len(words) - length + 1))


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return dict(load_patterns(resources.read_text("extraction/planted.toml")))


def commands(text: str) -> bool:
    """Return whether a text tries to command an AI that reads it."""
    return _patterns()["commands"].search(text) is not None


def dictates(content: str) -> bool:
    """Return whether a statement tells an AI what to do."""
    return _patterns()["dictates"].search(content) is not None


def reaches_out(content: str) -> bool:
    """Return whether a text has data sent out of this computer, or something fetched and run."""
    return _patterns()["outside"].search(content) is not None


def is_plain(content: str) -> bool:
    """Return whether a text is a plain English statement of how something is, with nothing in it that such a
    statement has no use for: no command, no permission, no address, nothing about how an AI behaves."""
    text = content.strip()
    if len(text) > LONGEST_PLAIN or not text.isascii():  # letters that look like others are in no pattern
        return False
    return bool(_patterns()["states"].search(text)) and not _patterns()["unplain"].search(text)
