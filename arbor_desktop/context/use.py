"""Rules for whether a session used a memory that it was given, from what was said and done (spec 5.4).

A memory counts as used if the assistant did or said something that is specific to it, and that neither the
person nor a file or a tool's output had brought into the session before. Its marks show that: a command, a
piece of code, a number with what it counts, or a name; not common words, common files or the tools that
everybody uses first. In doubt it counts as unused: a use reinforces a memory for ever, so a missed one costs
less than an invented one. A memory that was followed has failed if the person then said that it is no longer
true, or if its command or option does not exist.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from arbor_desktop.context.model import Use
from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.quick_dataclass import dataclass

CONTENT_LETTERS = 3
SHORT = 5
"""Letters of abbreviations like API and URL, which are no names."""
STEM = 6
"""First letters by which words are compared: cancel, cancelled, cancellation."""


class Kind(StrEnum):
    COMMAND = "command"
    CODE = "code"
    NUMBER = "number"
    NAME = "name"
    TOOL = "tool"
    """One of several tools for the same work."""


@dataclass(frozen=True, slots=True)
class Mark:
    """`text`: in small letters; `shown`: as in the memory."""

    kind: Kind
    text: str
    shown: str
    unit: str = ""
    """The stem of the word after a number."""
    telling: tuple[str, ...] = ()
    """The unusual parts of a command."""
    bare: bool = False
    """A command among plain words; only running it counts."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a memory, and the stems of its words."""

    own: tuple[Mark, ...] = ()
    words: frozenset[str] = field(default_factory=frozenset)


_QUOTED = re.compile(r"`([^`\n]{1,200})`")
_COMMAND = re.compile(r"[a-z][\w.+-]*(?:\s+[^\s`]+)+", re.IGNORECASE)
BARE = re.compile(
    r"(?<![\w`/.-])((?:make|just|(?:npm|pnpm|yarn|bun|uv|poetry|pdm|deno) run|pnpm|cargo|docker compose|west)"
    r" +([a-z][\w:-]*\w))(?![\w/=-]|[.:]\w)"
)
"""A known program with its first word; what follows may be plain English."""
_GUESSED = {
    "bench", "check", "clean", "clippy", "config", "deploy", "doc", "docs", "down", "exec", "init", "logs",
    "ps", "publish", "pull", "push", "remove", "restart", "setup", "stop", "up", "update", "upgrade", "watch",
}  # fmt: skip
"""Words that follow such programs in any project."""
_CODE = re.compile(
    r"""(?<![\w/.-])(?:
        --[a-z][\w-]+
        | [A-Za-z_]\w*(?:_\w+)+
        | [A-Za-z]+[a-z0-9]+(?:[A-Z][a-z0-9]+)+
        | \.?[\w@.-]+(?:/[\w@.*-]+)+/?
        | [A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)+(?:\(\))?
        | [A-Za-z]+-\d[\w.-]*
    )""",
    re.VERBOSE,
)
_NUMBER = re.compile(
    r"(?<![\w.-])(\d+(?:[.,:]\d+)*)\s*(%|percent\b|[A-Za-zäöüß]+)?|\b([A-Za-z]+)\s+(\d+(?:[.,]\d+)*)\b"
)
_NAME = re.compile(r"(?<![\w`/.-])[A-ZÄÖÜ][A-Za-zäöüß]+(?:[A-Z]\w*)?")
_WORD = re.compile(r"[A-Za-zäöüßÄÖÜ][\w+#äöüß-]*")
_AVOIDED = re.compile(
    r"\b(?:not|never|instead of|rather than|over|avoid\w*|don't|do not|doesn't|no longer|without|nicht|nie"
    r"|statt|kein\w*|(?:switched|moved|migrated|renamed|changed|went)\s+from|(?:was|were|is|are)\s+(?:renamed|replaced|moved))\b"
    r".*?(?=\bto\b|[,;.]\s|[,;.]$|\boutside\b|\bexcept\b|\bbut\b|\bunless\b|\bfor\b|$)",
    re.IGNORECASE | re.DOTALL,
)
"""Practices that a memory says to avoid: following them does not count as using the memory."""


