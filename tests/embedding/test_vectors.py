"""numpy is imported by the first thread that needs it, and whole for the others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
SLOW = """
import builtins
builtins.begun.set()
builtins.go_on.wait()
frombuffer = "whole"
"""
TWO_THREADS = """
import builtins, sys, threading
sys.path.insert(0, sys.argv[1])
builtins.begun, builtins.go_on = threading.Event(), threading.Event()
from arbor_desktop.embedding.bert import numpy
found = []
first = threading.Thread(target=numpy)
second = threading.Thread(target=lambda: found.append(numpy().frombuffer))
first.start()
begun.wait()
second.start()
second.join(0.2)
go_on.set()
first.join()
second.join()
print(found)
"""


def test_a_thread_waits_while_another_imports_numpy(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text(SLOW, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", TWO_THREADS, str(tmp_path)], cwd=CHECKOUT, capture_output=True, text=True
    )
    assert ran.stdout == "['whole']\n", ran.stderr
