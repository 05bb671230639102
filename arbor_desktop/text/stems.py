"""One form for the inflected forms of an English word: commits, committed, committing → commit.

Inflection alone is taken off. A full stemmer would also join words that merely have a root in common, such as
`universe` and `university`, or `linter` and `lint`, which in a memory are different things.
"""

from __future__ import annotations

import re
from functools import lru_cache


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_VOWEL = re.compile(r"[aeiouy]")
_SHORT = re.compile(r"[^aeiou][aeiou][^aeiouwxy]")
_SILENT_E = 5
"""From so many letters on a final e is taken off, as `storing` does not tell whether it had one."""
_AS_THEY_ARE = _words(
    "access across alias always analysis anything basis bread bring bus canvas ceiling chess class corps "
    "cross css dns during embed evening everything exceed express feed finale focus gas hundred https "
    "indeed instead ahead jenkins king kubernetes less locale loss morale morning need news nothing numpy "
    "os pandas pass plane plus postgres previous prime proceed process rails rationale red redis ring "
    "seed series shed sing something species speed spread spring stage status string succeed suite swing "
    "theme thing this thread tls toss unless us various was wing windows yes led bed wed rootcause"
)
_IRREGULAR = {
    **dict.fromkeys(("ran", "run", "runs", "running"), "run"),
    **dict.fromkeys(("wrote", "written", "writes", "writing", "write"), "write"),
    **dict.fromkeys(("built", "builds", "building", "build"), "build"),
    **dict.fromkeys(("chose", "chosen", "chooses", "choosing", "choose"), "choose"),
    **dict.fromkeys(("kept", "keeps", "keeping", "keep"), "keep"),
    **dict.fromkeys(("held", "holds", "holding", "hold"), "hold"),
    **dict.fromkeys(("sent", "sends", "sending", "send"), "send"),
    **dict.fromkeys(("went", "gone", "goes", "going", "go"), "go"),
    **dict.fromkeys(("did", "done", "does", "doing", "do"), "do"),
    **dict.fromkeys(("broke", "broken", "breaks", "breaking", "break"), "break"),
    **dict.fromkeys(("taught", "teaches", "teaching", "teach"), "teach"),
    **dict.fromkeys(("spoke", "spoken", "speaks", "speaking", "speak"), "speak"),
    **dict.fromkeys(("drove", "driven", "drives", "driving", "drive"), "drive"),
    **dict.fromkeys(("grew", "grown", "grows", "growing", "grow"), "grow"),
    **dict.fromkeys(("threw", "thrown", "throws", "throwing", "throw"), "throw"),
    **dict.fromkeys(("gave", "given", "gives", "giving", "give"), "give"),
    **dict.fromkeys(("took", "taken", "takes", "taking", "take"), "take"),
    **dict.fromkeys(("made", "makes", "making", "make"), "make"),
    **dict.fromkeys(("studied", "studies", "studying", "study"), "study"),
    **dict.fromkeys(("has", "having", "have"), "have"),
    **dict.fromkeys(("children", "child"), "child"),
    **dict.fromkeys(("people", "person"), "person"),
    **dict.fromkeys(("indices", "indexes", "index"), "index"),
}
_FORMS = {root: tuple(w for w, other in _IRREGULAR.items() if other == root) for root in _IRREGULAR.values()}
_IRREGULAR_PAST = _words(
    "ran wrote built chose kept held sent went did broke taught spoke drove grew threw gave took made"
)
_IRREGULAR_PARTICIPLES = _words(
    "written built chosen kept held sent gone done broken taught spoken driven grown thrown given taken made"
)


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return the stem of a lower-case word; what is not made of letters alone is answered as it is."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or word in _AS_THEY_ARE or not word.isalpha():
        return word
    cut = word
    if word.endswith("ies") and len(word) > 4:
        cut = word[:-3] + "y"
    elif word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        cut = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        cut = word[:-1]
    elif word.endswith("ied") and len(word) > 4:
        cut = word[:-3] + "y"
    elif word.endswith("ed") and not word.endswith("eed"):
        cut = _without(word, "ed")
    elif word.endswith("ing"):
        cut = _without(word, "ing")
    cut = _spelled(cut, ending=cut != word)
    return cut[:-1] if len(cut) >= _SILENT_E and cut.endswith("e") and cut not in _AS_THEY_ARE else cut


def forms(root: str) -> tuple[str, ...]:
    """Return words that a stem may be written in and that an index of stems has as different words; none
    for most stems."""
    if len(root) >= 5 and root.endswith("or"):
        return root, root[:-2] + "our"
    if len(root) >= 6 and root.endswith("iz"):
        return root + "e", root[:-1] + "se"
    return _FORMS.get(root, ())


def is_past(word: str) -> bool:
    """Return whether a word may be a verb in the past tense or its participle."""
    if word in _AS_THEY_ARE:
        return False
    return word in _IRREGULAR_PAST or is_participle(word)


def is_participle(word: str) -> bool:
    """Return whether a word may be a past participle, as in `is stored`."""
    if word in _AS_THEY_ARE:
        return False
    regular = len(word) > 4 and word.endswith("ed") and not word.endswith("eed")
    return regular or word in _IRREGULAR_PARTICIPLES


def _without(word: str, ending: str) -> str:
    rest = word[: -len(ending)]
    if len(rest) < 2 or not _VOWEL.search(rest):
        return word
    if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "lsz":
        return rest[:-1]
    return rest + "e" if len(rest) == 2 or _SHORT.fullmatch(rest) else rest


def _spelled(word: str, *, ending: bool) -> str:
    """Return British spelling as American. `ending`: an ending was removed."""
    if len(word) >= 6 and word.endswith("our"):
        return word[:-3] + "or"
    if len(word) >= 7 and (word.endswith("ise") or (ending and word.endswith("is") and word[-3] != "s")):
        return word.removesuffix("e")[:-1] + "z"
    return word
