"""The looks of a value: like a password or key, or like a placeholder, a path, code, words of a sentence."""

from __future__ import annotations

import math
import re
from collections import Counter

from arbor_desktop.redaction.rules import Vocabulary
from arbor_desktop.redaction.secret_names import Names
from arbor_desktop.resources import common_words

_HEX = re.compile(r"[0-9a-fA-F]+")
UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_CODE_PATH = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)+!?")
_CHECKS = re.compile(r"[a-z]+(?::[\w,]+)?(?:\|[a-z_]+(?::[\w,]+)?)+")
_DATED = re.compile(
    r"[A-Za-z](?!(?:8|10|12|16|24|32|48|64|80|86|96|128|192|224|256|384|512)\Z)\d{2,4}\Z"
    r"|\A(?:[A-Z][a-z]{2,}\.){1,3}[A-Z]?[a-z]+\d{1,4}\Z"
)
"""As words of people end, hardly those of code."""
_SCRAMBLED = re.compile(r"[A-Za-z]\d|\d[A-Za-z]")
_WORDS = re.compile(r"[A-Za-z]+\d{0,2}(?:[_\-.:/|, ][A-Za-z]+\d{0,2})+")
_WITH_HASH = re.compile(r"[A-Za-z][\w.]*-(?:[\w.]+-){0,6}[0-9a-f]{32,128}")
"""The key of a cache: names, and the hash of files."""
_ISSUE = re.compile(r"[A-Z]{2,8}-\d{1,6}")
_RESOURCE = re.compile(r"(?:arn:)?aws:[a-z0-9-]+:")
_UPPER_NAME = re.compile(r"\d?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{20,}={0,2}")
_CHANGE = re.compile(r"[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])")
"""Where small letters, capitals and digits follow each other, but not as a capital begins a word."""
_JAGGED = re.compile(r"[a-z][A-Z](?![a-z])|[A-Z]{2,}(?=[a-z](?![a-z]))|(?<![A-Za-z])[a-z][A-Z]")
_HUMP = re.compile(r"[a-z](?=[A-Z])")
_OFTEN = 0.27
"""Base64 changes at 0.46 of its characters, paths at less than 0.2."""
_FILE_PATH = re.compile(
    r"(?:~|\.{1,2})?/|[A-Za-z]:[\\/]|(?:https?|file|env|hash|lmdb):|[\w.-]+/[\w./-]+\.\w{1,5}$"
)
_FILE_NAME = re.compile(r"[\w.-]+\.[a-z]{2,5}|\d+[a-z]{1,4}|[a-z]\d{1,4}")
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3,4}|(?:[0-9a-fA-F]{2}){3,4})")
ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,12}(?!\w)|\d{1,3}(?:\.\d{1,3}){3}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
VERSION = re.compile(r"[v^~=<>]{0,2}\d+\.\d+[\w.+-]*")
IMAGE = re.compile(r"iVBORw0KGgo|/9j/|R0lGOD|UklGR|data:|LS0tLS1CRUdJTiBDRV|LS0tLS1CRUdJTiBQVUJ")
_WORD = re.compile(r"[^\W\d_]+")
_VARIABLE = re.compile(
    r"<|\$[A-Za-z_]\w*-?$|\$[({\[]|%\w+%$|%[sd(]|\{|![A-Za-z-]+$|![a-z_]+$|@[A-Za-z_]+@$|&[a-z]+;|&\w+$|__\w+__$|arn:[a-z]"
    r"|(?:SHA\d{1,3}|MD5|(?:hmac-)?sha(?:1|256|384|512))[:-]|S-1-\d|\d+:in$|PBKDF2\w*$|Hmac\w+$|0x[0-9a-fA-F]{1,16}$|%[A-Z_]+-\d-",
    re.ASCII,
)
_REFERENCE = re.compile(r"[\w./-]*#\d+|\w+[-+~^*]\d+|[\w.-]+@[\w.-]+|[?&]?\w+=.*")
_NAME_OF_FIELD = re.compile(r"[A-Za-z_]+\d{0,3}|[A-Za-z]\w*_\w*", re.ASCII)
_IDEOGRAMS = re.compile(r"[^A-Za-z0-9]*[\u3040-\u30ff\u4e00-\u9fff][^A-Za-z0-9]*")
"""Chinese and Japanese can't be typed where a password is asked for."""
_ASSIGNMENT = re.compile(r"[\w.-]+[=:]|[-/&?@$]")
PREDICATE_ENDS = (
    "ed", "ing", "ly", "able", "ible", "ful", "ive", "ent", "less", "ired", "lich", "ig", "bar", "elt", "ert",
    "iert", "ado", "ido", "ada", "ida", "ata", "ato", "uta", "uto", "ita", "ito", "arse",
    "erse", "irse", "owane", "owany", "owana", "ée", "é",
)  # fmt: skip

