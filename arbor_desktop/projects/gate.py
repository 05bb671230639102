"""Rules for which sessions get a memory: by technology, client, and person (spec 4.3, "The gate")."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable

from arbor_desktop.memories.model import Category, Memory, MemoryType, Privacy, Scope
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.spelling import folded

WORK, PRIVATE = "work", "private"
KINDS = (WORK, PRIVATE)
"""Kinds of projects. What was said in a private one is shared there, private facts too; at work those are
shared only with prompts about the person."""
TRIVIA = frozenset((MemoryType.FACT, MemoryType.SKILL, MemoryType.RELATIONSHIP, MemoryType.CONTEXT))
_CODING = frozenset(Category) - {Category.FACTS, Category.PROJECT_CONVENTIONS}
_TOKEN = re.compile(r"[a-z][\w#+-]*(?:\.[a-z]+)?", re.IGNORECASE)
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\n])[\W_]*$")
_IN = re.compile(r"\bin(?: all)? $", re.IGNORECASE)
_EVERY = re.compile(
    r"\b(?:every|each|all|any|my|our|their|user's)(?: of)?(?: my| the user's| their)? $", re.IGNORECASE
)
_OF_CODE = re.compile(
    r" (?:code|things?|stuff|projects?|repos?|services?|programs?|tools?|tests?|files?|modules?|apps?)\b",
    re.IGNORECASE,
)
_ENDING = re.compile(r"\.(\w+)\W*$")
_NEAR = 40
"""Characters before a word that show whether it starts a sentence."""
_SHORTEST_NAME, _LEAST_SPELLED = 4, 6
_COMMON = """
admin app apps archive backend blog book books code data demo docs documents files frontend garden home house
library main mobile music notes office papers photos private project projects research school scripts server
shop site sites test tests tools video website work workspace
"""
_ANYBODYS = frozenset(_COMMON.split())
"""Folder names that do not identify a project."""
_SHELLS = frozenset(("bash", "powershell"))
_TYPED = re.compile(r"\b(?:commands?|terminals?)\b|\bshell is\b|'s shell\b", re.IGNORECASE)
_BY_ONESELF = re.compile(r"\b(?:themselves|(?:him|her|my)self)\b", re.IGNORECASE)
_OF_ONESELF = re.compile(r"\b(?:i|i'm|i've|am i|me|my|mine|myself)\b", re.IGNORECASE)
_WHO_AM_I = re.compile(
    r"\bwho (?:am i|i am)(?: \w+)?\W*(?:$|[.?!])|\b(?:tell me )?about myself\W*$"
    r"|\b(?:know|remember|remembered|saved|stored|learned|learnt) (?:\w+ )?(?:about|of) me\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"\?|^\W*(?:what|which|who|whom|whose|when|where|how|do|did|does|am|is|are|was|have|tell me|remind me)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Stacks:
    """Technologies and how they belong together (resources/stacks.toml)."""

    languages: frozenset[str]
    along: dict[str, frozenset[str]]
    """Language → its tools."""
    frameworks: dict[str, frozenset[str]]
    """Framework → its languages; none if it is for any."""
    implies: dict[str, frozenset[str]]
    endings: dict[str, str]
    aliases: dict[str, str]
    known: frozenset[str]
    """All languages, frameworks and tools."""
    everyday: frozenset[str]
    things: frozenset[str]
    people: frozenset[str]
    coding: re.Pattern[str]
    """Finds a word of a rule for code."""

    @classmethod
    def from_toml(cls, text: str) -> Stacks:
        """Read the data file."""
        data = tomllib.loads(text)
        along = {language: frozenset(names.split()) for language, names in data["along"].items()}
        implies = {name: frozenset(names.split()) for name, names in data["implies"].items()}
        frameworks: dict[str, frozenset[str]] = {}
        for language, names in data["frameworks"].items():
            for name in names.split():
                of = frozenset() if language == "tools" else frozenset((language,))
                frameworks[name] = frameworks.get(name, frozenset()) | of
        owners: frozenset[str] = frozenset().union(*frameworks.values(), *implies.values())
        languages = owners.union(along, data["endings"].values())
        coding = re.compile(rf"\b(?:{'|'.join(data['coding']['words'].split())})\b", re.IGNORECASE)
        known = languages.union(frameworks, *along.values())
        everyday, things, people = (
            frozenset(data[kind]["names"].split()) for kind in ("everyday", "things", "people")
        )
        return cls(
            languages, along, frameworks, implies, data["endings"], data["aliases"], known,
            everyday, things, people, coding,
        )  # fmt: skip

    def languages_of(self, stack: Collection[str]) -> frozenset[str]:
        """Return the languages that a project with this stack has."""
        found = {self.aliases.get(name, name) for name in stack} & self.languages
        several = []
        for name in stack:
            owners = self.frameworks.get(name, frozenset())
            if len(owners) > 1:
                several.append(owners)
            else:
                found |= owners
            found |= {language for language, tools in self.along.items() if name in tools and name != "node"}
        for name in (*stack, *found):
            found |= self.implies.get(name, frozenset())
        for owners in several:  # Playwright is for JavaScript where there is JavaScript, else for any
            found |= frozenset() if owners & found else owners
        return frozenset(found)

    def named_in(self, text: str, *, asked: bool = False) -> tuple[str, ...]:
        """Return the technologies that a prompt (`asked`) or a memory names. An ambiguous word counts if it
        is written like a name, or among words of code."""
        found: list[str] = []
        doubtful: list[tuple[str, str, re.Match[str]]] = []
        for match in _TOKEN.finditer(text):
            word = match[0].casefold()
            name = self.aliases.get(word, word)
            if name not in self.known:
                continue
            if word in self.everyday or (not asked and word in self.things | self.people):
                doubtful.append((word, name, match))
            else:
                found.append(name)
        if doubtful:
            code = bool(found) or "`" in text or self.coding.search(text) is not None
            for word, name, match in sorted(doubtful, key=lambda one: one[0] not in self.things):
                if self._is_meant(word, name, match, code=code, asked=asked):
                    found.append(name)
                    code = True
        return tuple(dict.fromkeys(found))

    def _is_meant(self, word: str, name: str, match: re.Match[str], *, code: bool, asked: bool) -> bool:
        """Return whether an ambiguous word means the technology here. `code`: it is among words of code."""
        before = match.string[max(0, match.start() - _NEAR) : match.start()]
        after = match.string[match.end() : match.end() + 1]
        starts = _SENTENCE_START.search(before) is not None
        capital = match[0][0].isupper() and not starts
        if match[0][0].isupper() and name in self.languages:
            if starts and after == ":":
                return True  # Go: …
            ends = ("", ",", ":", "?", ".", "!") if asked else (",", ":")
            if _IN.search(before) and after in ends:
                return True  # In Go, …
        if name in self.languages and _EVERY.search(before) and _OF_CODE.match(match.string, match.end()):
            return True  # every go thing
        if word in self.everyday:
            return capital and code
        return code or (capital and word in self.things)

    def passes(self, technology: str, stack: Collection[str], languages: Collection[str]) -> bool:
        """Return whether a memory about a technology fits a project with this stack and these languages."""
        if technology in stack or technology in languages:
            return True
        owners = [language for language, tools in self.along.items() if technology in tools]
        if owners:
            return any(language in languages for language in owners)
        return technology not in self.frameworks and technology not in self.languages

    def technologies(self, memory: Memory) -> tuple[str, ...]:
        """Return the technologies of a memory: its own, else the languages of the files it applies to, else
        those that its rule names. Commands are typed in every project: they are of no shell's scripts."""
        found = self._own(memory)
        return () if _SHELLS.issuperset(found) and _TYPED.search(memory.content) else found

    def _own(self, memory: Memory) -> tuple[str, ...]:
        if memory.technology:
            name = memory.technology.casefold()
            return (self.aliases.get(name, name),)
        globs = memory.details.get("applies_to")
        found = [_ENDING.search(str(glob)) for glob in globs] if isinstance(globs, list) else []
        named = [self.endings.get(match[1].casefold(), "") for match in found if match]
        if named and all(named):
            return tuple(dict.fromkeys(named))
        return () if memory.type in TRIVIA else self.named_in(memory.content)


