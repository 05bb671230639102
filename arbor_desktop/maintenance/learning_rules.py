"""Rules on learnings (spec 1.1, 5.5): which of them apply everywhere, and what ties a text to one project.

The rules err on one side. A learning that stays in its project costs little: one click makes it global. One
that is shared everywhere and means something in one place only is noise in every other project, and may
reveal one customer to another. So whatever may be a name of something private counts as one, unless it is
known to be common (`resources/learning.toml`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping

from arbor_desktop.memories.details import LearningKind, learning_kind
from arbor_desktop.memories.model import Memory, MemoryType, Privacy, Scope, Source, Status
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.words import CAMEL

_CODE = re.compile(r"`([^`]*)`")
_ADDRESS = re.compile(r"\w+://|\bwww\.|[\w.+-]+@[\w-]+\.\w|\b\d{1,3}(?:\.\d{1,3}){3}\b|\blocalhost:\d+")
_HOST = re.compile(r"\b[\w-]+\.(?:com|org|net|io|dev|app|example|internal|local|lan|test)\b", re.IGNORECASE)
_SLASHED = re.compile(r"(?<![\w<])[~.@]*[\w.@-]*[/\\][\w./\\@*-]*")
_FILE = re.compile(
    r"(?<![\w/])[\w.-]*\.(?:pyi?|ipynb|[cm]?[jt]sx?|json[5cl]?|toml|ya?ml|ini|cfg|conf|env|lock|md|mdx|rst|txt|csv|sql|sh|"
    r"ps1|bat|go|rs|java|kt|swift|rb|php|cs|cpp|hpp|[ch]|vue|svelte|astro|html?|s?css|less|xml|svg|png|db|sqlite3?|"
    r"proto|tf|log|prisma|graphql|gradle|ex|exs|lua|zig|dart)\b(?!\()"
)
_TICKET = re.compile(
    r"\b(?!(?:UTF|ISO|SHA|RFC|PEP|HTTP|ES|AES|MD|IPV?|CVE)-)[A-Z][A-Z0-9]+-\d+\b|(?<!\w)#\d+\b"
)
_HASH = re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b")
_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?:\[\])?(?:\(\))?")
_WORD = re.compile(r"[^\W\d_][^\W_]*(?:['’]\w+)?")
_FLAG = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*(?:=\S+)?")
_SENTENCE = re.compile(r"(?:^|[.!?:;\n]\s+|\n|[“\"(]|\s[-–]\s)\s*$")
_HUMPS = re.compile(r"[a-z\d][A-Z]|^[A-Z][a-z]+[A-Z]")
_POINTING = r"(?:the|this|that|these|those)"
_SPLIT = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Origin:
    """The project of a learning. `technologies`: its stack and those of its memories, in lower case."""

    name: str
    technologies: frozenset[str] = frozenset()


@dataclass(frozen=True)
class CommonTerms:
    """The terms that are common to all projects. Built once by `parse`, never changed."""

    names: Mapping[str, str]
    """Names of technologies as people write them, in lower case, with the one they are filed under."""
    exact: Mapping[str, str]
    """Those that are everyday words as well: they count in this very spelling, within a sentence."""
    along: Mapping[str, frozenset[str]]
    apis: frozenset[str]
    lists: Mapping[str, frozenset[str]]
    named: re.Pattern[str]
    certain: re.Pattern[str]
    """"the dashboard", "this old queue"."""

    @classmethod
    def parse(cls, learning_toml: str, technology_toml: str) -> CommonTerms:
        """Read the two lists that ship with the program."""
        own, known = tomllib.loads(learning_toml), tomllib.loads(technology_toml)
        names = {word.lower(): name for name, written in known["names"].items() for word in written}
        exact = dict(known["exact"])
        lists = {name: frozenset(text.lower().split()) for name, text in own["words"].items()}
        apis = frozenset(word for text in own["apis"].values() for word in text.split())
        along = {name: frozenset(others) for name, others in own["along"].items()}
        return cls(names, exact, along, apis, lists, _any_of(names, exact), _certain(lists["things"]))

    # -- technologies --

    def technologies(self, text: str, home: Origin) -> frozenset[str]:
        """Return the technologies that a text names, by their canonical names, and those of the project."""
        found = set()
        for match in self.named.finditer(text):
            written = match.group()
            if written in self.exact:
                if not _begins_sentence(text, match.start()) or len(text) == len(written):
                    found.add(self.exact[written])
            else:
                found.add(self.names[written.lower()])
        words = {word for word in _SPLIT.split(text.casefold()) if word}
        for name in home.technologies:
            parts = {part for part in _SPLIT.split(name) if len(part) > 1}
            if parts and parts <= words and name not in self.exact.values():
                found.add(self.names.get(name, name))
        return frozenset(found)

    def common(self, technologies: Collection[str], chosen: Collection[str]) -> str | None:
        """Return the first of the `chosen` that is among `technologies`, if all others merely come along
        with it."""
        for name in chosen:
            filed = self.names.get(name.casefold(), name.casefold())
            wanted = {self.names.get(other.casefold(), other.casefold()) for other in chosen}
            if filed in technologies and set(technologies) <= self.along.get(filed, frozenset()) | wanted:
                return filed
        return None

    # -- places --

    def tie(self, text: str, home: Origin) -> str | None:
        """Return the first part of a text that belongs to one project, as it is written; None if there is
        none."""
        prose = _CODE.sub(" ` ", text)
        return (
            self._address(text)
            or self._project(text, home)
            or self._path(text)
            or self._code(text)
            or self._identifier(prose)
            or self._place(prose)
            or self._somebody(prose)
        )

    def _address(self, text: str) -> str | None:
        for pattern in (_ADDRESS, _HOST, _TICKET, _HASH):
            for found in pattern.finditer(text):
                if not (pattern is _HOST and self._is_api(found.group())):
                    return found.group()
        return None

    def _project(self, text: str, home: Origin) -> str | None:
        """Return the project's name, or a part of it, if it is a word of the text."""
        words = {word for word in _SPLIT.split(text.casefold()) if word}
        words |= {part.casefold() for part in CAMEL.findall(text)}
        parts = [part for part in _SPLIT.split(home.name.casefold()) if len(part) > 2]
        return next((part for part in parts if part in words), None)

    def _path(self, text: str) -> str | None:
        for found in _SLASHED.finditer(text):
            said = found.group().strip(".,")
            if said.lower().rstrip("/") not in self.lists["slashes"] | self.lists["files"] and said != "/":
                return said
        for found in _FILE.finditer(text):
            if found.group().lower() not in self.lists["files"] and not self._is_technology(found.group()):
                return found.group()
        return None

    def _code(self, text: str) -> str | None:
        """Return the first name in code that is not a common one."""
        for found in _CODE.finditer(text):
            said = _FLAG.sub(" ", found.group(1))
            if said.lower().strip() in self.lists["files"] or self._is_technology(said.strip()):
                continue
            if said.strip() in self.apis:
                continue
            for piece in said.split():
                if piece.lower() in self.lists["files"] or piece in self.apis:
                    continue
                if own := next(
                    (name.group() for name in _NAME.finditer(piece) if not self._is_api(name.group())), None
                ):
                    return own
        return None

    def _identifier(self, prose: str) -> str | None:
        """Return the first word that is written as only code is: camelCase, snake_case,
        CAPITALS_WITH_LINES, a call."""
        for found in _NAME.finditer(prose):
            said = found.group()
            if "_" in said or "(" in said or "$" in said or _HUMPS.search(said):
                if said.lower() in self.lists["variables"] or self._is_technology(said):
                    continue
                if not self._is_api(said):
                    return said
        return None

    def _is_api(self, name: str) -> bool:
        bare = name.removesuffix("()")
        if (
            bare in self.apis
            or bare.lower() in self.lists["files"]
            or bare.lower() in self.lists["variables"]
        ):
            return True
        parts = bare.removesuffix("[]").split(".")
        return all(part in self.apis or part.lower() in self.lists["capitals"] for part in parts)

    def _is_technology(self, name: str) -> bool:
        return name.lower() in self.names or name in self.exact

    def _place(self, prose: str) -> str | None:
        """Return the first word like "our", "yesterday", "was" or "the dashboard"."""
        for found in _WORD.finditer(prose):
            word = found.group().lower()
            if (
                any(word in self.lists[name] for name in ("here", "past", "moments"))
                and found.group() != "US"
            ):
                return found.group()
        certain = self.certain.search(prose)
        return certain.group() if certain else None

    def _somebody(self, prose: str) -> str | None:
        """Return the first word that is written like a name, within a sentence."""
        for found in _WORD.finditer(prose):
            said = found.group().split("'")[0].split("’")[0]
            if not said[0].isupper() or _begins_sentence(prose, found.start()):
                continue
            if said.lower() in self.lists["capitals"] or said in self.apis or self._is_technology(said):
                continue
            return said
        return None


