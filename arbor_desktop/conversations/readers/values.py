"""Values as sources write them: JSON of any type, times, texts and paths, tags in a text, tool calls.

Pure functions that never raise for what they are given, unless they say so.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import msgspec

from arbor_desktop.conversations.model import Role, TurnKind

MAX_GLUED = 64
BOM = b"\xef\xbb\xbf"
PADDING = b" \t\r\n\x00"
"""What surrounds a record: a power loss leaves NUL bytes at the end of a file."""

_UTF8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_WESTERN = frozenset("àâäáåãæçéèêëíìîïñóòôöõøœúùûüßÀÄÅÆÇÉÈÊÑÓÖØŒÚÜ“”‘’„‚‹›–—…•€«»°§©®™£´·±×µ¡¿")
"""Characters beyond ASCII that people write in Windows' Western encoding."""

_scanner = json.JSONDecoder()
_decoder = msgspec.json.Decoder()
_DRIVE = re.compile(r"/[A-Za-z]:(?:/|$)")


def decoded(data: bytes) -> str:
    """Return the text of bytes: UTF-8, or line by line Windows' Western encoding where that gives only likely
    characters. What is neither is replaced by U+FFFD."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return "".join(map(_line, data.splitlines(keepends=True)))


def _line(data: bytes) -> str:
    western = data.decode("cp1252", "replace")
    if _UTF8.search(data) or not all(sign.isascii() or sign in _WESTERN for sign in western):
        return data.decode("utf-8", "replace")
    return western


def in_utf8(data: bytes) -> bytes:
    """Return the bytes of a text in UTF-8 if its BOM says that it is UTF-16, else unchanged."""
    if not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data
    return data.decode("utf-16", "replace").encode("utf-8", "replace")


def objects(data: bytes) -> list[dict[str, Any]] | None:
    """Return the JSON objects on a line: nearly always one, more where lines were glued together.

    None where the line is damaged. Other encodings are guessed (`decoded`), lone surrogates replaced. A
    record torn off by the next one (`{"a": 1, "b{"a": 2}`) is lost, the whole one after it is not looked for.
    """
    try:
        found = _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return _glued(decoded(data))
    return [found] if isinstance(found, dict) else None


def _glued(text: str) -> list[dict[str, Any]] | None:
    found: list[dict[str, Any]] = []
    position = 0
    while position < len(text) and len(found) < MAX_GLUED:
        try:
            value, position = _scanner.raw_decode(text, position)
            value = storable(value)
        except (ValueError, RecursionError):
            return None
        if not isinstance(value, dict):
            return None
        found.append(value)
        while position < len(text) and text[position] in " \t\r\x00,":
            position += 1
    return found


def parse(data: bytes) -> Any:
    """Return the value of a JSON document; other encodings are guessed (`decoded`), lone surrogates replaced.

    Raises ValueError where it is no whole JSON, RecursionError where it is nested too deeply.
    """
    data = data.removeprefix(BOM).strip(PADDING)
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError):  # perhaps only its encoding is broken
        return storable(json.loads(decoded(data)))


def storable(value: Any) -> Any:
    """Return a JSON value with `?` for lone surrogates, which can be neither encoded nor stored.

    Raises RecursionError where it is nested too deeply.
    """
    return json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))


def embedded(value: Any) -> Any:
    """Return a value that may be written as JSON in a text; None where the text is none."""
    if not isinstance(value, str):
        return value
    try:
        return parse(value.encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None


def at(value: Any, *path: Any) -> Any:
    """Return what stands in objects within objects under these names; None where there is no such thing.

    The functions below take a value itself, or with the names that lead to it (they are called for each
    record, so they do not call this): sources change their types without notice.
    """
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def mapping(value: Any, *path: Any) -> Mapping[str, Any]:
    """Return the value if it is an object, else an empty one."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def sequence(value: Any, *path: Any) -> list[Any]:
    """Return the value if it is a list, else an empty one."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, list) else []


def mappings(value: Any, *path: Any) -> list[Mapping[str, Any]]:
    """Return the members of a list, as objects."""
    return [mapping(member) for member in sequence(value, *path)]


def text(value: Any, *path: Any) -> str:
    """Return the value if it is a text, else an empty one."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""


def first_text(record: Mapping[str, Any], names: Iterable[str]) -> str:
    """Return the first of the named fields that holds a text, "" where none does."""
    return next((found for name in names if (found := text(record, name))), "")


def inner_text(value: Any, name: str) -> str:
    """Return a text, or the text that an object has under `name`."""
    return value if isinstance(value, str) else text(value, name)


def content_text(value: Any, *path: Any) -> str:
    """Return the text of a message's content: a text, or a list of blocks."""
    content = at(value, *path)
    if isinstance(content, str):
        return content
    return "\n".join(filter(None, (text(part, "text") for part in sequence(content))))


