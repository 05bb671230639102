"""Measuring in a new process, with the memory of all it starts."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil

SAMPLE_SECONDS = 0.02


def child(
    task: str,
    *arguments: str | Path,
    module: str = "tests.benchmarks.child",
    environment: dict[str, str] | None = None,
) -> dict[str, Any]:
    """Runs a task of `module` in a new process; its report, with `peak_mb` of all its
    processes together (resident memory, so what they share counts several times: an upper bound)."""
    command = [sys.executable, "-m", module, task, *map(str, arguments)]
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=said, env=environment)
        peak = 0
        try:
            while process.poll() is None:
                peak = max(peak, _resident(process.pid))
                time.sleep(SAMPLE_SECONDS)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        said.seek(0)
        answer = said.read()
    if process.returncode:
        raise RuntimeError(f"the measured process ended with {process.returncode}: {' '.join(command)}")
    report: dict[str, Any] = json.loads(answer)
    return report | {"peak_mb": peak / 1_000_000}


def _resident(pid: int) -> int:
    try:
        root = psutil.Process(pid)
        return sum(_resident_alone(process) for process in (root, *root.children(recursive=True)))
    except psutil.NoSuchProcess:
        return 0


def _resident_alone(process: psutil.Process) -> int:
    try:
        size: int = process.memory_info().rss
        return size
    except psutil.NoSuchProcess:
        return 0
