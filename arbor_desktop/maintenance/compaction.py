"""Compaction: long, old memories get a short form, taken from their own words (spec 5.8). The content stays.

Only single memories are shortened: one short form for several would have to omit what each of them says
beside the others. Memories that say the same are merged long before (`conflicts.duplicates`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.maintenance.model import (
    LARGE,
    LOW_CONFIDENCE,
    MAX_SUMMARY,
    Action,
    Candidate,
    Reason,
)
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import Memory
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Work
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.words import clean

AT_ONCE = 50
"""Memories that are read and shortened at a time."""
LOOKED_AT = 500
"""The longest memories, which are read to propose some."""
AUTOMATIC = Sentence("Long and older than a month: shown as its essential sentence")


class Compaction:
    """Thread-safe."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def get_compaction_candidates(self, limit: int = 20) -> list[Candidate]:
        """Return memories that may be shortened: first those that can be so automatically, of each kind the
        longest first. Raises InvalidInput."""
        checks.limit(limit)
        return self._all_candidates(max(limit, LOOKED_AT))[:limit]

    def apply_compaction(self, id: str, summary: str, *, actor: str = "user") -> Memory:
        """Give a memory a short form, which is shown and shared in place of its content. Raises InvalidInput,
        NotFound."""
        text = " ".join(clean(summary).split())
        if not 3 <= len(text) <= MAX_SUMMARY:
            raise InvalidInput(f"A summary has 3 to {MAX_SUMMARY} characters.", field="summary")

        def write(conn: Connection, by: Write) -> None:
            if len(text) >= len(memories.get(conn, id, by.policy, by.now).content):
                raise InvalidInput("A summary must be shorter than the text it summarizes.", field="summary")
            maintenance.set_summary(conn, id, text, by)

        return self._change(id, actor, write)

    def undo_compaction(self, id: str, *, actor: str = "user") -> Memory:
        """Show the whole text again; no program shortens this text any more. Raises NotFound, and
        InvalidInput if there is no short form."""

        def write(conn: Connection, by: Write) -> None:
            if not maintenance.set_summary(conn, id, None, by):
                raise InvalidInput("That memory has no summary.", id=id)

        return self._change(id, actor, write)

    def _change(self, id: str, actor: str, change: Callable[[Connection, Write], None]) -> Memory:
        by = self._rt.by(actor)

        def write(conn: Connection) -> Memory:
            change(conn, by)
            return memories.get(conn, id, by.policy, by.now)

        changed = self._rt.db.write(write)
        self._rt.announce((id,))
        return changed

    def compact(self, *, dry_run: bool = False) -> list[Candidate]:
        """Shorten all that can be (`arbor compact`), as one action. Return every candidate, with whether it
        was shortened."""
        by = self._rt.by("user", AUTOMATIC)
        found = self._all_candidates()
        if dry_run:
            return found
        done = self._shorten([one for one in found if one.ready], by)
        return [replace(one, applied=one.memory.id in done) for one in found]

    def shorten(self, work: Work) -> None:
        """Shorten all that can be, as a step of maintenance, unless the setting is off."""
        if not self._rt.settings.get("lifecycle.compact"):
            return
        ids = self._rt.db.read(lambda c: maintenance.long_and_old(c, work.by.now))
        work.count("items_compressed", 0)
        by = replace(work.by, reason=AUTOMATIC)
        for start in range(0, len(ids), AT_ONCE):
            work.check()
            for one in self._candidates(ids[start : start + AT_ONCE]):
                if one.ready:
                    with work.record(partial("Shortening {}".format, one.memory.id)):
                        work.count("items_compressed", len(self._shorten([one], by)))
            work.at(min(start + AT_ONCE, len(ids)), len(ids))

    def _all_candidates(self, most: int | None = None) -> list[Candidate]:
        now = self._rt.clock()
        found = self._candidates(self._rt.db.read(lambda c: maintenance.long_and_old(c, now, most)))
        return sorted(found, key=lambda one: not one.ready)

    def _candidates(self, ids: list[str]) -> list[Candidate]:
        """Return what is proposed for memories. Reading a text takes a moment: it is done outside of any
        transaction."""
        now = self._rt.clock()
        loaded = self._rt.db.read(lambda c: memories.get_many(c, ids, self._rt.policy, now))
        return [candidate(memory) for memory in loaded]

    def _shorten(self, some: Iterable[Candidate], by: Write) -> set[str]:
        short = [(one.memory.id, one.memory.content, one.summary or "") for one in some]
        done = self._rt.db.write(lambda c: maintenance.shorten(c, short, by))
        if done:
            self._rt.announce(tuple(done))
        return set(done)