class Vocabulary:
    """Words that prove nothing (`resources/use.toml`)."""

    def __init__(self, lists: Mapping[str, str]) -> None:
        def words(name: str) -> frozenset[str]:
            return frozenset(lists[name].split())

        self.taken_first = words("taken_first")
        self.tools = words("tools") - self.taken_first
        self.stop = words("stop")
        self.everyday = words("everyday")
        self.everyday_stems = frozenset(map(stem, self.everyday))
        self._common = words("common_code") | self.taken_first
        self._folders = words("given_folders")
        self._commands = words("given_commands") | self.taken_first

    @classmethod
    def parse(cls, text: str) -> Vocabulary:
        """Read the file. Raises KeyError: a list is missing."""
        return cls(tomllib.loads(text))

    def is_common(self, code: str) -> bool:
        """Return whether every project has this piece of code, file or folder."""
        code = code.strip().strip("()/").lower()
        return code in self._common or all(part in self._folders for part in code.split("/"))

    def is_given(self, part: str) -> bool:
        """Return whether a part of a command is usual."""
        return part in self._commands or (part.startswith("-") and len(part) < 4)

    def stems(self, text: str) -> frozenset[str]:
        """Return the stems of the meaningful words of a text."""
        return frozenset(
            stem(word)
            for word in (found.lower() for found in _WORD.findall(text))
            if len(word) >= CONTENT_LETTERS and word not in self.stop
        )

    def marks_of(self, content: str) -> Marks:
        """Return the marks of a memory's text."""
        told = _AVOIDED.sub(" ", content)
        found: dict[str, Mark] = {}
        for mark in (*self._quoted(told), *self._plain(_QUOTED.sub(" ", told))):
            if mark.text and (len(mark.text) > 1 or mark.kind is Kind.NUMBER):
                found.setdefault(mark.text, mark)
        return Marks(tuple(found.values()), self.stems(told))

    def _quoted(self, told: str) -> Iterator[Mark]:
        for span in _QUOTED.findall(told):
            words = span.split()
            if len(words) > 1 and _COMMAND.fullmatch(span):
                telling = tuple(part for part in span.lower().split() if not self.is_given(part))
                if telling:
                    yield _mark(Kind.COMMAND, " ".join(words), telling=telling)
            elif not self.is_common(span):
                yield _mark(Kind.CODE, span)

    def _plain(self, text: str) -> Iterator[Mark]:
        for match in _CODE.finditer(text):
            if not self.is_common(match.group()) and _is_word(text, match.start()):
                yield _mark(Kind.CODE, match.group().rstrip("/"))
        for match in BARE.finditer(text):
            part = match.group(2).lower()
            if not self.is_given(part) and part not in self.stop | _GUESSED:
                shown = match.group(1)
                yield Mark(Kind.COMMAND, " ".join(shown.lower().split()), shown, telling=(part,), bare=True)
        bare = _CODE.sub(" ", text)
        for match in _NUMBER.finditer(bare):
            unit = (match.group(2) or "").lower()
            number = match.group(1) or match.group(4)
            yield _mark(Kind.NUMBER, number, unit="" if unit in self.stop else stem(unit))
        for match in _WORD.finditer(text):
            if match.group().lower() in self.tools:
                yield _mark(Kind.TOOL, match.group())
        for match in _NAME.finditer(bare):
            if self._is_name(match.group(), bare[: match.start()].rstrip()):
                yield _mark(Kind.NAME, match.group())

    def _is_name(self, word: str, before: str) -> bool:
        if word.lower() in self.taken_first | self.stop | self.everyday:
            return False
        if word.isupper() and len(word) <= SHORT:
            return False  # API, CI, URL
        return not (not before or before[-1] in ".!?:") or any(letter.isupper() for letter in word[1:])


