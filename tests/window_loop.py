"""The window's asyncio loop in a process that processes Qt's events itself, instead of running the loop."""

from __future__ import annotations

import asyncio
import atexit
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import qasync
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

_PATIENCE_S = 10


@contextmanager
def running(app: QApplication) -> Iterator[asyncio.AbstractEventLoop]:
    """Provide the loop; at the end cancel its tasks and wait for them.

    Raises:
        AssertionError: A task did not end.
    """
    loop = _loop(app)
    asyncio._set_running_loop(loop)
    try:
        yield loop
    finally:
        limit = time.monotonic() + _PATIENCE_S
        while tasks := asyncio.all_tasks(loop):
            for task in tasks:
                task.cancel()
            app.processEvents()
            assert time.monotonic() < limit, f"these tasks don't end: {tasks}"
        asyncio._set_running_loop(None)


def complete(work: Coroutine[Any, Any, Any]) -> None:
    """Run a coroutine on the loop until it ends."""
    task = asyncio.get_running_loop().create_task(work)
    while not task.done():
        QCoreApplication.processEvents()
    task.result()


@cache
def _loop(app: QApplication) -> asyncio.AbstractEventLoop:
    # One for all: to stop it would have Qt refuse every other loop of its own.
    loop: asyncio.AbstractEventLoop = qasync.QEventLoop(app)
    atexit.register(loop.close)
    return loop