def candidate(memory: Memory) -> Candidate:
    """Return what is proposed for a long and old memory."""
    action = Action.SUMMARIZE
    reason = Reason.AGE if memory.access_count or memory.use_count else Reason.LOW_ACCESS
    if len(memory.content) >= LARGE:
        reason = Reason.SIZE
    if memory.current_confidence < LOW_CONFIDENCE:
        reason = Reason.LOW_CONFIDENCE
        action = Action.DELETE if memory.failure_count > memory.success_count else Action.ARCHIVE
    return Candidate(memory, reason, action, main_sentence(memory.content, MAX_SUMMARY))


# -- the main sentence --
#
# A wrong short form is worse than none, so a text gets one only if everything else in it is known to be an
# aside: reasons, background, opinions. A second rule, number, exception or fact besides the first rules it
# out; so does a sentence that needs another one to be understood. Only English is read; in another language
# nothing is known to be an aside, so nothing is omitted.

SHORTEST = 15

_GAP = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[`]*[A-Z0-9`])")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|dr|mrs?|ms|st|no|ca|approx|cf|inc|ltd|prof|[a-z])\.)$", re.I
)
_LONGEST_ABBREVIATED = len("approx.")
_TOKEN = re.compile(r"[\w'’-]+")
_DIGIT = re.compile(r"\d")
_OPENING, _CLOSING = "([{“", ")]}”"


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_NOT_FIRST = _set(
    "it it's this that these those they he she his her hers their its there here such both another "
    "other others then also so thus therefore but and or however otherwise instead because which who "
    "what why how see two three several some one neither nor yet still after before once i i'm i've "
    "yesterday today he's she's they're that's there's after later"
)
"""First words of sentences that refer to something before them, or only introduce something."""
_THIS_ONE = _set("project repo repository codebase app application package module machine computer user")
_POINTING = re.compile(
    r"\b(?:the (?:other|second|third|former|latter|first|same) one|the (?:former|latter)|as follows"
    r"|following|above(?! \d)|below(?! \d)|see (?:also|the)|for (?:the )?details|that one|those two"
    r"|the others?)\b",
    re.I,
)
_IN_SHORT = re.compile(
    r"^(?:tl;?dr|bottom line|in short|in summary|summary|conclusion|to sum up)\s*[:,-]\s*", re.I
)
_LABEL = re.compile(
    r"^(?:root cause|cause|decision|rule|fix|solution|important|key point|takeaway|lesson|result)\s*:\s", re.I
)
_LEADING_UP = re.compile(
    r"^(?:background|context|history|problem|symptom|question|note|todo|example)\s*:", re.I
)

