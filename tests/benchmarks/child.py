"""What is measured in a process of its own; prints one JSON object. Started by the benchmarks only."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any


def capture(folder: str, home: str, how: str) -> dict[str, Any]:
    """Captures a folder into a new home, `inline` or with the `worker` process."""
    from arbor_desktop.extraction.worker import InlineWorker, ProcessWorker
    from arbor_desktop.service.memory_service import MemoryService

    began = time.perf_counter()
    with MemoryService.open(home, worker=ProcessWorker() if how == "worker" else InlineWorker()) as service:
        service.capture([folder])
        ms = (time.perf_counter() - began) * 1_000
        stats = service.get_stats()
    return {"ms": ms, "turns": stats["turns"], "memories": sum(stats["by_status"].values())}


TASKS: dict[str, Callable[..., dict[str, Any]]] = {"capture": capture}

if __name__ == "__main__":
    print(json.dumps(TASKS[sys.argv[1]](*sys.argv[2:])))
