"""The Settings page: sections at left, cards of rows at right, and a search over all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QDesktopServices, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import (
    BackForward,
    Button,
    EmptyState,
    Hairline,
    Label,
    SearchField,
    Snackbar,
)
from arbor_desktop.ui.components.boxes import STRETCH, ScrollArea, hbox, vbox
from arbor_desktop.ui.components.keyboard import focusable, follow
from arbor_desktop.ui.components.nav_item import NavItem
from arbor_desktop.ui.file_versions.dialog import VersionsDialog
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.model import Setup
from arbor_desktop.ui.setting_rows.cards import Section, split_words
from arbor_desktop.ui.setting_rows.rows import SettingsController
from arbor_desktop.ui.settings.about import AboutSection
from arbor_desktop.ui.settings.autostart import Autostart, autostart_here
from arbor_desktop.ui.settings.data import DataSection, OpenUrl
from arbor_desktop.ui.settings.devices import DevicesSection
from arbor_desktop.ui.settings.maintenance import MaintenanceSection
from arbor_desktop.ui.settings.privacy import PrivacySection
from arbor_desktop.ui.settings.reading.section import ReadingSection
from arbor_desktop.ui.settings.search import SearchSection
from arbor_desktop.ui.settings.sections import GeneralSection, MemoriesSection, ReviewSection, SharingSection
from arbor_desktop.ui.settings.sources import SourcesSection
from arbor_desktop.ui.settings.team import TeamSection
from arbor_desktop.ui.translation import tr

S = TypeVar("S", bound=Section)

_SECTIONS: tuple[type[Section], ...] = (
    GeneralSection,
    SourcesSection,
    ReadingSection,
    SharingSection,
    ReviewSection,
    MemoriesSection,
    SearchSection,
    PrivacySection,
    DevicesSection,
    TeamSection,
    MaintenanceSection,
    DataSection,
    AboutSection,
)
_CONTENT, _NAVIGATION, _BAR = 720, 228, 52
_ICONS, _NARROW = 56, 760
"""Below this width the list of sections shows icons alone, as the rail does: where fonts are large."""


class SettingsPage(QWidget):
    """Everything is applied at once. Nothing here waits: the service is asked through the bridge. A section
    is built when it is first shown or searched.

    `import_wanted(paths)`: files of services and tools, to be read. `rule_wanted(rule, its name)`: the
    memories that a rule found. `archived_wanted`: the memories that were archived.
    `private_wanted`: those that exports leave out. `encryption_wanted(Change)`: of the memory's encryption.
    """

    import_wanted = Signal(object)
    private_wanted = Signal()
    rule_wanted = Signal(str, str)
    archived_wanted = Signal()
    encryption_wanted = Signal(object)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock = system_clock,
        autostart: Callable[[], Autostart | None] = autostart_here,
        open_url: OpenUrl = QDesktopServices.openUrl,
        setup: Setup | None = None,
        snackbar_ms: int = 8000,
    ) -> None:
        """`autostart` answers the system's way to start Arbor at login; None where there is none. `setup`
        sets Arbor up in AI tools."""
        super().__init__()
        self._icons, self._theme = icons, icons.theme
        self._undo: Callable[[], object] | None = None
        self.controller = SettingsController(bridge, self)
        self._bridge, self._clock, self._setup = bridge, clock, setup
        self._autostart, self._open_url = autostart, open_url
        self.field = SearchField(icons, tr("Find a setting"))
        self.nothing = EmptyState(icons, "search", "")
        self.snackbar = Snackbar(icons, stay_ms=snackbar_ms)
        self.items: dict[str, NavItem] = {}
        self._built: dict[str, Section] = {}
        self._shown = GeneralSection.key
        self._lay_out()
        self._connect()
        self.show_section(self._shown)
        self.controller.read()

    def _lay_out(self) -> None:
        px = self._theme.px
        self.field.setFixedWidth(px(220))
        bar = QWidget()
        bar.setFixedHeight(px(_BAR) - 1)  # the line below belongs to it
        head = QHBoxLayout(bar)
        head.setContentsMargins(px(8), 0, px(16), 0)
        head.setSpacing(px(12))
        head.addWidget(BackForward(self._icons))
        head.addWidget(Label(self._theme, tr("Settings"), "title"))
        head.addStretch(1)
        head.addWidget(self.field)
        right = vbox((self._content(), 1), (self.nothing, 1), self.snackbar)
        row = hbox(self._navigation(), Hairline(self._theme, vertical=True), (right, 1))
        vbox(bar, Hairline(self._theme), (row, 1), on=self)
        self.nothing.hide()

    def _navigation(self) -> QWidget:
        px = self._theme.px
        self.navigation = QWidget()
        self.navigation.setAccessibleName(tr("Sections"))
        column = vbox(on=self.navigation, margins=(px(8), px(12), px(8), px(12)), gap=px(2))
        self._group = QButtonGroup(self)
        for kind in _SECTIONS:
            item = NavItem(self._icons, kind.key, tr(kind.name), kind.glyph, "", self.navigation)
            item.clicked.connect(lambda _on=False, key=kind.key: self.show_section(key))
            self._group.addButton(item)
            column.addWidget(item)
            self.items[kind.key] = item
        column.addStretch(1)
        self._list = ScrollArea(self.navigation, clear=True)
        return self._list

    def _content(self) -> QWidget:
        px = self._theme.px
        self.body = QWidget()
        self.body.setMaximumWidth(px(_CONTENT))
        self._column = vbox(STRETCH, on=self.body, margins=(px(24), px(16), px(24), px(24)), gap=px(24))
        self.area = ScrollArea(self.body, name=tr("Settings"), steady=True)
        return self.area

    def _connect(self) -> None:
        self.field.text_edited.connect(self._search)
        self.snackbar.action_triggered.connect(self.undo)

    # Sections

    @cached_property
    def general(self) -> GeneralSection:
        return self._placed(GeneralSection(self._icons, self.controller, self._autostart()))

    @cached_property
    def sources(self) -> SourcesSection:
        section = SourcesSection(self._icons, self.controller, self._clock)
        section.removed.connect(partial(self._say_undoable, icon="trash"))
        section.sources.import_wanted.connect(self.import_wanted)
        return self._placed(section)

    @cached_property
    def reading(self) -> ReadingSection:
        section = ReadingSection(self._icons, self.controller, self._clock)
        section.undoable.connect(self._say_undoable)
        section.pointed.connect(self._bring_into_sight)
        section.rules.memories_wanted.connect(self.rule_wanted)
        return self._placed(section)

    @cached_property
    def sharing(self) -> SharingSection:
        section = SharingSection(self._icons, self.controller, self._bridge, self._setup, self._clock)
        if section.integrations is not None:
            section.integrations.undoable.connect(partial(self._say_undoable, icon="check"))
            section.integrations.said.connect(self._say)
        return self._placed(section)

    @cached_property
    def review(self) -> ReviewSection:
        return self._placed(ReviewSection(self._icons, self.controller))

    @cached_property
    def memories(self) -> MemoriesSection:
        return self._placed(MemoriesSection(self._icons, self.controller))

    @cached_property
    def search(self) -> SearchSection:
        return self._placed(SearchSection(self._icons, self.controller))

    @cached_property
    def privacy(self) -> PrivacySection:
        section = PrivacySection(self._icons, self.controller, self._clock, self._open_url)
        section.said.connect(self._say)
        section.encryption_wanted.connect(self.encryption_wanted)
        return self._placed(section)

    @cached_property
    def data(self) -> DataSection:
        section = DataSection(self._icons, self.controller, self._clock, self._open_url)
        section.said.connect(self._say)
        section.import_wanted.connect(self.import_wanted)
        section.versions_wanted.connect(self.show_versions)
        section.private_wanted.connect(self.private_wanted)
        return self._placed(section)

    @cached_property
    def devices(self) -> DevicesSection:
        section = DevicesSection(self._icons, self.controller, self._clock)
        section.said.connect(self._say)
        return self._placed(section)

    @cached_property
    def team(self) -> TeamSection:
        section = TeamSection(self._icons, self.controller, self._clock)
        section.said.connect(self._say)
        return self._placed(section)

    @cached_property
    def maintenance(self) -> MaintenanceSection:
        section = MaintenanceSection(self._icons, self.controller, self._bridge, self._clock)
        section.archived_wanted.connect(self.archived_wanted)
        return self._placed(section)

    @cached_property
    def about(self) -> AboutSection:
        return self._placed(AboutSection(self._icons, self.controller, self._clock, self._open_url))

    @property
    def sections(self) -> Sequence[Section]:
        """Return all sections, from the first to the last."""
        return [self._section(kind.key) for kind in _SECTIONS]

    def _section(self, key: str) -> Section:
        section: Section = getattr(self, key)
        return section

    def _placed(self, section: S) -> S:
        """Put a new section at its place among those that are built."""
        self._built[section.key] = section
        before = [self._built[kind.key] for kind in _SECTIONS if kind.key in self._built]
        del before[before.index(section) :]
        section.hide()  # else it is laid out at once
        self._column.insertWidget(len(before), section)
        follow(focusable(before[-1] if before else self.navigation)[-1], focusable(section))
        if self.isVisible():
            self.controller.read()
            section.refresh()
        return section

    # What other parts of the window ask

    def focus_search(self) -> None:
        """Put the cursor into "Find a setting" (Ctrl+K)."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def focus_groups(self) -> Sequence[QWidget]:
        """Return where F6 goes: search, sections, settings."""
        return [self.field, self.navigation, self.body]

    def refresh(self) -> None:
        """Read values, folders and sizes again (F5)."""
        self.controller.read()
        for section in self._built.values():
            section.refresh()

    def undo(self) -> None:
        """Undo what was removed or reset last on this page; the rest is undone where it was done."""
        undo, self._undo = self._undo, None
        if undo is None:
            self._say(tr("Nothing to undo on this page"), "info")
            return
        self.snackbar.close_message()
        undo()

    def show_section(self, key: str) -> None:
        """Show one section. Raises KeyError for an unknown one."""
        self.items[key].setChecked(True)
        self._shown = key
        if self.field.text():
            self.field.clear_search()  # which shows the section
            return
        self._search("")

    def place(self) -> str | None:
        """What Back comes back to."""
        return self._shown

    def show_place(self, place: str) -> None:
        self.show_section(place)

    def show_model(self, part: str) -> None:
        """Show Reading, with the cursor at the "key", the "model" or the "budget"."""
        self.show_section(self.reading.key)
        self.reading.show_model(part)

    def show_limits(self) -> None:
        """Show General, with the focus on the limits of heavy work."""
        self.show_section(self.general.key)
        self.general.show_limits()

    def show_versions(self, tool: str) -> VersionsDialog:
        """Show the versions of a tool's memory files."""
        dialog = VersionsDialog(self._icons, self._bridge, self.window(), tool, clock=self._clock)
        dialog.open()
        return dialog

    @property
    def current_section(self) -> str:
        """Return the key of the section that is shown, or was before the search."""
        return self._shown

    # Search

    def _search(self, query: str) -> None:
        words = split_words(query)
        found, built = 0, len(self._built)
        self._group.setExclusive(not words)  # a search is in no section
        self.items[self._shown].setChecked(not words)
        for section in self.sections if words else [self._section(self._shown), *self._built.values()]:
            count = section.filter(words)
            section.setVisible(count > 0 if words else section.key == self._shown)
            self.items[section.key].set_count(count if words else 0, dotted=False)
            found += count
        if words and len(self._built) > built:  # some rows of the new sections come later
            self._bridge.when_quiet(lambda: self._search(self.field.text()), self)
        self._show_nothing(query.strip() if words and not found else "")
        self.area.verticalScrollBar().setValue(0)

    def _show_nothing(self, query: str) -> None:
        self.nothing.setVisible(bool(query))
        self.area.setVisible(not query)
        if query:
            clear = Button(self._icons, tr("Clear search"), clicked=self.field.clear_search)
            self.nothing.show_state(
                "search",
                tr("No settings found for “{query}”").format(query=query),
                tr("Try a different search term."),
                actions=(clear,),
            )

    def _bring_into_sight(self, widget: QWidget) -> None:
        """As soon as what changed has its new place; no further than it takes."""

        def scroll() -> None:
            if widget.isVisible():
                self.area.ensureWidgetVisible(widget, 0, self._theme.px(12))

        QTimer.singleShot(0, self, scroll)

    # What was done

    def _say_undoable(self, words: str, bring_back: Callable[[], None], icon: str = "undo") -> None:
        self._undo = bring_back
        self.snackbar.show_message(words, action=tr("Undo"), icon=icon)

    def _say(self, words: str, icon: str = "check") -> None:
        self.snackbar.show_message(words, icon=icon)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        self._list.setFixedWidth(self._theme.px(_ICONS if narrow else _NAVIGATION) - 1)
        for item in self.items.values():
            item.set_narrow(narrow)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.refresh()
