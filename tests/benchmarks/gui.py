"""What is measured in the real window, drawn unseen, in a process of its own; prints one JSON object."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arbor_desktop.app import Session

HEARTBEAT_MS = 2
_LOOK_AGAIN_MS = 20
_WHEEL = 3


def _since(began_ns: str) -> float:
    """Milliseconds since a time of the monotonic clock, which processes share."""
    return (time.monotonic_ns() - int(began_ns)) / 1e6


def bare(began_ns: str) -> dict[str, Any]:
    """A window with nothing in it, until it is painted."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication, QMainWindow

    class Window(QMainWindow):
        def paintEvent(self, event: Any) -> None:
            super().paintEvent(event)
            QTimer.singleShot(0, app.quit)

    app = QApplication([])
    window = Window()
    window.resize(1360, 824)
    window.show()
    app.exec()
    return {"ms": _since(began_ns)}


def start(began_ns: str, home: str) -> dict[str, Any]:
    """The program as it starts: `ms` until memories are painted, `settled` until nothing is under way."""
    from PySide6.QtCore import QEvent, QObject
    from PySide6.QtWidgets import QApplication, QListView, QWidget

    painted: list[float] = []

    class Watch(QObject):
        """Sees the list being painted, which says itself whether it has rows to paint. No other widget is
        watched: each event would take its time."""

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint and not painted and _is_full_list(watched.parent()):
                painted.append(_since(began_ns))
            return False

    app = QApplication([])
    watch = Watch()
    settled: list[float] = []
    app.aboutToQuit.connect(lambda: settled.append(_since(began_ns)))

    def look_at(_left: object, focused: QWidget | None) -> None:
        """The list has the focus when the page is shown."""
        if isinstance(focused, QListView):
            focused.viewport().installEventFilter(watch)

    app.focusChanged.connect(look_at)
    from arbor_desktop.__main__ import window

    code = window(["--home", home, "--quit-after-paint"])
    if code or not painted or not settled:
        raise RuntimeError(f"the window ended with {code}; painted at {painted}, settled at {settled}")
    return {"ms": painted[0], "settled": settled[0]}


def _is_full_list(widget: object) -> bool:
    memories = sys.modules.get("arbor_desktop.ui.memory.list")
    if memories is None or not isinstance(widget, memories.MemoryList):
        return False
    model: Any = widget.model()
    return model.rowCount() > 0 and model.loaded(model.id_at(0)) is not None


@contextmanager
def _window(home: str, *, watch: bool = False, minimized: bool = False) -> Iterator[Session]:
    """The program's window, open over `home`; with `watch` it looks after its sources too."""
    from arbor_desktop import app as program
    from arbor_desktop.paths import Home
    from arbor_desktop.ui.shell.process import Instance
    from tests.window_loop import running

    place = Home(Path(home))
    place.create()
    application = program._application()
    instance = Instance(place.folder)
    if not instance.acquire():
        raise RuntimeError("another window holds the home")
    opening = program._in_background(lambda: program._open_service(place, None))
    with running(application) as loop:
        session = program.Session(application, loop, place, instance, opening, None)
        if not watch:
            session._watch = lambda: None  # type: ignore[method-assign]
        session.start(minimized=minimized, quit_after_paint=False)
        _until(lambda: session._tray is not None and not session.bridge.busy)
        try:
            yield session
        finally:
            session.end()


def _until(true: Callable[[], bool], patience: float = 120.0) -> None:
    """Process events until it is true. As in the program, this thread sleeps between them: it would take
    Python's lock from the others."""
    from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer

    limit = time.monotonic() + patience
    beat = QTimer(interval=_LOOK_AGAIN_MS)
    beat.start()
    while not true():
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if time.monotonic() > limit:
            raise RuntimeError("the window never got there")


def scroll(home: str, frames: str) -> dict[str, Any]:
    """Frames while the list is scrolled and flown over, and the time to another filter's rows."""
    from PySide6.QtCore import QCoreApplication

    with _window(home) as session:
        page: Any = session.window.page("memories")
        view, model = page.view, page.model
        _until(lambda: model.rowCount() > 0 and model.loaded(model.id_at(0)) is not None)
        bar = view.verticalScrollBar()

        def frame(value: int) -> float:
            began = time.perf_counter_ns()
            bar.setValue(value)
            view.viewport().repaint()
            QCoreApplication.processEvents()
            return (time.perf_counter_ns() - began) / 1e6

        count = int(frames)
        wheel = [frame(bar.value() + _WHEEL * bar.singleStep()) for _ in range(count)]
        flight = [frame(round(bar.maximum() * number / count)) for number in range(count)]
        rows = model.rowCount()
        filters = [_filtered(session, page, types) for types in _TYPES for _ in range(2)]
    return {"wheel": wheel, "flight": flight, "filters": filters, "rows": rows}