def _any_of(names: Mapping[str, str], exact: Mapping[str, str]) -> re.Pattern[str]:
    longest_first = sorted(names, key=lambda word: (-len(word), word))
    either = f"(?i:{'|'.join(map(re.escape, longest_first))})|{'|'.join(map(re.escape, exact))}"
    return re.compile(rf"(?<![\w./-])(?:{either})(?![\w/-]|\.\w)")


def _certain(things: Collection[str]) -> re.Pattern[str]:
    """Return the pattern of a thing with an article, also with up to two words between them."""
    said = "|".join(sorted(map(re.escape, things)))
    return re.compile(rf"(?i)\b{_POINTING}\s+(?:[\w-]+\s+){{0,2}}?(?:{said})\b")


def _begins_sentence(text: str, at: int) -> bool:
    return _SENTENCE.search(text[max(0, at - 6) : at]) is not None or at == 0


# -- learnings --


CODE = "code_example"
PATTERN_HOLDS = Sentence("Made global: mentions no technology specific to the project")


def all_words(memory: Memory) -> str:
    """Return the whole text of a memory, with its details."""
    return "\n".join([memory.content, *_texts(memory.details)])


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        code = value.get(CODE)
        marked = [f"`{code.replace('`', ' ')}`"] if isinstance(code, str) else []
        rest = [part for name, part in value.items() if not (name == CODE and marked)]
        return [*marked, *(text for part in rest for text in _texts(part))]
    if isinstance(value, list | tuple):
        return [text for part in value for text in _texts(part)]
    return []