_PAST = _set(
    "was were had did could would took came went found said told gave got made chose knew thought left "
    "lost saw began broke brought bought built fell felt grew held kept led meant met paid put ran sent "
    "shot showed sold spent spoke stood taught threw understood wanted won wrote became used"
)
_PRESENT = _set(
    "is are am has have does do must can may might will shall should needs need isn't aren't hasn't "
    "haven't doesn't don't mustn't can't won't cannot it's that's there's he's she's they're we're"
)
_NO_PAST = _set("need speed feed seed indeed embed red bed shed hundred unused")
_BINDING = re.compile(
    r"\b(?:must|never|always|should|shall|has to|have to|needs? to|unless|except(?:ion|ions)?|however"
    r"|until|only (?:if|when|by|for|from|in|on)|if|may not|mustn't|is not allowed|are not allowed"
    r"|from now on|instead|asked|asks|wants?|promised|agreed|prefers?)\b",
    re.I,
)
"""Words that say when or how something applies: their sentence can't be omitted."""
_BINDING_OF_PAST = re.compile(
    r"\b(?:must|never|always|should|shall|has to|have to|unless|except(?:ion|ions)?|however"
    r"|from now on)\b",
    re.I,
)
_LIMITING = re.compile(
    r"\b(?:apart from|aside from|other than|provided|providing|as long as|so long as|in case|depending|unlike"
    r"|exclud(?:es?|ed|ing)|exclusion|exempt(?:ed|ion)?|whereas|different(?:ly)?|the other way"
    r"|the opposite|on the contrary|only (?:if|when|by|for|from|in|on)|limited to|left out)\b",
    re.I,
)
"""Words that exclude something, or name the only condition."""
_ELSEWHERE = _set("on in for with under within inside during from by outside")
"""First words of sentences about another place or case than the one before."""
_CHANGED = re.compile(
    r"\b(?:switched|replaced|changed|renamed|cancell?ed|postponed|deprecated|reversed|reverted"
    r"|retired|died|left|raised|lowered|increased|reduced|doubled|halved|extended|shortened|became"
    r"|moved(?! (?:it|them) t?here)|closed|ended|resigned|did not work|does not work|since then"
    r"|no longer)\b",
    re.I,
)
"""Events that may have made the main sentence untrue since."""
_SUBORDINATE = re.compile(r",? \b(?:because|after|before|when|while|which|who|whose|where|whom|if)\b", re.I)
_NO = re.compile(r"\b(?:not|no|cannot|without|neither|rarely|hardly|unable)\b|n['’]t\b", re.I)
_VAGUE = re.compile(
    r"\b(?:a few|several|various|a couple of|a number of|(?:some|many) (?:things|rules|points|issues"
    r"|problems))\b|\b(?:complicated|complex|tricky|weird|strange|confusing|difficult|hard|easy"
    r"|interesting|important|nice|a mess|good|bad|great|fine|slow|fast|better|worse|(?:good|bad|fast"
    r"|slow) enough)\.?$",
    re.I,
)
"""Words that only announce or judge something."""
_ORDER = re.compile(
    r"(?:^|[,;] (?:and )?|\band )(?:do not|don't|use|run|call|keep|let|bring|put|set|make|add|check"
    r"|ask|give|take|restart|avoid|remember|fold|store|write)\b",
    re.I,
)
_ASIDE = re.compile(
    r"\b(?:because|since|that is why|which is why|which explains|as (?:it|they|he|she|we|that)"
    r"|so that|in order to|for want of|to be honest|of course|somebody|someone|nobody|often|nearly"
    r"|rather|quite|perhaps|probably|some|roughly|one day|in the end|as good as)\b",
    re.I,
)
_REFERRING = _set(
    "it it's this that that's these those they they're he he's she she's him her his hers their them "
    "its one ones there somebody someone nobody everybody everyone people everyone's here before"
)
_REASON = re.compile(r",?\s+(?:because|so that|in order to|due to|thanks to)\s|,\s+(?:since|as)\s", re.I)
_LEAST_WORDS = 5
_OPENS_A_CLAUSE = _set(
    "if when whenever while because since as although though unless after before once until"
)
_BELONGS_TO_REASON = _set("not only just mainly mostly partly simply")
_RELATIVE = _set("that which who whose whom")
_SMALL = _set(
    "the a an and or of in on at to for from with by is are was were be been it its that this as but "
    "not no we our they their he his she her you your has have had do does all any into which who"
)


