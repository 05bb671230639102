"""How an integration stands, in a glyph, a colour and words."""

from __future__ import annotations

from dataclasses import dataclass

from arbor_desktop.context.model import HookHealth, Pulse
from arbor_desktop.ui.integrations.setup import INSTALL, REMOVE
from arbor_desktop.ui.integrations.tiles import Tile
from arbor_desktop.ui.integrations.words import tr
from arbor_desktop.ui.status import ago
from arbor_desktop.user_files.model import Standing


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
        words = tr("The file can't be read, so it is left alone.")
        return Look("warning", "warn", tr("Can't be read"), explained=tile.note or words)
    if tile.standing is Standing.PARTLY and tile.of_project:
        return Look("warning", "warn", tr("Not up to date"), explained=tile.note)
    if tile.standing is Standing.PARTLY:
        words = tr("Some of it is missing or calls another Arbor. Repair puts that right.")
        return Look("warning", "warn", tr("Needs repair"), explained=tile.note or words)
    if tile.standing is Standing.ABSENT:
        absent = "" if tile.found else tr("The tool was not found on this computer.")
        return Look("", "text3", tr("Not installed"), explained=absent)
    if tile.silent and tile.health is not None:
        words = tr("Does not answer") if tile.health.pulse is Pulse.SILENT else tr("Met trouble")
        return Look("warning", "warn", words, explained=tile.health.message)
    unheard = tile.health.message if tile.health is not None else ""
    more = " ".join(part for part in (tile.note, unheard or tile.advice) if part)
    return Look("check", "ok", tr("Installed"), _beat(tile.health, now), more)


def _beat(health: HookHealth | None, now: int) -> str:
    if health is None:
        return ""
    if health.answered_at is None or health.answered_at < (health.installed_at or 0):
        return tr("no session yet")
    return tr("used {ago}").format(ago=ago(health.answered_at, now))


def trouble_line(health: HookHealth, title: str) -> str:
    """ "Claude Code hook does not answer", for the tray. `title` is the tool's."""
    if health.pulse is Pulse.FAILING:
        return tr("{tool} hook met trouble").format(tool=title)
    return tr("{tool} hook does not answer").format(tool=title)


def deeds(tile: Tile) -> tuple[tuple[str, str], ...]:
    """What can be done with it: (verb, word on the button), the likelier first."""
    install, remove = (INSTALL, tr("Install")), (REMOVE, tr("Remove"))
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
        words = tr("{what} brought up to date") if tile.of_project else tr("{what} repaired")
        return words.format(what=tile.title)
    words = tr("{what} installed") if verb == INSTALL else tr("{what} removed")
    return words.format(what=tile.title)


def heading(tile: Tile, verb: str) -> str:
    """The title of the sheet that shows the change."""
    if verb == INSTALL and tile.standing is Standing.PARTLY:
        words = tr("Update: {what}") if tile.of_project else tr("Repair: {what}")
        return words.format(what=tile.title)
    words = tr("Install: {what}") if verb == INSTALL else tr("Remove: {what}")
    return words.format(what=tile.title)


def purpose(tile: Tile, verb: str) -> str:
    """What it leads to, before it is done."""
    if verb == REMOVE:
        if tile.of_project:
            return tr("Arbor's block goes away from the file. All else in it stays as it is.")
        return tr("{tool} no longer asks Arbor. What else stands in its configuration stays.").format(
            tool=_tool(tile)
        )
    if tile.of_project:
        return tr("The memory of the branch is kept in one block of this file, for every tool that reads it. "
                  "All outside the block is left alone.")  # fmt: skip
    hook, server = "hooks" in tile.parts, "mcp" in tile.parts
    told = tr(
        "Each session of {tool} is told what is known of you and its project, as the Context page shows."
    )
    asks = tr("{tool} can search your memories, and store or propose new ones.")
    words = [text for text, wanted in ((told, hook), (asks, server)) if wanted]
    return " ".join(words).format(tool=_tool(tile))


def _tool(tile: Tile) -> str:
    """The tool's own name, without the part."""
    for ending in (tr("{tool} hook"), tr("{tool} MCP server")):
        tail = ending.replace("{tool}", "")
        if tail and tile.title.endswith(tail):
            return tile.title.removesuffix(tail)
    return tile.title
