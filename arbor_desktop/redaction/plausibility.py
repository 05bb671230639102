"""Plausibility of secrets: a value's looks and its place set it apart from placeholders, code and talk."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable

from arbor_desktop.redaction.rules import Vocabulary
from arbor_desktop.redaction.secret_names import Name, Names
from arbor_desktop.redaction.sentences import Sentences, is_code

_HEX = re.compile(r"[0-9a-fA-F]+")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_CODE_PATH = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)+")
_CHECKS = re.compile(r"[a-z]+(?::[\w,]+)?(?:\|[a-z_]+(?::[\w,]+)?)+")
_SCRAMBLED = re.compile(r"[A-Za-z]\d|\d[A-Za-z]")
_NAMES_NO_SECRET = re.compile(
    r"(?<![^\W_])(?:public|primary|foreign|cache|commit|revision|sha\d{0,3}|hash|checksum|digest|fingerprint|cursor"
    r"|row|record|u?u?id|image|build|branch|tag|version|merge[ds]?|reverts?|reverted|cherry|since)(?![^\W_])",
    re.IGNORECASE,
)
_PRESENTS = re.compile(
    r"\b(?:(?:here|this|that)(?:['’]s| is)|use|try|got|hier ist|das ist|voici|c['’]est|est[ae] es)\b",
    re.IGNORECASE,
)
_JOINED = re.compile(
    r"(?:[:,]|\b(?:is|was|it['’]s|ist|war|lautet|est|era|es)[:,]?)[ ][\"'`(*]{0,3}\Z", re.IGNORECASE
)
_WORDS = re.compile(r"[A-Za-z]+\d{0,2}(?:[_\-.:/|, ][A-Za-z]+\d{0,2})+")
_GROUPS_OF_FOUR = re.compile(r"[a-z]{4}(?: [a-z]{4}){3}(?![\w ]\w)")
_HYPHENED = re.compile(r"[a-z]+(?:[-_ ][a-z]+){2,}\d{0,4}")
_UPPER_NAME = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{20,}={0,2}")
_CHANGE = re.compile(r"[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])")
"""Where small letters, capitals and digits follow each other, but not as a capital begins a word."""
_OFTEN = 0.27
"""Base64 changes at 0.46 of its characters, paths at less than 0.2."""
_FILE_PATH = re.compile(r"(?:~|\.{1,2})?/|[A-Za-z]:[\\/]|https?:|[\w.-]+/[\w./-]+\.\w{1,5}$")
_FILE_NAME = re.compile(r"[\w.-]+\.[a-z]{2,5}|\d+[a-z]{1,4}|[a-z]\d{1,4}")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.\w|\d{1,3}(?:\.\d{1,3}){3}")
_IDENTIFIER = re.compile(r"_+[A-Za-z]+|_*[A-Za-z]+_[A-Za-z_]*|[a-z]+(?:_[a-z\d]+)+")
_VALUE_END = re.compile(r"[\s,;.)]|$")
_USER_BEFORE = re.compile(
    r"\b(?:user(?:name)?|login|benutzer(?:name)?|e?mail|usuario|utilisateur)\b ?[:=]|\w@\w", re.IGNORECASE
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_VERSION = re.compile(r"[v^~=<>]{0,2}\d+\.\d+[\w.+-]*")
_IMAGE = re.compile(r"iVBORw0KGgo|/9j/|R0lGOD|UklGR|data:|LS0tLS1CRUdJTiBDRV|LS0tLS1CRUdJTiBQVUJ")
_CAMEL = re.compile(r"[A-Za-z][a-z]*(?:[A-Z][a-z]+)+\d{0,2}")
_WORD = re.compile(r"[^\W\d_]+")
_NEXT_PAIR = re.compile(r"[;&][A-Za-z][\w ]{1,30}=")
_SAID_BEFORE = re.compile(r"(?:[\w.'’/-]+,?[ \t]+){1,4}")
_VARIABLE = re.compile(
    r"<|\$[A-Za-z_]\w*$|\$[({\[]|%\w+%$|%[sd(]|\{|![A-Za-z]+$|@[A-Za-z_]+@$|&[a-z]+;", re.ASCII
)
_PHRASE_LINE = re.compile(r"[a-zäöüßéèà]+(?:[ -][a-zäöüßéèà]+){1,9}(?:[ -]?\d{1,4})?(?=\s*(?:$|[\n.\"'`]))")
_NOT_IN_SEEDS = frozenset("the and for are was with from not our its has their".split())  # noqa: SIM905
_NUMBERED = re.compile(
    r"(?<!card )(?<!amex )(?<!visa )\b(?:(?:order|invoice|ticket|tracking|account|transaction|request|serial"
    r"|reference|timestamp)\w*|(?:isbn|ref|time|imei|id|nr|no)s?)[\"'.]?[ \t]?[:=#]?[ \t]{0,2}[\"'#]?\Z",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"[\w./-]*#\d+|\w+[-+~^*]\d+|[\w.-]+@[\w.-]+|[?&]?\w+=.*")
_NAME_OF_FIELD = re.compile(r"[A-Za-z_]+\d{0,2}")
_USER_WITHIN = re.compile(r"[a-z]{2,12}[:/](?=[\w!#$%&*+?-]{6,40}\Z)")
_ASSIGNED = re.compile(r"[A-Za-z]\w{2,}=\w")
_ASSIGNMENT = re.compile(r"[\w.-]+[=:]|[-/&?@$]")
_FIRST_WORD = re.compile(r"[ ](?!(?:at|is|set|to|expired|changed|reset|used)\b)(\w+)")
_USER_BESIDE = re.compile(
    r"(?<=[\w\"'`])(?:[ ](and|with|und|mit|et|avec|y|con|e|com|en|met)[ ]|[ ]?[/|,:][ ]|[/|:])"
    r"(?:(?:the |das |le |la )?(?:pass(?:word|wort)?|pw)[ ])?[\"'`]{0,2}\Z"
)
"""What is between a user's name and the password."""
_NAME_AND_NUMBER = re.compile(r"[A-Z][a-z]{4,}#\d+")
_WORD_AND_NUMBER = re.compile(r"[A-Za-z]+[\d.]{1,4}")
_STEP = re.compile(r"[\s,;|(){}\[\]\\]|&(?=[\w.-]{1,40}=|[\s&]|amp;|$)")
_LINE_START = re.compile(r"[ \t]*(?:(?:export|set|setenv|ENV|ARG|SET|-e|--env|-)[ \t]+)?\"?")
_CALL = re.compile(r"[A-Za-z_$][\w$.:>?!-]*[(\[{]")