_ABSTRACT_ENDS = (
    "tion", "sion", "tions", "able", "ible", "ability", "ness", "ity", "ize", "ise", "ized", "ised", "izing",
    "ung", "ungen", "heit", "keit", "ieren", "iert", "tät", "ción", "zione", "zioni", "ção", "ções", "ement",
    "cation", "ements", "mente", "ering", "ność", "ania", "enia",
)  # fmt: skip
"""So end names of actions and qualities, hardly passwords."""


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


def is_path(value: str) -> bool:
    """Return whether it is a path or an address: not base64, which may begin with a slash as well."""
    if _FILE_PATH.match(value) is None:
        return False
    return (
        _BASE64.fullmatch(value) is None
        or not both_cases(value)
        or len(_CHANGE.findall(value)) < _OFTEN * len(value)
    )


def both_cases(value: str) -> bool:
    return any(c.isupper() for c in value) and any(c.islower() for c in value)


def jagged(value: str) -> bool:
    """Return whether capitals come as in no word or name of code: `qYKymurFC`."""
    return len(_JAGGED.findall(value)) >= 2


def more_than_letters(value: str) -> bool:
    """Return whether there are letters with digits or signs: hardly a word."""
    letters = any(c.isalpha() for c in value)
    return letters and any(c.isdigit() or c in "!@#$%^&*+?~" for c in value)


def signed(value: str) -> bool:
    """Return whether there are signs within as only passwords have them: no reference, address or option."""
    return any(c in "!#$%&*+?^~" for c in value[1:]) and _REFERENCE.fullmatch(value) is None