@dataclass(frozen=True, slots=True)
class Barred:
    """Why a memory is not for a session: a word for the reason, and a text for people. `asked`: the prompt
    names its technology."""

    kind: str
    reason: str
    asked: bool = False


ABOUT_PERSON = Barred("about_person", "About you: shared when your prompt asks")


@dataclass(frozen=True, slots=True)
class Here:
    """The place where a session runs. `stack`: its project's, in lower case; None if its files are unknown.
    `kind`: work or private. `elsewhere`: names of other projects and groups; a memory that names one belongs
    there. `project`: its path."""

    stack: frozenset[str] | None = None
    kind: str = WORK
    elsewhere: frozenset[str] = frozenset()
    project: str | None = None


class Gate:
    """Decides which memories are not for a session. `private`: paths of the private projects."""

    def __init__(
        self, stacks: Stacks, here: Here, private: Collection[str] = (), prompt: str | None = None
    ) -> None:
        self._stacks = stacks
        self._here = here
        self._private = frozenset(private)
        self._languages = stacks.languages_of(here.stack or ())
        self._named = stacks.named_in(prompt, asked=True) if prompt else ()
        self._asked = stacks.languages_of(self._named)
        self.about_oneself = prompt is not None and asks_about_oneself(prompt)
        """Whether the prompt asks about the person who types it."""
        self.who_am_i = prompt is not None and asks_who_one_is(prompt)
        """Whether it asks for everything that is known about that person."""
        names = sorted(identifying(here.elsewhere))
        theirs = "|".join(map(_spelled, names))
        self._theirs = re.compile(rf"(?<![\w/-])({theirs})(?![\w/-])", re.IGNORECASE) if names else None

    def barred(self, memory: Memory, *, answers: bool = False) -> Barred | None:
        """Return why a memory is not for this session, or with `answers` must not answer the prompt; None if
        it is."""
        if memory.scope_id is not None:
            return None
        if self._theirs is not None and (named := self._theirs.search(memory.content)):
            return Barred("other_project", f"About {named[1]}")
        if memory.privacy_level is Privacy.ALWAYS_INCLUDE or (answers and self.about_oneself):
            return None
        found = self._technology(memory)
        if found is not None and found.asked and answers:
            return None
        if found is None and not answers and memory.type in TRIVIA:
            return None if self._about_work(memory) or self._belongs(memory) else ABOUT_PERSON
        return found

    def _about_work(self, memory: Memory) -> bool:
        """Return whether what a memory tells of the person says how to work with them here: how well they
        know the project's technology, what they do themselves."""
        name = (memory.technology or "").casefold()
        name = self._stacks.aliases.get(name, name)
        if name in self._languages or name in (self._here.stack or ()):
            return True
        return bool(_BY_ONESELF.search(memory.content) and self._stacks.coding.search(memory.content))

    def _belongs(self, memory: Memory) -> bool:
        """Return whether a memory was said in this project, and that is private."""
        said = (memory.scope_id, *(one.project for one in memory.evidence))
        return self.in_private and self._here.project in said

    def private(self, memory: Memory) -> bool:
        """Return whether a memory is too private for this session: sensitive, or from private projects only,
        unless it was said in this one and that is private."""
        if self._belongs(memory):
            return False
        if memory.privacy_level is Privacy.SENSITIVE:
            return True
        if memory.scope is not Scope.GLOBAL or memory.type not in TRIVIA:
            return False
        homes = {one.project for one in memory.evidence if one.project}
        return bool(homes) and homes <= self._private

    def of_private_project(self, memory: Memory) -> bool:
        """Return whether a memory applies in a private project, and this session is in none."""
        return not self.in_private and memory.scope_id in self._private

    @property
    def in_private(self) -> bool:
        """Return whether the session's project is private."""
        return self._here.kind == PRIVATE

    def _technology(self, memory: Memory) -> Barred | None:
        stack = self._here.stack
        bound = self._stacks.technologies(memory)
        why = ""
        if bound and stack is None:
            why = Sentence(
                "About {technology}, but this project's technologies are unknown", technology=titled(bound[0])
            )
        elif stack and not self._fits(bound, stack, self._languages):
            why = Sentence(
                "About {technology}, but this project uses {stack}",
                technology=titled(bound[0]), stack=self._called(),
            )  # fmt: skip
        elif stack is not None and not stack:
            rule = memory.type not in TRIVIA and self._stacks.coding.search(memory.content)
            if bound or rule or memory.category in _CODING:
                why = Sentence("About coding, but this folder has no code")
        asked = bool(bound and self._named and self._fits(bound, self._named, self._asked))
        return Barred("other_technology", why, asked) if why else None

    def _fits(self, bound: Collection[str], stack: Collection[str], languages: Collection[str]) -> bool:
        return not bound or any(self._stacks.passes(name, stack, languages) for name in bound)

    def _called(self) -> str:
        own = sorted(self._languages & (self._here.stack or frozenset())) or sorted(self._languages)
        named = [titled(name) for name in own[:2]]
        if len(named) == 2:
            return Sentence("{first} and {second}", first=named[0], second=named[1])
        return named[0] if named else Sentence("no programming language")


