"""What is shown of an integration: one thing that can be installed and removed by itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from arbor_desktop.branches.model import INSTRUCTION_FILES
from arbor_desktop.context.model import HookHealth, Pulse
from arbor_desktop.ui.integrations.words import tr
from arbor_desktop.user_files.model import Integration, Part, Standing

HOOKS, MCP = "hooks", "mcp"
INSTRUCTIONS = "instructions"
"""The name of what is no tool: a project's own instruction file."""
_CALLED = {"gemini": "gemini-cli"}
"""Hooks are known by the name that the tool's conversations have, where that is another."""
_APART = ("claude-code",)
"""Tools whose parts are told apart: the hook and the server are different things to a person there."""
_STRIP = 4
_TROUBLED = (Pulse.SILENT, Pulse.FAILING)


@dataclass(frozen=True, slots=True)
class Tile:
    """`parts` are those of the tool that it stands for. `note` is about how it stands, `advice` what a person
    should know of the tool once it is installed. `file` is the instruction file of `project`."""

    key: str
    name: str
    title: str
    standing: Standing
    found: bool = True
    parts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    note: str = ""
    advice: str = ""
    health: HookHealth | None = None
    project: str | None = None
    file: str = ""

    @property
    def of_project(self) -> bool:
        """Whether it is a file of the project rather than a tool's configuration."""
        return self.name == INSTRUCTIONS

    @property
    def silent(self) -> bool:
        """Installed, but it does not answer, or not as it should."""
        return self.health is not None and self.health.pulse in _TROUBLED

    @property
    def troubled(self) -> bool:
        """Whether a person has to do something about it."""
        return self.silent or self.standing in (Standing.PARTLY, Standing.BLOCKED)


def called(name: str) -> str:
    """By which name the hooks of an integration are known to the service."""
    return _CALLED.get(name, name)


def hooked(integrations: Sequence[Integration]) -> list[str]:
    """Those whose hooks are installed, by the names that the service knows them by."""
    there = (Standing.INSTALLED, Standing.PARTLY)
    return [
        called(tool.name)
        for tool in integrations
        if any(part.key == HOOKS and part.standing in there for part in tool.parts)
    ]


def tiles(
    integrations: Sequence[Integration],
    health: Mapping[str, HookHealth],
    project: str | None = None,
    files: Sequence[Part] = (),
) -> list[Tile]:
    """All there is, in the order that they are listed in: Claude Code's, the project's files, the rest.
    `files`: how the instruction files of the project stand."""
    made: list[Tile] = []
    for tool in integrations:
        if tool.name in _APART:
            made += [_tile(tool, (part,), health) for part in tool.parts]
        else:
            made.append(_tile(tool, tool.parts, health))
    if project is None:
        return made
    known = {part.key: part for part in files}
    own = [_instructions(project, known[file]) for file in INSTRUCTION_FILES if file in known]
    at = 1 if made else 0  # after the first hook, as a person reads from what matters most
    return [*made[:at], *own, *made[at:]]


def for_strip(all_tiles: Sequence[Tile]) -> list[Tile]:
    """The few that a person most likely wants to see: of tools that are on this computer, one instruction
    file, and in any case what needs them."""
    files = [tile for tile in all_tiles if tile.of_project]
    chosen = next(
        (tile for tile in files if tile.standing is not Standing.ABSENT), files[0] if files else None
    )
    here = [
        tile
        for tile in all_tiles
        if tile is chosen or (not tile.of_project and (tile.found or tile.standing is not Standing.ABSENT))
    ]
    urgent = [tile for tile in here if tile.troubled][:_STRIP]
    rest = [tile for tile in here if tile not in urgent][: _STRIP - len(urgent)]
    wanted: Collection[Tile] = [*urgent, *rest]
    return [tile for tile in here if tile in wanted]


def _tile(tool: Integration, parts: Sequence[Part], health: Mapping[str, HookHealth]) -> Tile:
    keys = tuple(part.key for part in parts)
    whole = len(parts) == len(tool.parts)
    standing = Integration(tool.name, tool.title, tool.found, tuple(parts)).standing
    notes = [part.note for part in parts if part.note]
    beats = HOOKS in keys and any(
        part.key == HOOKS and part.standing in (Standing.INSTALLED, Standing.PARTLY) for part in parts
    )
    return Tile(
        tool.name if whole and len(keys) > 1 else f"{tool.name}.{'-'.join(keys)}",
        tool.name,
        _title(tool, keys, apart=tool.name in _APART),
        standing,
        tool.found,
        keys,
        tuple(dict.fromkeys(part.file for part in parts)),
        " ".join(dict.fromkeys(notes)),
        tool.note if HOOKS in keys or whole else "",
        health.get(called(tool.name)) if beats else None,
    )


def _title(tool: Integration, keys: Sequence[str], *, apart: bool) -> str:
    if not apart:
        return tool.title
    names = {HOOKS: tr("{tool} hook"), MCP: tr("{tool} MCP server")}
    titles = {part.key: part.title for part in tool.parts}
    return " ".join(names[key].format(tool=tool.title) if key in names else titles[key] for key in keys)


def _instructions(project: str, part: Part) -> Tile:
    return Tile(
        f"{INSTRUCTIONS}.{part.key}",
        INSTRUCTIONS,
        tr("{file} block").format(file=part.key),
        part.standing,
        project=project,
        file=part.key,
        files=(part.file,),
        note=part.note,
    )
