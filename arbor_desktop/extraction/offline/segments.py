"""From the text of a turn to its speaker's sentences, and from these to clauses (for rules) and pieces (for
the classifier).

Code fences, quotes, tables, logs, diffs, commands and indented blocks are not the speaker's words and are
left out. Lines are looked at with plain string operations and anchored patterns, so that the cost grows with
the length of the text and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from arbor_desktop.extraction.offline.vocabulary import Vocabulary, small

MAX_SENTENCE = 600
"""Longer ones (characters) are no statement that someone would keep: dropped unread."""

MAX_LINE = 20_000
"""Longer lines (characters) are data, not something a person wrote."""

LONG_TURN = 1_500
"""From this many characters on a turn is likely to contain pasted text."""

_IMPERSONAL = 300
"""Characters from which on a text that speaks of nobody is nobody's own."""

_OWN_EDGE = 500
"""In a long turn the first and last characters are where people speak themselves."""

_MACHINE = re.compile(
    r"""\s*(?:
        [>|%❯➜│┌└├╭╰━─✓✔✗✘×●⎿»^=]             # quotes, tables, prompts, tool output, rulers
      | \$\s | ~(?:/[\w./-]*)?\s*[$\#%]\s            # prompts of shells
      | \+\+\+|---|@@|\+\s|diff\s--git|index\s[0-9a-f]{7}
      | </?[A-Za-z][\w-]*[\s>/]                  # tags
      | [{}\]);]                                 # code and JSON
      | "[\w$.-]+"\s*:                           # JSON keys
      | //|/\*|\*/|\#!|\#include|@\w[\w.]*(?:\(|\s*$)
      | \[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d:\d\d     # time stamps
      | \[?(?:(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL)\b[\]:\s] | (?:FAIL(?:ED)?|PASS|OK)\s?[\]:|])
      | (?:error|warning)(?:\[\w+\])?:\s
      | (?:Traceback|File\s"|at\s\S+\s?\(|Caused\sby:|npm\s(?:ERR|WARN)|E\s{2,}|\w*(?:Error|Exception):\s)
      | (?:def|class|return|import|from|const|let|var|function|func|fn|pub|public|private|package|elif|else:|
           async\sdef|async\sfunction|export|SELECT|INSERT|UPDATE|CREATE|ALTER)
        \s+[\w{*.]+(?:\s*(?:[=({;]|:\s*$|:\s*\w+\s*=)|\s+(?:import|from|extends)\s)
      | [\w-]*[/.][\w./-]*:\d+(?::\d+)?[:\s]    # file:line
      | [\w.-]+@[\w.-]+[:~]
      | [A-Za-z_][\w.]*\((?!\)\s+[a-z]) | (?:if|while|for|switch|return|catch)\s\(
      | (?:raise|throw|assert|await|print)\s+[\w.]+[\s(=!]*[(=]
    )
    | .*(?:\{|=>|\\)\s*$
    | (?:\t|\ {4})(?!\s*(?:[-*•]|\d+[.)])\s)""",
    re.VERBOSE,
)
"""Lines that begin or end as no person's do."""

_LIKE_CODE = re.compile(
    r"""\s*(?:
        [$~(\[] | @\w+[\s/.]
      | (?:FAIL(?:ED)?|PASS|OK)\s
      | [\w.-]+@[\w.-]+\s | \w[\w-]*:\d+(?::\d+)?[:\s] | \w[\w.-]*\s*=\s*\S
      | [A-Za-z_][\w.]*\(\)\s
    )
    | .*(?:\);?|;)\s*$""",
    re.VERBOSE,
)
"""Lines that look like code or logs, unless they read like a sentence: "(btw we ship on Mondays)"."""

_SMALL_WORD = re.compile(
    r"(?<![\w.])(?:an?|the|this|that|is|are|was|i|i'm|im|my|we|we're|our|you|your|it|it's|to|of|in|on|at|for|with|by"
    r"|from|about|and|or|but|not|no|never|always|only|every|everything|all|each|use|uses|so|when|if|please|pls|like"
    r"|don't|dont|can|must|should|has|have)(?![\w.(=])",
    re.IGNORECASE,
)
_BULLET = re.compile(r"\s*(?:[-*•‣]|\d{1,3}[.)]|\[[ xX]\])\s+(?:\[[ xX]\]\s+)?")
_BOUNDARY = re.compile(r"[.!?…]{1,8}[\"')\]*_]{0,4}\s+(?=\S)")
_ABBREVIATION = re.compile(
    r"(?<![^\s(])(?:e\.g|i\.e|etc|vs|cf|approx|mr|mrs|ms|dr|prof|engr|capt|sgt|rev|st|inc|ltd|resp|min|max|incl|(?-i:[A-Z]))\.$",
    re.I,
)
_OF_MONTH = re.compile(r"(?<=\d)\. (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b", re.I)
"""The full stop of a date: "3. November"."""
_FIRST_PERSON = re.compile(
    r"\b(?:i|i'm|i've|i'd|my|me|we|we're|we've|our|us|you|your|please|remember)\b", re.I
)
_HEADING = re.compile(r"^\#{1,6} ", re.M)


