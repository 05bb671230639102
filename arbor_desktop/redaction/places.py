"""The place of a value beside its name: quoted, assigned, in a call, at the end of a sentence."""

from __future__ import annotations

import re

from arbor_desktop.redaction.secret_names import Name

GROUPS_OF_FOUR = re.compile(r"[a-z]{4}(?: [a-z]{4}){3}(?![\w ]\w)")
_VALUE_END = re.compile(r"[\s,;.)]|$")
_USER_BEFORE = re.compile(
    r"\b(?:user(?:name)?|login|benutzer(?:name)?|e?mail|usuario|utilisateur)\b ?[:=]|\w@\w", re.IGNORECASE
)
_NEXT_PAIR = re.compile(r"[;&][A-Za-z][\w ]{1,30}=")
_SAID_BEFORE = re.compile(r"(?:[\w.'’/-]+,?[ \t]+){1,4}")
_PHRASE_LINE = re.compile(r"[a-zäöüßéèà]+(?:[ -][a-zäöüßéèà]+){1,9}(?:[ -]?\d{1,4})?(?=\s*(?:$|[\n.\"'`]))")
_STEP = re.compile(r"[\s,;|(){}\[\]\\]|&(?=[\w.-]{1,40}=|[\s&]|amp;|$)")
_LINE_START = re.compile(
    r"[ \t]*(?:[+>|⎿-][ \t]*|\d{1,6}[→\t|:][ \t]*)?(?:(?:export|set|setenv|ENV|ARG|SET|-e|--env|-)[ \t]+)?\"?"
)
"""Also behind the signs of changes and the numbers of lines that tools print."""
_CALL = re.compile(r"[A-Za-z_$][\w$.:>?!-]*[(\[{]")
_HOWS = ("says", "asked", "to", "bare", "call", "pair", "below", "other", "dash", "compared", "tag")


class Place:
    """The relation of a value to its name: quoted, assigned, in a call, …"""

    __slots__ = ("beside_user", "end", "how", "name", "quoted", "start", "tight", "value", "whole_line")

    def __init__(self, match: re.Match[str], span: tuple[int, int], name: Name) -> None:
        text = match.string
        groups = match.re.groupindex
        self.start, self.end = span
        self.name = name
        self.quoted = any(group in groups and match.start(group) >= 0 for group in ("quote", "quote2"))
        self.how = next((how for how in _HOWS if how in groups and match.start(how) >= 0), "is")
        if self.how == "asked":
            self.how = "says"
        if self.how == "bare" and text[name.start : name.start + 1] == "-":
            self.how = "flag"
        between = text[name.end : self.start]
        self.tight = "=" in between and not any(c.isspace() for c in between)
        self.whole_line = self.beside_user = False
        if not self.quoted:
            line = text.rfind("\n", max(0, name.start - 200), name.start) + 1
            begins = (line > 0 or name.start < 200) and _LINE_START.fullmatch(
                text, line, name.start
            ) is not None
            if not begins and (line > 0 or name.start < 200):
                said = _SAID_BEFORE.fullmatch(text, line, name.start) is not None
                begins = begins or (said and between.startswith(":"))
            self._cut(text, begins)
            self.beside_user = (
                between.startswith(":")
                and _VALUE_END.match(text, self.end) is not None
                and _USER_BEFORE.search(text, max(line, name.start - 80), name.start) is not None
            )
        self.value = text[self.start : self.end]

    def _cut(self, text: str, line_starts: bool) -> None:
        """Find where a value without quotes ends."""
        named = text[self.name.start : self.name.end]
        phrase = _PHRASE_LINE.match(text, self.start) if "phrase" in named else None
        if phrase is not None and self.how in ("is", "says"):
            self.end, self.quoted = phrase.end(), True
            return
        groups = GROUPS_OF_FOUR.match(text, self.start)
        if groups is not None and self.how in ("is", "says"):
            self.end, self.quoted = groups.end(), True
            return
        line_end = text.find("\n", self.end, self.end + 3)
        rest = text[self.end : self.end + 3 if line_end < 0 else line_end]
        alone = line_starts and self.how == "is" and not rest.strip(" \r\\")
        value = text[self.start : self.end]
        if alone and not value.endswith((",", ";", ")", "{", "[", "(")) and not _CALL.match(value):
            self.whole_line = True
            value = value.split("\\n")[0]
            another = _NEXT_PAIR.search(value)
            value = value if another is None else value[: another.start()]
        else:
            stop = _STEP.search(value)
            if stop is not None:
                value = value[: stop.start()]
                self.how = "call" if stop.group() in "([{" and len(value) > 1 else self.how
        value = value.rstrip(".,:;*" if not self.whole_line else "")
        if self.how in ("says", "bare", "to"):
            value = value.rstrip("?")
        self.end = self.start + len(value)
