"""Whose words a turn has, and whether they are meant.

A person hands texts over to be worked on, quotes, reports what others say, plays a part, jokes and takes
things back. None of that is a statement of the person's own. The words are data:
resources/extraction/voices.toml.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.offline.segments import Sentence, speaks_of_nobody
from arbor_desktop.extraction.offline.vocabulary import load_patterns, load_stems, stemmed

PLAY_TURNS = 8
"""So many turns after its start a play is taken to go on, unless somebody ends it."""

QUOTED_WORDS = 4
"""A quote of so many words is somebody's sentence; a shorter one is a name or a term."""

_OPENING = 400
"""Characters at the start of a turn in which people say what they are going to do."""

_MAX_INTRODUCTION = 300
"""A longer line is no introduction to a text."""

_QUOTE = re.compile(
    r"\"[^\"\n]{3,1500}\"|“[^”]{3,1500}”|«[^»]{3,1500}»|„[^“”]{3,1500}[“”]"
    r"|(?<![\w'])'(?=[\w\[(])(?:[^'\n]|(?<=\w)'(?=\w)){3,900}?(?<=[\w.!?,…)\]])'(?!\w)"
)
_ASKED = re.compile(r"[^.!?\n]*\?")
_HEADING = re.compile(r"^(?:#{1,6} .*|\*\*[^*\n]{2,60}\*\*:?)$", re.MULTILINE)
_MAIL_HEAD = re.compile(
    r"^(?:(?:From|To|Cc|Date|Sent|Subject|Von|An|Betreff|Gesendet|De|À|Objet): .*\n){2,}", re.MULTILINE
)
_OPENING_LINE = re.compile(r"\s*[^\n]+(?<![.!])[ \t]*\n\s*\n")
_OWN_LIST = re.compile(r"[^\n]*\b(?:I|my|our)\b[^\n]*:\s*$", re.IGNORECASE)
_PARAGRAPH = re.compile(r"\S.*?(?=\n\s*\n|\s*\Z)", re.DOTALL)
_QUESTION = 200
_SPEAKER = re.compile(r"^(\[[\d:. ]{4,20}\] )?(\w[\w.-]{1,30}(?: [A-Z][\w.-]{0,30})?): (?=\S)", re.MULTILINE)
_TAGGED = re.compile(r"<([a-zA-Z][\w-]*)[^<>]{0,200}>.*?</\1>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Ranges:
    """Parts of a text, by character, in order."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, parts: Sequence[tuple[int, int]]) -> Ranges:
        merged: list[tuple[int, int]] = []
        for start, end in sorted(parts):
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((start, end))
        return cls(tuple(start for start, _ in merged), tuple(end for _, end in merged))

    def hold(self, position: int) -> bool:
        index = bisect_right(self.starts, position) - 1
        return index >= 0 and position < self.ends[index]

    def begin_within(self, start: int, end: int) -> bool:
        index = bisect_right(self.starts, start)
        return index < len(self.starts) and self.starts[index] < end


class Authorship:
    """Tells the person's own statements from everything else in a turn. Holds only patterns."""

    def __init__(self, voices_toml: str) -> None:
        self._patterns = load_patterns(voices_toml)
        self._stemmed = stemmed(self._patterns, load_stems(voices_toml))

    def _finds(self, name: str, text: str) -> bool:
        return (self._stemmed.get(name) or self._patterns[name]).search(text) is not None

    def _begins(self, name: str, text: str) -> bool:
        return self._patterns[name].match(text) is not None

    # -------------------------------------------------------------------------------- a conversation
    def played(self, turns: Sequence[Turn]) -> frozenset[int]:
        """Return the numbers of the turns in which a person plays a part."""
        played: set[int] = set()
        last = -1
        for index, turn in enumerate(turns):
            if turn.role is not Role.USER or turn.kind is not TurnKind.SAID:
                continue
            opening = turn.text[:_OPENING]
            if self._begins("part", opening) or self._finds("play", opening):
                last = index + PLAY_TURNS
            if index <= last:
                played.add(turn.number)
                if self._finds("play_over", turn.text):
                    last = -1
        return frozenset(played)

    def takes_back(self, sentence: str) -> tuple[int, int] | None:
        """Return where the words that withdraw what was said before begin and end; "can I ignore that?" has
        none."""
        text = sentence.replace("’", "'")
        if self._stemmed["taken_back"].search(text) is None:
            return None
        found = [
            one for one in self._patterns["taken_back"].finditer(text) if not _ASKED.match(text, one.end())
        ]
        return (found[0].start(), found[-1].end()) if found else None

    # ------------------------------------------------------------------------------------------ a turn
    def handed_over(self, text: str) -> Ranges:
        """Return the parts of a person's turn that are a text to work on: after "translate this:", a
        letter …"""
        parts = [match.span() for match in _TAGGED.finditer(text)] if "</" in text else []
        parts.extend(self._after_introduction(text))
        parts.extend(self._listed(text))
        parts.extend(_forwarded(text))
        return Ranges.of(parts)

    def doubtful(self, text: str) -> Ranges:
        """Return the parts of a person's turn that could be anybody's words and may have been pasted."""
        if speaks_of_nobody(text):
            return Ranges.of([(0, len(text))])
        parts = [*self._introduced(text), *self._below_opening(text), *_talks(text)]
        headings = [match.start() for match in _HEADING.finditer(text)]
        if len(headings) > 1:  # people talk without
            parts.append((headings[0], len(text)))
        first, *lines = text.split("\n")
        if self._begins("salutation", first) and any(self._finds("sign_off", line) for line in lines):
            parts.append((0, len(text)))
        return Ranges.of(parts)

    def _introduced(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield what follows words that name a text or a speaker ("Accepted answer: we never …"), to the
        end of its paragraph."""
        for found in self._patterns["introduction"].finditer(text):
            if not self._finds("of_oneself", found[1]):
                begin = found.end() + len(text[found.end() :]) - len(text[found.end() :].lstrip())
                end = text.find("\n\n", begin)
                yield begin, len(text) if end < 0 else end

    def _below_opening(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the paragraphs below a line of its own ("shorten it", "what is that?"), but for what a
        person adds to it ("also, we …"). A line of the person's own ("my rules:") is none."""
        opening = _OPENING_LINE.match(text)
        if opening is None or _OWN_LIST.match(opening.group()):
            return
        for paragraph in _PARAGRAPH.finditer(text, opening.end()):
            if not self._begins("added", paragraph.group()):
                yield paragraph.span()

    def quotes(self, text: str) -> Ranges:
        """Return the quoted parts that are whole sentences of somebody."""
        if '"' not in text and "'" not in text and "“" not in text and "«" not in text and "„" not in text:
            return Ranges((), ())
        spans = (m.span() for m in _QUOTE.finditer(text) if len(m.group().split()) >= QUOTED_WORDS)
        return Ranges.of([span for span in spans if not self._names(text, *span)])

    def _names(self, text: str, start: int, end: int) -> bool:
        """Return whether a quote only names a term ("signed 'Kind regards, …'")."""
        short = len(text[start:end].split()) <= QUOTED_WORDS + 3
        return short and self._finds("before_term", text[max(0, start - 20) : start])

    def _after_introduction(self, text: str) -> Iterator[tuple[int, int]]:
        offset, stripped = 0, text.rstrip()
        fenced = False
        for number, line in enumerate(text.split("\n")):
            end = offset + len(line)
            more = end < len(stripped)
            if line.lstrip().startswith(("```", "~~~")):
                fenced = not fenced
            if fenced:
                offset = end + 1
                continue
            if number and self._begins("salutation", line) and self._closes(text[end:], line):
                yield offset, len(text)
                return
            asked = self._patterns["asks_for_words"].search(line) if ":" in line else None
            if asked:
                yield offset + asked.start(), self._paragraph_end(text, end, not line[asked.end() :].strip())
            # After "what does this mean?" the person may go on in the next line; after a gap comes a text.
            opens = line.rstrip()[-1:] not in ("?", ".", "!") or text[end + 1 : end + 2] == "\n"
            if more and opens and line.strip() and len(line) <= _MAX_INTRODUCTION and self._introduces(line):
                yield end, len(text)
                return
            offset = end + 1

    def _closes(self, rest: str, line: str) -> bool:
        """Return whether a letter follows: it has a salutation line of its own, or ends like one."""
        return (
            not line.strip().endswith(".")
            or len(line) > 60
            or any(self._patterns["sign_off"].search(part) for part in rest.split("\n"))
        )

    @staticmethod
    def _paragraph_end(text: str, line_end: int, follows: bool) -> int:
        if follows:
            return len(text)
        end = text.find("\n\n", line_end)
        return len(text) if end < 0 else end

    def _introduces(self, line: str) -> bool:
        bare = line.strip()
        if bare.startswith(("- ", "* ", "• ")) and not bare.endswith(":"):
            return False  # an item among others hands nothing over
        last = re.split(r"(?<=[.!])\s+", bare)[-1]
        return self._patterns["hands_over"].fullmatch(last) is not None or (
            bare.endswith("?") and self._patterns["hands_over"].fullmatch(bare) is not None
        )

    def _listed(self, text: str) -> Iterator[tuple[int, int]]:
        offset = 0
        for line in text.split("\n"):
            if self._begins("listed", line):
                yield offset, offset + len(line)
            offset += len(line) + 1

    # ------------------------------------------------------------------------------------------ a sentence
    def is_meant(self, sentence: Sentence, handed: Ranges, quotes: Ranges) -> bool:
        """Return whether a sentence of a person is the person's own, plain statement."""
        if handed.hold(sentence.start) or quotes.hold(sentence.start):
            return False
        if quotes.begin_within(sentence.start, sentence.end):
            return False
        text = sentence.text.replace("’", "'")
        return not (
            any(self._begins(name, text) for name in _NOT_MEANT_FROM_THE_START)
            or any(self._finds(name, text) for name in _NOT_MEANT)
        )


def _forwarded(text: str) -> Iterator[tuple[int, int]]:
    """Yield a mail with its head, except for a question at the end."""
    found = _MAIL_HEAD.search(text)
    if found is None:
        return
    last = text.rstrip().rfind("\n\n")
    rest = text[last:].strip()
    asked = last > found.end() and rest.endswith("?") and len(rest) <= _QUESTION and "\n" not in rest
    yield found.start(), last if asked else len(text)


def _talks(text: str) -> Iterator[tuple[int, int]]:
    """Yield lines of a conversation: they begin with a time, or with a name that comes again."""
    lines = list(_SPEAKER.finditer(text))
    names = [line[2] for line in lines]
    spoken = [line for line in lines if line[1] or names.count(line[2]) > 1]
    if spoken:
        end = text.find("\n", lines[-1].end())
        yield lines[0].start(), len(text) if end < 0 else end


_NOT_MEANT_FROM_THE_START = ("irony_begins", "reported", "supposed", "to_others")
_NOT_MEANT = ("irony", "made_up")