def _mark(kind: Kind, shown: str, *, unit: str = "", telling: tuple[str, ...] = ()) -> Mark:
    shown = shown.strip(" .,;:'\"")
    return Mark(kind, shown.lower(), shown, unit, telling)


def stem(word: str) -> str:
    return word.rstrip("s")[:STEM]


def _is_word(text: str, start: int) -> bool:
    return start == 0 or not text[start - 1].isalnum()


FEW, MOST = 4, 0.6
"""New words of the memory, and share of all its words, in a sentence that says the same."""
SHOWN = 60
TYPED, LONG = 500, 200
"""A correction is in the first characters of a message, in a typed sentence; a longer one was pasted."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a session did with a memory. `reason`: why, for people, in no words but the memory's own; `turn`:
    where. `taken_back`: it failed because the person said so."""

    use: Use
    reason: str = ""
    turn: int | None = None
    taken_back: bool = False


UNUSED = Verdict(Use.UNUSED, "Nothing in the session shows that it helped.")

MANY = 3
"""Whole memories, each on a line of its own, that make a list of what is known."""
_BLOCK = re.compile(r"<user_context>.*?(?:</user_context>|\Z)", re.DOTALL | re.IGNORECASE)
_LIST_MARK = re.compile(r"^\s*(?:[-+*•>]\s+|\d{1,3}[.)]\s+)*")

SENTENCE = re.compile(r"\n+|(?<=[.!?])\s+")
_STEP = re.compile(r"\s*(?:&&|\|\||;|\||\n)\s*")
_SETS = re.compile(r"[A-Za-z_]\w*=\S*")
RUNNERS = {
    "npx", "bunx", "pnpx", "pnpm", "yarn", "uv", "uvx", "poetry", "run", "exec", "dlx", "sudo", "time", "env",
    "command",
}  # fmt: skip
"""Programs that run what follows them."""
SHELLS = {
    "bash", "shell", "exec_command", "shell_command", "run_shell_command", "powershell", "local_shell",
    "container.exec", "execute_command", "run_terminal_cmd", "run_in_terminal",
}  # fmt: skip
_OWN_TOOL = re.compile(
    r"(?:^|[^a-z])arbor_(?:search_memories|get_context|store_memory|feedback|list_conflicts|propose_\w+)\s*$",
    re.IGNORECASE,
)
_ANSWERED = ("ok", "error")
"""First lines of tools' answers."""
_ATTRIBUTED = re.compile(
    r"\b(?:per|following|as per|in line with|according to|based on|given|matching|respecting) your "
    r"(?:\w+ ){0,3}(?:preference|convention|rule|instruction|guideline|habit|decision|note)s?\b"
    r"|\bas you (?:prefer|like|want|asked|said) |\b(?:since|because) you prefer\b"
    r"|\byou(?:'ve| have)? told me\b"
    r"|\b(?:from|in) (?:your |our |the )?(?:earlier|previous|past) (?:session|conversation|decision|chat)s?\b"
    r"|\b(?:what i know|from memory|i remember|known from)\b"
    r"|\bwie (?:von dir|du es) (?:bevorzugt|magst|möchtest|willst)\b|\b(?:laut|gemäß|nach) dein\w+\b",
    re.IGNORECASE,
)
_GONE = (
    r"\b(?:no longer|don't|do not|never|not|stop) (?:use|using|have|run|running|need|want|support)\w* "
    r"(?:the |that |this )?X"
    r"|\b(?:not|n't|no)\b.{0,40}X(?: \w+){0,2} (?:any ?more|any longer)"
    r"|\b(?:moved|switched|migrated) (?:away )?from (?:the )?X"
    r"|\b(?:got rid of|dropped|instead of|rather than) (?:the )?X"
    r"|X(?:'s| is| was| are| were| has been| ist| wurde)(?: \w+)? "
    r"(?:gone|deprecated|outdated|obsolete|removed|shut down|dead|replaced|retired|wrong|veraltet|abgeschafft"
    r"|falsch)\b"
    r"|X (?:doesn't|does not|didn't) exist|X(?: \w+)? nicht mehr|\bkein\w* X\b.{0,20} mehr|\bstatt X"
)
"""Phrases by which a person says that X is no longer true."""
_WRONG = re.compile(
    r"^\s*(?:falsch|wrong)\b|\b(?:that|this|it|das)(?:'s| is| was| ist) "
    r"(?:wrong|incorrect|not true|not right|outdated|obsolete|falsch|veraltet|nicht richtig)\b",
    re.IGNORECASE,
)
"""A person says that something is wrong."""
_NO = re.compile(r"^\s*(?:no|nope|nein)\b", re.IGNORECASE)
_MISSING_PROGRAM = re.compile(r"command not found|not recognized as|not found: ", re.IGNORECASE)
_MISSING_PART = re.compile(
    r"no rule to make target|missing script|no_script"
    r"|no such (?:command|target|recipe|option|task|subcommand)"
    r"|unknown (?:command|option|argument|task|flag|target)|unrecognized (?:argument|option|subcommand)"
    r"|does not contain recipe|could ?n[o']t find (?:a )?(?:script|command|task)|unexpected argument"
    r"|invalid option"
    r"|no such file or directory|command not found",
    re.IGNORECASE,
)
_ANY_NUMBER = re.compile(r"(?<![\w.-])\d+(?:[.,]\d+)*(?![\w-])")


