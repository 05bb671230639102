"""What is painted: looked at, pixel by pixel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from arbor_desktop.memories.model import Memory, MemoryType
from arbor_desktop.ui import style
from arbor_desktop.ui.memory.words import type_label

pytestmark = pytest.mark.slow

Add = Callable[..., Memory]


@pytest.fixture
def dressed(qapp: QApplication, theme: Any) -> Iterator[None]:
    """The application in the window's style and colours."""
    before = qapp.style().objectName(), qapp.palette(), qapp.font()
    style.install(qapp, theme)
    yield
    qapp.setStyleSheet("")
    qapp.setStyle(before[0])
    qapp.setPalette(before[1])
    qapp.setFont(before[2])


def picture(person: Any) -> QImage:
    image: QImage = person.page.view.viewport().grab().toImage()
    return image


def card(person: Any, row: int) -> QRect:
    view = person.page.view
    rect: QRect = person.page._delegate.card_rect(view.visualRect(person.page.model.index(row)))
    return rect


def count(image: QImage, rect: QRect, color: QColor) -> int:
    """How many pixels of `rect` have exactly that colour."""
    return sum(
        image.pixelColor(x, y).rgb() == color.rgb()
        for x in range(rect.left(), rect.right() + 1)
        for y in range(rect.top(), rect.bottom() + 1)
    )


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_selected_card_is_tinted_and_edged_and_the_others_are_not(
    open_page: Any, add: Add, theme: Any, mode: str
) -> None:
    theme.set_setting(mode)
    add("Uses tabs.")
    add("Deploys on Fridays.")
    person = open_page()
    image = picture(person)
    chosen, other = card(person, 0), card(person, 1)
    assert count(image, chosen, theme.color("selected")) > chosen.width() * chosen.height() // 2
    assert count(image, other, theme.color("card")) > other.width() * other.height() // 2
    edge = QRect(chosen.left(), chosen.top() + 20, 1, 30)
    assert count(image, edge, theme.color("accent")) == 30


def test_words_of_the_search_are_marked_in_text_and_tags(open_page: Any, add: Add, theme: Any) -> None:
    add("Waits in the outbox.", tags=("outbox", "queue"))
    person = open_page()
    rect = card(person, 0)
    assert count(picture(person), rect, theme.color("mark")) == 0
    person.type_search("outb")
    image = picture(person)
    lines = QRect(rect.left(), rect.top() + 30, rect.width(), 40)
    tags = QRect(rect.left(), rect.top() + 8, rect.width(), 20)
    assert count(image, lines, theme.color("mark")) > 50
    assert count(image, tags, theme.color("mark")) > 50


def test_the_type_has_its_colour_and_its_word(open_page: Any, add: Add, theme: Any) -> None:
    for kind in MemoryType:
        add(f"Something of the kind {kind.value}.", kind.value)
        assert type_label(kind)
    person = open_page(height=1000)
    image = picture(person)
    for row, kind in enumerate(reversed(MemoryType)):
        rect = card(person, row)
        badge = QRect(rect.left() + 12, rect.top() + 7, 60, 20)
        assert count(image, badge, theme.type_colors(kind)[1]) > 200, kind


def test_cards_have_one_height_whatever_they_say(open_page: Any, add: Add, theme: Any) -> None:
    add("Short.")
    add("A long one. " * 60, tags=tuple("abcdefg"))
    person = open_page()
    assert card(person, 0).size() == card(person, 1).size()
    assert card(person, 0).height() == theme.px(74)


def test_a_single_line_is_in_the_middle_of_two(open_page: Any, add: Add, theme: Any) -> None:
    add("Deploys on Fridays.")
    person = open_page(height=600)
    rect = card(person, 0)
    image = picture(person)

    def inked(top: int, bottom: int) -> bool:
        """Whether there is anything but the card's own colour."""
        back = theme.color("selected").rgb()
        across = range(rect.left() + 14, rect.left() + 120)
        return any(
            image.pixelColor(x, rect.top() + y).rgb() != back for x in across for y in range(top, bottom)
        )

    px = theme.px
    assert inked(px(41), px(56))
    assert not inked(px(28), px(38)) and not inked(px(58), px(70))


def test_eight_cards_and_more_fit_into_the_window(open_page: Any, add: Add) -> None:
    for number in range(12):
        add(f"Kiln number {number} is fired on its own day.")
    person = open_page(height=824)
    view = person.page.view
    bottoms = [view.visualRect(person.page.model.index(row)).bottom() for row in range(8)]
    assert bottoms[-1] <= view.viewport().height()


def test_cards_end_at_the_same_edge_with_and_without_a_scroll_bar(open_page: Any, add: Add) -> None:
    add("The only one.")
    person = open_page()
    view = person.page.view

    def right_edge() -> int:
        right: int = view.viewport().mapTo(view, card(person, 0).topRight()).x()
        return right

    before, size = right_edge(), QSize(view.size())
    for number in range(30):
        add(f"Memory number {number}.")
    person.until(lambda: person.page.model.rowCount() == 31)
    person.wait()
    assert view.verticalScrollBar().maximum() > 0
    assert view.size() == size
    assert right_edge() == before


def test_the_list_follows_a_change_of_theme(open_page: Any, add: Add, theme: Any, dressed: None) -> None:
    add("Uses tabs.")
    person = open_page()
    for mode in ("light", "dark", "light"):
        theme.set_setting(mode)
        person.wait()
        image = picture(person)
        below = QRect(20, image.height() - 40, 20, 20)
        assert count(image, below, theme.color("surface")) == 400, mode


def test_code_in_a_memory_is_painted_and_read_without_backticks(open_page: Any, add: Add) -> None:
    add("Run `make check` before a commit.")
    add("Run make check before each release.")
    person = open_page()
    model = person.page.model
    spoken = model.data(model.index(1), Qt.ItemDataRole.AccessibleTextRole)
    assert "Run make check before a commit." in spoken
    assert person.page.model.loaded(person.page.model.id_at(1)).content == "Run `make check` before a commit."


def test_popups_cover_no_more_than_their_rounded_box(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    person = open_page()
    person.click(person.page.filters.filter_button)
    popup = person.page.filters.popup
    assert popup.mask().contains(popup.rect().center())
    assert not popup.mask().contains(popup.rect().topLeft())
    assert not popup.mask().contains(popup.rect().bottomRight())
    popup.close()
