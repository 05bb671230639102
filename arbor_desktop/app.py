"""The window's composition root: builds the parts, hands them to each other, and takes them apart again."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import qasync
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication

from arbor_desktop import __version__
from arbor_desktop.clock import system_clock
from arbor_desktop.errors import ArborError
from arbor_desktop.paths import Home, resolve_home
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.settings import stored_value
from arbor_desktop.ui import style, translation
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.components.menus import FileDrop
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.shell.pages import MEMORIES, SETTINGS, WindowPages
from arbor_desktop.ui.shell.process import Instance, InstanceUnusable, UnixSignals, log_to
from arbor_desktop.ui.shell.window import HOME_PAGE, MainWindow
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr
from arbor_desktop.ui.window_state import WindowState

if TYPE_CHECKING:
    from arbor_desktop.demo.start import Demo
    from arbor_desktop.integrations.setup.setup import Setup
    from arbor_desktop.memories.model import Memory
    from arbor_desktop.service import MemoryService
    from arbor_desktop.ui.encryption.model import Change
    from arbor_desktop.ui.encryption.small_window import SmallWindow
    from arbor_desktop.ui.shell.tray import Tray

log = logging.getLogger("arbor_desktop")

_GARBAGE_AFTER = 700
"""Python's default: the number of new objects after which it looks for garbage."""
_EMPTY_AFTER_MS = 150
"""A memory that takes longer to open is waited for with an empty window."""
_LISTEN_MS = 1000
"""When the program begins to listen for a second start, which keeps trying for five seconds."""


def main(argv: Sequence[str] | None = None) -> int:
    """Opens the window and stays until it is quit. Answers the exit code."""
    options = _parse(sys.argv[1:] if argv is None else argv)
    if options.demo:
        import tempfile

        from arbor_desktop.demo.start import Demo

        with tempfile.TemporaryDirectory(prefix="arbor-demo-", ignore_cleanup_errors=True) as folder:
            return _run(options, Home(Path(folder) / "home"), Demo(Path(folder)))
    return _run(options, resolve_home(options.home), None)


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("arbor", description="Opens the window of Arbor Desktop.")
    parser.add_argument("demo", nargs="?", choices=["demo"], help="try it with sample conversations")
    parser.add_argument("--home", help="where the memories lie (or ARBOR_HOME)")
    parser.add_argument("--minimized", action="store_true", help="start in the tray")
    parser.add_argument("--quit-after-paint", action="store_true", help="end when the window has been drawn")
    parser.add_argument("--version", action="version", version=f"Arbor Desktop {__version__}")
    return parser.parse_args(list(argv))


@dataclass(frozen=True, slots=True)
class Carried:
    """What a run of the window hands to the next one. `key`: of an encrypted memory, so that nobody is asked
    again; `change`: of the encryption, which the next run makes and nothing else; `said`: words to show."""

    key: str | None = None
    change: Change | None = None
    said: str = ""


def _run(options: argparse.Namespace, home: Home, demo: Demo | None) -> int:
    code, carried = _run_once(options, home, demo, Carried())
    while code == translation.RESTART:
        options.minimized = False
        demo = demo and replace(demo, filled=True)
        code, carried = _run_once(options, home, demo, carried)
    return code


def _run_once(
    options: argparse.Namespace, home: Home, demo: Demo | None, carried: Carried
) -> tuple[int, Carried]:
    private = home.encryption.exists() or carried.change is not None
    try:
        home.create()
        logs = log_to(home.logs / "arbor.log", private=private)
    except OSError as error:
        return _complain(f"Arbor can't write to its folder {home.folder}: {error.strerror}."), Carried()
    try:
        app = _application(translation.chosen(stored_value(home.settings, "appearance.language")))
        instance = Instance(home.folder)
        try:
            if not instance.acquire():
                instance.ask_to_show()
                return 0, Carried()
        except InstanceUnusable as error:
            return _complain(str(error)), Carried()
        home.tighten()
        opening = None
        if carried.change is None:
            # The memory is opened while the window is built.
            opening = _in_background(lambda: _open_service(home, demo, carried.key))
        with qasync.QEventLoop(app) as loop:
            session = Session(app, loop, home, instance, opening, demo, carried)
            session.start(minimized=options.minimized, quit_after_paint=options.quit_after_paint)
            code = loop.run_forever()
            loop.run_until_complete(session.save())
            session.end()
            loop.run_until_complete(_cancelled())
        return int(code), session.carried
    finally:
        logs()


