"""Cases for the redaction door, written by hand, their secrets made up when they are read.

A file of cases has sections, `== kind`. In a section of kind `block`, `private-key` or `hidden` a case is all
lines up to a line `--`; in any other a case is one line, with `\\n` for a line break. `⟦…⟧` is a secret that
must go; in the sections of keep*.txt nothing may go. `«…»` is made up, from a seed that is the case itself,
so that no file holds anything that could be taken for a real secret:

`anN lowN hexN HEXN UPN UPDN ANN b58:N dN` N letters of an alphabet, `url:` and `b64:` with a colon or without
one, `pwN` a password with signs, `uuid`, `pem:N` and `pemx:N` lines of base64 (with `\\n` between them),
`wordsN`, `card cards cardd amex` valid card numbers, `w:X` just X.
"""

from __future__ import annotations

import base64
import random
import re
import string
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CASES = Path(__file__).parent / "cases"
_BLOCKS = frozenset(("block", "private-key"))
_ALPHABETS = {
    "an": string.ascii_letters + string.digits,
    "AN": string.ascii_uppercase + string.digits,
    "UP": string.ascii_uppercase + "234567",
    "UPD": string.ascii_uppercase + string.digits,
    "B32": string.ascii_uppercase + "234567",
    "low": string.ascii_lowercase + string.digits,
    "hex": "0123456789abcdef",
    "HEX": "0123456789ABCDEF",
    "d": string.digits,
    "url": string.ascii_letters + string.digits + "-_",
    "b64": string.ascii_letters + string.digits + "+/",
    "b64p": string.ascii_letters + string.digits,
    "b58": "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    "pw": string.ascii_letters + string.digits + "!#%*" + "+-_?",
    "pwu": string.ascii_letters + string.digits + "!*-_",
}
_WORDS = [
    "apple",
    "bridge",
    "canyon",
    "dwarf",
    "eagle",
    "fabric",
    "garden",
    "hammer",
    "island",
    "jungle",
    "kitten",
    "ladder",
    "magnet",
    "napkin",
    "orange",
    "pencil",
    "quarter",
    "ribbon",
    "saddle",
    "tunnel",
    "unlock",
    "velvet",
    "window",
    "yellow",
    "zebra",
    "anchor",
    "basket",
    "copper",
    "domain",
    "engine",
]


@dataclass(frozen=True)
class Case:
    """A text and the spans in it that are secrets."""

    kind: str
    text: str
    secrets: tuple[tuple[int, int], ...]


def read(path: Path) -> list[Case]:
    """The cases of a file."""
    return [_case(kind, text) for kind, text in _sections(path.read_text(encoding="utf-8"))]


def _sections(text: str) -> Iterator[tuple[str, str]]:
    for section in re.split(r"^== ", text, flags=re.MULTILINE)[1:]:
        kind, _, body = section.partition("\n")
        pieces = body.split("\n--\n") if kind in _BLOCKS else body.split("\n")
        yield from ((kind, piece.rstrip("\n")) for piece in pieces if piece.strip())


def _case(kind: str, template: str) -> Case:
    chooser = random.Random(template)
    lines = template if kind in _BLOCKS else template.replace("\\n", "\n")
    filled = re.sub(r"«([^»]+)»", lambda match: _made(match.group(1), chooser), lines)
    text, spans, start = "", [], 0
    for piece in re.split("([⟦⟧])", filled):
        if piece == "⟦":
            start = len(text)
        elif piece == "⟧":
            spans.append((start, len(text)))
        else:
            text += piece
    return Case(kind, text, tuple(spans))


def _made(spec: str, chooser: random.Random) -> str:
    if spec.startswith("w:"):
        return spec[2:]
    match = re.fullmatch(r"(b64p|b64|b58|B32|[A-Za-z]+):?(\d*)", spec)
    if match is None:
        raise ValueError(f"nothing is made of «{spec}»")
    name, count = match.group(1), int(match.group(2) or 0)
    if name == "uuid":
        return str(uuid.UUID(int=chooser.getrandbits(128), version=4))
    if name in ("pem", "pemx"):
        lines = [base64.b64encode(chooser.randbytes(48)).decode() for _ in range(count)]
        return ("\n" if name == "pem" else "\\n").join([*lines[:-1], lines[-1][:40]])
    if name == "words":
        return " ".join(chooser.sample(_WORDS, count))
    if name in ("card", "cards", "cardd", "amex"):
        return _card(name, chooser)
    return _letters(name, count, chooser)


def _letters(name: str, count: int, chooser: random.Random) -> str:
    """Made-up letters with a digit, a capital, a small letter and a sign, where the alphabet has them."""
    letters = _ALPHABETS[name]
    made = [chooser.choice(letters) for _ in range(count)]
    classes = [
        [c for c in letters if test(c)] for test in (str.isdigit, str.islower, str.isupper, _is_password_sign)
    ]
    wanted = [group for group in classes if group and count >= 8]
    if name in ("pw", "pwu") or count < 20:
        for place, group in zip(
            chooser.sample(range(1, max(count - 1, 2)), k=min(len(wanted), max(count - 2, 0))),
            wanted,
            strict=False,
        ):
            made[place] = chooser.choice(group)
    return "".join(made)


def _is_password_sign(letter: str) -> bool:
    return letter in "!#%*+?"


def _card(name: str, chooser: random.Random) -> str:
    length = 15 if name == "amex" else 16
    digits = [3, 7] if name == "amex" else [4]
    digits += [chooser.randrange(10) for _ in range(length - len(digits) - 1)]
    check = _check_digit(digits)
    number = "".join(map(str, [*digits, check]))
    if name == "amex":
        return f"{number[:4]} {number[4:10]} {number[10:]}"
    joint = {"card": "", "cards": " ", "cardd": "-"}[name]
    return joint.join(number[n : n + 4] for n in range(0, 16, 4))


def _check_digit(digits: list[int]) -> int:
    doubled = [sum(divmod(digit * (2 if n % 2 == 0 else 1), 10)) for n, digit in enumerate(reversed(digits))]
    return -sum(doubled) % 10