class Judge:
    """Judges the use of memories; the vocabulary (`resources/use.toml`) lists words that prove nothing."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    @property
    def vocabulary(self) -> Vocabulary:
        return self._vocabulary

    def judge(self, contents: Iterable[str], turns: Sequence[Turn], told: int) -> list[Verdict]:
        """Return a verdict for each of the memories that were given at once. `turns`: all of the session, in
        order; `told`: the number of the last turn before (0: at the session's start)."""
        texts = list(contents)
        session = _Session(without_recitals(turns, texts), told, self._vocabulary)
        all_marks = map(self._vocabulary.marks_of, texts)
        return [session.failure(marks) or session.first_use(marks) or UNUSED for marks in all_marks]


class _Sentence(NamedTuple):
    """A sentence, in small letters, and the stems of its words."""

    text: str
    low: str
    stems: frozenset[str]


def _split(turn: Turn, vocabulary: Vocabulary) -> tuple[Turn, list[_Sentence], frozenset[str]]:
    """Return a turn with its sentences and the stems of its words, both empty unless it was said."""
    if turn.kind is not TurnKind.SAID:
        return turn, [], frozenset()
    sentences = [
        _Sentence(sentence, sentence.lower(), vocabulary.stems(sentence))
        for sentence in SENTENCE.split(turn.text)
        if sentence.strip()
    ]
    return turn, sentences, frozenset().union(*(one.stems for one in sentences))


class _Session:
    """A session's turns, and who first mentioned what."""

    def __init__(self, turns: Sequence[Turn], told: int, vocabulary: Vocabulary) -> None:
        self._words = vocabulary
        self._turns = list(without_arbor(turn for turn in turns if not turn.unsaid))
        self._told = told
        self._heard = ""
        self._starts: list[int] = []
        self._numbers: list[int] = []
        parts: list[str] = []
        length = 0
        for turn in self._turns:
            if turn.role is Role.USER or turn.number <= told:
                self._starts.append(length)
                self._numbers.append(turn.number)
                parts.append(turn.text.lower())
                length += len(turn.text.lower()) + 1
        self._heard = "\n".join(parts)
        self._after = [
            _split(turn, vocabulary)
            for turn in self._turns
            if turn.number > told
            and turn.role is Role.ASSISTANT
            and turn.kind in (TurnKind.TOOL, TurnKind.SAID)
        ]
        self._answers = "\n".join(turn.text.lower() for turn, _, _ in self._after)

    def first_use(self, marks: Marks) -> Verdict | None:
        """Return the verdict of the first turn that shows that the memory was used."""
        own = self._present(marks)
        heard = {mark: self._first_heard(mark) for mark in own}
        known: dict[str, int] = {}
        for turn, sentences, stems in self._after:
            new = [mark for mark in own if heard[mark] > turn.number]
            if turn.kind is TurnKind.TOOL:
                if new and (verdict := _done(turn, new)):
                    return verdict
            elif new or len(stems & marks.words) > 1:
                known = known or {word: self._first(word, bounded=False) for word in marks.words}
                fresh = {word for word, at in known.items() if at > turn.number}
                if verdict := self._told_of(turn, sentences, new, marks.words, fresh):
                    return verdict
        return None

    def _present(self, marks: Marks) -> list[Mark]:
        """Return the marks that occur in the assistant's turns at all, a quick look."""
        return [mark for mark in marks.own if (mark.telling or (mark.text,))[0] in self._answers]

    def failure(self, marks: Marks) -> Verdict | None:
        """Return the verdict of the turn that shows that the memory was followed and is wrong."""
        own = self._present(marks)
        if not own:
            return None
        followed: set[Mark] = set()
        spoken = False
        for at, turn in enumerate(self._turns):
            if turn.number <= self._told:
                continue
            if turn.role is Role.ASSISTANT:
                here = {mark for mark in own if _follows(turn, mark)}
                followed |= here
                spoken = spoken or bool(here)
                if turn.kind is TurnKind.TOOL and (missing := self._missing(at, here)):
                    return Verdict(Use.FAILED, f"{_quoted(missing)} was not found.", turn.number)
            elif (
                spoken
                and turn.kind is TurnKind.SAID
                and (gone := self._taken_back(turn.text, followed, marks))
            ):
                return Verdict(Use.FAILED, f"You corrected it: {gone} no longer applies.", turn.number, True)
        return None

    def _missing(self, at: int, marks: set[Mark]) -> Mark | None:
        """Return the command or option of a call that does not exist, by its answer, and never worked
        later."""
        if at + 1 >= len(self._turns):
            return None
        answer = self._turns[at + 1]
        if answer.role is not Role.USER or answer.kind is not TurnKind.TOOL:
            return None
        if not answer.text.startswith("error"):
            return None
        for mark in sorted(marks, key=lambda one: -len(one.text)):
            if _is_missing(mark, answer.text):
                return None if self._works_later(at, mark) else mark
        return None

    def _works_later(self, at: int, mark: Mark) -> bool:
        later = self._turns[at + 2 :]
        return any(
            call.role is Role.ASSISTANT and call.kind is TurnKind.TOOL and _follows(call, mark)
            and answer.kind is TurnKind.TOOL and answer.text.startswith("ok")
            for call, answer in pairwise(later)
        )  # fmt: skip

    def _first_heard(self, mark: Mark) -> int:
        """Return the number of the turn in which somebody other than the assistant mentioned it first; of a
        command, the last of its unusual parts."""
        if mark.kind is Kind.COMMAND:
            return max(self._first(part, bounded=True) for part in mark.telling)
        return self._first(mark.text, bounded=mark.kind is not Kind.CODE)

    def _first(self, text: str, *, bounded: bool) -> int:
        at = self._heard.find(text)
        while bounded and at >= 0 and not _bounded(self._heard, at, at + len(text)):
            at = self._heard.find(text, at + 1)
        return self._numbers[bisect_right(self._starts, at) - 1] if at >= 0 else 1 << 62

    def _told_of(
        self,
        turn: Turn,
        sentences: Sequence[_Sentence],
        new: Sequence[Mark],
        words: frozenset[str],
        fresh: set[str],
    ) -> Verdict | None:
        """Return a verdict if the assistant's words name something of the memory, say that they follow it, or
        say the same."""
        for sentence, low, stems in sentences:
            here = stems & words
            for mark in new:
                if mark.bare or not _contains(low, mark.text):
                    continue
                if self._is_told(mark, low, here) or (
                    here - self._words.stems(mark.shown) and _ATTRIBUTED.search(sentence)
                ):
                    return Verdict(Use.USED, f"The answer mentions {_quoted(mark)}.", turn.number)
            if len(here) >= 2 and _ATTRIBUTED.search(sentence) and here & fresh:
                return Verdict(Use.USED, "The answer says that it follows it.", turn.number)
            if len((here & fresh) - self._words.everyday_stems) >= FEW and len(here) >= MOST * len(words):
                return Verdict(Use.USED, "The answer says the same.", turn.number)
        return None

    def _is_told(self, mark: Mark, sentence: str, here: frozenset[str]) -> bool:
        """Return whether a sentence with a mark says about it what the memory says."""
        if mark.kind in (Kind.COMMAND, Kind.CODE):
            return True
        about = len(here - self._words.stems(mark.shown) - self._words.everyday_stems - {mark.unit})
        if mark.kind is Kind.NAME:
            return about > 0
        if mark.kind is Kind.TOOL:
            return False
        digits = sum(letter.isdigit() for letter in mark.text)
        counted = bool(mark.unit) and re.search(
            rf"\b{re.escape(mark.text)}[\s-]*{re.escape(mark.unit)}", sentence
        )
        if digits > 2 or (digits > 1 and counted):
            return about > 0
        return about > 1 and not (mark.unit and not counted and digits < 2)

    def _taken_back(self, text: str, followed: set[Mark], marks: Marks) -> str | None:
        """Return what the person says is wrong among what was followed."""
        for sentence in SENTENCE.split(text[:TYPED]):
            if len(sentence) > LONG:
                continue
            wrong = _WRONG.search(sentence)
            for mark in followed:
                if _contains(sentence.lower(), mark.text) and (wrong or _is_gone(sentence, mark)):
                    return _quoted(mark)
            denied = wrong or _NO.search(sentence)
            if denied and len((self._words.stems(sentence) & marks.words) - self._words.everyday_stems) > 1:
                told = {mark.text for mark in followed if mark.kind is Kind.NUMBER}
                if told and set(_ANY_NUMBER.findall(sentence)) - told:
                    return _quoted(next(mark for mark in followed if mark.text in told))
        return None


def without_arbor(turns: Iterable[Turn]) -> Iterator[Turn]:
    """Yield the turns without calls of Arbor's own tools and their answers: looking something up is no use of
    it yet. Answers come in the order of their calls."""
    calls: list[bool] = []
    for turn in turns:
        ours = False
        if turn.kind is TurnKind.TOOL and turn.text.partition("\n")[0] in _ANSWERED:
            ours = calls.pop(0) if calls else False
        elif turn.kind is TurnKind.TOOL:
            ours = _OWN_TOOL.search(turn.text.partition(":")[0]) is not None
            calls.append(ours)
        elif turn.role is Role.USER:
            calls.clear()  # unanswered calls get no answer any more
        if not ours:
            yield turn


def _done(turn: Turn, new: Sequence[Mark]) -> Verdict | None:
    """Return a verdict if a tool call ran the command, used the tool or touched the file."""
    name, _, target = turn.text.partition(": ")
    runs = name.lower() in SHELLS
    for mark in new:
        if mark.kind is Kind.COMMAND and _runs(target, mark.text):
            return Verdict(Use.USED, f"It ran {_quoted(mark)}.", turn.number)
        if mark.kind is Kind.TOOL and runs and _takes(target, mark.text):
            return Verdict(Use.USED, f"It worked with {mark.shown}.", turn.number)
        if mark.kind is Kind.CODE and _contains(target.lower(), mark.text):
            how = "It ran a command with" if runs else "It worked on"
            return Verdict(Use.USED, f"{how} {_quoted(mark)}.", turn.number)
    return None


def _is_missing(mark: Mark, answer: str) -> bool:
    """Return whether an answer says, in one line with its name, that a command or its option does not
    exist."""
    if mark.kind not in (Kind.COMMAND, Kind.TOOL) and not mark.text.startswith("--"):
        return False
    words = mark.text.split()
    return any(
        (words[0] in line and _MISSING_PROGRAM.search(line))
        or (words[-1] in line and _MISSING_PART.search(line))
        for line in answer.lower().splitlines()
    )


def _follows(turn: Turn, mark: Mark) -> bool:
    """Return whether the assistant did or said something with a mark, whoever mentioned it first."""
    if turn.kind is TurnKind.TOOL:
        target = turn.text.partition(": ")[2]
        if mark.kind is Kind.COMMAND:
            return _runs(target, mark.text)
        return _contains(target.lower(), mark.text)
    return turn.kind is TurnKind.SAID and not mark.bare and _contains(turn.text.lower(), mark.text)


def _is_gone(sentence: str, mark: Mark) -> bool:
    named = rf"[`'\"]?\b{re.escape(mark.text)}\b[`'\"]?" if mark.text[0].isalnum() else re.escape(mark.text)
    return re.search(_GONE.replace("X", named), sentence, re.IGNORECASE) is not None


def _runs(target: str, command: str) -> bool:
    """Return whether a step of a shell command line begins with the command."""
    wanted = command.split()
    return any(begun(step)[: len(wanted)] == wanted for step in _STEP.split(target.lower()))


def _takes(target: str, tool: str) -> bool:
    """Return whether a step of a shell command line runs the tool, directly or through another program."""
    for step in _STEP.split(target.lower()):
        words = begun(step)
        for word in words:
            if word == tool:
                return True
            if word not in RUNNERS:
                break
    return False


def begun(step: str) -> list[str]:
    """Return the words of a step without the variables that it sets."""
    words = step.split()
    while words and _SETS.fullmatch(words[0]):
        words.pop(0)
    return words


def _contains(text: str, wanted: str) -> bool:
    """Return whether a text contains something as whole words."""
    at = text.find(wanted)
    while at >= 0 and not _bounded(text, at, at + len(wanted)):
        at = text.find(wanted, at + 1)
    return at >= 0


def _bounded(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (before.isalnum() and text[start].isalnum()) and not (
        after.isalnum() and text[end - 1].isalnum()
    )


def _quoted(mark: Mark) -> str:
    shown = mark.shown if len(mark.shown) <= SHOWN else f"{mark.shown[: SHOWN - 1]}…"
    return shown if mark.kind in (Kind.NAME, Kind.NUMBER, Kind.TOOL) else f"`{shown}`"


# -- recitals --


def without_recitals(turns: Sequence[Turn], contents: Iterable[str]) -> list[Turn]:
    """Return the turns, those of the assistant without the block and without lists of `contents`.

    Asked what it knows, an assistant quotes the block or lists the memories, which is no use of them. A
    single memory in an answer is one.
    """
    told = {_letters(content) for content in contents} - {""}
    return [_without_recital(turn, told) for turn in turns]


def _without_recital(turn: Turn, told: Collection[str]) -> Turn:
    if turn.role is not Role.ASSISTANT or turn.kind is not TurnKind.SAID:
        return turn
    text = _BLOCK.sub("\n", turn.text) if "<user_context>" in turn.text.casefold() else turn.text
    lines = text.split("\n")
    if len(told) >= MANY and len(lines) >= MANY:
        own = [line for line in lines if _letters(_LIST_MARK.sub("", line, count=1)) not in told]
        if len(lines) - len(own) >= MANY:
            text = "\n".join(own)
    return turn if text == turn.text else replace(turn, text=text)


def _letters(text: str) -> str:
    """Return letters and digits only, without what marks, quotes or escapes them."""
    return "".join(char for char in text.casefold() if char.isalnum())
