"""The rules that found memories: how each was judged, how far it is trusted, and Reset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.extraction.model import RuleInfo
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.components import Button, ConfidenceBar, IconButton, Label, SettingRow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.setting_rows.cards import CardBox, RowList, Words
from arbor_desktop.ui.setting_rows.rows import LinkRow, SettingsController, in_line
from arbor_desktop.ui.translation import number, tr

SHOWN_AT_FIRST = 8
LOOK_AGAIN_MS = 400
"""While conversations are read, changes come in bursts; the rows follow so often at most."""

Resets = Mapping[str, int | None]


class RuleRow(SettingRow):
    """One rule. `reset_wanted(rule)`, `memories_wanted(rule)`."""

    reset_wanted = Signal(str)
    memories_wanted = Signal(str)

    def __init__(self, icons: Icons, info: RuleInfo) -> None:
        theme = icons.theme
        self.rule = info.rule
        self.before = Label(theme, "", "small", "text3")
        self.bar = ConfidenceBar(theme)
        self.show_button = IconButton(icons, "memories", tr("Show memories found by this rule"))
        self.show_button.clicked.connect(lambda: self.memories_wanted.emit(self.rule))
        self.reset = IconButton(icons, "undo", tr("Reset"), clicked=lambda: self.reset_wanted.emit(self.rule))
        kept_place = self.reset.sizePolicy()
        kept_place.setRetainSizeWhenHidden(True)  # so that the bars stand under each other
        self.reset.setSizePolicy(kept_place)
        controls = in_line(theme, self.before, self.bar, self.show_button, self.reset, spacing=6)
        super().__init__(theme, rule_title(info), " ", controls)
        self.show_button.setAccessibleName(tr("Show memories found by {rule}").format(rule=rule_title(info)))
        self.reset.setAccessibleName(tr("Reset {rule}").format(rule=rule_title(info)))
        self.show_info(info)

    def show_info(self, info: RuleInfo) -> None:
        """Show how the rule stands now."""
        self.info = info
        self.title.setText(rule_title(info))
        self.set_description(counts_words(info))
        self.reset.setVisible(bool(info.kept or info.turned_down))
        self.reset.setAccessibleDescription(self.description.text())
        first, now = info.confidence, info.confidence_now
        self.bar.setVisible(now is not None)
        self.before.setVisible(first is not None and info.factor < 1)
        if first is not None and now is not None:
            self.bar.set_value(now)
            self.before.setText(f"{number(first, 2)} →")
        self.setAccessibleName(f"{rule_title(info)}. {counts_words(info)}. {trust_words(info)}")
        self.bar.setToolTip(trust_words(info))


class RulesCard(CardBox):
    """`undoable(words, bring_back)` after a rule, or all, began anew; `memories_wanted(rule, its name)`."""

    undoable = Signal(str, object)
    memories_wanted = Signal(str, str)

    def __init__(self, icons: Icons, settings: SettingsController, parent: QWidget | None = None) -> None:
        super().__init__(
            icons.theme,
            tr("Rules"),
            tr("Your reviews show Arbor how far to trust each rule. If a rule is often wrong, the "
                "memories it finds get a lower confidence and may need review."),
            parent,
        )  # fmt: skip
        self._icons, self._settings = icons, settings
        self._infos: Sequence[RuleInfo] = ()
        self._order: list[str] = []
        self._all = False
        self.empty = SettingRow(
            icons.theme,
            tr("No rule has found a memory yet"),
            tr("Each rule appears here once it finds a memory."),
        )
        self.add(self.empty)
        self.list = RowList(icons.theme)
        self.add(self.list, tr("rules trust confidence feedback incorrect reject reset"))
        self.more_row = LinkRow(icons)
        self.more_row.button.clicked.connect(self._show_all)
        self.add(self.more_row)
        self.reset_button = Button(icons, tr("Reset all"), size="small", icon="undo")
        self.reset_button.clicked.connect(lambda: self.reset(None))
        self.reset_row = SettingRow(
            icons.theme,
            tr("Reset rules"),
            tr("After a reset, your earlier reviews no longer count for the rules. Your memories are kept."),
            self.reset_button,
        )
        self.add(self.reset_row, tr("reset rules trust"))
        self._show(())
        self._soon = QTimer(self, singleShot=True, interval=LOOK_AGAIN_MS)
        self._soon.timeout.connect(self._look)
        settings.store_changed.connect(self._changed)

    @property
    def rule_rows(self) -> dict[str, RuleRow]:
        """The rows that are shown, by their rule."""
        return {row.rule: row for row in self.list.rows if isinstance(row, RuleRow)}

    def refresh(self) -> None:
        """Count again, and put those first that are trusted least."""
        self._order = []
        self._look()

    def filter(self, words: Words, around: str = "") -> int:
        """As of every card; a search goes through the names of all rules."""
        if words != self._words:
            self._words = words
            self._fill()
        return super().filter(words, around)

    def reset(self, rule: str | None) -> None:
        """Discard the feedback on one rule; None: on all."""
        self.reset_row.show_error("")
        words = tr("Rules reset")
        if rule is not None:
            words = tr("Rule reset: {rule}").format(rule=tr(self.rule_rows[rule].info.phrase) or rule)
        self._settings.try_to(self._reset(rule, words), self.reset_row.show_error)

    async def _reset(self, rule: str | None, words: str) -> None:
        earlier: Resets = await self._settings.change(self._settings.service.rules.reset, rule)
        self._look()
        self.undoable.emit(words, partial(self._bring_back, earlier))

    def _bring_back(self, earlier: Resets) -> None:
        self._settings.try_to(self._set_back(earlier), self.reset_row.show_error)

    async def _set_back(self, earlier: Resets) -> None:
        await self._settings.change(self._settings.service.rules.set_resets, earlier)
        self._look()

    def _changed(self, changes: Changes) -> None:
        if (changes.memories or changes.all_memories or changes.status) and not self._soon.isActive():
            self._soon.start()

    def _look(self) -> None:
        if self.window().isVisible():
            self._settings.start(self._read())

    async def _read(self) -> None:
        self._show(await self._settings.ask("rules", self._settings.service.rules.infos))

    def _show(self, infos: Sequence[RuleInfo]) -> None:
        # While the page is looked at, no row moves away from under the mouse.
        place = {rule: number for number, rule in enumerate(self._order)}
        self._infos = sorted(infos, key=lambda info: place.get(info.rule, len(place)))
        self._order = [info.rule for info in self._infos]
        self._fill()

    def _fill(self) -> None:
        """Makes the rows: the first ones, all, or those that are searched for by their names."""
        shown = self._infos if self._all else self._infos[:SHOWN_AT_FIRST]
        if self._words:
            called = [info for info in self._infos if _is_called(info, self._words)]
            shown = called or self._infos[:SHOWN_AT_FIRST]
        old = self.rule_rows
        rows = [old.get(info.rule) or self._new_row(info) for info in shown]
        for row, info in zip(rows, shown, strict=True):
            row.show_info(info)
        if rows != self.list.rows:
            self.list.set_rows(rows)
        self.more_row.button.set_label(tr("Show all %n rules", None, len(self._infos)))
        self.reset_button.setEnabled(any(info.kept or info.turned_down for info in self._infos))
        for row_of_card, present in (
            (self.empty, not self._infos),
            (self.list, bool(self._infos)),
            (self.more_row, len(shown) < len(self._infos) and not self._words),
            (self.reset_row, bool(self._infos)),
        ):
            self.set_present(row_of_card, present)

    def _show_all(self) -> None:
        self._all = True
        self._fill()
        rows = list(self.rule_rows.values())
        rows[SHOWN_AT_FIRST].show_button.setFocus()

    def _new_row(self, info: RuleInfo) -> RuleRow:
        row = RuleRow(self._icons, info)
        row.reset_wanted.connect(self.reset)
        row.memories_wanted.connect(lambda rule: self.memories_wanted.emit(rule, rule_title(row.info)))
        return row


def rule_title(info: RuleInfo) -> str:
    """Kind and words: "Standing instruction: “always …”"."""
    return f"{tr(info.kind)}: {tr(info.phrase)}" if info.phrase else tr(info.kind)


def _is_called(info: RuleInfo, words: Words) -> bool:
    title = rule_title(info).casefold()
    return all(word in title for word in words)


def counts_words(info: RuleInfo) -> str:
    """ "12 memories · 5 kept · 3 turned down"."""
    made = tr("%n memories", None, info.memories)
    if not (info.kept or info.turned_down):
        return made if info.reset_at is None else f"{made} · {tr('reset')}"
    parts = [made]
    parts += [tr("%n kept", None, info.kept)] if info.kept else []
    parts += [tr("%n rejected", None, info.turned_down)] if info.turned_down else []
    return " · ".join(parts)


def trust_words(info: RuleInfo) -> str:
    """Return what the figures at right mean."""
    if info.confidence is None or info.confidence_now is None:
        return tr("Confidence unknown")
    if info.factor < 1:
        return tr("Confidence {first} before your reviews, {now} now").format(
            first=number(info.confidence, 2), now=number(info.confidence_now, 2)
        )
    return tr("Confidence {first}").format(first=number(info.confidence, 2))
