"""One memory's text as one line that stays inside its bullet (spec 4.3, 8.3).

A memory may hold anything somebody said or pasted. In a block that an AI reads, it must not end the block,
begin another one, open a heading or a list, or carry characters that nobody sees. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

NAMES = ("usercontext", "systemreminder")
"""Tags that mean something where the block is read, folded: its own, and that of the tool around it."""
UNREADABLE = "(no readable text)"

_HIDDEN = frozenset(("Cc", "Cf", "Cs"))
"""Control characters; zero width, bidi and tag characters; halves of surrogate pairs."""
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\uffa0\ufe00-\ufe0e\U000e0100-\U000e01ef]"
)
"""Fillers and variation selectors: letters and marks for Unicode, nothing on a screen. U+FE0F, which makes a
character an emoji, stays."""
_OPENER = re.compile(
    r"(?:[<＜﹤‹〈〈⟨«≺˂ᐸ❮❬❰⟪《⟦⦑⧼⪡≪≤〱]"
    r"|&(?:amp;)*(?:lt|#0*60|#x0*3c)\b;?|%(?:25)*3c|\\u\{?0*3c\}?|\\x3c|\\0?74)+", re.IGNORECASE
)  # fmt: skip
"""What opens a tag, or looks or is decoded like that; several one after the other are one."""
_WINDOW = 120
"""Characters after an opener among which a tag's name is looked for."""
_ALIKE = str.maketrans("асеохтѕυսοετχсցոпηпυϲᴜꜱᴇʀᴄᴏɴᴛʏᴍɪᴅ", "aceoxtsuuoetxcgnnnnucusercontymid")
"""Letters of other alphabets, and small capitals, that look like those of the names."""
_MARKER = re.compile(
    r"#{1,6}(?= |$)|[-+*](?= |$)|>|`{3,}|~{3,}|\||\[[ xX]?\](?= |$)|(?:[-*_] ?){3,}$|"
    r"(?P<number>\d{1,9})[.)](?= |$)"
)
"""Beginnings of a heading, a list, a quotation, a fence, a table or a line."""


def one_line(text: str) -> str:
    """`text` as it may follow "- " in the block: on one line, without what is unseen, with its tags defused
    and a backslash before a leading Markdown mark."""
    return _escaped(quoted(text))


def quoted(text: str) -> str:
    """Return the same for the inside of a line, where a leading mark means nothing."""
    line = " ".join(text.split())
    if not line.isprintable():
        line = "".join(char for char in line if unicodedata.category(char) not in _HIDDEN)
    if not line.isascii():
        line = " ".join(_UNSEEN.sub("", line).split())
    if _OPENER.search(line) and any(name in _folded(line) for name in NAMES):
        line = _OPENER.sub(_defused, line).strip()
    return line.strip() or UNREADABLE


def shortened(text: str, most: int) -> str:
    """Return the beginning of `text`, at most `most` characters, cut between words where there are any."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    at_word = head.rsplit(" ", 1)[0]
    return (at_word if len(at_word) > most // 2 else head).rstrip() + "…"


def _defused(opener: re.Match[str]) -> str:
    after = opener.string[opener.end() : opener.end() + _WINDOW]
    return "(" if _folded(after).startswith(NAMES) else opener.group()


def _folded(text: str) -> str:
    """Return only letters and digits, as they look: without case, accents, width and encodings."""
    import html  # only what looks like a tag needs it

    plain = unquote(html.unescape(html.unescape(text)))
    plain = unicodedata.normalize("NFKD", plain).casefold().translate(_ALIKE)
    return "".join(char for char in plain if char.isascii() and char.isalnum())


def _escaped(line: str) -> str:
    marker = _MARKER.match(line)
    if marker is None:
        return line
    at = marker.end("number") if marker["number"] else 0
    return f"{line[:at]}\\{line[at:]}"