async def _cancelled() -> None:
    """Wait until all tasks have ended, which are cancelled by now."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    await asyncio.gather(*tasks, return_exceptions=True)


def _application(language: str = "en") -> QApplication:
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else _Application(sys.argv[:1])
    app.setApplicationName("Arbor")
    app.setDesktopFileName("arbor-desktop")
    app.setApplicationVersion(__version__)
    app.setQuitOnLastWindowClosed(False)
    translation.install(app, language)
    return app


class _Application(QApplication):
    """The system's own "Quit" ends it too, where closing the window would keep the tray."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Quit:
            self.exit(0)
            return True
        return super().event(event)


def _complain(text: str) -> int:
    """Says why the window can't open: on the terminal, or where there is none, in a box. Answers 1."""
    if sys.stderr is not None:
        sys.stderr.write(f"{text}\n")
    else:
        from PySide6.QtWidgets import QMessageBox  # each class takes its time, and hardly any start needs it

        _application()
        QMessageBox.critical(None, "Arbor", text)
    return 1


def _in_background(call: Callable[[], Any]) -> Future[Any]:
    future: Future[Any] = Future()

    def work() -> None:
        try:
            future.set_result(call())
        except BaseException as error:  # noqa: BLE001 - handed to whoever asks for the result
            future.set_exception(error)

    threading.Thread(target=work, name="arbor-open", daemon=True).start()
    return future


def _open_service(home: Home, demo: Demo | None, key: str | None = None) -> MemoryService:
    # Imported here: off the GUI's thread, while Qt sets up the window.
    from arbor_desktop.extraction.worker import ProcessWorker
    from arbor_desktop.service import MemoryService

    environ, worker = os.environ if demo is None else demo.environ, ProcessWorker()
    clock = system_clock if demo is None else demo.clock
    try:
        return MemoryService.open(home, worker=worker, clock=clock, environ=environ, key=key)
    except ArborError as error:
        if error.code != "LOCKED" or error.context.get("mode") != "keyring":
            raise
    from arbor_desktop.encryption.operations import Encryption

    # A person is there, so the keyring may ask for its password.
    key = Encryption(home).key(ask=True)
    return MemoryService.open(home, worker=worker, clock=clock, environ=environ, key=key)


def _with_rows(opening: Future[MemoryService], lists: bool) -> tuple[MemoryService, Sequence[Memory]]:
    """Return the memory when it is open, and the first rows of its list if that is shown first."""
    from arbor_desktop.ui.memories.model import MemoryQuery, first_rows

    service = opening.result()
    rows: Sequence[Memory] = ()
    if lists:
        with suppress(ArborError):  # the list asks again, and says why there is nothing
            rows = first_rows(service, MemoryQuery())
    return service, rows