def content_blocks(content: Any) -> list[Mapping[str, Any]]:
    """Return the blocks of a message's content, of which a text alone is one."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else mappings(content)


def number(value: Any, *path: Any) -> int:
    """Return a count such as tokens; 0 for anything else."""
    found = at(value, *path) if path else value
    if isinstance(found, bool) or not isinstance(found, int | float) or not abs(found) < 1 << 53:
        return 0
    return int(found)


def moment(value: Any, *path: Any) -> int | None:
    """Return milliseconds of a time: ISO 8601 (UTC unless it has a zone), seconds or milliseconds."""
    value = at(value, *path)
    if isinstance(value, str):
        if value.replace(".", "", 1).isdecimal():
            return moment(float(value))
        try:
            found = datetime.fromisoformat(value.strip())
            return int((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp() * 1000)
        except (ValueError, OverflowError):
            return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e14:
        return None
    return int(value) if value > 1e11 else int(value * 1000)


def path_of(uri: Any) -> str:
    """Return the path that an address such as `file:///c%3A/Users/ada` names, or a path as it is.

    Of a remote machine's folder, the path there; "" for anything else.
    """
    found = text(uri)
    if "://" not in found:
        return found
    try:
        path = unquote(urlsplit(found).path)
    except ValueError:  # no address
        return ""
    return path[1:] if _DRIVE.match(path) else path


def in_folder(path: str, folder: str | None) -> str:
    """Return `path`, within `folder` where it is relative and the folder is known."""
    if not path or not folder or is_absolute(path):
        return path
    return f"{folder}{'/' if '/' in folder else chr(92)}{path}"


def is_absolute(path: str) -> bool:
    """Return whether `path` begins at a root, of any system."""
    return path.startswith("/") or path[1:3] in (":\\", ":/")


OUTPUT_BYTES = 2048
"""How much of a tool's output is kept, from its end (spec 1.2)."""
COMMAND_CHARS = 2048
INJECTED_CHARS = 2048
"""How much is kept of text that a program put beside a prompt, such as files."""
TITLE_CHARS = 80
LINE_CHARS = 1024

_TERMINAL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
"""A control sequence or an operating system command (ECMA-48, 5.4 and 8.3.89)."""

CONTEXT_TAG = "user_context"
"""The block Arbor puts into sessions; it comes back in transcripts and is cut out."""


class Spoken(NamedTuple):
    """One thing said in a message."""

    role: Role
    kind: TurnKind
    text: str
    name: str = ""
    """Tells it from the others of its message."""
    at: int | None = None


def first_line(text: str) -> str:
    """Return the first line that is not blank, as far as secrets in a title's words are looked for."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")[:LINE_CHARS]


def is_slash_command(words: str) -> bool:
    """Return whether a prompt is a command such as `/clear`, not the path of a file."""
    return words.startswith("/") and words[1:2].isalpha() and "/" not in words[1:].split(maxsplit=1)[0]


def title_of(text: str) -> str:
    """Return the first line of a prompt, shortened to 80 characters at a word."""
    line = first_line(text)
    if len(line) <= TITLE_CHARS:
        return line
    cut = line[: TITLE_CHARS - 1]
    head, _, _ = cut.rpartition(" ")
    return (head if len(head) >= TITLE_CHARS // 2 else cut).rstrip() + "…"


def cut_spans(text: str, tag: str) -> tuple[str, list[str]]:
    """Return `text` without every well-formed `<tag …>…</tag>`, and what was cut. Linear time."""
    opening, closing = f"<{tag}", f"</{tag}>"
    if opening not in text:
        return text, []
    rest: list[str] = []
    cut: list[str] = []
    position = 0
    while (start := text.find(opening, position)) >= 0:
        inside = start + len(opening)
        if text[inside : inside + 1] not in (">", " ", "\n"):
            rest.append(text[position:inside])
            position = inside
            continue
        end = text.find(closing, inside)
        if end < 0:
            break
        rest.append(text[position:start])
        cut.append(text[start : end + len(closing)])
        position = end + len(closing)
    rest.append(text[position:])
    return "".join(rest), cut


def cut_tags(text: str, tags: Iterable[str]) -> tuple[str, list[str]]:
    """Return `text` without the spans of several tags, and what was cut."""
    found: list[str] = []
    for tag in tags:
        text, spans = cut_spans(text, tag)
        found += spans
    return text, found


def without_colours(text: str) -> str:
    """Return `text` without what only tells a terminal how to draw it."""
    return _TERMINAL.sub("", text) if "\x1b" in text else text


def tail(text: str) -> str:
    """Return the last 2 KB (in UTF-8) of `text`, cut between characters."""
    if len(text) * 4 <= OUTPUT_BYTES:
        return text
    tail = text[-OUTPUT_BYTES:].encode("utf-8", "replace")[-OUTPUT_BYTES:]
    return tail.decode("utf-8", "ignore")


def tool_call(name: str, target: str = "") -> str:
    """Return the text of a tool turn for a call: `Bash: make test`."""
    name, target = name.strip() or "tool", target.strip()[:COMMAND_CHARS]
    return f"{name}: {target}" if target else name


def tool_result(output: str, *, failed: bool = False) -> str:
    """Return the text of a tool turn for a result: `ok` or `error`, then the last 2 KB of its output."""
    state = "error" if failed else "ok"
    kept = tail(output.strip())
    return f"{state}\n{kept}" if kept else state


def without_context(text: str) -> str:
    """Return `text` without the blocks that Arbor put there itself."""
    return cut_spans(text, CONTEXT_TAG)[0]