def _is_machine(line: str) -> bool:
    """Return whether a machine wrote the line, or a person wrote it for one."""
    if _MACHINE.match(line):
        return True
    return _LIKE_CODE.match(line) is not None and not _reads_like_a_sentence(line)


def _reads_like_a_sentence(line: str) -> bool:
    return len(line.split()) >= 3 and len(_SMALL_WORD.findall(line)) * 6 >= len(line.split())


class Sentence(NamedTuple):
    """`text` is characters `start` to `end` of the turn."""

    start: int
    end: int
    text: str

    def after(self, place: int) -> Sentence:
        """Return the sentence from the first word at or after character `place` of its text on."""
        text = self.text[place:].lstrip(" ,.:;!-–—")
        return Sentence(self.end - len(text), self.end, text)


def own_words(
    text: str, interesting: Callable[[str], bool], prompt_template: re.Pattern[str]
) -> Iterator[Sentence]:
    """Yield the sentences of a person's turn that could matter, in lines for which `interesting` is true.

    A turn that reads like a prompt template or a pasted document gives less or nothing: there, a sentence
    must speak of I, we or you, or stand at the turn's edges.
    """
    long = len(text) > LONG_TURN
    if len(text) > 300 and prompt_template.match(text):
        return
    document = long and len(_HEADING.findall(text)) >= 3
    for sentence in prose(text, interesting):
        inside = sentence.start > _OWN_EDGE and sentence.end < len(text) - _OWN_EDGE
        if long and (document or inside) and not _FIRST_PERSON.search(sentence.text):
            continue
        yield sentence


def prose(text: str, interesting: Callable[[str], bool]) -> Iterator[Sentence]:
    """Yield the sentences outside code, quotes and logs, in lines for which `interesting` is true."""
    lines = text.split("\n")
    by_machine = cache(lambda number: _is_machine(lines[number]))
    offset = 0
    fence = ""
    index = 0
    while index < len(lines):
        line = lines[index]
        bare = line.lstrip()
        if bare.startswith(("```", "~~~")):
            mark = bare[: len(bare) - len(bare.lstrip(bare[0]))]
            # A fence that opens and ends on one line ("```x```") is no fence, and a shorter one within a
            # longer one is what the longer one shows.
            if not (not fence and mark in bare[len(mark) :]):
                fence = "" if fence and mark.startswith(fence) else (fence or mark)
        elif not fence and bare and interesting(line) and _by_a_person(lines, index, by_machine):
            last = _soft_wrapped(lines, index)
            stop = offset + sum(map(len, lines[index : last + 1])) + (last - index)
            yield from _sentences(text, offset, stop)
            offset = stop + 1
            index = last + 1
            continue
        offset += len(line) + 1
        index += 1


def speaks_of_nobody(text: str) -> bool:
    """Return whether a longer text has no I, we or you: a finding, a ticket, a pasted page."""
    return len(text) > _IMPERSONAL and _FIRST_PERSON.search(text) is None


def is_item(text: str, position: int) -> bool:
    """Return whether the line of character `position` is an item of a list."""
    return _BULLET.match(text, text.rfind("\n", 0, position) + 1) is not None


def _by_a_person(lines: list[str], index: int, by_machine: Callable[[int], bool]) -> bool:
    """Return whether line `index` is neither too long, nor a machine's, nor amid a machine's lines, with no
    blank line around it."""
    if len(lines[index]) > MAX_LINE or by_machine(index):
        return False
    near = (index - 2, index - 1, index + 1, index + 2)
    around = [by_machine(other) for other in near if 0 <= other < len(lines) and lines[other].strip()]
    machine = sum(around)
    return machine < 2 or machine * 2 <= len(around)


def _soft_wrapped(lines: list[str], index: int) -> int:
    """Return the last line of the hard-wrapped sentence that starts on line `index`."""
    last = index
    while last + 1 < len(lines) and last - index < 6:
        line, following = lines[last].rstrip(), lines[last + 1]
        if len(line) < 55 or line[-1] in ".!?:;" or len(line) > 140:
            break
        start = following.lstrip()[:1]
        if not start.islower() or _BULLET.match(following) or _is_machine(following):
            break
        last += 1
    return last


