"""An integration as the window shows it; what is asked of whoever sets Arbor up in AI tools."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from arbor_desktop.branches.model import INSTRUCTION_FILES
from arbor_desktop.context.model import HookHealth, Pulse
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.ui.integrations.diff import Line
from arbor_desktop.ui.status import ago
from arbor_desktop.ui.translation import tr, translated
from arbor_desktop.user_files.model import Changed, FileChange, Integration, Part, Plan, Standing

INSTALL, REMOVE = "install", "remove"


class Setup(Protocol):
    """All of it reads files, `apply` also writes some: off the GUI's thread."""

    def list(self) -> Sequence[Integration]:
        """Every tool that is known, and how the integration stands there."""
        ...

    def plan(self, name: str, verb: str, parts: Sequence[str] | None = None) -> Plan:
        """What "install" or "remove" would change, for some parts or for all; nothing is changed."""
        ...

    def apply(self, plan: Plan) -> Sequence[Changed]:
        """Does it, if every file is still as it was looked at. Raises ArborError in words for people."""
        ...


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


def for_strip(all_tiles: Sequence[Tile], viewed: str = "") -> list[Tile]:
    """The few that a person most likely wants to see: of tools that are on this computer, one instruction
    file, and in any case those of what is `viewed` (a tool or a file) and what needs the person."""
    seen = [tile for tile in all_tiles if viewed and viewed == (tile.file or tile.name)]
    files = [tile for tile in all_tiles if tile.of_project]
    there = [tile for tile in files if tile.standing is not Standing.ABSENT]
    chosen = next(iter([*(tile for tile in seen if tile.of_project), *there, *files]), None)
    here = [
        tile
        for tile in all_tiles
        if tile is chosen
        or tile in seen
        or (not tile.of_project and (tile.found or tile.standing is not Standing.ABSENT))
    ]
    urgent = [*seen, *(tile for tile in here if tile.troubled and tile not in seen)][:_STRIP]
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
        " ".join(map(translated, dict.fromkeys(notes))),
        translated(tool.note) if HOOKS in keys or whole else "",
        health.get(called(tool.name)) if beats else None,
    )


def _title(tool: Integration, keys: Sequence[str], *, apart: bool) -> str:
    if not apart:
        return tool.title
    names = {HOOKS: tr("{tool}: automatic"), MCP: tr("{tool}: look-up")}
    titles = {part.key: part.title for part in tool.parts}
    return " ".join(names[key].format(tool=tool.title) if key in names else titles[key] for key in keys)


def _instructions(project: str, part: Part) -> Tile:
    return Tile(
        f"{INSTRUCTIONS}.{part.key}",
        INSTRUCTIONS,
        tr("{file} file").format(file=part.key),
        part.standing,
        project=project,
        file=part.key,
        files=(part.file,),
        note=translated(part.note),
    )


@dataclass(frozen=True, slots=True)
class Look:
    """`detail` stands beside the state in few words; `explained` is all that there is to say."""

    glyph: str
    token: str
    state: str
    detail: str = ""
    explained: str = ""

    @property
    def spoken(self) -> str:
        parts = (self.state, self.explained or self.detail)
        return ". ".join(part.rstrip(".") for part in parts if part) + "."


def look(tile: Tile, now: int) -> Look:
    """How a tile is shown. `now` in milliseconds."""
    if tile.standing is Standing.BLOCKED:
        words = tr("The file can't be read, so it is left unchanged.")
        return Look("warning", "warn", tr("Can't be read"), explained=tile.note or words)
    if tile.standing is Standing.PARTLY and tile.of_project:
        return Look("warning", "warn", tr("Needs update"), explained=tile.note)
    if tile.standing is Standing.PARTLY:
        words = tr(
            "Part of the integration is missing or starts another copy of Arbor. Choose Repair to fix this."
        )
        return Look("warning", "warn", tr("Needs repair"), explained=tile.note or words)
    if tile.standing is Standing.ABSENT:
        words = _gives(tile) if tile.found else tr("This AI tool was not found on this computer.")
        return Look("", "text3", tr("Not connected"), explained=words)
    if tile.silent and tile.health is not None:
        words = tr("Not responding") if tile.health.pulse is Pulse.SILENT else tr("Error")
        return Look("warning", "warn", words, explained=translated(tile.health.message))
    unheard = translated(tile.health.message) if tile.health is not None else ""
    more = " ".join(part for part in (tile.note, unheard or tile.advice) if part)
    return Look("check", "ok", tr("Connected"), _beat(tile.health, now), more)


