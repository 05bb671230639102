"""A window does not wait for a model: what asks one is never imported into its process, and whether one can
be asked is looked up when the first list is there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.service import MemoryService

pytestmark = pytest.mark.slow

CHECKOUT = Path(__file__).resolve().parents[2]
PATIENCE = 120
"""Seconds until a window that hangs fails its test."""
WINDOW = """
import json, sys
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

app = QApplication([])
app.setQuitOnLastWindowClosed(False)
found = {}


def is_full_list(widget):
    module = sys.modules.get("arbor_desktop.ui.memory.list")
    if module is None or not isinstance(widget, module.MemoryList):
        return False
    model = widget.model()
    return model.rowCount() > 0 and model.loaded(model.id_at(0)) is not None


class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and "painted" not in found and is_full_list(watched.parent()):
            found["painted"] = sorted(sys.modules)
        return False


watch = Watch()
app.installEventFilter(watch)
from arbor_desktop.app import main

code = main(["--home", sys.argv[1], "--quit-after-paint"])
found["ended"] = sorted(sys.modules)
print(json.dumps(found))
sys.exit(code)
"""


def modules(home: Path, settings: dict[str, Any]) -> dict[str, list[str]]:
    """What a window has imported when its first list is painted, and when it ends."""
    with MemoryService.open(home) as service:
        service.store_many(
            [{"content": f"The worker polls table {n} every 2 s.", "type": "fact"} for n in range(30)]
        )
        for key, value in settings.items():
            service.settings.set(key, value)
    done = subprocess.run(
        [sys.executable, "-c", WINDOW, str(home)],
        cwd=CHECKOUT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    "settings",
    [
        {"extraction.backend": "anthropic"},
        {"extraction.backend": "anthropic", "model.base_url": "http://127.0.0.1:9"},
        {"extraction.backend": "claude-cli"},
    ],
    ids=["anthropic", "a server", "claude"],
)
def test_a_window_with_a_model_opens_without_what_asks_it(home: Path, settings: dict[str, Any]) -> None:
    found = modules(home, settings)
    heavy = {"anthropic", "httpx2", "pydantic"}
    later = {"keyring", "arbor_desktop.llm.client", "numpy", "onnxruntime", "tokenizers"}
    assert not (heavy | later) & set(found["painted"])
    assert not heavy & set(found["ended"])
    # It did look whether the model can be asked, once it had time: else this would prove nothing.
    assert "arbor_desktop.llm.client" in found["ended"]


def test_a_window_without_one_has_nothing_that_asks_one(home: Path) -> None:
    found = modules(home, {})
    unneeded = {
        "anthropic",
        "keyring",
        "arbor_desktop.llm.credentials",
        "arbor_desktop.llm.client",
    }
    assert not unneeded & set(found["ended"])