def _sentences(text: str, start: int, stop: int) -> Iterator[Sentence]:
    bullet = _BULLET.match(text, start, stop)
    position = bullet.end() if bullet else start
    for boundary in _BOUNDARY.finditer(text, position, stop):
        end = boundary.end()
        if _ABBREVIATION.search(text, max(position, boundary.start() - 12), boundary.start() + 1):
            continue
        if text.count("`", position, boundary.start()) % 2 or _ends_nothing(text, boundary.start()):
            continue
        yield from _trimmed(text, position, end)
        position = end
    yield from _trimmed(text, position, stop)


def _ends_nothing(text: str, place: int) -> bool:
    """Return whether dots are part of a date ("3. November") or stand for the rest of a path ("/home/...")
    and end nothing."""
    return text.startswith(("/...", "/…"), place - 1) or _OF_MONTH.match(text, place) is not None


def _trimmed(text: str, start: int, end: int) -> Iterator[Sentence]:
    if end - start > MAX_SENTENCE:
        return
    piece = text[start:end]
    stripped = piece.strip()
    if stripped:
        begin = start + len(piece) - len(piece.lstrip())
        yield Sentence(begin, begin + len(stripped), stripped)


MAX_PIECES = 24
"""More pieces a sentence is a list or a table, not a person's sentence; the rest stays one piece."""

_STARTS_CLAUSE = (
    r"(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|we'd|our|my|it's|its|it|he|she|they|there|you|please|pls|don't|"
    r"dont|never|always|let's|lets|can you|could you|would you|make sure|also|the|this|that|these|nobody|"
    r"everything|everyone|all|every|no|use|just|what|how|why|is|are|do|does)\b"
)
_CUT = re.compile(
    # A pattern that begins with a set of characters is found fast: what is before is asked for after it.
    r"[,;.!?…:–—()\s-](?:(?:"
    r"(?<=[^\d\s][,;])[,;]*|(?<=[,;])[,;]*(?=\D)|(?<=[.!?…])[.!?…]*(?=\s)|(?<=:)(?=\s)"
    r"|(?<=\s[-–—])[-–—]?(?=\s)|(?<=—)|(?<=\()(?!\))|(?<=\))(?<!\(\))|(?<=\n)\n*|(?<=\.)\.{2,})\s*"
    r"|(?<=\s)\s*(?=[abcefopstuw])(?:"
    rf"(?=(?:and|but|so|plus|btw|because|cause|cuz|bc|since|fyi|although|though|whereas|cos)\s+{_STARTS_CLAUSE})"
    r"|(?=(?:because|although|whereas|otherwise|except|unless|which|btw|fyi)\b))"
    r"|(?<=\b(?:btw|fyi)\s)\s*)",
    re.IGNORECASE,
)
_GOES_ON = (
    *("that", "if", "when", "what", "how", "think", "where", "which", "so", "and", "but", "because", "while"),
    *("since", "than", "as", "way", "things", "thing", "on"),
    *("is", "are", "was", "were", "be", "must", "should", "can", "will", "may", "has", "have"),
)
"""After these words the clause is not over."""

_RUN_ON = re.compile(
    r"\s(?=\s*[acdimnptw])(?=\s*(?:i'm|im|i've|ive|we're|we've"
    r"|i (?:am|have|work|use|prefer|like|hate|live|want|need|always|never)"
    r"|we (?:use|have|run|are|only|don't|dont|always|never|need|want|decided|deploy|ship|keep)"
    r"|please|pls|dont|don't|never|always|can you|could you|make sure|thanks)\b)"
    + "".join(rf"(?<!\b{word}\s)" for word in _GOES_ON)
    + r"\s*",
    re.IGNORECASE,
)
_LONG = 45
"""Characters from which on a piece without any mark may be two run together."""


class Piece(NamedTuple):
    """Characters `start` to `end` of the text, and what is between it and the piece before."""

    start: int
    end: int
    text: str
    gap: str


def pieces_of(text: str, start: int, end: int) -> list[Piece]:
    """Return the pieces of a sentence that is characters `start` to `end` of `text`, in order; none is
    blank."""
    pieces: list[Piece] = []
    gap = ""
    for begin, stop, cut in _stretches(text, start, end):
        raw = text[begin:stop]
        stripped = raw.strip(" \t*_\"'“”")
        if stripped and (stripped[0].isalnum() or any(map(str.isalnum, stripped))):
            first = begin + raw.index(stripped[0])
            pieces.append(Piece(first, first + len(stripped), stripped, gap))
            gap = ""
        gap += cut
    return pieces