def _gives(tile: Tile) -> str:
    """Return what the tool gets once it is connected."""
    if tile.of_project:
        return ""
    if HOOKS in tile.parts:
        return tr("Shares memories when a session starts and with your prompts.")
    return tr("Lets the AI look up memories, and suggest new ones.")


def _beat(health: HookHealth | None, now: int) -> str:
    if health is None:
        return ""
    if health.answered_at is None or health.answered_at < (health.installed_at or 0):
        return tr("not used yet")
    return tr("used {ago}").format(ago=ago(health.answered_at, now))


def trouble_line(health: HookHealth, title: str) -> str:
    """ "Claude Code hook does not answer", for the tray. `title` is the tool's."""
    if health.pulse is Pulse.FAILING:
        return tr("{tool} hook: error").format(tool=title)
    return tr("{tool} hook: not responding").format(tool=title)


def actions(tile: Tile) -> tuple[tuple[str, str], ...]:
    """What can be done with it: (verb, word on the button), the likelier first."""
    install, remove = (INSTALL, tr("Connect")), (REMOVE, tr("Disconnect"))
    if tile.standing is Standing.ABSENT:
        return (install,)
    if tile.standing is Standing.BLOCKED:
        return ()
    if tile.standing is Standing.PARTLY:
        return (INSTALL, tr("Update") if tile.of_project else tr("Repair")), remove
    return (remove,)


def done_words(tile: Tile, verb: str) -> str:
    """What was done, for the snackbar."""
    if verb == INSTALL and tile.standing is Standing.PARTLY:
        words = tr("“{what}” updated") if tile.of_project else tr("“{what}” repaired")
        return words.format(what=tile.title)
    words = tr("“{what}” connected") if verb == INSTALL else tr("“{what}” disconnected")
    return words.format(what=tile.title)


def heading(tile: Tile, verb: str) -> str:
    """The title of the sheet that shows the change."""
    if verb == INSTALL and tile.standing is Standing.PARTLY:
        words = tr("Update “{what}”") if tile.of_project else tr("Repair “{what}”")
        return words.format(what=tile.title)
    words = tr("Connect “{what}”") if verb == INSTALL else tr("Disconnect “{what}”")
    return words.format(what=tile.title)


def purpose(tile: Tile, verb: str) -> str:
    """What it leads to, before it is done."""
    if verb == REMOVE:
        if tile.of_project:
            return tr("This removes Arbor's text block from the file. The rest stays unchanged.")
        return tr(
            "{tool} will no longer use this integration. The rest of its configuration stays unchanged."
        ).format(tool=_tool(tile))
    if tile.of_project:
        return tr("Arbor writes the branch memory to a text block in this file, where AI tools can read it. "
            "The rest of the file stays unchanged.")  # fmt: skip
    hook, server = "hooks" in tile.parts, "mcp" in tile.parts
    told = tr(
        "Each {tool} session sees global memories and those of its project. The Context page shows them."
    )
    asks = tr("{tool} can search your memories and save or suggest new ones.")
    words = [text for text, wanted in ((told, hook), (asks, server)) if wanted]
    return " ".join(words).format(tool=_tool(tile))


def _tool(tile: Tile) -> str:
    """The tool's own name, without the part."""
    for ending in (tr("{tool}: automatic"), tr("{tool}: look-up")):
        tail = ending.replace("{tool}", "")
        if tail and tile.title.endswith(tail):
            return tile.title.removesuffix(tail)
    return tile.title


@dataclass(frozen=True, slots=True)
class Shown:
    """A plan, with what each of its files shows of it."""

    plan: Plan
    changes: tuple[tuple[FileChange, tuple[Line, ...]], ...]
