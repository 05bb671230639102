"""The MCP server in Codex' `config.toml`: `[mcp_servers.arbor]` with `command`, `args` and
`startup_timeout_sec` (openai/codex:docs/config.md; codex-rs/config/src/mcp_types.rs).

The table is written at the end and cut out as text, so that nothing else moves; where it stands in another
form (an inline table, dotted keys), tomlkit changes it. Either way the outcome is read again and compared:
everything but our table must say what it said.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable

from arbor_desktop.integrations.setup.json_text import BOM, Path
from arbor_desktop.integrations.setup.pieces import Call, Look, Odd, is_there, why_partly
from arbor_desktop.integrations.setup.server_pieces import NAME, named
from arbor_desktop.user_files.model import Standing

ROOT = "mcp_servers"
BY_HAND = f"can't be changed safely. Change the table [{ROOT}.{NAME}] in it by hand."
_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)


@dataclass(frozen=True)
class TomlServer:
    call: Call
    exists: Callable[[str], bool] = is_there

    def look(self, data: bytes | None) -> Look:
        servers = _servers(_text(data))
        found = named(servers)
        if not found:
            return Look(Standing.ABSENT)
        entry = servers[found[0]]
        if not self.call.same(entry):
            return Look(Standing.PARTLY, why_partly(entry, self.call, self.exists))
        return Look(Standing.INSTALLED)

    def install(self, data: bytes | None) -> bytes:
        text = _text(data)
        servers = _servers(text)
        found = named(servers)
        if not found:
            wanted = {**servers, NAME: self.call.entry}
            return _bytes(data, _checked(text, _appended(text, self.call.entry), wanted))
        if self.call.same(servers[found[0]]):
            return data or b""
        entry = self.call.put_in(servers[found[0]])
        document = _document(text)
        table: Any = document[ROOT][found[0]]
        for key in [key for key in table if key not in entry]:
            del table[key]
        for key, value in entry.items():
            if table.get(key) != value:
                table[key] = value
        return _bytes(data, _checked(text, tomlkit.dumps(document), {**servers, found[0]: entry}))

    def remove(self, data: bytes, kept: Collection[Path]) -> bytes:
        text = _text(data)
        for name in named(_servers(text)):
            wanted = {key: value for key, value in _servers(text).items() if key != name}
            text = _checked(text, _cut(text, name), wanted)
        return _bytes(data, text)

    def containers(self, data: bytes) -> list[Path]:
        return []  # a table that is emptied goes with what was in it


def _text(data: bytes | None) -> str:
    try:
        return (data or b"").removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Odd(f"is not UTF-8 (byte {error.start:,}). Mend it, then try again.") from None


def _bytes(data: bytes | None, text: str) -> bytes:
    return (BOM if (data or b"").startswith(BOM) else b"") + text.encode("utf-8")


def _said(text: str) -> dict[str, Any]:
    """What a TOML text says, as Python's values."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Odd(f"can't be read as TOML: {error}. Mend it, then try again.") from None


def _document(text: str) -> tomlkit.TOMLDocument:
    """What tomlkit makes of a text that is TOML. Raises Odd where it knows less of TOML than others."""
    try:
        return tomlkit.parse(text)
    except TOMLKitError:
        raise Odd(BY_HAND) from None


def _servers(text: str) -> dict[str, Any]:
    servers = _said(text).get(ROOT, {})
    if not isinstance(servers, dict):
        raise Odd(f"has something else than tables as “{ROOT}”. Mend it, then try again.")
    return servers


def _checked(before: str, after: str, servers: dict[str, Any]) -> str:
    """`after`, if it says what `before` says but for the servers. Raises Odd."""
    try:
        said = _said(after)
    except Odd:
        said = {}
    wanted = {key: value for key, value in _said(before).items() if key != ROOT}
    if said != (wanted | {ROOT: servers} if servers or ROOT in said else wanted):
        raise Odd(BY_HAND)
    return after


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _appended(text: str, entry: dict[str, Any]) -> str:
    if _said(text).get(ROOT) and isinstance((document := _document(text)).get(ROOT), InlineTable):
        table: Any = document[ROOT]
        table[NAME] = entry
        return tomlkit.dumps(document)
    newline = _newline(text)
    lines = [
        f"[{ROOT}.{NAME}]",
        *(f"{key} = {tomlkit.item(value).as_string()}" for key, value in entry.items()),
    ]
    gap = "" if not text else newline if text.endswith("\n") else newline * 2
    return text + gap + newline.join(lines) + newline


def _cut(text: str, name: str) -> str:
    """Without the table and its sub-tables: as text where they stand under headers of their own."""
    key = rf"[\"']?{re.escape(name)}[\"']?"
    header = re.compile(rf"(?:(?<=\n)\r?\n|\A|(?<=\n))[ \t]*\[[ \t]*{ROOT}[ \t]*\.[ \t]*{key}[ \t]*[.\]]")
    shorter = text
    for found in reversed(list(header.finditer(text))):
        tried = shorter[: found.start()] + shorter[_end_of_table(shorter, found.end()) :]
        if _same_but(name, text, tried):  # else it stood in a text of several lines
            shorter = tried
    if name not in _servers(shorter):
        return shorter
    document = _document(text)
    table: Any = document[ROOT]
    del table[name]
    if not table:
        del document[ROOT]
    return tomlkit.dumps(document)


def _end_of_table(text: str, place: int) -> int:
    """Where the table ends whose header ends here. What stands above the next header belongs to that."""
    following = _HEADER.search(text, place)
    if following is None:
        return len(text)
    lines = text[place : following.start()].splitlines(keepends=True)
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return place + sum(map(len, lines))


def _same_but(name: str, before: str, after: str) -> bool:
    """Whether both say the same, but for the server of this name."""
    try:
        old, new = _said(before), _said(after)
    except Odd:
        return False
    for said in (old, new):
        said[ROOT] = {key: value for key, value in said.get(ROOT, {}).items() if key != name}
    return old == new
