"""Pictures of integrations: the strip, the sheet, all of them, the tray, the settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from arbor_desktop.core.delivery import HookHealth, Pulse
from arbor_desktop.ui.context.foot import Foot
from tests._stage import HOUR_MS, NOW, Stage

SILENT = HookHealth(
    "claude-code", Pulse.SILENT, NOW - 90 * HOUR_MS, NOW - 60 * HOUR_MS, NOW - 60 * HOUR_MS,
    "2 sessions of Claude Code began since its hooks last called Arbor, and told nothing to Arbor. "
    "Quit Claude Code and start it again; /hooks shows there whether it is on.",
)  # fmt: skip


def register(
    scene: Callable[..., Any], told: Callable[[Stage], None], tray_menu: Callable[[Stage], QWidget]
) -> None:
    """Adds the scenes to all pictures. `told` shows the Context page of a project."""

    def foot(made: Stage) -> Foot:
        told(made)
        found = made.context.foot
        assert found is not None
        return found

    def card(made: Stage, key: str) -> None:
        """Presses the button of a card, which is unfolded for that."""
        strip = foot(made).strip
        strip.set_open(True)
        next(one for one in strip.cards if one.tile.key == key).button.click()
        made.settle()

    @scene("05l-integration-install")
    def install(made: Stage) -> None:
        (made.person / ".codex").mkdir(exist_ok=True)
        (made.person / ".codex" / "hooks.json").write_text('{\n  "model": "gpt-5"\n}\n')
        card(made, "codex")

    @scene("05m-integration-remove")
    def remove(made: Stage) -> None:
        card(made, "claude-code.hooks")

    @scene("05n-integrations-all")
    def everything(made: Stage) -> None:
        made.setup.blocked["cursor"] = "mcp.json is no JSON: a comma is missing in line 4. It is left alone."
        silent(made)
        foot(made).show_all()

    @scene("05o-integrations-silent")
    def trouble(made: Stage) -> None:
        """A hook does not answer; Alt+I leads to it."""
        silent(made)
        foot(made)
        QTest.keyClick(made.context, Qt.Key.Key_I, Qt.KeyboardModifier.AltModifier)

    @scene("05p-context-told")
    def sessions(made: Stage) -> None:
        foot(made).line.click()

    @scene("05q-integration-installed")
    def installed(made: Stage) -> None:
        """After it was done, with the way back."""
        card(made, "codex")
        sheet = made.window.findChild(QWidget, "integrationSheet")
        assert sheet is not None
        sheet.do.click()  # type: ignore[attr-defined]


def silent(made: Stage) -> None:
    """Claude Code's hook does not answer any more."""
    made.service.deliveries.receipts.health = lambda _installed: [SILENT]  # type: ignore[method-assign]