def entropy(text: str) -> float:
    """Return the Shannon entropy in bits per character."""
    if not text:
        return 0.0
    return -sum(n / len(text) * math.log2(n / len(text)) for n in Counter(text).values())


def luhn(number: str) -> bool:
    """Return whether the digits end in the check digit of payment cards (ISO/IEC 7812-1)."""
    digits = [int(c) for c in reversed(number)]
    doubled = (sum(divmod(2 * d, 10)) for d in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0


def iban(number: str) -> bool:
    """Return whether the check digits are those of an account's number (ISO 13616)."""
    compact = number.replace(" ", "")
    digits = "".join(str(int(c, 36)) for c in compact[4:] + compact[:4])
    return 15 <= len(compact) <= 34 and int(digits) % 97 == 1


def _is_path(value: str) -> bool:
    """Return whether it is a path or an address: not base64, which may begin with a slash as well."""
    if _FILE_PATH.match(value) is None:
        return False
    return (
        _BASE64.fullmatch(value) is None
        or not _both_cases(value)
        or len(_CHANGE.findall(value)) < _OFTEN * len(value)
    )


def _presented(text: str, name: int, value: int) -> bool:
    """Return whether the talk from before the name up to the value says that the value is what is named."""
    line = text.rfind("\n", max(0, name - 60), name) + 1 or max(0, name - 60)
    return _NAMES_NO_SECRET.search(text, line, value) is None and (
        _JOINED.search(text, value - 12, value) is not None or _PRESENTS.search(text, line, name) is not None
    )


def _both_cases(value: str) -> bool:
    return any(c.isupper() for c in value) and any(c.islower() for c in value)


def _strong(value: str) -> bool:
    """Return whether there are letters with digits or signs: hardly a word."""
    letters = any(c.isalpha() for c in value)
    return letters and any(c.isdigit() or c in "!@#$%^&*+?~" for c in value)


def _signed(value: str) -> bool:
    """Return whether there are signs within as only passwords have them: no reference, address or option."""
    return any(c in "!#$%&*+?^~" for c in value[1:]) and _REFERENCE.fullmatch(value) is None


class _Place:
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
        groups = _GROUPS_OF_FOUR.match(text, self.start)
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


_SHORTEST = {"password": 4, "secret": 4, "token": 8, "key": 16}
_HOWS = ("says", "asked", "to", "bare", "call", "pair", "below", "other", "dash", "compared", "tag")
_LOOSE = frozenset(("to", "bare", "call", "pair", "below", "other", "dash", "compared"))
"""Only near its name, not given to it: the value must look the more like a secret."""


class Plausibility:
    """Decides whether what a rule found is a secret, and where exactly it begins and ends."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words
        self._names = Names(words)
        self._sentences = Sentences(words)
        self._checks: dict[str, Callable[[str], bool]] = {
            "any": lambda value: True,
            "value": lambda value: not self._placeholder(value),
            "token": self._token,
            "argument": lambda value: (
                not (self._placeholder(value) or _is_path(value) or _VERSION.fullmatch(value))
                and value.lower() not in self._words.code_words
                and value.lower() not in self._words.said_of_passwords
            ),
            "option": lambda value: self._checks["argument"](value) and self._word_given(value),
            "iban": iban,
            "strong": self._clearly_strong,
            "listed": self._listed,
            "words": self._phrase_given,
            "key": lambda value: len(set(value)) > 6 and "XXXX" not in value,
            "mixed": self._mixed,
            "scrambled": self._scrambled,
            "random": lambda value: self._random(value) and not self._placeholder(value),
            "phrase": lambda value: (
                len(set(value.lower().split())) >= 10 and not _NOT_IN_SEEDS & set(value.lower().split())
            ),
        }

    def secret_in(
        self, check: str, match: re.Match[str], span: tuple[int, int], place: re.Match[str]
    ) -> tuple[int, int] | None:
        """Return the span of the secret that a rule's match holds; None where it is none.

        `place` is where the rule matched, `match` the value that its `each` found there, or the same.
        """
        start, end = span
        hint = place.start()
        if start >= end:
            return None
        if check in ("password", "secret"):
            return self._named(check, match, span, hint)
        if check == "code":
            return span if self._sentences.code(place, span) else None
        if check == "thing":
            return span if self._sentences.thing(place, span) else None
        if check == "told":
            return self._told(place, span)
        if check == "pair":
            return self._pair(place, span)
        value = match.string[start:end]
        if check == "card":
            return span if self._card(match.string, start, end) else None
        if check == "clause":
            return span if _presented(match.string, hint, start) and self._scrambled(value) else None
        return span if self._checks[check](value) else None

    def _named(
        self, check: str, match: re.Match[str], span: tuple[int, int], hint: int
    ) -> tuple[int, int] | None:
        name = self._names.around(match.string, hint)
        kind = name.kind
        if kind == "" or (kind != "password" and check == "password"):
            return None
        if span[1] - span[0] < _SHORTEST[kind]:
            return None
        place = _Place(match, span, name)
        if place.how == "other" and self._names.is_of_another(match.string[name.end : place.start]):
            return None
        value = place.value
        if place.name.end - place.name.start == 4 and not place.quoted and _CAMEL.fullmatch(value):
            return None  # PASS: TestOfSomething
        if sum(c.isalnum() for c in value.replace("\\n", "")) < 2:
            return None  # `All tests pass:` and an escaped list
        if len(value) < 4 or self._placeholder(value) or value.endswith(":"):
            return None
        if place.how == "bare" and _ASSIGNED.match(value):
            return None  # another name, with its value
        if kind == "password":
            real = self._password(value, place)
        elif kind == "secret":
            real = self._secret(value, place) or (
                place.how == "is"
                and (place.quoted or (place.whole_line and (place.name.shouted or _strong(value))))
                and self._password(value, place)
            )
        else:
            real = self._secret(value, place)
        user = _USER_WITHIN.match(value) if real and kind == "token" else None
        return (place.start + (user.end() if user else 0), place.end) if real else None

    def _told(self, place: re.Match[str], span: tuple[int, int]) -> tuple[int, int] | None:
        """Return the span of a password that stands somewhere in the sentence that names it."""
        text, start = place.string, span[0]
        value = text[slice(*span)].rstrip(".,:;*")
        if not self._given_in_talk(value):
            return None
        name = self._names.around(text, place.start())
        end = start + len(value)
        if name.kind != "password" or (start < name.end and end > name.start):
            return None
        signed = _signed(value)
        behind = _FIRST_WORD.match(text, name.end)
        if not signed and behind is not None and self._names.is_of_another(behind.group(1)):
            return None
        return (start, end) if self._sentences.password(text, name, start, end, signed) else None

    def _pair(self, place: re.Match[str], span: tuple[int, int]) -> tuple[int, int] | None:
        """Return the span of a password that stands beside a user's name."""
        text, start = place.string, span[0]
        value = text[slice(*span)].rstrip(".,:;*")
        if (
            start < place.end()
            or "/" in value
            or not self._given_in_talk(value)
            or is_code(text[place.end() : start])
        ):
            return None
        beside = _USER_BESIDE.search(text, max(0, start - 30), start)
        if beside is None:
            return None
        if _WORD_AND_NUMBER.fullmatch(value):
            return None
        sure = _signed(value) or _NAME_AND_NUMBER.fullmatch(value) is not None
        if not sure:
            sure = len(value) >= 8 if beside.group(1) is None else self._mixed(value) and _both_cases(value)
        return (start, start + len(value)) if sure else None

    def _given_in_talk(self, value: str) -> bool:
        """Return whether a word of a sentence looks like a password: no assignment, hash, reference, name."""
        return (
            len(value) >= 5
            and self._clearly_strong(value)
            and _ASSIGNMENT.match(value) is None
            and (_HEX.fullmatch(value) is None or len(value) < 16)
            and _UUID.fullmatch(value) is None
            and not (_NAME_OF_FIELD.fullmatch(value) and self._talks(value))
        )

    def _listed(self, value: str) -> bool:
        """Return whether it looks like a password or key even where nothing but its place tells of it."""
        value = value.strip("*_.")
        return (
            any(c.isdigit() for c in value)
            and self._given_in_talk(value)
            and (_signed(value) or (self._mixed(value) and (_both_cases(value) or self._scrambled(value))))
        )

    def _phrase_given(self, value: str) -> bool:
        """Return whether it is several words that are no sentence about pass phrases."""
        words = [word.lower() for word in _WORD.findall(value)]
        talk = [
            word
            for word in words
            if word in self._words.sentence_words
            or word in self._words.said_of_passwords
            or word in self._words.placeholders
        ]
        return (
            len(words) >= 2
            and not self._talks(value)
            and words[0] not in talk
            and len(talk) <= (len(words) - 1) // (2 if len(words) > 4 else 3)
        )

    # What a value is not

    def _placeholder(self, value: str) -> bool:
        low = value[:200].lower()
        return (
            low.strip("\"'`.,:;!?*-_[]()") in self._words.placeholders
            or len(set(low)) <= 2
            or _VARIABLE.match(value) is not None
            or low[0] == "?"
            or (low[0] == "[" and low[-1] == "]")
            or (any(part in low for part in self._words.placeholder_parts) and not self._jumbled(value))
        )

    def _jumbled(self, value: str) -> bool:
        """Return whether it is too random to be a placeholder, even if it spells one."""
        return entropy(value) >= 4.2 and _both_cases(value) and any(c.isdigit() for c in value)

    def _code(self, value: str, quoted: bool) -> bool:
        return (
            _is_path(value)
            or _DATE.match(value) is not None
            or _VERSION.fullmatch(value) is not None
            or _UPPER_NAME.fullmatch(value) is not None
            or (not quoted and _CODE_PATH.fullmatch(value) is not None and len(_SCRAMBLED.findall(value)) < 3)
            or _CHECKS.fullmatch(value) is not None
            or value.lower() in self._words.technical
        )

    # What it looks like

    def _token(self, value: str) -> bool:
        return (
            entropy(value) >= 3.0
            and (any(c.isdigit() for c in value) or _both_cases(value))
            and not self._placeholder(value)
        )

    def _mixed(self, value: str) -> bool:
        return (
            any(c.isdigit() for c in value)
            and any(c.isalpha() for c in value)
            and (entropy(value) >= 3.0)
            and not self._placeholder(value)
        )

    def _scrambled(self, value: str) -> bool:
        """Return whether letters and digits change often: no words with numbers, path or UUID."""
        return (
            self._mixed(value)
            and len(_SCRAMBLED.findall(value)) >= 3
            and not self._code(value, quoted=False)
            and _UUID.fullmatch(value) is None
        )

    def _clearly_strong(self, value: str) -> bool:
        return (
            _strong(value)
            and any(c.isdigit() or c in "!#$%^&*" for c in value)
            and not (self._placeholder(value) or self._code(value, quoted=False))
            and _FILE_NAME.fullmatch(value) is None
            and _ADDRESS.match(value) is None
        )

    def _random(self, value: str) -> bool:
        return (
            len(value) >= 20
            and any(c.isdigit() for c in value)
            and _HEX.fullmatch(value) is None
            and entropy(value) >= 3.8
            and _both_cases(value)
            and _WORDS.fullmatch(value) is None
            and _IMAGE.match(value) is None
        )

    def _card(self, text: str, start: int, end: int) -> bool:
        if _NUMBERED.search(text, max(0, start - 24), start):
            return False
        number = re.sub(r"\D", "", text[start:end])
        return len(set(number)) > 2 and luhn(number)

    def _password(self, value: str, place: _Place) -> bool:
        if self._code(value, place.quoted) or (place.how == "tag" and value[0] == "@"):
            return False
        if _IDENTIFIER.fullmatch(value) and (
            self._talks(value) or (place.name.vague and place.how in _LOOSE)
        ):
            return False
        if place.how == "compared" and not place.quoted and value.isidentifier() and self._talks(value):
            return False
        if place.how in _LOOSE:
            sure = _strong(value) and (place.quoted or any(c.isdigit() for c in value))
            shouted = place.how == "pair" and place.name.shouted and not value[0].isupper()
            if place.how == "call" and not place.quoted:
                return False
            if " " in value:
                sure = sure or place.how == "to"
                return place.how in ("to", "bare") and place.quoted and sure and self._pass_phrase(value)
            if value.isdigit():
                return len(value) >= 6 and (place.quoted or place.name.shouted or place.how in ("to", "bare"))
            if self._strung(value):
                return place.quoted or place.name.shouted or place.how in ("to", "bare")
            plain = place.quoted and place.how in ("to", "call", "compared") and self._word_alone(value)
            return (sure and len(value) >= 6) or (shouted and value.isalnum()) or plain
        if " " in value or "\t" in value:
            return (
                self._pass_phrase(value)
                or self._two_words(value, place)
                or (
                    _GROUPS_OF_FOUR.fullmatch(value) is not None
                    and not any(word in self._words.sentence_words for word in value.split())
                )
            )
        if _HYPHENED.fullmatch(value):
            given = place.quoted or place.whole_line or (place.tight and not place.name.in_call)
            return (given and not self._talks(value)) or self._strung(value)
        if _WORDS.fullmatch(value) and (
            "." in value or "/" in value or ":" in value or "_" in value or "|" in value
        ):
            return place.name.shouted and place.tight and "_" in value and any(c.isdigit() for c in value)
        if value.isdigit():
            return len(value) >= 5 or (place.how == "says" and len(value) >= 4)
        if value.isalpha() or (value.replace("-", "").isalpha()):
            return self._word_as_password(value, place)
        return len(value) >= 4 and not (place.how == "flag" and value[0] == "-")

    def _word_as_password(self, value: str, place: _Place) -> bool:
        low = value.lower()
        if low in self._words.code_words or self._talks(value):
            return False
        if place.name.vague and not place.quoted and not (place.name.shouted and place.tight):
            return False
        if place.how == "tag":
            return len(value) >= 5 and value.islower() and low not in self._words.said_of_passwords
        if place.quoted:
            plain = _CAMEL.fullmatch(value) is None and len(value) >= 5
            return plain and (not value[0].isupper() or (place.name.compound and self._word_given(value)))
        if _CAMEL.fullmatch(value) and not place.name.shouted:
            return False
        if place.how == "flag":
            return len(value) >= 5
        if place.how == "says" or place.beside_user:
            return low not in self._words.said_of_passwords and not low.endswith(_PREDICATE_ENDS)
        if not (place.whole_line or (place.tight and not place.name.in_call)):
            return False
        return place.value.islower() or self._word_given(value)

    def _word_given(self, value: str) -> bool:
        """Return whether it is a value, not a word of the sentence that goes on behind the name."""
        low = value.lower()
        return not (
            low in self._words.said_of_passwords
            or low in self._words.sentence_words
            or low.endswith(_PREDICATE_ENDS)
            or self._talks(value)
        )

    def _strung(self, value: str) -> bool:
        """Return whether words are strung together as in `correct-horse-battery-staple`."""
        words = value.lower().split("-")
        return (
            len(words) >= 3
            and all(len(word) >= 3 and word.isalpha() for word in words)
            and not self._talks(value)
            and not any(word in self._words.sentence_words for word in words)
            and not any(word in self._words.said_of_passwords for word in words if word != "correct")
        )

    def _word_alone(self, value: str) -> bool:
        """Return whether it is a plain word: neither of code nor said of passwords."""
        low = value.lower()
        return (
            len(value) >= 5
            and value.isalpha()
            and value.islower()
            and low not in self._words.code_words
            and low not in self._words.said_of_passwords
            and not low.endswith(_PREDICATE_ENDS)
            and not self._talks(value)
        )

    def _talks(self, value: str) -> bool:
        """Return whether the value names passwords itself, as labels and names of fields do."""
        return any(self._names.speaks(word) for word in _WORD.findall(value.lower()))

    def _pass_phrase(self, value: str) -> bool:
        words = [word.lower() for word in _WORD.findall(value)]
        return (
            2 <= len(value.split()) <= 8
            and value == value.strip()
            and value[-1] not in ".?!:…,"
            and sum(word in self._words.sentence_words for word in words) <= any(c.isdigit() for c in value)
            and not self._talks(value)
            and all(len(word) < 20 for word in value.split())
            and _strong(value) | (value == value.lower() and len(words) >= 3)
        )

    def _two_words(self, value: str, place: _Place) -> bool:
        """Return whether it is a few words in quotes, given to a name, that are no label."""
        words = value.split(" ")
        return (
            place.quoted
            and place.how == "is"
            and len(words) <= 4
            and (place.name.shouted or not value[0].isupper())
            and all(
                len(word) >= 3
                and word.isalpha()
                and self._word_given(word)
                and word.lower() not in self._words.code_words
                and word.lower() not in self._words.placeholders
                for word in words
            )
        )

    def _key_of_some(self, value: str, place: _Place) -> bool:
        """Return whether it can be the key of a service we don't know (`acme_key = "…"`)."""
        return (
            place.how == "is"
            and (place.tight or place.quoted or place.whole_line)
            and len(value) >= (16 if place.name.shouted else 20)
            and sum(c.isdigit() for c in value) >= 3
            and any(c.isalpha() for c in value)
            and entropy(value) >= 3.3
        )

    def _secret(self, value: str, place: _Place) -> bool:
        if len(value) < 8 or " " in value or self._code(value, place.quoted) or _IMAGE.match(value):
            return False
        if place.how == "call" and not place.quoted:
            return False
        named = place.name.kind in ("secret", "token")
        if _UUID.fullmatch(value):
            return named
        if _WORDS.fullmatch(value) or (_CAMEL.fullmatch(value) and entropy(value) < 4.0):
            return False
        if place.how in _LOOSE and len(value) < 16:
            return False
        if not named:
            return self._random(value) or (place.name.compound and self._key_of_some(value, place))
        letters = any(c.isalpha() for c in value)
        if letters and any(c.isdigit() for c in value):
            return entropy(value) >= (2.9 if len(value) >= 12 else 2.5)
        return letters and len(value) >= 20 and entropy(value) >= 3.8 and _both_cases(value)


_PREDICATE_ENDS = (
    "ed", "ing", "ly", "able", "ible", "ful", "ive", "ent", "less", "ired", "lich", "ig", "bar", "elt", "ert",
    "iert", "ado", "ido", "ada", "ida", "ata", "ato", "uta", "uto", "ita", "ito", "ée", "é",
)  # fmt: skip
