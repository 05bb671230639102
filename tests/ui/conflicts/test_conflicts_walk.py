"""Twenty conflicts, settled with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt

from arbor_desktop.service import MemoryService

pytestmark = pytest.mark.slow

K = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TOPICS = [f"task {letter}" for letter in "abcdefghijklmnopqrst"]


def name(topic: str) -> str:
    """A topic as a title."""
    return topic[:1].upper() + topic[1:]


def test_twenty_conflicts_are_settled_with_the_keyboard_alone(
    open_window: Callable[..., Any], disagree: Callable[..., str], service: MemoryService
) -> None:
    ids = {topic: disagree(topic, f"old-{topic[-1]}", f"new-{topic[-1]}") for topic in TOPICS}
    person = open_window()
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t = TOPICS  # noqa: E741
    old = {topic: lambda topic=topic: person.memory(f"Use old-{topic[-1]}") for topic in TOPICS}
    new = {topic: lambda topic=topic: person.memory(f"Use new-{topic[-1]}") for topic in TOPICS}

    def expect(topic: str) -> None:
        assert (person.topic, person.selected) == (topic, name(topic))

    # a: keep older; b: keep newer, pressed where the focus is; c: mark as outdated
    expect(a)
    assert person.focused_words == "Keep newer"
    person.key(K.Key_1)
    expect(b)
    person.key(K.Key_Return)
    expect(c)
    person.key(K.Key_4)
    # d: with a note, which brings back to the decision
    expect(d)
    person.key(K.Key_N)
    person.type("12345 new since May")
    person.key(K.Key_Return)
    assert person.focused_words == "Keep newer"
    person.key(K.Key_2)
    # e: a note is begun, then on and back: it is still there
    expect(e)
    person.key(K.Key_N)
    person.type("because of s and j")
    person.key(K.Key_Escape)
    person.key(K.Key_J)
    expect(f)
    person.key(K.Key_K)
    expect(e)
    assert person.page.view.note is not None
    assert person.page.view.note.text() == "because of s and j"
    person.key(K.Key_1)
    # f: skipped; g: keep both, each in its own words
    expect(f)
    person.key(K.Key_S)
    expect(g)
    person.key(K.Key_3)
    person.type("in the old app")
    person.key(K.Key_Tab)
    person.type("in the new app")
    person.key(K.Key_Return, CTRL)
    # h: keep both by project, the older one in all others
    expect(h)
    person.key(K.Key_3)
    dialog = person.keep_both()
    while not dialog.split.isAncestorOf(person.focus):
        person.key(K.Key_Backtab, SHIFT)
    while dialog.split.current != "project":
        person.key(K.Key_Left)
        person.key(K.Key_Space)
    older, newer = dialog.sides.values()
    assert (older.value, newer.pick.currentText()) == ("", "tidepool-web")
    while person.focus is not older.pick:
        person.key(K.Key_Tab)
    person.key(K.Key_Down)  # opens the list
    person.key(K.Key_Down)
    person.key(K.Key_Return)
    assert older.pick.currentText() == "All other projects"
    person.key(K.Key_Return, CTRL)
    # i: merged into another text
    expect(i)
    person.key(K.Key_5)
    person.key(K.Key_A, CTRL)
    person.type("Use old-i and new-i, both, for task i.")
    person.key(K.Key_Return, CTRL)
    # j: a dialog that is left changes nothing
    expect(j)
    person.key(K.Key_5)
    person.type(" Not this.")
    person.key(K.Key_Escape)
    expect(j)
    assert person.status(ids[j]) == "pending_user_review"
    person.key(K.Key_2)
    # k: taken back and decided the other way
    expect(k)
    person.key(K.Key_2)
    expect(l)
    person.key(K.Key_Z, CTRL)
    expect(k)
    assert person.status(ids[k]) == "pending_user_review"
    person.key(K.Key_1)
    # l: two decisions taken back, one after the other
    expect(l)
    person.key(K.Key_4)
    expect(m)
    person.key(K.Key_2)
    expect(n)
    person.key(K.Key_Z, CTRL)
    expect(m)
    person.key(K.Key_Z, CTRL)
    expect(l)
    person.key(K.Key_2)
    expect(m)
    person.key(K.Key_1)
    # n to q: with Tab and Enter, and with the list
    expect(n)
    person.key(K.Key_Backtab, SHIFT)
    while person.focused_words != "Keep older":
        person.key(K.Key_Backtab, SHIFT)
    person.key(K.Key_Return)
    expect(o)
    person.page.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
    person.key(K.Key_Down)
    expect(p)
    assert person.page.list.hasFocus()
    person.key(K.Key_2)
    expect(q)  # the next one below, and its suggestion has the focus
    assert person.focused_words == "Keep newer"
    person.key(K.Key_1)
    expect(r)
    person.key(K.Key_4)
    expect(s)
    person.key(K.Key_2)
    expect(t)
    person.key(K.Key_5)
    person.key(K.Key_Return, CTRL)  # merged as the newer one reads
    # on to what was skipped, which is last now, then around to what was passed over
    expect(f)
    person.key(K.Key_2)
    expect(o)
    assert person.resolved == "19 of 20 resolved"
    person.key(K.Key_1)
    assert person.page.stack.currentWidget() is person.page.state
    assert person.page.state.title.text() == "All conflicts resolved"
    assert "20 conflicts" in person.page.state.text.text()
    assert service.list_conflicts() == []

    # what the store holds
    accepted = {"older": [a, e, k, m, n, o, q], "newer": [b, d, f, j, l, p, s]}
    for topic in accepted["older"]:
        assert person.status(ids[topic]) == "accepted_older"
        assert (old[topic]().status.value, new[topic]().status.value) == ("active", "superseded")
    for topic in accepted["newer"]:
        assert person.status(ids[topic]) == "accepted_newer"
        assert (old[topic]().status.value, new[topic]().status.value) == ("superseded", "active")
    for topic in (c, r):
        assert person.status(ids[topic]) == "marked_outdated"
        assert (old[topic]().needs_review, new[topic]().needs_review) == (True, False)
    assert service.get_conflict(ids[d]).notes == "12345 new since May"
    assert service.get_conflict(ids[e]).notes == "because of s and j"
    assert person.status(ids[g]) == person.status(ids[h]) == "kept_both_with_context"
    assert (old[g]().condition, new[g]().condition) == ("in the old app", "in the new app")
    assert (old[h]().scope.value, old[h]().condition) == ("global", "not in tidepool-web")
    assert (new[h]().scope_id, new[h]().condition) == ("/srv/tidepool-web", None)
    assert person.status(ids[i]) == "merged"
    assert person.memory("Use old-i and new-i, both").status.value == "active"
    assert person.status(ids[t]) == "merged"
    assert (old[t]().status.value, new[t]().status.value) == ("superseded", "active")
