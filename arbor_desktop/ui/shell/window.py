"""The window: rail, pages, notices, keys. Pages are built by the composition root and know nothing of it."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.errors import ArborError
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.ui.bridge import Bridge, Failure, failure
from arbor_desktop.ui.components import BackForward, Button, ErrorPanel, Notice, Snackbar
from arbor_desktop.ui.components.keyboard import focus_next_group
from arbor_desktop.ui.components.menus import open_with_system, opened
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.shell.commands import WindowCommands
from arbor_desktop.ui.shell.navigation import Navigation
from arbor_desktop.ui.shell.pages import (
    CONFLICTS,
    MEMORIES,
    REVIEW,
    Focusable,
    Grouped,
    PageSpec,
    Refreshable,
    Searchable,
    Undoing,
    Writing,
)
from arbor_desktop.ui.shell.rail import Rail, StatusIndicator
from arbor_desktop.ui.status import StatusWatch, waits_for_model
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr
from arbor_desktop.ui.window_state import WindowState

if TYPE_CHECKING:
    from arbor_desktop.file_versions.model import FileVersion
    from arbor_desktop.ui.shell.activity import ActivityPanel
    from arbor_desktop.ui.shell.popover import StatusPopover

log = logging.getLogger(__name__)

DEFAULT_SIZE = (1360, 824)
MINIMUM_SIZE = (860, 600)
NARROW_BELOW = 1080
HOME_PAGE = MEMORIES


class MainWindow(QMainWindow):
    """Shows itself at once; the pages come with `attach`, when the service is open.

    `closing` asks whoever is connected what closing means: it carries the event, to be accepted or ignored.
    """

    closing = Signal(object)
    quit_wanted = Signal()
    setup_wanted = Signal()
    encryption_wanted = Signal(object)
    """A change of the encryption, for which the window must start again."""

    def __init__(
        self,
        theme: Theme,
        icons: Icons,
        bridge: Bridge,
        state: WindowState,
        clock: Clock = system_clock,
        name: str = "Arbor",
    ) -> None:
        """`name` is in the title bar."""
        super().__init__()
        self._name = name
        self.theme, self.icons, self.bridge = theme, icons, bridge
        self._state, self._clock = state, clock
        self._specs: dict[str, PageSpec] = {}
        self._pages: dict[str, QWidget] = {}
        self._first: str | None = None
        """The page to show when the window is seen for the first time."""
        self._failure: Failure | None = None
        self._notice_does: Callable[[], object] = lambda: None
        self._lost: FileVersion | None = None
        self.setWindowTitle(name)
        self.setMinimumSize(*MINIMUM_SIZE)
        self.status_watch = StatusWatch(bridge, self, clock)
        self.indicator = StatusIndicator(icons, clock, self)
        self.rail = Rail(icons, self.indicator, self)
        self.notice = Notice(icons, self)
        self.stack = _Stack(theme, self)
        self.navigation = Navigation(self, clock)
        self._lay_out()
        self._connect()
        self.commands = WindowCommands(self, clock)
        if not state.restore(self):
            self._default_place()

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addWidget(self.stack, 1)
        centre = QWidget(self)
        row = QHBoxLayout(centre)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addLayout(column, 1)
        self.setCentralWidget(centre)

    def _connect(self) -> None:
        self.rail.chosen.connect(self.show_page)
        self.navigation.moved.connect(self._show_ways)
        self.status_watch.changed.connect(self._status_changed)
        self.indicator.status_wanted.connect(self.show_status)
        self._connect_status(self.indicator)
        self.indicator.cancel_wanted.connect(self.cancel)
        self.indicator.retry_wanted.connect(self.try_again)
        self.notice.action_triggered.connect(self._act_on_notice)
        self.bridge.failed.connect(self.show_failure)
        self.theme.changed.connect(self.update)

    def _connect_status(self, source: StatusIndicator | ActivityPanel | StatusPopover) -> None:
        source.pause_wanted.connect(self.pause)
        source.resume_wanted.connect(self.resume)
        source.stop_maintenance_wanted.connect(self.stop_maintenance)

    @cached_property
    def popover(self) -> StatusPopover:
        """What goes on, and what Arbor cost today; built with its first use."""
        from arbor_desktop.ui.shell.popover import StatusPopover

        popover = StatusPopover(self.icons, self.bridge, self._clock, self)
        self._connect_status(popover)
        popover.activity_wanted.connect(self.show_activity)
        popover.limits_wanted.connect(self.navigation.show_limits)
        popover.read_wanted.connect(self.read_now)
        popover.cancel_wanted.connect(self.cancel)
        popover.retry_wanted.connect(self.try_again)
        popover.closed.connect(lambda: self.indicator.line.setFocus(Qt.FocusReason.PopupFocusReason))
        self.navigation.moved.connect(popover.close)
        return popover

    @cached_property
    def activity(self) -> ActivityPanel:
        """What was read last; built with its first use."""
        from arbor_desktop.ui.shell.activity import ActivityPanel

        panel = ActivityPanel(self.icons, self.bridge, self._clock, self)
        self._connect_status(panel)
        panel.conversation_chosen.connect(self.navigation.open_conversation)
        panel.maintenance_chosen.connect(self.navigation.show_maintenance_log)
        panel.model_chosen.connect(self.navigation.show_model_settings)
        panel.hooks_chosen.connect(self.navigation.show_integrations)
        panel.project_chosen.connect(self.navigation.show_project)
        return panel

    def _default_place(self) -> None:
        area = self.screen().availableGeometry()
        width, height = min(DEFAULT_SIZE[0], area.width()), min(DEFAULT_SIZE[1], area.height())
        self.resize(width, height)
        self.move(area.x() + (area.width() - width) // 2, area.y() + (area.height() - height) // 2)

    # Pages

    def attach(self, specs: Sequence[PageSpec], first: str | None = None, *, later: bool = False) -> None:
        """Takes the pages, once the service is open, and shows `first` or the one shown last time. `later`:
        builds none until the window is seen, which costs 20 MB."""
        for spec in specs:
            self._specs[spec.key] = spec
            self.rail.add(spec)
            self.commands.add_page(spec)
        wanted = first or self._state.value("page", HOME_PAGE)
        self._first = wanted if wanted in self._specs else specs[0].key
        if not later:
            self._show_first()
        # The first list goes before: whether a model can be asked is looked up in the keyring.
        self.bridge.when_quiet(self.status_watch.refresh, self)
        self.bridge.when_quiet(self.commands.name_undo, self)

    def _show_first(self) -> None:
        first, self._first = self._first, None
        if first is None or self._pages:
            return
        self.show_page(first)
        # While there were no pages, the rail was all that could have the focus.
        page = self.current_page
        if isinstance(page, Focusable):
            page.focus_main()

    @property
    def specs(self) -> tuple[PageSpec, ...]:
        """The pages of the rail, in its order."""
        return tuple(self._specs.values())

    @property
    def current_page(self) -> QWidget | None:
        """The page (or its error panel) that is shown; None before the service is open."""
        return self.stack.currentWidget()

    @property
    def current_key(self) -> str | None:
        """The key of the page that is shown."""
        return next((key for key, page in self._pages.items() if page is self.current_page), None)

    @property
    def built_pages(self) -> tuple[QWidget, ...]:
        """The pages that were shown or needed so far."""
        return tuple(self._pages.values())

    def has_page(self, key: str) -> bool:
        """Whether there is such a page; there is none before the service is open."""
        return key in self._specs

    def page(self, key: str) -> QWidget:
        """The page, built now if it was not yet. A page that can't be built is an ErrorPanel."""
        if key not in self._pages:
            self._set_page(key, self._built(key))
        return self._pages[key]

    def show_page(self, key: str) -> None:
        """Go to a page, from which Back leads here again. Raises KeyError for unknown ones."""
        self.navigation.visit(key)

    def turn_to(self, key: str) -> None:
        """Bring a page to the front. Raises KeyError for unknown ones."""
        spec = self._specs[key]
        first = key not in self._pages
        page = self.page(key)
        self._bring_to_front(page)
        focus = self.focusWidget()
        if first and isinstance(page, Focusable) and focus is not None and page.isAncestorOf(focus):
            page.focus_main()  # the stack takes the first field there is, wherever the work begins
        self.rail.select(key)
        self.setWindowTitle(self._name if key == HOME_PAGE else f"{spec.title} - {self._name}")
        self._state.set_value("page", key)

    def _show_ways(self, back: bool, forward: bool) -> None:
        page = self.current_page
        for arrows in page.findChildren(BackForward) if page is not None else ():
            arrows.show_ways(back, forward)

    def _bring_to_front(self, page: QWidget) -> None:
        """Who comes back has the focus where it was left, and sees it: Enter may decide something there."""
        former, focus, left = self.current_page, self.focusWidget(), page.focusWidget()
        moves = former is not page and former is not None and focus is not None and former.isAncestorOf(focus)
        if not moves or left is None:
            self.stack.setCurrentWidget(page)
            return
        self.setFocus(Qt.FocusReason.OtherFocusReason)  # else the stack gives it, and not as a key would
        self.stack.setCurrentWidget(page)
        left.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _built(self, key: str) -> QWidget:
        try:
            return self._specs[key].make()
        except Exception as error:  # noqa: BLE001 - one page's bug must not take the others along
            return self._error_panel(key, error)

    def _set_page(self, key: str, page: QWidget) -> None:
        former = self._pages.get(key)
        self._pages[key] = page
        self.stack.addWidget(page)
        for number, splitter in enumerate(page.findChildren(QSplitter)):
            splitter.setObjectName(splitter.objectName() or f"{key}-{number}")
        self._state.restore_splitters(page)
        for arrows in page.findChildren(BackForward):
            arrows.back_wanted.connect(self.navigation.back)
            arrows.forward_wanted.connect(self.navigation.forward)
        if former is not None:
            if self.stack.currentWidget() is former:
                self.stack.setCurrentWidget(page)
            self.stack.removeWidget(former)
            former.deleteLater()

    # Failures

    def handle_exception(self, error: BaseException) -> None:
        """An error that no code caught. Takes down the page it came from, or is said in a notice."""
        key = self._page_of(error)
        if key is not None and not isinstance(self._pages.get(key), ErrorPanel):
            self._set_page(key, self._error_panel(key, error))
        elif key is None:
            self.show_failure(failure(error, "window"))

    def _page_of(self, error: BaseException) -> str | None:
        """The page whose code is deepest in the traceback."""
        modules = [frame.f_globals.get("__name__", "") for frame, _ in traceback.walk_tb(error.__traceback__)]
        for module in reversed(modules):
            for key, spec in self._specs.items():
                if spec.package and (module == spec.package or module.startswith(f"{spec.package}.")):
                    return key
        return None

    def _error_panel(self, key: str, error: BaseException) -> ErrorPanel:
        title = self._specs[key].title
        log.error("The page %s failed", key, exc_info=error)
        panel = ErrorPanel(
            self.icons,
            tr("Couldn't open {page}").format(page=title),
            tr("Other pages still work, and your memories are safe."),
            failure(error, f"page {key}").report,
            self,
        )
        panel.retried.connect(partial(self._rebuild, key))
        return panel

    def _rebuild(self, key: str) -> None:
        self._set_page(key, self._built(key))

    def show_failure(self, what: Failure) -> None:
        """Says a failure that nobody handled: expected ones by their message, bugs with a report."""
        self._failure = what
        if what.known:
            self.notice.show_notice(what.message, "danger")
        else:
            log.error("Unexpected: %s", what.where, exc_info=what.error)
            self._notice_does = self._show_report
            text = tr("Something went wrong. This page may be out of date.")
            self.notice.show_notice(text, "danger", tr("Show report"))

    def show_backups(self) -> None:
        self.navigation.show_settings("data")

    def show_losses(self, losses: Sequence[FileVersion]) -> None:
        """Say that AI tools' memory files were deleted or lost most of their lines."""
        from arbor_desktop.ui.file_versions.words import loss_words

        self._lost = losses[-1]
        title = self.bridge.service.file_versions.title_of(self._lost.tool)
        self._notice_does = self.show_lost_file
        self.notice.show_notice(loss_words(losses, title), "info", tr("Show"))

    def show_lost_file(self) -> None:
        """Show the versions of the file that was said last to have lost most."""
        if self._lost is not None:
            self.notice.close_notice()
            self.navigation.show_file_versions(self._lost.tool, self._lost.path)

    def _act_on_notice(self) -> None:
        self._notice_does()

    def fail_to_open(self, what: Failure, folder: Path) -> ErrorPanel:
        """Show, in place of the pages, why the service could not be opened. `folder`: that of its files."""
        title, text = tr("Couldn't open your memories"), what.message
        if isinstance(what.error, ArborError) and what.error.context.get("damaged"):
            text = tr("Your memory file is damaged. Arbor keeps it, whatever you choose.")
        panel = ErrorPanel(self.icons, title, text, what.report, self)
        for words, icon, does in (
            (tr("Show folder"), "folder", lambda: open_with_system(str(folder))),
            (tr("Quit Arbor"), "x", self.quit_wanted.emit),
        ):
            button = Button(self.icons, words, variant="quiet", icon=icon, parent=panel)
            button.clicked.connect(does)
            panel.add_way_out(button)
        self.status_watch.show(ServiceStatus("error", last_error=title))
        self.stack.addWidget(panel)
        self.stack.setCurrentWidget(panel)
        return panel

    def _show_report(self) -> None:
        if self._failure is None:
            return
        dialog = QDialog(self)
        dialog.setWindowTitle(tr("Report"))
        panel = ErrorPanel(self.icons, tr("Something went wrong"), "", self._failure.report, dialog)
        panel.show_report_alone()
        column = QVBoxLayout(dialog)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(panel)
        dialog.resize(self.theme.px(620), self.theme.px(420))
        opened(dialog)

    def close_undo_strips(self) -> None:
        """Closes the strips of pages that did not undo themselves: what they would take back was undone, and
        Undo means another change now."""
        for page in self._pages.values():
            if page is not self.current_page or not isinstance(page, Undoing):
                for strip in page.findChildren(Snackbar):
                    strip.close_offer()

    def save_unsaved(self) -> None:
        """The app ends: pages and dialogs hand over what is being written."""
        for part in (*self._pages.values(), *self.findChildren(QDialog)):
            if isinstance(part, Writing):
                part.save_unsaved()

    # What the commands, the tray and the indicator do

    def bring_up(self) -> None:
        """Shows the window in front, as it was."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def refresh(self) -> None:
        page = self.current_page
        if isinstance(page, Refreshable):
            page.refresh()
        if self._specs:
            self.status_watch.refresh()

    def next_pane(self, step: int = 1) -> None:
        """F6: the focus goes to the next group; by a shortcut, so that it is seen."""
        groups: list[QWidget] = [self.rail]
        page = self.current_page
        if isinstance(page, Grouped):
            groups += [g for g in page.focus_groups() if g.isVisible() and g.isEnabled()]
        elif page is not None:
            groups.append(page)
        groups.append(self.indicator)
        focus_next_group(groups, step)

    def pause(self, until: int | None = None) -> None:
        """Rests until that time (milliseconds), or until resumed."""
        self.bridge.run(self.bridge.service.pause, until, ordered=False)

    def resume(self) -> None:
        self.bridge.run(self.bridge.service.resume, ordered=False)

    def cancel(self) -> None:
        self.bridge.run(self.bridge.service.cancel, ordered=False)

    def stop_maintenance(self) -> None:
        """What it did so far stays done."""
        self.bridge.run(self.bridge.service.cancel_maintenance, ordered=False)

    def try_again(self) -> None:
        """After an error: watching starts anew, which reads again what could not be read. Where it was the
        model that could not be asked, that is asked again."""
        page = self.current_page
        if not self._specs and isinstance(page, ErrorPanel):  # the memory is not open yet
            page.retried.emit()
            return
        if waits_for_model(self.status_watch.status):
            self.bridge.run(self._ask_model_again, ordered=False)
            return
        self.bridge.run(self._watch_anew, ordered=False)

    def _ask_model_again(self) -> None:
        self.bridge.service.model.try_again()

    def _watch_anew(self) -> None:
        self.bridge.service.stop_watching()
        self.bridge.service.start_watching()

    def read_now(self) -> None:
        """Read what waits, whatever it waits for."""
        self.bridge.run(self.bridge.service.process_waiting, ordered=False)

    def show_status(self) -> None:
        """What goes on, and what Arbor cost today."""
        if self._specs:
            px = self.theme.px
            corner = self.rail.mapToGlobal(QPoint(px(8), self.indicator.y() - px(4)))
            self.popover.open_at(corner, self.status_watch.status)

    def show_activity(self) -> None:
        if self._specs:
            corner = self.rail.mapToGlobal(QPoint(self.rail.width(), self.rail.height()))
            gap = self.theme.px(8)
            self.activity.open_at(corner + QPoint(gap, -gap), self.status_watch.status)

    def _status_changed(self, status: object) -> None:
        now = self.status_watch.status
        self.indicator.show_status(now)
        for panel in (vars(self).get("activity"), vars(self).get("popover")):
            if panel is not None and panel.isVisible():
                panel.show_status(now)
        self.rail.set_count(REVIEW, now.to_review)
        self.rail.set_count(CONFLICTS, now.open_conflicts)

    # The window itself

    def save_state(self) -> None:
        """Remembers place and panes; also called when the app ends without closing the window."""
        self._state.save(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type-ahead: a letter or digit that nothing on the page takes starts a search there."""
        held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        page = self.current_page
        if held or not event.text().isalnum() or not isinstance(page, Searchable):
            super().keyPressEvent(event)
            return
        page.focus_search()
        field = self.focusWidget()
        if isinstance(field, QLineEdit) and field.isVisible():
            field.insert(event.text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.rail.set_narrow(self.width() < self.theme.px(NARROW_BELOW))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The fourth and fifth button of a mouse go back and forward, wherever the pointer is."""
        if isinstance(event, QMouseEvent) and watched is self.windowHandle():
            back, forward = Qt.MouseButton.BackButton, Qt.MouseButton.ForwardButton
            if event.button() in (back, forward):
                if event.type() == QEvent.Type.MouseButtonPress:
                    (self.navigation.back if event.button() == back else self.navigation.forward)()
                return True
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.windowHandle().installEventFilter(self)
        self.indicator.show_status(self.status_watch.status)
        if not self.isMinimized():
            self._show_first()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange and self.isVisible() and not self.isMinimized():
            self._show_first()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.save_state()
        self.closing.emit(event)


class _Stack(QStackedWidget):
    """The pages, over the window's colour."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("surface"))
