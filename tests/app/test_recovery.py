"""A damaged memory file: said in a sentence, mended by a click, and never deleted."""

from __future__ import annotations

import pytest

from arbor_desktop import app
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import Button, ErrorPanel
from tests.app.test_session import quits, start  # noqa: F401 - fixtures

DAMAGE = b"not a database at all " * 400


def offer_of(panel: ErrorPanel) -> Button | None:
    own = (panel.retry_button, panel.details_button, panel.copy_button)
    others = ("Show folder", "Quit Arbor")
    buttons = [b for b in panel.findChildren(Button) if b not in own and b.text() not in others]
    found = [b for b in buttons if not b.isHidden()]
    return found[0] if found else None


@pytest.mark.logs_warnings
@pytest.mark.parametrize("with_backup", [True, False])
def test_a_damaged_memory_is_mended_by_a_click(start, qtbot, home, monkeypatch, with_backup):  # noqa: F811
    with MemoryService.open(home) as service:
        service.store("Kept in the backup", type="fact")
        if with_backup:
            service.backups.daily_backup()
    for file in home.glob("arbor_memory.db*"):
        file.unlink()
    (home / "arbor_memory.db").write_bytes(DAMAGE)
    monkeypatch.setattr(app, "_open_service", lambda place, _demo, _key: MemoryService.open(place))

    session = start()
    qtbot.waitUntil(lambda: isinstance(session.window.current_page, ErrorPanel))
    panel = session.window.current_page
    qtbot.waitUntil(lambda: offer_of(panel) is not None)
    button = offer_of(panel)
    assert ("Restore backup (" if with_backup else "start fresh") in button.text()
    shown = [b.text() for b in panel.findChildren(Button) if not b.isHidden()]
    assert sorted(shown) == sorted([button.text(), "Try again", "Details", "Show folder", "Quit Arbor"])
    assert "damaged" in panel.text
    assert "arbor " not in panel.text, "no commands of the terminal"
    assert session.window.indicator.status.state == "error"
    panel.details_button.click()
    assert "Traceback" in panel.report and panel.copy_button.isVisible()
    button.click()
    qtbot.waitUntil(lambda: session.window.specs != ())
    qtbot.waitUntil(lambda: session.window.indicator.status.state == "ready")
    (aside,) = home.glob("arbor_memory.damaged-*.db")
    assert session.window.notice.message.startswith(
        "Backup restored (just now)" if with_backup else "Started without memories"
    )
    assert aside.name in session.window.notice.message
    kept = [m.content for m in session.bridge.service.query().memories]
    assert kept == (["Kept in the backup"] if with_backup else [])
    assert aside.read_bytes() == DAMAGE
