"""`arbor watch` ends with a signal, whatever it is told of at that moment."""

from __future__ import annotations

import os
import signal
import sys
import threading

import pytest

from arbor_desktop.cli import capture
from arbor_desktop.cli.output import Output
from arbor_desktop.runtime.events import Changes
from arbor_desktop.service import MemoryService


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_a_signal_among_many_changes_ends_it(home, clock):
    with MemoryService.open(home, clock=clock) as service:
        ended = threading.Event()

        def change():
            while not ended.is_set():
                service.events.announce(Changes(status=True))

        busy = threading.Thread(target=change)
        busy.start()
        try:
            for _ in range(10):
                timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGTERM))
                timer.start()
                assert capture._until_stopped(service, Output()) is not None
                timer.join()
        finally:
            ended.set()
            busy.join()
