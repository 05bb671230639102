"""Plausibility of secrets: a value's looks and its place set it apart from placeholders, code and talk."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from arbor_desktop import resources
from arbor_desktop.redaction.evidence import Evidence
from arbor_desktop.redaction.looks import (
    ADDRESS,
    IMAGE,
    PREDICATE_ENDS,
    UUID,
    VERSION,
    Looks,
    both_cases,
    entropy,
    iban,
    is_path,
    jagged,
    luhn,
    more_than_letters,
)
from arbor_desktop.redaction.places import GROUPS_OF_FOUR, Place
from arbor_desktop.redaction.rules import Vocabulary
from arbor_desktop.redaction.secret_names import Names

_NAMES_NO_SECRET = re.compile(
    r"(?<![^\W_])(?:public|primary|foreign|cache|commit|revision|sha\d{0,3}|md5|modulus|hash|checksum|digest|fingerprint|cursor"
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
_HYPHENED = re.compile(r"[a-z]+(?:[-_ ][a-z]+){2,}\d{0,4}")
_IDENTIFIER = re.compile(r"_+[A-Za-z]+|_*[A-Za-z]+_[A-Za-z_]*|[a-z]+(?:_[a-z\d]+)+")
_NEAR_KEYS = (
    "key", "secret", "token", "auth", "crypt", "otp", "login", "client", "sign", "cred", "hmac", "fernet",
    "bytes", "cipher", "jwt", "aes", "api", "schlüssel", "jeton", "connect", "bot", "pass", "clé", "header",
    "verify", "config", "pepper", "licen", "init", "ticket", "session",
)  # fmt: skip
"""A random value without one of these nearby is an id of something."""
_ADDRESS_OR_PATH = re.compile(r"\d{2,5}/|.*@[\w.-]+[:/]|.*\w{3}/[\w.]{3}")
_IN_QUERY = re.compile(r"[^&=]*&[\w.-]+=")
"""The value of one parameter in an address, with the next parameter."""
_KNOWN = re.compile(
    r"AAAA[BCE]|--|phc_|goog_|appl_|pk_live_|pk_test_|pub[0-9a-f]{32}|[\w+/=]{1,80}\n-----END [CP][EU]"
    r"|[A-Za-z0-9_-]{1,60}\.apps\.google|Ag[A-D][\w+/]{150}|wcFMA|eyJ(?:hbGci|0eXAi|raWQi)[\w-]{5,90}(?![\w.+/=-])"
    r"|(?:price|acct|cus|sub|pi|pm|prod|in|evt|ch|txn|seti|card|src|req|dp|re|po|si|ii)_[0-9A-Za-z]{14,40}"
    r"(?!\w)|[A-Z]{2}[0-9a-f]{32}(?!\w)"
)
"""Public keys, boundaries of mails, names of clients, what is encrypted, the first part of a token, ids of
Stripe and Twilio."""
_CAMEL = re.compile(r"[A-Za-z][a-z]*(?:[A-Z][a-z]+)+\d{0,2}")
_NOT_IN_SEEDS = frozenset("the and for are was with from not our its has their".split())  # noqa: SIM905
_NUMBERED = re.compile(
    r"(?<!card )(?<!amex )(?<!visa )\b(?:(?:order|invoice|ticket|tracking|account|transaction|request|serial"
    r"|reference|timestamp)\w*|(?:isbn|ref|time|imei|id|nr|no)s?)[\"'.]?[ \t]?[:=#]?[ \t]{0,2}[\"'#]?\Z",
    re.IGNORECASE,
)
_IN_ARN = re.compile(r"arn:aws[\w:/-]*\Z")
"""The name of a resource: `arn:aws:secretsmanager:…:secret:prod/db`."""
_USER_WITHIN = re.compile(r"[a-z]{2,12}[:/](?=[\w!#$%&*+?-]{6,40}\Z)")
_USER_AT_HOST = re.compile(r"[a-z][a-z\d_.-]*@(?:[a-z][a-z\d.-]*|\d{1,3}(?:\.\d{1,3}){3})(?:::?[\w/.-]*)?")
_PUBLIC = re.compile(
    r"(?:(?:(?:site|public|publishable)[_-]?key|challenge|nonce|opaque|checksum|digest|integrity|fingerprint"
    r"|thumbprint|etag)[\"']?\s{0,3}[:=]\s{0,3}[\"']?|;base64,|did:key:|arn:|ENC\(|ENC\[AES256_GCM,data:"
    r"|,iv:|,tag:|[ ](?:-h|--(?!\S{0,20}(?:pass|pw|psk|secret|token|bearer|jwt|key|api|pin|otp|auth|login"
    r"|user|cred|code|phrase|contrase|senha|mdp|kennwort|wachtwoord))"
    r"[a-z][\w-]{0,20})[ =]|[\"']\d+\.\d+\.\d+[\"'],\s{0,3}[\"']|[\"']n[\"']\s?:\s?[\"']"
    r"|no_pubkey |(?:commit|etag)[\"']?[ :=]{1,3}[\"'(]?)\Z",
    re.IGNORECASE,
)
"""Before a value that everybody may see."""
_ASSIGNED = re.compile(r"[A-Za-z]\w{2,}=\w")
_SHORTEST = {"password": 4, "secret": 4, "token": 8, "key": 16}
_LIMITS = {"number": 0.5, "word": 0.0, "literal": 0.5, "plain": 2.0}
"""The log odds from which a value is taken: most plain words beside a name of passwords are none."""
_UNSURE = frozenset(("password", "secret", "word", "plain", "literal", "clause", "scrambled"))
"""The checks of values that nothing but a name or words give away."""
_LOOSE = frozenset(("to", "bare", "call", "pair", "below", "other", "dash", "compared"))
"""Only near its name, not given to it: the value must look the more like a secret."""


def _presented(text: str, name: int, value: int) -> bool:
    """Return whether the talk from before the name up to the value says that the value is what is named."""
    line = text.rfind("\n", max(0, name - 60), name) + 1 or max(0, name - 60)
    return _NAMES_NO_SECRET.search(text, line, value) is None and (
        _JOINED.search(text, value - 12, value) is not None or _PRESENTS.search(text, line, name) is not None
    )


def _any_in(parts: tuple[str, ...], text: str) -> bool:
    low = text.lower()
    return any(part in low for part in parts)


class Plausibility:
    """Decides whether what a rule found is a secret, and where exactly it begins and ends."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words
        self._names = Names(words)
        self._looks = Looks(words, self._names)
        self._evidence = Evidence(words.groups, json.loads(resources.read_text("redaction_weights.json")))
        self._checks: dict[str, Callable[[str], bool]] = {
            "any": lambda value: True,
            "value": lambda value: not self._looks.placeholder(value),
            "token": self._looks.token,
            "argument": lambda value: (
                not (self._looks.placeholder(value) or is_path(value) or VERSION.fullmatch(value))
                and value.lower() not in self._words.code_words
                and value.lower() not in self._words.said_of_passwords
            ),
            "option": lambda value: self._checks["argument"](value) and self._looks.word_given(value),
            "iban": iban,
            "strong": self._looks.strong,
            "listed": self._looks.listed,
            "words": self._looks.phrase_given,
            "groups": lambda value: sum(c in "aeiou" for c in value) < 6 and not self._looks.says(value),
            "key": lambda value: len(set(value)) > 6 and re.search("XXXX|EXAMPLE", value) is None,
            "mixed": self._looks.mixed,
            "scrambled": self._looks.scrambled,
            "random": lambda value: self._looks.random(value) and not self._looks.placeholder(value),
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
        if check in _UNSURE and (
            _PUBLIC.search(match.string, max(0, start - 40), start) or _KNOWN.match(match.string, start)
        ):
            return None
        if check in ("password", "secret"):
            return self._named(check, match, span, hint)
        if check in _LIMITS:
            return self._judged(check, match.string, span)
        value = match.string[start:end]
        if check == "card":
            return span if self._card(match.string, start, end) else None
        if check == "clause":
            return span if _presented(match.string, hint, start) and self._looks.scrambled(value) else None
        return span if self._checks[check](value) else None

    def _named(
        self, check: str, match: re.Match[str], span: tuple[int, int], hint: int
    ) -> tuple[int, int] | None:
        name = self._names.around(match.string, hint)
        kind = name.kind
        if (
            kind == ""
            or _IN_ARN.search(match.string, max(0, name.start - 80), name.start)
            or (kind != "password" and check == "password")
        ):
            return None
        if span[1] - span[0] < _SHORTEST[kind]:
            return None
        place = Place(match, span, name)
        if place.how == "other" and self._names.is_of_another(match.string[name.end : place.start]):
            return None
        value = place.value
        if (
            place.name.end - place.name.start == 4
            and not place.quoted
            and _CAMEL.fullmatch(value.partition("/")[0])
        ):
            return None  # PASS: TestOfSomething/in_a_case
        if sum(c.isalnum() for c in value.replace("\\n", "")) < 2:
            return None  # `All tests pass:` and an escaped list
        if len(value) < 4 or self._looks.placeholder(value) or value.endswith(":"):
            return None
        if kind != "password" and not value.isascii():
            return None  # words of a language with other letters; only people choose such passwords
        if place.how == "bare" and _ASSIGNED.match(value):
            return None  # another name, with its value
        if kind == "password":
            real = self._password(value, place)
        elif kind == "secret":
            real = self._secret(value, place) or (
                place.how == "is"
                and (place.quoted or (place.whole_line and (place.name.shouted or more_than_letters(value))))
                and self._password(value, place)
            )
        else:
            real = self._secret(value, place)
        user = _USER_WITHIN.match(value) if real and kind == "token" else None
        return (place.start + (user.end() if user else 0), place.end) if real else None

    def _judged(self, kind: str, text: str, span: tuple[int, int]) -> tuple[int, int] | None:
        """Return the span of a value that the words around it tell to be a secret."""
        start, end = span
        if kind == "word":
            value = text[start:end].rstrip(".,:;*" if text[start - 1 : start] == "*" else ".,:;")
            end = start + len(value)
            if (
                not self._looks.given_in_talk(value)
                or _ADDRESS_OR_PATH.match(value)
                or _USER_AT_HOST.fullmatch(value)
                or _IN_QUERY.match(value)
            ):
                return None
        if text[start:end].lower().rstrip("?!") in self._words.technical:
            return None
        if kind == "number" and not self._evidence.possible(text, start, end):
            return None
        if kind == "plain" and not (
            self._evidence.given(text, start, end) and self._looks.unheard(text[start:end])
        ):
            return None
        if kind == "literal" and not (
            _any_in(_NEAR_KEYS, text[max(0, start - 100) : start] + text[end : end + 40])
            and self._looks.scrambled(text[start:end])
        ):
            return None
        return (start, end) if self._evidence.score(text, start, end, kind) > _LIMITS[kind] else None

    def _card(self, text: str, start: int, end: int) -> bool:
        if _NUMBERED.search(text, max(0, start - 24), start):
            return False
        number = re.sub(r"\D", "", text[start:end])
        return len(set(number)) > 2 and luhn(number)

    def _password(self, value: str, place: Place) -> bool:
        if len(value) >= 12 and value.isalnum() and jagged(value):
            return True
        told = place.how == "says" and any(c.isdigit() for c in value)
        tagged = place.how == "tag"
        if self._looks.code(value, place.quoted or told or tagged) or (tagged and value[0] == "@"):
            return False
        if _IDENTIFIER.fullmatch(value) and (
            self._looks.talks(value) or (place.name.vague and place.how in _LOOSE)
        ):
            return False
        if place.how == "compared" and not place.quoted and value.isidentifier() and self._looks.talks(value):
            return False
        if place.how in _LOOSE:
            if ADDRESS.fullmatch(value) or _USER_AT_HOST.fullmatch(value):
                return False
            sure = more_than_letters(value) and (place.quoted or any(c.isdigit() for c in value))
            shouted = place.how == "pair" and place.name.shouted and not value[0].isupper()
            if place.how == "call" and not place.quoted:
                return False
            if " " in value:
                sure = sure or place.how == "to"
                return (
                    place.how in ("to", "bare") and place.quoted and sure and self._looks.pass_phrase(value)
                )
            if value.isdigit():
                return len(value) >= 6 and (place.quoted or place.name.shouted or place.how in ("to", "bare"))
            if self._looks.strung(value):
                return place.quoted or place.name.shouted or place.how in ("to", "bare")
            plain = place.quoted and place.how in ("to", "call", "compared") and self._looks.word_alone(value)
            return (sure and len(value) >= 6) or (shouted and value.isalnum()) or plain
        if " " in value or "\t" in value:
            return (
                self._looks.pass_phrase(value)
                or self._two_words(value, place)
                or (GROUPS_OF_FOUR.fullmatch(value) is not None and not self._looks.says(value))
            )
        if _HYPHENED.fullmatch(value):
            given = place.quoted or place.whole_line or (place.tight and not place.name.in_call)
            return (given and not self._looks.talks(value)) or self._looks.strung(value)
        if self._looks.words(value) and any(c in "./:_|" for c in value):
            given = place.quoted or place.whole_line or (place.tight and not place.name.in_call)
            given = given or place.how == "tag" or place.beside_user
            vague = place.name.vague and not place.name.shouted
            return (
                (given or place.how == "says")
                and not vague
                and (
                    any(c.isdigit() for c in value)
                    or (place.quoted and place.how == "is" and both_cases(value))
                )
                and not any(c in "/:|" for c in value)
                and not self._looks.talks(value)
            )
        if value.isdigit():
            return len(value) >= 5 or (place.how == "says" and len(value) >= 4)
        if value.isalpha() or (value.replace("-", "").isalpha()):
            return self._word_as_password(value, place)
        return len(value) >= 4 and not (place.how == "flag" and value[0] == "-")

    def _word_as_password(self, value: str, place: Place) -> bool:
        low = value.lower()
        if low in self._words.code_words or self._looks.talks(value):
            return False
        if place.name.vague and not place.quoted and not (place.name.shouted and place.tight):
            return False
        if place.how == "flag":
            return len(value) >= 5
        if place.how == "tag":
            return len(value) >= 5 and value.islower() and low not in self._words.said_of_passwords
        if place.quoted:
            plain = _CAMEL.fullmatch(value) is None and len(value) >= 5
            return plain and (
                not value[0].isupper() or (place.name.compound and self._looks.word_given(value))
            )
        if _CAMEL.fullmatch(value) and not place.name.shouted:
            return False
        if place.how == "says" or place.beside_user:
            return low not in self._words.said_of_passwords and not low.endswith(PREDICATE_ENDS)
        if not (place.whole_line or (place.tight and not place.name.in_call)):
            return False
        return place.value.islower() or self._looks.word_given(value)

    def _two_words(self, value: str, place: Place) -> bool:
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
                and self._looks.word_given(word)
                and word.lower() not in self._words.code_words
                and word.lower() not in self._words.placeholders
                for word in words
            )
        )

    def _key_of_some(self, value: str, place: Place) -> bool:
        """Return whether it can be the key of a service we don't know (`acme_key = "…"`)."""
        return (
            place.how == "is"
            and (place.tight or place.quoted or place.whole_line)
            and len(value) >= (16 if place.name.shouted or both_cases(value) else 20)
            and (sum(c.isdigit() for c in value) >= 3 or jagged(value))
            and any(c.isalpha() for c in value)
            and entropy(value) >= 3.3
        )

    def _secret(self, value: str, place: Place) -> bool:
        if len(value) < 8 or " " in value or self._looks.code(value, place.quoted) or IMAGE.match(value):
            return False
        if place.how == "call" and not place.quoted:
            return False
        named = place.name.kind in ("secret", "token")
        if UUID.fullmatch(value):
            return named
        if named and value.isdigit():
            return len(value) >= 12 and place.tight
        if self._looks.words(value) or (_CAMEL.fullmatch(value) and entropy(value) < 4.0):
            return False
        if place.how in _LOOSE and len(value) < 16:
            return False
        if not named:
            return self._looks.random(value) or (place.name.compound and self._key_of_some(value, place))
        letters = any(c.isalpha() for c in value)
        if letters and any(c.isdigit() for c in value):
            return entropy(value) >= (2.9 if len(value) >= 12 else 2.5)
        if letters and place.how == "is" and jagged(value):
            return len(value) >= 10
        return letters and len(value) >= 20 and entropy(value) >= 3.8 and both_cases(value)
