"""Starts a command and ends it with its caller, however that one ends.

It runs as a script of its own, with the standard library alone. Standard input is the command's input after
its length in eight bytes, and stays open while the command is needed: when it ends, because the answer is no
longer needed or because the calling process was killed, the command is ended too.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

CANNOT_START = "cannot start: "
CANNOT_START_CODE = 126
GRACE_SECONDS = 2.0
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def main() -> None:
    source = sys.stdin.buffer
    given = source.read(int.from_bytes(source.read(8), "big"))
    try:
        child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, creationflags=_NO_WINDOW)
    except OSError as error:
        sys.stderr.write(f"{CANNOT_START}{error.strerror or error}\n")
        sys.stderr.flush()
        os._exit(CANNOT_START_CODE)
    threading.Thread(target=_watch, args=(child,), daemon=True).start()
    assert child.stdin is not None
    try:
        child.stdin.write(given)
        child.stdin.close()
    except OSError as error:  # it ended without reading: its code and words say why
        sys.stderr.write(f"its input was not read: {error.strerror or error}\n")
    code = child.wait()
    os._exit(code if code >= 0 else 128 - code)


def _watch(child: subprocess.Popen[bytes]) -> None:
    while sys.stdin.buffer.read(4096):
        continue
    if sys.platform == "win32":
        subprocess.run(
            ["taskkill", "/F", "/T", "/PID", str(child.pid)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=_NO_WINDOW,
            check=False,
        )
        return
    child.terminate()
    try:
        child.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
    if os.getpgrp() == os.getpid():  # what the command started itself, and this process with it
        os.killpg(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
