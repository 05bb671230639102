"""A process that has conversations read by a model, to be killed in the midst of it.

`python -m tests.reliability.killable_model HOME FOLDER URL` captures what is in FOLDER, asking the server at
URL in a process of its own, as the window does.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from arbor_desktop.extraction.worker import ProcessWorker
from arbor_desktop.service import MemoryService

CHECKOUT = Path(__file__).resolve().parents[2]


def start(home: Path, folder: Path, url: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.reliability.killable_model", str(home), str(folder), url]
    return subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)


def main() -> None:
    home, folder, url = sys.argv[1:4]
    with MemoryService.open(home, worker=ProcessWorker()) as service:
        service.settings.set("extraction.backend", "anthropic")
        service.settings.set("model.base_url", url)
        service.settings.set("model.refine", False)
        service.capture([folder])
        print("done", flush=True)


if __name__ == "__main__":
    main()
