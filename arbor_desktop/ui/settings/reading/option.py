"""A way to read with its fields: what is typed is tested before it is used."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.llm.credentials import unencrypted
from arbor_desktop.llm.model import ModelFailed, ModelInfo, TestResult, Trouble
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.controller import error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.model_status.actions import ModelCall
from arbor_desktop.ui.model_status.words import trouble_look
from arbor_desktop.ui.setting_rows.rows import SettingsController
from arbor_desktop.ui.settings.reading.fields import AddressField, KeyField, ModelField, NoteLine
from arbor_desktop.ui.settings.reading.model import Option, Seen, Typed, Way
from arbor_desktop.ui.settings.reading.option_card import OptionCard, Tester
from arbor_desktop.ui.settings.reading.words import (
    answered_words,
    asking_words,
    default_model_words,
    refused_words,
    use_words,
    what_is_sent,
)
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.llm.calls import Cancel
    from arbor_desktop.llm.credentials import KeyStatus

Tried = tuple[str, str, str]
"""Key, address and model as they were tested."""


class ModelOption(OptionCard):
    """`use_wanted(way, typed key)`: this one shall read; `remove_key_wanted(address)`: the key that is stored
    for it shall go."""

    use_wanted = Signal(object, object)
    remove_key_wanted = Signal(str)

    def __init__(
        self,
        icons: Icons,
        settings: SettingsController,
        option: Option,
        clock: Clock,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(icons, option, parent)
        self._settings, self._clock = settings, clock
        self._seen: Seen | None = None
        self._passed: Tried | None = None
        self._tried: Tried | None = None
        self.key: KeyField | None = None
        self.address: AddressField | None = None
        self.model: ModelField | None = None
        self.testing: ModelCall | None = None
        """The test that is under way."""
        self.listing: ModelCall | None = None
        """The question for the names of models that is under way."""
        self.program = Label(icons.theme, "", "mono_small", "text2", parent=self.body)
        self.program.hide()
        self._add_fields(icons)
        self.sent = NoteLine(
            icons, "info" if option is Option.OFFLINE else "eye-off", what_is_sent(option), self.body,
            style="small", token="text2",
        )  # fmt: skip
        self.add(self.sent)
        self.why = NoteLine(icons, "warning", "", self.body, style="small", token="warn")
        self.why.hide()
        self.add(self.why)
        self.tester = Tester(icons, use_words(option), self.body)
        self.tester.test_wanted.connect(self.test)
        self.tester.cancel_wanted.connect(self._cancel_test)
        self.tester.use_wanted.connect(self._use)
        self.add(self.tester)
        self._show_buttons()

    def _add_fields(self, icons: Icons) -> None:
        if self.option is Option.OFFLINE:
            return
        if self.option is Option.CLAUDE:
            self.add(self.program)
        if self.option is Option.SERVER:
            self.address = AddressField(icons, self._settings.describe("model.base_url"), self.body)
            self.address.edited.connect(self._edited)
            self.add(self.address)
            self.unencrypted = NoteLine(
                icons, "warning",
                tr("Not encrypted. Others could read your key and everything you send. Use https."),
                self.body, style="small", token="warn",
            )  # fmt: skip
            self.unencrypted.hide()
            self.add(self.unencrypted)
        if self.option in (Option.SERVER, Option.ANTHROPIC):
            local = self.option is Option.SERVER
            self.key = KeyField(
                icons, self.body,
                placeholder=tr("Only if the server needs a key") if local else "sk-ant-…",
                optional=tr("API key, if the server needs it") if local else "",
            )  # fmt: skip
            self.key.edited.connect(self._edited)
            self.key.remove_wanted.connect(lambda: self.remove_key_wanted.emit(self.way.base_url))
            self.add(self.key)
        self.model = ModelField(icons, self.body)
        self.model.edited.connect(self._edited)
        self.model.list_wanted.connect(self.load_models)
        self.add(self.model)
        for part in (self.address, self.key, self.model):
            if part is not None:
                part.field.returnPressed.connect(self._returned)

    # What is set and what is typed

    @property
    def way(self) -> Way:
        """What would be set. This computer keeps address and model of another way, to come back to."""
        if self.option is Option.OFFLINE or self._seen is None:
            now = self._seen.way if self._seen else Way("offline")
            return Way(self.option.backend, now.base_url, now.name)
        name = self.model.name if self.model else ""
        return Way(self.option.backend, self.address.address if self.address else "", name)

    @property
    def typed(self) -> Typed:
        return self.key.typed if self.key else Typed()

    @property
    def in_use(self) -> bool:
        return self._seen is not None and self._seen.way.option is self.option

    @property
    def changed(self) -> bool:
        """Whether something else is typed here than what is in use."""
        return not self.in_use or self._seen is None or bool(self.typed.key) or self.way != self._seen.way

    @property
    def may_be_used(self) -> bool:
        """Whether it passed its test as it stands here, or was there before."""
        if self.option is Option.OFFLINE:
            return True
        if self._passed is not None:
            return self._passed == self._attempt
        held = self.key is not None and self.key.holds_key
        return self.option is Option.ANTHROPIC and held and not self.typed.key and not self.way.name

    @property
    def _attempt(self) -> Tried:
        return self.typed.key, self.way.base_url, self.way.name

    def show_seen(self, seen: Seen) -> None:
        """What is set, and whether it can be asked; what the person is typing stays."""
        self._seen = seen
        name = seen.way.name if self.in_use else ""
        if self.address is not None:
            self.address.show_address(seen.way.base_url)
        if self.key is not None:
            self.key.show_status(self._key_of(seen))
        if self.model is not None:
            default = default_model_words(self.option, seen.default_model)
            self.model.show_name(name, default, needed=self.option is Option.SERVER)
        if self.option is Option.CLAUDE:
            self.program.setText(seen.program)
            self.program.setVisible(bool(seen.program))
        self._show_state(seen)
        self._show_buttons()

    def _key_of(self, seen: Seen) -> KeyStatus | None:
        """Which key there is: each address has its own; of one that is just typed none is known."""
        if self.option is Option.ANTHROPIC:
            return seen.key
        typed = self.address is not None and self.address.address != seen.way.base_url
        return None if typed else seen.server_key

    def _show_state(self, seen: Seen) -> None:
        ready = seen.readiness
        if self.in_use and not ready.ready:
            look = trouble_look(ready, self._clock(), 0, seen.way.base_url)
            badge = tr("Paused") if ready.trouble is Trouble.STOPPED else tr("In use, not ready")
            kind = {"danger": "danger", "warn": "warn"}.get(look.tone, "neutral")
            self.show_badge(badge, kind, look.glyph, used=True)
            self.why.label.setText(f"{look.title}. {look.text}")
            self.why.set_token({"danger": "danger", "warn": "warn"}.get(look.tone, "text2"))
            self.why.show()
            return
        missing = self.option is Option.CLAUDE and not seen.program
        self.why.setVisible(missing)
        self.why.set_token("warn")
        self.why.label.setText(
            tr("The claude command was not found on this computer. Install Claude Code, then come back here.")
        )
        if self.in_use:
            self.show_badge(tr("In use"), used=True)
        else:
            self.show_badge(tr("Not found") if missing else "", "neutral", None, used=False)

    def _show_buttons(self) -> None:
        tester, running = self.tester, self.testing is not None
        if self.address is not None:
            self.unencrypted.setVisible(unencrypted(self.address.address))
        if self.option is Option.OFFLINE:
            tester.test.hide()
            tester.use.setVisible(not self.in_use)
            tester.setVisible(not self.in_use)
            return
        if tester.use.hasFocus() and not (self.changed and self.may_be_used):
            # Else the focus falls into the next field below, and the page scrolls away to it.
            self.radio.setFocus(Qt.FocusReason.OtherFocusReason)
        tester.use.setVisible(self.changed)
        tester.use.set_label(tr("Save") if self.in_use else use_words(self.option))
        tester.use.setEnabled(self.may_be_used and not running)
        tester.test.setEnabled(self._can_be_tested)
        if not running:
            waits = self.changed and self._can_be_tested and not self.may_be_used
            tester.hint.setText(tr("Run the test first.") if waits else "")

    @property
    def _can_be_tested(self) -> bool:
        if self.option is Option.CLAUDE:
            return self._seen is not None and bool(self._seen.program)
        if self.address is not None:
            return bool(self.address.address)
        return self.key is not None and (self.key.holds_key or bool(self.typed.key))

    def _edited(self) -> None:
        if self.testing is not None and self._attempt != self._tried:
            self._cancel_test()
        elif self._tried is not None and self._attempt != self._tried:
            self.tester.clear()
            self._tried = None
        if self._seen is not None and self.key is not None:
            self.key.show_status(self._key_of(self._seen))
        self._show_buttons()

    # Testing

    def test(self) -> None:
        """Asks a tiny question with what is typed here."""
        if self.address is not None and not self.address.check():
            if not self.address.address:
                self.address.ask_for()
            self.address.field.setFocus()
            return
        self._tried, self._passed = self._attempt, None
        key, address, name = self._attempt
        service = self._settings.service
        if self.testing is not None:
            self.testing.forget()
        self.testing = self._call(
            lambda cancel: service.model.test(
                backend=self.option.backend, key=_sendable(key), base_url=address, model=name, cancel=cancel
            ),
            self._test_passed,
            self._test_failed,
        )
        self.tester.show_asking(asking_words(self.option, address))
        self._show_buttons()

    def _call(
        self,
        work: Callable[[Cancel], Any],
        ended: Callable[[Any], object],
        failed: Callable[[BaseException], object],
    ) -> ModelCall:
        call = ModelCall(lambda _hear, _step, cancel: work(cancel), self)
        call.ended.connect(ended)
        call.failed.connect(failed)
        call.start()
        return call

    def _returned(self) -> None:
        if self._can_be_tested and self.testing is None:
            self.test()

    def _test_passed(self, result: TestResult) -> None:
        self.testing = None
        self._passed = self._tried
        self.tester.show_good(answered_words(result))
        self._show_buttons()
        if self.tester.use.isVisible() and self.tester.use.isEnabled():
            self.tester.use.setFocus()

    def _test_failed(self, error: BaseException) -> None:
        self.testing = None
        if isinstance(error, ModelFailed):
            self.tester.show_bad(*refused_words(error, self.option, self.way.base_url, self._clock()))
        else:
            self.tester.show_bad(error_words(error))
            self._settings.report(error)
        self._show_buttons()

    def _cancel_test(self) -> None:
        if self.testing is not None:
            self.testing.forget()
        self.testing = None
        self._tried = None
        self.tester.clear()
        self._show_buttons()

    # The list of models

    def load_models(self) -> None:
        """Asks the service what it offers."""
        if self.model is None:
            return
        if self.address is not None and not self.address.check():
            self.address.ask_for()
            return
        key, address, _ = self._attempt
        service = self._settings.service
        self.model.show_error("")
        self.model.show_loading(True)
        if self.listing is not None:
            self.listing.forget()
        self.listing = self._call(
            lambda _cancel: service.model.models(
                backend=self.option.backend, key=_sendable(key), base_url=address
            ),
            self._models_came,
            self._no_models,
        )

    def _models_came(self, models: list[ModelInfo]) -> None:
        self.listing = None
        if self.model is None:
            return
        self.model.show_loading(False)
        if not models:
            self.model.show_error(tr("The server lists no models. Type a model name."))
            return
        self.model.show_models(models, may_be_empty=self.option is not Option.SERVER)

    def _no_models(self, error: BaseException) -> None:
        self.listing = None
        if self.model is None:
            return
        self.model.show_loading(False)
        if isinstance(error, ModelFailed):
            words, code = refused_words(error, self.option, self.way.base_url, self._clock())
            self.model.show_error(f"{words} {code}".strip())
        else:
            self.model.show_error(error_words(error))
            self._settings.report(error)

    # Using

    def _use(self) -> None:
        if self.may_be_used:
            self.use_wanted.emit(self.way, self.typed)

    def used(self) -> None:
        """It was stored: what was typed is no change any more."""
        if self.key is not None:
            self.key.clear()
        for field in (self.address, self.model):
            if field is not None:
                field.settle()
        self._passed = None

    def refused(self, words: str) -> None:
        """It could not be stored."""
        if self.key is not None and self.typed.key:
            self.key.show_error(words)
        else:
            self.tester.show_bad(words)

    def focus_on(self, part: str) -> None:
        """Puts the cursor where the key, the model or the address is entered."""
        if part == "key" and self.key is not None:
            self.key.enter()
        elif part == "model" and self.model is not None:
            self.model.field.setFocus()
        elif self.address is not None:
            self.address.field.setFocus()


def _sendable(key: str) -> str | None:
    """The key as it can be sent; None: the one that is stored. Raises InvalidInput."""
    from arbor_desktop.llm.credentials import checked_key

    return checked_key(key) if key else None
