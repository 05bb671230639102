"""The MCP server in Codex' `config.toml`: `[mcp_servers.arbor]` with `command`, `args` and
`startup_timeout_sec` (openai/codex:docs/config.md; codex-rs/config/src/mcp_types.rs).

The table is appended and cut out as text, so that nothing else moves; if it has another form (an inline
table, dotted keys), tomlkit changes it. Either way the result is parsed again and compared: everything but
our table must be unchanged. tomlkit is imported when it is needed, as it takes long.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from arbor_desktop.integrations.setup.invocation import Call, why_partly
from arbor_desktop.integrations.setup.json_settings import NAME, State, UnexpectedContent, named
from arbor_desktop.integrations.setup.json_text import BOM, Path
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.user_files.model import Standing

if TYPE_CHECKING:
    import tomlkit

ROOT = "mcp_servers"
BY_HAND = f"can't be changed safely. Change the table [{ROOT}.{NAME}] in it by hand."
_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)


@dataclass(frozen=True)
class TomlServer:
    """The MCP server in a TOML file."""

    call: Call

    def state(self, data: bytes | None) -> State:
        servers = _servers(_text(data))
        found = named(servers)
        if not found:
            return State(Standing.ABSENT)
        entry = servers[found[0]]
        if not self.call.same(entry):
            return State(Standing.PARTLY, *why_partly(entry, self.call))
        return State(Standing.INSTALLED)

    def install(self, data: bytes | None) -> bytes:
        text = _text(data)
        servers = _servers(text)
        found = named(servers)
        if not found:
            wanted = {**servers, NAME: self.call.entry}
            return _bytes(data, _checked(text, _appended(text, self.call.entry), wanted))
        if self.call.same(servers[found[0]]):
            return data or b""
        import tomlkit

        entry = self.call.updated(servers[found[0]])
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
        raise UnexpectedContent(f"is not UTF-8 (byte {error.start:,}). Fix it, then try again.") from None


def _bytes(data: bytes | None, text: str) -> bytes:
    return (BOM if (data or b"").startswith(BOM) else b"") + text.encode("utf-8")


def _parsed(text: str) -> dict[str, Any]:
    """Parse a TOML text. Raises UnexpectedContent."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnexpectedContent(f"can't be read as TOML: {error}. Fix it, then try again.") from None


def _document(text: str) -> tomlkit.TOMLDocument:
    """Parse valid TOML with tomlkit. Raises UnexpectedContent where tomlkit can't."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        return tomlkit.parse(text)
    except TOMLKitError:
        raise UnexpectedContent(BY_HAND) from None


def _servers(text: str) -> dict[str, Any]:
    servers = _parsed(text).get(ROOT, {})
    if not isinstance(servers, dict):
        raise UnexpectedContent(f"has something else than tables as “{ROOT}”. Fix it, then try again.")
    return servers


def _checked(before: str, after: str, servers: dict[str, Any]) -> str:
    """Return `after` if it means the same as `before` with these servers. Raises UnexpectedContent."""
    try:
        values = _parsed(after)
    except UnexpectedContent:
        values = {}
    wanted = {key: value for key, value in _parsed(before).items() if key != ROOT}
    if values != (wanted | {ROOT: servers} if servers or ROOT in values else wanted):
        raise UnexpectedContent(BY_HAND)
    return after


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _appended(text: str, entry: dict[str, Any]) -> str:
    import tomlkit
    from tomlkit.items import InlineTable

    if _parsed(text).get(ROOT) and isinstance((document := _document(text)).get(ROOT), InlineTable):
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
    """Remove the table and its sub-tables: as text if they have headers of their own."""
    import tomlkit

    key = rf"[\"']?{re.escape(name)}[\"']?"
    header = re.compile(rf"(?:(?<=\n)\r?\n|\A|(?<=\n))[ \t]*\[[ \t]*{ROOT}[ \t]*\.[ \t]*{key}[ \t]*[.\]]")
    shorter = text
    for found in reversed(list(header.finditer(text))):
        tried = shorter[: found.start()] + shorter[_end_of_table(shorter, found.end()) :]
        if _same_but(name, text, tried):  # else it was in a text of several lines
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
    """Return where the table ends whose header ends here. Comments above the next header belong to that."""
    following = _HEADER.search(text, place)
    if following is None:
        return len(text)
    lines = text[place : following.start()].splitlines(keepends=True)
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return place + sum(map(len, lines))


def _same_but(name: str, before: str, after: str) -> bool:
    """Return whether both mean the same, except for the server of this name."""
    try:
        old, new = _parsed(before), _parsed(after)
    except UnexpectedContent:
        return False
    for values in (old, new):
        values[ROOT] = {key: value for key, value in values.get(ROOT, {}).items() if key != name}
    return old == new
