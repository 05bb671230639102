"""What the window leaves in the home of an encrypted memory."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.paths import TYPED
from arbor_desktop.ui.shell.process import log_to
from arbor_desktop.ui.window_state import WindowState


def test_nothing_that_was_typed_is_kept(qapp: Any, tmp_path: Path) -> None:
    for private in (False, True):
        state = WindowState(tmp_path / f"{private}.ini", private=private)
        for key in TYPED:
            state.set_value(key, "quokka")
        state.set_value("page", "chat")
        state.sync()
        assert ("quokka" in (tmp_path / f"{private}.ini").read_text()) is not private
        assert state.value("page") == "chat"


@pytest.mark.logs_warnings
def test_the_log_has_no_messages_of_errors(qapp: Any, tmp_path: Path) -> None:
    end = log_to(tmp_path / "arbor.log", private=True)
    try:
        raise ValueError("quokka")
    except ValueError:
        logging.getLogger("arbor_desktop").exception("Not caught")
    finally:
        end()
    text = (tmp_path / "arbor.log").read_text()
    assert "Not caught" in text and "ValueError" in text and "test_private_state" in text
    assert "quokka" not in text.replace('raise ValueError("quokka")', "")