class Looks:
    """Tells what a value looks like, with the words that the rules know. Immutable."""

    def __init__(self, words: Vocabulary, names: Names) -> None:
        self._words = words
        self._names = names

    def words(self, value: str) -> bool:
        """Return whether it is words joined by signs, as names of files and in code are."""
        return _WORDS.fullmatch(value) is not None and not jagged(value)

    def given_in_talk(self, value: str) -> bool:
        """Return whether a word of a sentence looks like a password: no assignment, hash, reference, name."""
        return (
            len(value) >= 5
            and self.strong(value)
            and _ASSIGNMENT.match(value) is None
            and (_HEX.fullmatch(value) is None or len(value) < 7 or value.isupper())
            and UUID.fullmatch(value) is None
            and not (_NAME_OF_FIELD.fullmatch(value) and self.talks(value))
        )

    def listed(self, value: str) -> bool:
        """Return whether it looks like a password or key even where nothing but its place tells of it."""
        value = value.strip("*_.")
        return (
            any(c.isdigit() for c in value)
            and self.given_in_talk(value)
            and (signed(value) or (self.mixed(value) and (both_cases(value) or self.scrambled(value))))
        )

    def phrase_given(self, value: str) -> bool:
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
            and not self.talks(value)
            and words[0] not in talk
            and len(talk) <= (len(words) - 1) // (2 if len(words) > 4 else 3)
        )

    def placeholder(self, value: str) -> bool:
        low = value[:200].lower()
        return (
            low.strip("\"'`.,:;!?*-_[]()") in self._words.placeholders
            or len(set(low)) <= 2
            or _VARIABLE.match(value.lstrip("\"'")) is not None
            or value[0] in "¿¡"
            or _IDEOGRAMS.fullmatch(value) is not None
            or (low[0] == "?" and not self.jumbled(value))
            or low.endswith("...")
            or "EXAMPLE" in value
            or (low[0] == "[" and low[-1] == "]")
            or (any(part in low for part in self._words.placeholder_parts) and not self.jumbled(value))
        )

    def jumbled(self, value: str) -> bool:
        """Return whether it is too random to be a placeholder, even if it spells one."""
        return (
            entropy(value) >= 4.2
            and any(c.isdigit() for c in value)
            and (both_cases(value) or len(value) >= 40)
        )

    def code(self, value: str, quoted: bool) -> bool:
        return (
            is_path(value)
            or _RESOURCE.match(value) is not None
            or (not quoted and value.startswith(("--", ":")))
            or _COLOUR.fullmatch(value) is not None
            or _DATE.match(value) is not None
            or VERSION.fullmatch(value) is not None
            or _UPPER_NAME.fullmatch(value) is not None
            or (
                not quoted
                and _CODE_PATH.fullmatch(value) is not None
                and len(_SCRAMBLED.findall(value)) < 3
                and _DATED.search(value) is None
            )
            or _CHECKS.fullmatch(value) is not None
            or _WITH_HASH.fullmatch(value) is not None
            or value.lower().rstrip("?!") in self._words.technical
        )

    def token(self, value: str) -> bool:
        return (
            entropy(value) >= 3.0
            and (any(c.isdigit() for c in value) or both_cases(value))
            and not self.placeholder(value)
        )

    def mixed(self, value: str) -> bool:
        return (
            any(c.isdigit() for c in value)
            and any(c.isalpha() for c in value)
            and (entropy(value) >= 3.0)
            and not self.placeholder(value)
        )

    def scrambled(self, value: str) -> bool:
        """Return whether letters and digits change often: no words with numbers, path or UUID."""
        return (
            self.mixed(value)
            and len(_SCRAMBLED.findall(value)) >= 3
            and not self.code(value, quoted=False)
            and UUID.fullmatch(value) is None
        )

    def strong(self, value: str) -> bool:
        return (
            more_than_letters(value)
            and any(c.isdigit() or c in "!#$%^&*" for c in value)
            and not (self.placeholder(value) or self.code(value, quoted=False))
            and _FILE_NAME.fullmatch(value) is None
            and _ISSUE.fullmatch(value) is None
            and ADDRESS.match(value) is None
        )

    def random(self, value: str) -> bool:
        return (
            len(value) >= 20
            and any(c.isdigit() for c in value)
            and _HEX.fullmatch(value) is None
            and entropy(value) >= 3.8
            and both_cases(value)
            and not self.words(value)
            and IMAGE.match(value) is None
        )

    def word_given(self, value: str) -> bool:
        """Return whether it is a value, not a word of the sentence that goes on behind the name."""
        low = value.lower()
        return not (
            low in self._words.said_of_passwords
            or low in self._words.sentence_words
            or low.endswith(PREDICATE_ENDS)
            or self.talks(value)
        )

    def unheard(self, value: str) -> bool:
        """Return whether it is a word, or several joined, that sentences hardly have: no common English word
        and none that is said of passwords."""
        low = value.lower()
        return (
            len(value) >= 5
            and low not in common_words()
            and low.removesuffix("s") not in common_words()
            and low not in self._words.code_words
            and low not in self._words.said_of_passwords
            and low not in self._words.sentence_words
            and not self.placeholder(value)
            and not (value.isalpha() and low.endswith(_ABSTRACT_ENDS))
            and len(_HUMP.findall(value)) < 3
            and not self.talks(value)
        )

    def strung(self, value: str) -> bool:
        """Return whether words are strung together as in `correct-horse-battery-staple`."""
        words = value.lower().split("-")
        return (
            len(words) >= 3
            and all(len(word) >= 3 and word.isalpha() for word in words)
            and not self.talks(value)
            and not any(word in self._words.sentence_words for word in words)
            and not any(word in self._words.said_of_passwords for word in words if word != "correct")
        )

    def word_alone(self, value: str) -> bool:
        """Return whether it is a plain word: neither of code nor said of passwords."""
        low = value.lower()
        return (
            len(value) >= 5
            and value.isalpha()
            and value.islower()
            and low not in self._words.code_words
            and low not in self._words.said_of_passwords
            and not low.endswith(PREDICATE_ENDS)
            and not self.talks(value)
        )

    def talks(self, value: str) -> bool:
        """Return whether the value names passwords itself, as labels and names of fields do."""
        return any(self._names.speaks(word) for word in _WORD.findall(value.lower()))

    def says(self, value: str) -> bool:
        """Return whether there is a word of sentences in it."""
        return any(word in self._words.sentence_words for word in value.split())

    def pass_phrase(self, value: str) -> bool:
        words = [word.lower() for word in _WORD.findall(value)]
        return (
            2 <= len(value.split()) <= 8
            and value == value.strip()
            and value[-1] not in ".?!:…,"
            and sum(word in self._words.sentence_words for word in words) <= any(c.isdigit() for c in value)
            and not self.talks(value)
            and all(len(word) < 20 for word in value.split())
            and more_than_letters(value) | (value == value.lower() and len(words) >= 3)
        )