def holds_everywhere(memory: Memory, home: Origin, words: CommonTerms, common: Collection[str]) -> str | None:
    """Return why a learning of one project applies in every one, for people; None if it does not, or in
    doubt. `common`: the technologies that are common to all projects."""
    kind, text = learning_kind(memory.category, memory.details), all_words(memory)
    if is_wish(memory) or kind not in (LearningKind.PATTERN, LearningKind.GOTCHA):
        return None
    named = words.technologies(text, home)
    if memory.technology:
        named |= words.technologies(memory.technology, home) or {memory.technology.casefold()}
    if kind is LearningKind.PATTERN:
        return PATTERN_HOLDS if not named and words.tie(text, home) is None else None
    technology = words.common(named, common)
    if technology is None or words.tie(text, home) is not None:
        return None
    return Sentence("Made global: a pitfall of {technology}, whatever the project", technology=technology)


def refusal(memory: Memory) -> str | None:
    """Return why not even a person's click makes a memory global, for people; None if it may be."""
    if memory.scope is not Scope.PROJECT:
        return "Only a memory of one project can be made global."
    if memory.source is Source.TEAM:
        return "Another member of the team shared it for this project. Edit it first, which makes a copy."
    if memory.status is not Status.ACTIVE:
        waits = memory.status is Status.PENDING
        return "It needs review: accept it first." if waits else "It is not active: restore it first."
    if memory.privacy_level in (Privacy.SENSITIVE, Privacy.NEVER_SHARE):
        level = "sensitive" if memory.privacy_level is Privacy.SENSITIVE else "never shared"
        return f"It is {level}: choose another privacy first."
    if memory.branch is not None:
        return f"It applies only on branch {memory.branch}."
    if memory.conflict_ids:
        return "It contradicts another memory: decide that first."
    if learning_kind(memory.category, memory.details) is LearningKind.QUIRK:
        return "It holds for certain files of its project: take these out of its details first."
    return None


def may_be_promoted(memory: Memory) -> bool:
    """Return whether a learning, or a wish of the person, may be made global automatically: it is proven,
    and nothing about it says that it belongs to one place or one time."""
    return (
        refusal(memory) is None
        and (is_wish(memory) or learning_kind(memory.category, memory.details) is not None)
        and memory.privacy_level is Privacy.NORMAL
        and memory.condition is None
        and memory.expires_at is None
        and not (memory.needs_review or memory.invalid)
        and is_proven(memory)
    )


def is_wish(memory: Memory) -> bool:
    """Return whether it is a rule or preference of the person, which applies everywhere once it was
    mentioned in two projects."""
    return memory.type in (MemoryType.INSTRUCTION, MemoryType.PREFERENCE)


def is_proven(memory: Memory) -> bool:
    """Return whether a memory was verified in a session, confirmed by the person, or stated by them in
    one. What was typed into a project by hand is where its person put it."""
    if not memory.evidence:
        return False
    proved = any(place.verified for place in memory.evidence)
    return proved or memory.confirmed_at is not None or memory.source is Source.USER_STATED
