"""What a memory wants an AI to do, and what it forbids."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from arbor_desktop.context.answers import SPAN
from arbor_desktop.context.use import BARE

_AVOIDS = re.compile(
    r"(?:\b(?:never|do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|no longer"
    r"|avoid(?:s|ing)?|(?:hate|dislike)s?|nie(?:mals)?|nicht|kein(?:e|en|er|em)?|instead of|rather than"
    r"|in place of|statt|anstatt|anstelle von)\b|(?:^|(?<=[.;:,]\s))no\b|(?<=,)\s*not\b)\s+"
    r"(?P<what>.*?)(?P<end>[.;:](?=\s|$)|,|\s[–—-]\s"
    r"|\b(?:but|instead|except|unless|without|outside|before|until|because|sondern|ohne|außer|bevor"
    r"|and (?:use|run|always|open|make))\b|$)",
    re.IGNORECASE | re.DOTALL,
)
_FORBIDS = re.compile(
    r"(?P<what>[^.;:,]+?)\s+(?:is|are|ist|sind)\s+(?:forbidden|banned|not allowed|prohibited|verboten|tabu)\b"
    r"(?P<end>)",
    re.IGNORECASE,
)
_LEFT = re.compile(
    r"\b(?:switched|moved|migrated|changed|went) (?:away )?from (?P<what>.+?)(?P<end>)(?= to\b|[.;,]|$)",
    re.IGNORECASE,
)
_OVER = re.compile(r"\bprefers? [^.;,]+? over (?P<what>[^.;,]+)(?P<end>)", re.IGNORECASE)
CONDITION = re.compile(
    r"\b(?:if|when|while|only|wenn|nur|except|unless|without|outside|until|before|ohne|außer|bevor|anything)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:use|using|run|running|call|invoke|install|installing|start|starting|want|add|with|via|by|format|test"
    r"|build|the|an?|any|bare|plain|ever|again|to|mit|nutzen?|verwenden?|den|die|das)\s+",
    re.IGNORECASE,
)
_LIST = re.compile(r"`?([\w.+-]+)`?(?:\(\))?\s*(?:(?P<more>,|or|and|oder|und|/)\s*)?", re.IGNORECASE)
_FREE = re.compile(
    r"(?:directly|here|any ?more|again|at all|ever|commands?|itself|mehr|hier)?\s*"
    r"(?:(?:in|on|for) (?:this|the|our|my|any|all|its|diesem|unserem) ?"
    r"(?:repo\w*|projects?|code ?base|machine|computer|workspace|monorepo|projekt)?)?[\s.!]*",
    re.IGNORECASE,
)
_PATH = re.compile(
    r"(?<![\w/.-])(?:\.?[\w@.-]+/)+[\w@.*-]*|(?<![\w/.-])[\w-]+\.[a-z][a-z0-9]{0,4}(?![\w.]*\()\b"
)


class Avoided(NamedTuple):
    """What a memory says not to do; `always`: whatever else is so."""

    what: str
    always: bool


@dataclass(frozen=True, slots=True)
class Wishes:
    """A memory, taken apart: what it wants, and what it forbids."""

    text: str
    wanted: str
    avoided: tuple[Avoided, ...]

    @classmethod
    def of(cls, text: str) -> Wishes:
        wanted, avoided = text, []
        for pattern in (_AVOIDS, _FORBIDS, _LEFT, _OVER):
            for found in pattern.finditer(wanted):
                end = found["end"].strip()
                always = not CONDITION.search(found["what"]) and not CONDITION.fullmatch(end)
                avoided.append(Avoided(found["what"].strip(), always))
                start, end_of = found.span("what")
                wanted = wanted[:start] + " " * (end_of - start) + wanted[end_of:]
        return cls(text, wanted, tuple(avoided))

    @property
    def forbidden(self) -> list[str]:
        return [one.what for one in self.avoided if one.always]

    @property
    def commands(self) -> list[str]:
        """Command lines that it wants to be run."""
        quoted = [span for span in SPAN.findall(self.wanted) if " " in span.strip()]
        return [*quoted, *(found.group(1) for found in BARE.finditer(SPAN.sub(" ", self.wanted)))]


def objects(what: str) -> list[str]:
    """Return the things that are not to be used, if nothing else is said of them: `use npm or yarn here`."""
    rest, found = what, []
    while lead := _LEAD.match(rest):
        rest = rest[lead.end() :]
    while match := _LIST.match(rest):
        found.append(match.group(1))
        rest = rest[match.end() :]
        if not match["more"]:
            break
    return found if _FREE.fullmatch(rest) else []


def paths_in(text: str) -> list[str]:
    return [found.strip("`.,") for found in _PATH.findall(text) if len(found.strip("`.,/")) > 2]