_TITLES = {
    "javascript": "JavaScript", "typescript": "TypeScript", "csharp": "C#", "cpp": "C++", "php": "PHP",
    "css": "CSS", "html": "HTML", "sql": "SQL", "graphql": "GraphQL", "postgres": "PostgreSQL",
    "mysql": "MySQL", "sqlite": "SQLite",
}  # fmt: skip


def titled(technology: str) -> str:
    """Return a technology's name as people write it."""
    return _TITLES.get(technology.casefold(), technology.capitalize())


def asks_about_oneself(prompt: str) -> bool:
    """Return whether a prompt asks about the person who types it."""
    return bool(_OF_ONESELF.search(prompt) and _QUESTION.search(prompt))


def asks_who_one_is(prompt: str) -> bool:
    """Return whether a prompt asks for all that is known about the person who types it."""
    return asks_about_oneself(prompt) and _WHO_AM_I.search(prompt) is not None


_OF_GROUP = re.compile(
    r"\b(?:both|(?:in )?(?:each|every)|(?:all|any) (?:of )?(?:our|their|the|two|three|four|five))"
    r" (?:[\w'-]+ ){0,2}?(?:repos?|repositor(?:y|ies)|codebases?|systems|program(?:me)?s|apps|services)\b"
    r"|\bwhole (?:company|firm|organi[sz]ation)\b|\b(?:all|every|each) (?:of )?(?:the |our )?teams?\b",
    re.IGNORECASE,
)
"""Says of several projects what it says: "in both apps", "in all three repos"."""


def _spelled(name: str) -> str:
    """Return the pattern of a folder's or group's name as people write it: bayvale as Bay Vale."""
    letters = [re.escape(letter) for letter in re.sub(r"[\s_-]", "", name)]
    return "[ _-]?".join(letters) if len(letters) >= _LEAST_SPELLED else re.escape(name)


def names_group(text: str, group: str) -> bool:
    """Return whether a text names a group or several projects, so that it applies to all of a group; accents
    don't count."""
    named = rf"(?<![\w-]){_spelled(folded(group))}(?![\w-]|['’]s)"  # the possessive names one thing of it
    return bool(group) and (re.search(named, folded(text)) or _OF_GROUP.search(text)) is not None


def identifying(names: Iterable[str]) -> frozenset[str]:
    """Return the names that are long and rare enough to mean a project or a group in a sentence."""
    return frozenset(
        name for name in names if len(name) >= _SHORTEST_NAME and name.casefold() not in _ANYBODYS
    )


def names_of(paths: Iterable[str], groups: Iterable[str]) -> frozenset[str]:
    """Return the names of projects and groups."""
    folders = (path.replace("\\", "/").rstrip("/").rpartition("/")[2] for path in paths)
    return frozenset(filter(None, (*folders, *groups)))