_TYPES: tuple[tuple[str, ...], ...] = (
    ("fact",), (), ("preference", "instruction"), ("skill",), (), ("context", "fact"),
)  # fmt: skip


def _filtered(session: Session, page: Any, types: tuple[str, ...]) -> float:
    """From choosing types to the first rows of that choice on the screen."""
    if page.state.query.types == types:
        page.state.set(types=("relationship",))
    _until(lambda: not session.bridge.busy)
    came: list[object] = []
    page.model.modelReset.connect(lambda: came.append(1))
    began = time.perf_counter_ns()
    page.state.set(types=types)

    def there() -> bool:
        first = page.model.id_at(0)
        memory = page.model.loaded(first) if first else None
        return bool(came) and memory is not None and (not types or memory.type.value in types)

    _until(there)
    page.view.viewport().repaint()
    taken = (time.perf_counter_ns() - began) / 1e6
    page.model.modelReset.disconnect()
    _until(lambda: not session.bridge.busy)
    return taken


def typing(home: str, words: str) -> dict[str, Any]:
    """From each key that is pressed in the search field to the first rows it finds on the screen; the next
    one follows at once, while what stands beside the rows is still looked for."""
    from PySide6.QtTest import QTest

    with _window(home) as session:
        page: Any = session.window.page("memories")
        field = page.top.search
        found: list[str] = []

        def paint() -> None:
            page.view.viewport().repaint()
            found.append(page.listing.query.text)

        page.listing.listed.connect(paint)
        times: list[list[float]] = []
        for word in words.split():
            times.append([])
            field.clear_search()
            _until(lambda: not session.bridge.busy)
            field.setFocus()
            for number, letter in enumerate(word, 1):
                began = time.perf_counter_ns()
                QTest.keyClick(field, letter)
                _until(lambda typed=word[:number]: found[-1:] == [typed])
                times[-1].append((time.perf_counter_ns() - began) / 1e6)
    return {"words": times}


def pause(home: str, folder: str) -> dict[str, Any]:
    """How long the window's own thread did nothing else at a time while a folder was captured."""
    report = _pauses(home, lambda service: service.capture([folder]))
    return report | {"rows": len(report.pop("answer"))}


def maintain(home: str) -> dict[str, Any]:
    """The same while all tasks of maintenance ran."""
    report = _pauses(home, lambda service: service.run_maintenance("full"))
    return report | {"answer": [run.to_dict() for run in report["answer"]]}


def _pauses(home: str, work: Callable[[Any], Any]) -> dict[str, Any]:
    from PySide6.QtCore import Qt, QTimer

    with _window(home) as session:
        gaps: list[float] = []
        last = time.perf_counter_ns()

        def beat() -> None:
            nonlocal last
            now = time.perf_counter_ns()
            gaps.append((now - last) / 1e6)
            last = now

        heart = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=HEARTBEAT_MS, timeout=beat)
        done: list[Any] = []
        heart.start()
        began = last = time.perf_counter_ns()
        session.bridge.run(work, session.bridge.service, done=done.append, ordered=False)
        _until(lambda: bool(done) and not session.bridge.busy, 600)
        heart.stop()
        ms = (time.perf_counter_ns() - began) / 1e6
    return {"gaps": gaps, "ms": ms, "answer": done[0]}


def idle(home: str, seconds: str) -> dict[str, Any]:
    """Share of one processor and memory of the hidden window that watches its sources.

    The process's own clock counts nanoseconds. What the system says of processes is sampled when timers
    fire, and so counts what timers begin tenfold.
    """
    import psutil

    this = psutil.Process()
    with _window(home, watch=True) as session:
        session.window.hide()
        settled = time.monotonic() + min(3.0, float(seconds))
        _until(lambda: time.monotonic() > settled)
        before, began = time.process_time(), time.monotonic()
        from PySide6.QtCore import QEventLoop, QTimer

        loop = QEventLoop()
        QTimer.singleShot(round(float(seconds) * 1_000), loop.quit)
        loop.exec()
        used = (time.process_time() - before) / (time.monotonic() - began)
        memory = [p.memory_info() for p in (this, *this.children(recursive=True))]
    return {"percent": used * 100, "mb": sum(info.rss for info in memory) / 1e6}


def minimized(home: str) -> dict[str, Any]:
    """Memory of the program as it starts with the computer."""
    import psutil

    with _window(home, watch=True, minimized=True):
        settled = time.monotonic() + 5
        _until(lambda: time.monotonic() > settled)
        return {"mb": psutil.Process().memory_info().rss / 1e6}


TASKS: dict[str, Callable[..., dict[str, Any]]] = {
    "bare": bare,
    "start": start,
    "scroll": scroll,
    "typing": typing,
    "pause": pause,
    "maintain": maintain,
    "idle": idle,
    "minimized": minimized,
}

if __name__ == "__main__":
    print(json.dumps(TASKS[sys.argv[1]](*sys.argv[2:])))