class Session(QObject):
    """One run of the window: the parts, and what connects them."""

    _failed_elsewhere = Signal(object)

    def __init__(
        self,
        app: QApplication,
        loop: asyncio.AbstractEventLoop,
        home: Home,
        instance: Instance,
        opening: Future[Any] | None,
        demo: Demo | None,
        carried: Carried | None = None,
    ) -> None:
        """`opening`: the memory that is being opened, None if a change that is `carried` comes first."""
        super().__init__()
        self._change = carried.change if carried is not None else None
        self._said = carried.said if carried is not None else ""
        self.carried = Carried(carried.key if carried is not None else None)
        """For the next run."""
        self._before: SmallWindow | None = None
        """A window that stands in for the main one until the memory is open."""
        self._app, self._home, self._instance, self._opening = app, home, instance, opening
        self._demo = demo
        self._service: MemoryService | None = None
        self._tray: Tray | None = None
        self._pages: WindowPages | None = None
        self._show_soon = QTimer(self, singleShot=True, interval=_EMPTY_AFTER_MS)
        """Mostly the memory is open and read before, and the window begins with its list."""
        self._quit_after_paint = False
        self._explained = False
        self.state = WindowState(home.window, private=home.encryption.exists())
        self.theme = Theme()
        self.theme.set_setting(self.state.value("theme", "system"))
        self.icons = Icons(self.theme)
        self.ring = style.install(app, self.theme)
        app.setWindowIcon(self.icons.app_icon())
        self.bridge = Bridge(loop, self)
        name = "Arbor" if demo is None else tr("Arbor (demo)")
        self.window = MainWindow(self.theme, self.icons, self.bridge, self.state, name=name)
        self._signals = UnixSignals(self)
        self._show_soon.timeout.connect(self.window.show)
        self._connect()

    def _connect(self) -> None:
        self.window.closing.connect(self._closing)
        self.window.quit_wanted.connect(self._quit)
        self.window.encryption_wanted.connect(self._restart_with)
        self._instance.raise_wanted.connect(self._bring_up)
        self._app.commitDataRequest.connect(self.window.save_state)
        self._signals.received.connect(self._quit)
        self._failed_elsewhere.connect(self.window.handle_exception, Qt.ConnectionType.QueuedConnection)
        self._former_hooks = sys.excepthook, threading.excepthook
        sys.excepthook = self._excepthook
        threading.excepthook = lambda args: self._report(args.exc_type, args.exc_value, args.exc_traceback)

    def start(self, *, minimized: bool, quit_after_paint: bool) -> None:
        """Shows the window; the pages follow when the memory is open. That of an encrypted memory is shown
        then, as its key may be asked for before."""
        self._quit_after_paint = quit_after_paint
        self._minimized = minimized
        listen_soon = QTimer(self, singleShot=True, interval=_LISTEN_MS)
        listen_soon.timeout.connect(self._instance.listen)
        listen_soon.start()
        if self._opening is None:
            if self._change is not None:
                self._make(self._change)
            return
        if not minimized and (self.carried.key is not None or not self._home.encryption.exists()):
            self._show_soon.start()
        self._wait_for(self._opening)

    def _open(self, key: str | None = None) -> None:
        self._opening = _in_background(lambda: _open_service(self._home, self._demo, key))
        self._wait_for(self._opening)

    def _wait_for(self, opening: Future[MemoryService]) -> None:
        lists = not self._minimized and self.state.value("page", HOME_PAGE) == MEMORIES
        self.bridge.run(_with_rows, opening, lists, ordered=False, done=self._opened, failed=self._not_opened)

    # Opening

    def _opened(self, opened: tuple[MemoryService, Sequence[Memory]]) -> None:
        service, rows = opened
        self._service = service
        self.carried = Carried(service.key)
        self._leave_before()
        self.bridge.listen(service)
        self.theme.set_setting(service.settings.get("appearance.theme"))
        self.bridge.changed.connect(self._settings_changed)
        self._show_pages(rows)
        if not self._minimized:
            self.window.show()
        FileDrop(self.window).dropped.connect(self.window.navigation.read_files)
        if self._said:
            self.window.notice.show_notice(self._said, "info")
            if self.window.current_key == SETTINGS:
                self.window.navigation.show_settings("privacy")
        self.bridge.when_quiet(partial(self._settle, service), self)

    def _settle(self, service: MemoryService) -> None:
        """Begin what the first list does not wait for."""
        tray = self._made_tray(service)
        gc.freeze()  # what is there by now stays: no search for garbage goes through it
        gc.set_threshold(_GARBAGE_AFTER)
        if self._minimized and not tray.available:
            self.window.showMinimized()
        if self._quit_after_paint:
            self.bridge.when_quiet(self._quit_painted, self)
        elif self._demo is not None and not self._demo.filled:
            stopping = self.bridge.closing.is_set
            self.bridge.run(self._demo.fill, service, stopping, ordered=False, done=lambda _: self._watch())
        else:
            self._watch()
            if self._demo is None and self._pages is not None and not self._minimized:
                self._pages.offer_setup()
                if not tray.available and service.settings.get("tray.keep_running"):
                    self._explain_no_tray()

    @cached_property
    def _setup(self) -> Setup:
        from arbor_desktop.integrations.setup.setup import Setup  # few first lists need it

        service: MemoryService = self.bridge.service
        return Setup(
            service.home,
            os.environ if self._demo is None else self._demo.environ,
            noted=lambda source, installed: service.receipts.installed(source, installed),
        )

    def _watch(self) -> None:
        if self._service is not None:
            self.bridge.run(self._service.start_watching, ordered=False)

    def _not_opened(self, error: BaseException) -> None:
        self._leave_before()
        if isinstance(error, ArborError) and error.code == "LOCKED" and not self._quit_after_paint:
            self._ask_for_key(error)
            return
        log.error("The memory can't be opened", exc_info=error)
        self.window.show()
        panel = self.window.fail_to_open(failure(error, "open"), self._home.folder)
        panel.retried.connect(lambda: self._try_to_open_again(panel))
        if isinstance(error, ArborError) and error.context.get("damaged"):
            from arbor_desktop.ui.shell.recovery import Recovery

            recovery = Recovery(self.icons, self.bridge, self._home, panel, system_clock)
            recovery.recovered.connect(partial(self._recovered, panel))
        if self._quit_after_paint:
            self._app.exit(1)

    def _recovered(self, panel: QObject, words: str) -> None:
        self.window.notice.show_notice(words, "ok")
        self._try_to_open_again(panel)

    def _try_to_open_again(self, panel: QObject) -> None:
        panel.deleteLater()
        self._open()

    # Encryption

    def _ask_for_key(self, error: ArborError) -> None:
        """The memory is locked: a small window asks, in place of the main one."""
        from arbor_desktop.ui.encryption.lock_window import LockWindow

        lock = LockWindow(self.icons, self.bridge, self._home, error)
        lock.unlocked.connect(self._open)
        lock.try_again.connect(self._open)
        lock.closed.connect(self._quit)
        self._show_before(lock)

    def _make(self, change: Change) -> None:
        """Make a change, for which the memory must not be open, and start again."""
        from arbor_desktop.ui.encryption.change_window import ChangeWindow

        making = ChangeWindow(self.icons, self.bridge, self._home, change)
        making.ended.connect(partial(self._made, change))
        self._show_before(making)
        making.begin()

    def _made(self, change: Change, said: str) -> None:
        self._leave_before()
        self.carried = Carried(change.present_key(self._home), said=said)
        self._app.exit(translation.RESTART)

    def _restart_with(self, change: Change) -> None:
        self.carried = Carried(self.carried.key, change)
        self._app.exit(translation.RESTART)

    def _show_before(self, window: SmallWindow) -> None:
        self.window.hide()
        self._before = window
        window.bring_up()

    def _leave_before(self) -> None:
        self._show_soon.stop()
        if self._before is not None:
            self._before.leave()
            self._before = None

    def _bring_up(self) -> None:
        (self._before or self.window).bring_up()

    def _show_pages(self, rows: Sequence[Memory]) -> None:
        self._pages = WindowPages(self.window, self.state, setup=lambda: self._setup, rows=rows)
        self.window.attach(self._pages.specs(), later=self._minimized)
        self.window.setup_wanted.connect(self._pages.set_up)

    def _quit_painted(self) -> None:
        self.window.repaint()
        self._quit()

    # Tray and closing

    def _made_tray(self, service: MemoryService) -> Tray:
        if self._tray is not None:
            return self._tray
        # Imported here: the first list is on the screen by now.
        from arbor_desktop.ui.file_versions.watch import LossWatch
        from arbor_desktop.ui.integrations.watch import HookWatch
        from arbor_desktop.ui.shell.notifications import Notifier, update_notification
        from arbor_desktop.ui.shell.tray import Tray
        from arbor_desktop.ui.updates import UpdateWatch

        window, go, watch = self.window, self.window.navigation, self.window.status_watch
        tray = Tray(self.icons, self.bridge, watch, parent=self)
        tray.open_wanted.connect(window.bring_up)
        for wanted, show in (
            (tray.search_wanted, go.search_memories),
            (tray.add_wanted, go.add_memory),
            (tray.memory_wanted, go.show_memory),
            (tray.review_wanted, go.show_review),
            (tray.conflict_wanted, go.show_conflict),
            (tray.activity_wanted, window.show_activity),
            (tray.maintenance_wanted, go.show_maintenance_log),
            (tray.settings_wanted, go.show_settings),
            (tray.updates_wanted, partial(go.show_settings, "general")),
            (tray.model_wanted, go.show_model_settings),
            (tray.integrations_wanted, go.show_integrations),
            (tray.file_versions_wanted, window.show_lost_file),
            (tray.week_wanted, go.show_week),
        ):
            wanted.connect(lambda *_: window.bring_up())
            wanted.connect(show)
        tray.pause_wanted.connect(window.pause)
        tray.resume_wanted.connect(window.resume)
        tray.read_wanted.connect(window.read_now)
        tray.quit_wanted.connect(self._quit)
        self._notifier = Notifier(
            self.bridge, watch, quiet=window.isActiveWindow, state=self.state, parent=self
        )
        self._notifier.notify.connect(tray.notify)
        self._hooks = HookWatch(self.bridge, self._setup, parent=self)
        self._hooks.changed.connect(tray.show_hooks)
        self._hooks.changed.connect(self._notifier.hooks_changed)
        self._hooks.look_soon()
        self._losses = LossWatch(self.bridge, parent=self)
        self._losses.lost.connect(window.show_losses)
        self._losses.lost.connect(self._notifier.files_lost)
        self._updates = UpdateWatch(self.bridge, parent=self)
        self._updates.found.connect(lambda version: tray.notify(update_notification(version)))
        self._updates.look()
        self._explained = service.settings.get("tray.explained")
        self._tray = tray
        tray.show()
        return tray

    def _closing(self, event: QCloseEvent) -> None:
        """Closing keeps the tray, where there is one and it is wanted; else it quits."""
        service = self._service
        tray = None if service is None else self._made_tray(service)
        stays = tray is not None and tray.icon.isVisible()
        if not stays or service is None or tray is None or not service.settings.get("tray.keep_running"):
            event.accept()
            self._quit()
            return
        event.ignore()
        self.window.hide()
        if not self._explained:
            self._explained = True
            tray.explain_closing()
            self.bridge.run(service.settings.set, "tray.explained", True)

    def _explain_no_tray(self) -> None:
        """Say, once, that closing the window quits."""
        if not self.state.value("noTrayExplained") and not self.window.notice.message:
            words = tr(
                "This desktop has no tray. When you close the window, Arbor quits and stops reading "
                "conversations."
            )
            self.window.notice.show_notice(words, "info")
            self.state.set_value("noTrayExplained", "1")

    def _settings_changed(self, changes: Any) -> None:
        if changes.settings and self._service is not None and self._pages is not None:
            setting = self._service.settings.get("appearance.theme")
            if setting != self.theme.setting:
                self.theme.set_setting(setting)
            self._pages.settle_letters(self.window.built_pages)

    # Ending

    def _quit(self) -> None:
        # Not QApplication.quit: that closes the window first, which keeps the tray, and gives up.
        self._app.exit(0)

    async def save(self) -> None:
        """Hide the window and begin to save what its pages hold; `end` lets that finish."""
        self.window.save_state()
        self.state.set_value("theme", self.theme.setting)
        self.state.sync()
        if self._tray is not None:
            self._tray.hide()
        self.window.hide()
        self.window.save_unsaved()
        await self.bridge.begun()

    def end(self) -> None:
        """Takes everything apart: what was ordered is done, what runs is left in the queue."""
        for timer in self.findChildren(QTimer):
            timer.stop()  # after a restart the app lives on, and this may, too
        self.bridge.close()
        if self._service is not None:
            self._service.close()
        elif self._opening is not None and self._opening.done() and self._opening.exception() is None:
            self._opening.result().close()
        self._leave_before()
        gc.unfreeze()
        self._signals.close()
        sys.excepthook, threading.excepthook = self._former_hooks
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self._instance.release()

    # Errors that nobody caught

    def _excepthook(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._quit()
            return
        self._report(kind, error, trace)

    def _report(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
    ) -> None:
        shown = error if error is not None else kind()
        log.critical("Not caught", exc_info=(kind, shown, trace))
        self._failed_elsewhere.emit(shown)


if __name__ == "__main__":
    sys.exit(main())
