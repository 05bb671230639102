"""Pictures of integrations: the strip, the sheet, all of them, the tray, the settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from arbor_desktop.context.model import HookHealth, Pulse, Use
from arbor_desktop.ui.context.sessions import Foot
from arbor_desktop.ui.integrations.watch import HookWatch
from arbor_desktop.ui.shell.tray import Tray
from tests._receipts import tell
from tests._stage import HOUR_MS, NOW, Stage

SILENT = HookHealth(
    "claude-code", Pulse.SILENT, NOW - 90 * HOUR_MS, NOW - 60 * HOUR_MS, NOW - 60 * HOUR_MS,
    "Since the last hook call, 2 Claude Code sessions have run without contacting Arbor. Restart "
    "Claude Code, then type /hooks to check that Arbor's hooks are on. If that doesn't help, "
    "connect it again.",
)  # fmt: skip


def register(scene: Callable[..., Any], told: Callable[[Stage], None]) -> None:
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
        (made.person / ".codex" / "config.toml").write_text(
            'model = "gpt-5"\napproval_policy = "on-request"\n'
        )
        card(made, "codex")

    @scene("05m-integration-remove")
    def remove(made: Stage) -> None:
        card(made, "claude-code.hooks")

    @scene("05n-integrations-all")
    def everything(made: Stage) -> None:
        (made.person / ".cursor").mkdir(exist_ok=True)
        (made.person / ".cursor" / "mcp.json").write_text('{\n  "mcpServers": {\n    "notes" {}\n  }\n}\n')
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
        """The last sessions that were told something, over the strip."""
        tell_some(made)
        foot(made).line.click()

    @scene("05q-integration-installed")
    def installed(made: Stage) -> None:
        """After it was done, with the way back."""
        card(made, "codex")
        sheet = made.window.findChild(QWidget, "integrationSheet")
        assert sheet is not None
        sheet.do.click()  # type: ignore[attr-defined]

    @scene("08i-hooks-tray")
    def tray(made: Stage) -> QWidget:
        silent(made)
        watch = HookWatch(made.bridge, made.setup, clock=made.clock, parent=made.window)
        watch.refresh()
        made.settle()
        tray = Tray(made.icons, made.bridge, made.window.status_watch, clock=made.clock, native_menu=False)
        tray.setParent(made.window)
        tray.show_hooks(watch.troubles)
        tray.refresh()
        made.settle()
        tray.menu.popup(QPoint(40, 40))
        made.settle()
        return tray.menu

    @scene("11z-settings-injection")
    def settings(made: Stage) -> None:
        made.window.show_page("settings")
        made.settle()
        made.settings.show_section("sharing")

    @scene("11z-settings-injection-lower")
    def settings_lower(made: Stage) -> None:
        silent(made)
        made.window.show_page("settings")
        made.settle()
        made.settings.show_section("sharing")
        made.settle()
        bar = made.settings.area.verticalScrollBar()
        bar.setValue(bar.maximum())


def tell_some(made: Stage) -> None:
    """Some sessions of the project with most memories were told something, with this and that outcome."""
    project = next(iter(made.service.projects()))
    talks = made.service.conversations(project=project, limit=4).conversations
    memories = [one.id for one in made.service.query(scope="project", limit=40).memories][:17]
    for number, talk in enumerate(talks):
        used = dict.fromkeys(memories[: 5 - number], (Use.USED, "It was done as it says.", 3))
        unused = dict.fromkeys(memories[5 - number : 14 - number], (Use.UNUSED, "", None))
        tell(
            made.service, talk.id, memories[: 17 - 3 * number], id_=f"told-{number}",
            at=NOW - (12 + 900 * number) * 60_000, tokens=640 - 90 * number, arrived=number != 2,
            became=None if number == 3 else {**used, **unused},
        )  # fmt: skip


def silent(made: Stage) -> None:
    """Claude Code's hook does not answer any more."""
    made.service.receipts.health = lambda _installed: [SILENT]  # type: ignore[method-assign]
