"""Which AI tools' memory files are kept in versions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.file_versions.model import ToolFiles
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.components import Button, Switch
from arbor_desktop.ui.file_versions.words import tool_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.setting_rows.cards import CardBox
from arbor_desktop.ui.setting_rows.rows import BoundRow, SettingsController, in_line
from arbor_desktop.ui.translation import tr, translated


class ToolRow(BoundRow):
    """The switch of a tool, what is kept of its files, and a button that shows it."""

    def __init__(self, icons: Icons, settings: SettingsController, tool: str, key: str) -> None:
        title = tr(settings.describe(key).title)
        self.tool = tool
        self.switch = Switch(icons.theme, title, bool(settings.known[key]))
        self.versions = Button(icons, tr("Versions…"), size="small", icon="history")
        self.versions.setAccessibleName(tr("Versions: {tool}").format(tool=title))
        self.versions.hide()
        super().__init__(icons, settings, key, in_line(icons.theme, self.versions, self.switch, spacing=12))
        self.title.setBuddy(self.switch)
        self.switch.setAccessibleDescription(tr(self.setting.help))
        self.switch.clicked.connect(self.put)

    def show_value(self, value: object) -> None:
        self.switch.setChecked(bool(value))

    def show_tool(self, tool: ToolFiles, now: int) -> None:
        """Show what is kept."""
        self.set_description(tool_words(tool, now))
        self.versions.setVisible(bool(tool.files))
        self.show_error(translated(tool.troubles[0]) if tool.on and tool.troubles else "")


class MemoryFilesCard(CardBox):
    """`versions_wanted(tool)`: the versions of a tool's files are to be shown."""

    versions_wanted = Signal(str)

    def __init__(
        self, icons: Icons, settings: SettingsController, clock: Clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            icons.theme,
            tr("Memory files of AI tools"),
            tr("Arbor keeps versions of the files in which these AI tools store their memories. If a "
                "tool overwrites or deletes one, you can restore it. Versions are not searched or shared, "
                "and secrets in them are not removed."),
            parent,
        )  # fmt: skip
        self._settings, self._clock = settings, clock
        keys = settings.service.file_versions.settings
        self.tools = [ToolRow(icons, settings, tool, key) for tool, key in keys.items()]
        for row in self.tools:
            self.add(row, tr(row.setting.keywords))
            row.versions.clicked.connect(lambda _on=False, tool=row.tool: self.versions_wanted.emit(tool))
        settings.store_changed.connect(self._changed)

    def refresh(self) -> None:
        """Read again what is kept."""
        self._settings.start(self._read())

    async def _read(self) -> None:
        tools: Sequence[ToolFiles] = await self._settings.ask(
            "memory_files", self._settings.service.file_versions.tools
        )
        for row, tool in zip(self.tools, tools, strict=True):
            row.show_tool(tool, self._clock())

    def _changed(self, changes: Changes) -> None:
        if (changes.file_versions or changes.settings) and self.isVisible():
            self.refresh()