def main_sentence(text: str, most: int) -> str | None:
    """Return the main sentence of `text`, of at most `most` characters, or None. Its words are those of
    the text, in their order; only an introduction ("In short:") and a reason at its end may be missing."""
    if "```" in text:
        return None
    said = sentences(text)
    chosen = _chosen(said)
    if chosen is None:
        return None
    main = said[chosen]
    others = [one for number, one in enumerate(said) if number != chosen]
    labelled = bool(_LABEL.match(main) or _IN_SHORT.match(main))
    if others and not labelled and _is_past(main):
        return None  # one thing that happened among others
    if not all(_is_aside(one, main) for one in others):
        return None
    short = _without_reason(_IN_SHORT.sub("", main), most)
    if short is None or not _stands_alone(short):
        return None
    return short[0].upper() + short[1:] if short != main else short


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, which end at their punctuation or at the end of a line."""
    found: list[str] = []
    for line in text.splitlines():
        start = 0
        for gap in _GAP.finditer(line):
            end = gap.start()
            if not _ABBREVIATED.search(line, max(0, end - _LONGEST_ABBREVIATED), end):
                found.append(line[start : gap.end()].strip())
                start = gap.end()
        found.append(line[start:].strip())
    return [one for one in found if one]


def _chosen(said: list[str]) -> int | None:
    """Return the place of the sentence that says what the text is about: one that says so itself, else the
    first."""
    for pattern in (_IN_SHORT, _LABEL):
        marked = [number for number, one in enumerate(said) if pattern.match(one)]
        if len(marked) == 1:
            return marked[0]
        if marked:
            return None  # a cause and its fix: both count
    return 0 if said and not _LEADING_UP.match(said[0]) else None


def _tokens(text: str) -> list[str]:
    return [word.lower() for word in _TOKEN.findall(text)]


def _is_past(sentence: str) -> bool:
    """Return whether a sentence tells what happened: its first verb is in the past, and none is in the
    present."""
    clause = _tokens(re.split(r"[,;:—]", sentence, maxsplit=1)[0])
    if any(word in _PRESENT for word in clause):
        return False
    words = _tokens(sentence)
    for word in words:
        if word in _PRESENT:
            return False
        if word in _PAST or (
            word.endswith("ed") and len(word) > 4 and word not in _NO_PAST and "-" not in word
        ):
            return True
    return False


def _is_aside(sentence: str, main: str) -> bool:
    """Return whether nothing is lost if this sentence is omitted beside `main`."""
    if _ORDER.search(sentence) or sentence.rstrip().endswith((":", "?")):
        return False
    words = _tokens(sentence)
    joined = _refers_to(words, main)
    if _is_past(sentence):
        if _BINDING_OF_PAST.search(sentence) or _CHANGED.search(_SUBORDINATE.split(sentence, maxsplit=1)[0]):
            return False
        return joined or not _DIGIT.search(sentence)
    aside = _ASIDE.search(sentence)
    if _LIMITING.search(sentence) or (words and words[0] in _ELSEWHERE):
        return False
    if not joined or aside is None or _BINDING.search(sentence) or _DIGIT.search(sentence):
        return False
    return not _NO.search(sentence[: aside.start()]) and not _CHANGED.search(sentence)


def _refers_to(words: list[str], main: str) -> bool:
    """Return whether a sentence is about the same: by a word that points back, or by one of `main`."""
    if _REFERRING & set(words[:5]):
        return True
    return bool({w for w in words if w not in _SMALL} & {w for w in _tokens(main) if w not in _SMALL})


def _without_reason(sentence: str, most: int) -> str | None:
    if len(sentence) <= most:
        return sentence
    found = _REASON.search(sentence)
    if found is None:
        return None
    rest, short = sentence[found.end() :], sentence[: found.start()].rstrip(" ,;")
    if len(short) >= most or not _is_whole(short) or _holds_more(rest):
        return None
    return short + "."


def _holds_more(reason: str) -> bool:
    """Return whether a sentence goes on to something else after its reason."""
    more = _BINDING_OF_PAST.search(reason) or _ORDER.search(reason) or _LIMITING.search(reason)
    return more is not None or ", but" in reason or ";" in reason


def _is_whole(start: str) -> bool:
    """Return whether the start of a sentence, before a reason, is its main clause: no condition whose
    consequence comes after the reason, no noun with a relative clause, no "not" that belongs to the
    reason."""
    words = _tokens(start)
    if len(words) < _LEAST_WORDS or words[0] in _OPENS_A_CLAUSE or words[-1] in _BELONGS_TO_REASON:
        return False
    return not _RELATIVE & set(words)


def _stands_alone(sentence: str) -> bool:
    """Return whether a sentence can be understood without its context."""
    words = _tokens(sentence)
    if len(sentence) < SHORTEST or len(words) < 3 or sentence.endswith((":", "?", ",")):
        return False
    if words[0] in _NOT_FIRST and not (words[0] == "this" and words[1] in _THIS_ONE):
        return False
    if _POINTING.search(sentence) or _VAGUE.search(sentence):
        return False
    if any(sentence.count(a) != sentence.count(b) for a, b in zip(_OPENING, _CLOSING, strict=True)):
        return False
    return sentence.count("`") % 2 == 0 and sentence.count('"') % 2 == 0