def _stretches(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    position = start
    for count, match in enumerate(_CUT.finditer(text, start, end)):
        if count == MAX_PIECES:
            break
        if text.count("`", start, match.start()) % 2 or _ends_nothing(text, match.start()):
            continue
        yield from _run_on(text, position, match.start(), match.group())
        position = match.end()
    yield from _run_on(text, position, end, "")


def _run_on(text: str, start: int, end: int, cut: str) -> Iterator[tuple[int, int, str]]:
    position = start
    if end - start >= _LONG:
        for match in _RUN_ON.finditer(text, start + 8, end - 8):
            if match.start() - position >= 8 and not text.count("`", position, match.start()) % 2:
                yield position, match.start(), " "
                position = match.end()
    yield position, end, cut


_MOST_CLAUSES = 7
"""The most pieces that a sentence is cut into, which bounds the work on it."""

_EMPHASIS = re.compile(
    r"\*\*([^*]{1,300})\*\*|__([^_]{1,300})__"
    r"|(?<![\w*/.])\*([^*\s][^*]{0,300})\*(?![\w*.])|(?<![\w/])_([^_\s][^_]{0,300})_(?!\w)"
)
_MARKUP = re.compile(r"^\#+\s+|<!--.{0,300}?-->|\*\*")
_LINK = re.compile(r"\[([^\][]{1,80})\]\([^()\s]{1,300}\)")
_POLITE_END = re.compile(r",? (?:please|thanks|thank you|thx|ok|okay|lol|haha|btw|right)$", re.I)
_POLITE_LAST = ("please", "thanks", "you", "thx", "ok", "okay", "lol", "haha", "btw", "right")
"""What such an end ends with, in small letters."""
_TOKEN = re.compile(r"[A-Za-z][A-Za-z';]*")
_QUOTES = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " ", "\t": " ", "\n": " ", "\r": " "}
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence that may be a statement. `before` is what the sentence says ahead of it."""

    text: str
    before: str
    corrected: bool
    explicit: bool


class Normaliser:
    """Cleans and cuts sentences. Holds only words and patterns."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._typos = vocabulary.typos
        self._lead_in = vocabulary.patterns["lead_in"]
        self._split = vocabulary.patterns["split"]
        self._correction = vocabulary.patterns["correction"]

    def clean(self, text: str) -> str:
        """Return a sentence in one line, with straight quotes, without Markdown emphasis and links, known
        typos corrected."""
        if not text.isascii() or not text.isprintable():
            text = text.translate(_QUOTES)
        if "](" in text:
            text = _LINK.sub(r"\1", text)
        if "*" in text or "_" in text or text.startswith(("#", "<!--")):
            text = _EMPHASIS.sub(lambda match: next(filter(None, match.groups())), text)
            text = _MARKUP.sub("", text)
        text = " ".join(text.split())
        if self._typos.keys().isdisjoint(_TOKEN.findall(text.lower())):
            return text
        return _TOKEN.sub(self._mended, text)

    def _mended(self, match: re.Match[str]) -> str:
        word = match.group()
        right = self._typos.get(word.lower())
        if right is None:
            return word
        return right[0].upper() + right[1:] if word[0].isupper() else right

    def strip_lead_ins(self, text: str) -> tuple[str, bool, bool]:
        """Return `text` without "ok, also, "; and whether a correction ("no, ") or "remember that" was
        among them."""
        corrected = explicit = False
        position = 0
        while match := self._lead_in.match(text, position):
            corrected = corrected or match.group("correction") is not None
            explicit = explicit or match.group("explicit") is not None
            position = match.end()
        return text[position:], corrected, explicit

    def is_correction_alone(self, text: str) -> bool:
        """Return whether the whole sentence only says that something was wrong ("No.", "That's not
        right")."""
        return self._correction.fullmatch(text.strip(" .!,")) is not None

    def clauses(self, sentence: str) -> list[list[Clause]]:
        """Return the stretches of a clean sentence that could be a statement: `[a][b]` runs from piece
        number a over b more pieces."""
        pieces = self._pieces(sentence)
        told = False
        table: list[list[Clause]] = []
        for first, (start, _) in enumerate(pieces):
            rest, corrected, explicit = self.strip_lead_ins(sentence[start:])
            begin = len(sentence) - len(rest)
            # "remember that a, and b": what is told to be remembered is all of it.
            told = told or explicit
            table.append(
                [
                    Clause(_without_end(sentence[begin:end]), sentence[:start], corrected, told)
                    for _, end in pieces[first:]
                ]
            )
        return table

    def _pieces(self, sentence: str) -> list[tuple[int, int]]:
        pieces: list[tuple[int, int]] = []
        position = 0
        for match in self._split.finditer(sentence):
            if len(pieces) == _MOST_CLAUSES - 1:
                break
            if sentence.count("`", position, match.start()) % 2:  # inside code
                continue
            pieces.append((position, match.start()))
            position = match.end()
        return [*pieces, (position, len(sentence))]


def _without_end(text: str) -> str:
    text = text.strip().rstrip(".!?,;: ")
    return _POLITE_END.sub("", text) if small(text[-6:]).endswith(_POLITE_LAST) else text
