"""Devices exchange their changes through sealed files of a folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.devices import folder as files
from arbor_desktop.devices import sealing, watcher
from arbor_desktop.devices.folder import FolderGone, Kind
from arbor_desktop.devices.operations import COMPACTED_AFTER, NotJoined, Removed
from arbor_desktop.devices.sealing import WORDS
from arbor_desktop.errors import InvalidInput
from arbor_desktop.text.sentence import Sentence
from tests.devices.stage import Machine, devices_of, edit_apart, join, machines, sync_all
from tests.editing.test_removed_secrets import TOKEN, without_rules
from tests.standin.canaries import EXCLUDED, PRIVATE


class Pair:
    """Two paired devices and their folder."""

    def __init__(self, some: list[Machine], folder: Path) -> None:
        self.one, self.other = some[:2]
        self.folder = folder
        self.first, self.second = map(devices_of, (self.one, self.other))
        join(self.first, self.second, folder)

    def keys(self) -> list[str]:
        """Return all keys that the first device has."""
        keys = self.first._keys.get(self.first._own().id)
        return [keys.shared, *keys.older]

    def texts(self) -> str:
        """Return all that the segments say."""
        return str([files.read_segment(one, self.keys())[0] for one in self.segments()])

    def segments(self) -> list[files.Found]:
        return [one for one in files.look(self.folder) if one.kind is Kind.SEGMENT]


@pytest.fixture
def some(tmp_path: Path) -> Iterator[list[Machine]]:
    with machines(tmp_path, 3) as found:
        yield found


@pytest.fixture
def pair(some: list[Machine], tmp_path: Path) -> Pair:
    folder = tmp_path / "Synced"
    folder.mkdir()
    return Pair(some, folder)


def test_changes_travel_both_ways_and_nothing_is_readable_in_the_folder(pair: Pair) -> None:
    ident = pair.one.service.store("The tests run with pytest", type="fact").id
    sync_all(pair.first, pair.second)
    pair.other.service.update(ident, content="The tests run with pytest and xdist")
    sync_all(pair.second, pair.first)
    assert pair.one.service.get(ident).content == "The tests run with pytest and xdist"
    assert pair.one.state() == pair.other.state()
    for path in pair.folder.iterdir():
        assert b"pytest" not in path.read_bytes() and b"content" not in path.read_bytes()
    state = pair.first.state()
    assert [device.name for device in state.devices] == ["other"]
    assert (state.joined, state.device, state.pending) == (True, "first", 0)
    pair.one.service.store("The office is in Lyon", type="fact")
    pair.one.service.store("Only here", type="fact", privacy_level="never_share")
    assert (pair.first.state().pending, pair.first.state().kept_back) == (1, 1)


def test_what_both_had_before_is_joined(some: list[Machine], tmp_path: Path) -> None:
    folder = tmp_path / "Synced"
    folder.mkdir()
    some[0].service.store("The tests run with pytest", type="fact")
    some[1].service.store("The office is in Lyon", type="fact")
    pair = Pair(some, folder)
    sync_all(pair.first, pair.second)
    assert pair.one.state() == pair.other.state()
    assert len(pair.one.memories()) == 2


def test_private_and_excluded_memories_never_enter_a_segment(pair: Pair, tmp_path: Path) -> None:
    project = tmp_path / "wrenfold"
    project.mkdir()
    pair.one.service.exclude(str(project))
    pair.one.service.store(PRIVATE, type="fact", privacy_level="never_share")
    pair.one.service.store(EXCLUDED, type="fact", scope="project", scope_id=str(project))
    later = pair.one.service.store("The amber folder is in the attic", type="fact").id
    sync_all(pair.first, pair.second)
    assert "amber" in pair.texts()
    pair.one.service.update(later, privacy_level="never_share")
    pair.first.sync()
    assert pair.first.state().devices[0].pending
    sync_all(pair.second, pair.first)
    assert not pair.first.state().devices[0].pending
    for word in (PRIVATE, EXCLUDED, "amber"):
        assert word not in pair.texts()
    assert pair.other.memories() == []
    assert len(pair.one.memories()) == 3


def test_a_purge_rewrites_the_files_of_every_device(pair: Pair) -> None:
    ident = pair.one.service.store("The amber folder is in the attic", type="fact").id
    sync_all(pair.first, pair.second)
    pair.other.service.add_tags([ident], ["amber"])
    sync_all(pair.second, pair.first)
    pair.other.service.purge([ident])
    sync_all(pair.second, pair.first)
    assert "amber" not in pair.texts()
    assert pair.one.memories() == pair.other.memories() == []


def test_a_purged_secret_is_replaced_on_every_device_and_in_all_files(pair: Pair) -> None:
    with without_rules():
        ident = pair.one.service.store(f"The mirror takes {TOKEN}", type="fact").id
    sync_all(pair.first, pair.second)
    assert TOKEN in pair.texts() and TOKEN in pair.other.service.get(ident).content
    pair.one.service.secrets.purge()
    sync_all(pair.first, pair.second)
    assert TOKEN not in pair.texts()
    assert pair.other.service.get(ident).content == "The mirror takes [redacted:github-token]"
    assert pair.one.state() == pair.other.state()


def test_half_doubled_renamed_and_foreign_files_are_harmless(pair: Pair) -> None:
    pair.one.service.store("The tests run with pytest", type="fact")
    pair.first.sync()
    (segment,) = [one for one in pair.segments() if one.device == pair.first._own().id]
    whole = segment.path.read_bytes()
    segment.path.write_bytes(whole[: len(whole) // 2])
    (pair.folder / "notes.txt").write_text("mine")
    (pair.folder / "empty.arbor").write_bytes(b"")
    report = pair.second.sync()
    assert pair.other.memories() == []
    assert "incomplete" in report.problems[0]
    (pair.folder / f"{segment.path.stem} (conflicted copy).arbor").write_bytes(whole)
    (pair.folder / f"{segment.path.stem} (2).arbor").write_bytes(whole)
    pair.second.sync()
    assert len(pair.other.memories()) == 1
    segment.path.write_bytes(whole)
    assert pair.second.sync().received == ()
    assert (pair.folder / "notes.txt").read_text() == "mine"


def test_a_missing_segment_is_reported_until_it_arrives(pair: Pair) -> None:
    for number in range(3):
        pair.one.service.store(f"Statement {number} is true", type="fact")
        pair.first.sync()
    late = [one for one in pair.segments() if one.device == pair.first._own().id][1]
    data = late.path.read_bytes()
    late.path.unlink()
    problems = pair.second.sync().problems
    assert "missing" in problems[0] and pair.second.state().problems == problems
    assert isinstance(pair.second.state().problems[0], Sentence), "the window can say it in German"
    assert len(pair.other.memories()) == 2
    late.path.write_bytes(data)
    assert pair.second.sync().problems == ()
    assert len(pair.other.memories()) == 3


def test_a_folder_that_was_emptied_is_filled_again(pair: Pair) -> None:
    pair.one.service.store("The tests run with pytest", type="fact")
    pair.first.sync()
    for path in pair.folder.iterdir():
        path.unlink()
    sync_all(pair.first, pair.second)
    assert [one.content for one in pair.other.memories()] == ["The tests run with pytest"]


def test_many_segments_become_one_snapshot(pair: Pair) -> None:
    for number in range(COMPACTED_AFTER + 2):
        pair.one.service.store(f"Statement {number} is true", type="fact")
        pair.first.sync()
    own = [one for one in pair.segments() if one.device == pair.first._own().id]
    assert len(own) < 5 and own[0].first == 0
    pair.second.sync()
    assert pair.one.state() == pair.other.state()


def test_a_removed_device_can_read_nothing_new_and_the_others_go_on(pair: Pair, some: list[Machine]) -> None:
    third = devices_of(some[2])
    join(pair.first, third, pair.folder, "third")
    sync_all(pair.first, pair.second, third)
    some[2].service.store("The third device says this", type="fact")
    third.sync()
    old = third._keys.get(third._own().id)
    pair.first.remove("third")
    pair.one.service.store("A secret after the removal", type="fact")
    sync_all(pair.first, pair.second)
    assert "A secret after the removal" in {one.content for one in pair.other.memories()}
    assert "The third device says this" in pair.texts()
    for one in pair.segments():
        with pytest.raises(sealing.NotOpened):
            files.read_segment(one, [old.shared, *old.older])
    with pytest.raises(Removed):
        third.sync()
    with pytest.raises(NotJoined):
        third.sync()
    assert len(pair.keys()) == 1  # no old key is kept once nobody uses it


def test_the_devices_of_two_edits_and_the_text_before_are_known(some: list[Machine], tmp_path: Path) -> None:
    first, second = edit_apart(some[0], some[1], tmp_path)
    (conflict,) = some[0].service.list_conflicts()
    texts = {one.memory.content: one.memory.id for one in conflict.members}
    names = {
        texts["Failed deliveries stop after 8 tries"]: "larch",
        texts["Failed deliveries stop after 12 tries, then alert"]: "rowan",
    }
    for devices in (first, second):
        assert devices.edited_apart(list(names)) == (names, "Failed deliveries stop after 5 tries")


def test_a_device_that_leaves_keeps_its_memories_and_the_others_theirs(pair: Pair) -> None:
    pair.other.service.store("The office is in Lyon", type="fact")
    pair.second.leave()
    sync_all(pair.first)
    assert [one.content for one in pair.one.memories()] == ["The office is in Lyon"]
    assert len(pair.other.memories()) == 1
    assert not pair.first.state().devices
    assert {one.device for one in pair.segments()} == {pair.first._own().id}
    with pytest.raises(NotJoined):
        pair.second.sync()


def test_a_wrong_an_old_and_a_used_code_are_refused(some: list[Machine], tmp_path: Path) -> None:
    folder = tmp_path / "Synced"
    folder.mkdir()
    first, second, third = map(devices_of, some)
    code, _ = first.pair(folder)
    wrong = " ".join(reversed(code.split()))
    waited: list[float] = []
    with pytest.raises(InvalidInput, match="not valid in this folder"):
        second.join(folder, wrong, seconds=2, wait=waited.append)
    assert waited == [1.0, 1.0]
    with pytest.raises(InvalidInput, match="typing mistake"):
        second.join(folder, "xqzwv " * WORDS)
    second.join(folder, "-".join(word[:4] for word in code.upper().split()))
    with pytest.raises(InvalidInput, match="not valid"):
        third.join(folder, code)
    code, until = first.pair()
    some[0].clock.now = until + 1
    first.sync()
    with pytest.raises(InvalidInput, match="not valid"):
        third.join(folder, code)
    first.pair()
    first.stop_pairing()
    assert not [one for one in files.look(folder) if one.kind is Kind.OFFER]


def test_who_learns_a_used_code_can_read_nothing_that_is_written_later(
    some: list[Machine], tmp_path: Path
) -> None:
    folder = tmp_path / "Synced"
    folder.mkdir()
    first, second = map(devices_of, some[:2])
    some[0].service.store("The tests run with pytest", type="fact")
    code, _ = first.pair(folder)
    (offer,) = [one for one in files.look(folder) if one.kind is Kind.OFFER]
    grant, _ = files.read_offer(offer, code)
    second.join(folder, code)
    assert not offer.path.exists()
    sync_all(first, second)
    assert not first.shows_code()
    assert some[1].named("The tests run with pytest")
    for one in files.look(folder):
        if one.kind is Kind.SEGMENT:
            with pytest.raises(sealing.NotOpened):
                files.read_segment(one, [grant.shared])


def test_each_word_of_a_code_is_known_by_four_letters() -> None:
    words = sealing.code_words()
    assert len({word[:4] for word in words}) == len(words) > 1500
    assert len(sealing.new_code().split()) == 8


def test_a_backup_that_is_restored_reads_its_own_segments_again(pair: Pair) -> None:
    pair.one.service.store("The tests run with pytest", type="fact")
    pair.first.sync()
    path = pair.one.service.backup()
    pair.one.service.store("The office is in Lyon", type="fact")
    sync_all(pair.first, pair.second)
    pair.one.service.restore_backup(path["path"])
    assert len(pair.one.memories()) == 1
    sync_all(pair.first, pair.second)
    assert pair.one.state() == pair.other.state()
    assert len(pair.one.memories()) == 2


def test_projects_are_found_by_their_repository_or_named_by_a_person(pair: Pair, tmp_path: Path) -> None:
    def project(name: str, url: str = "") -> str:
        folder = tmp_path / name
        (folder / ".git").mkdir(parents=True)
        (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        if url:
            (folder / ".git" / "config").write_text(f'[remote "origin"]\n\turl = {url}\n')
        return str(folder)

    here = project("here/wren", "git@github.com:ada/wren.git")
    there = project("there/wren", "https://github.com/Ada/wren")
    plain = project("here/notes")
    said = {"type": "fact", "scope": "project"}
    pair.one.service.store("Wrens sing", scope_id=here, **said)
    pair.one.service.store("Notes are short", scope_id=plain, **said)
    sync_all(pair.first, pair.second)
    pair.other.service.store("Wrens are small", scope_id=there, **said)
    sync_all(pair.second, pair.first)
    assert pair.other.named("Wrens sing").scope_id == there
    assert pair.one.named("Wrens are small").scope_id == here
    (key,) = pair.second.state().projects
    other = project("there/my-notes")
    pair.second.set_project(key, other)
    pair.other.service.store("Notes have titles", scope_id=other, **said)
    sync_all(pair.second, pair.first)
    assert pair.other.named("Notes are short").scope_id == other
    assert pair.one.named("Notes have titles").scope_id == plain


def test_the_words_that_prove_a_memory_travel_with_it_and_the_conversation_does_not(pair: Pair) -> None:
    ident = pair.one.service.store("The tests run with pytest", type="fact").id

    def said(conn: Any) -> None:
        conn.execute(
            "INSERT INTO conversation (row, id, source, session_id, status, created_at, updated_at) "
            "VALUES (1, 'talk', 'claude_code', 's', 'memorized', 1, 1)"
        )
        conn.execute(
            "INSERT INTO turn (conversation, number, key, role, kind, text, at) "
            "VALUES (1, 1, 'k', 'user', 'text', 'By the way: we run pytest here. Bye.', 5)"
        )
        conn.execute(
            "INSERT INTO evidence (memory, conversation, first_turn, last_turn, span_start, span_end, rule) "
            "SELECT row, 1, 1, 1, 12, 31, 'stated' FROM memory"
        )

    pair.one.rt.db.write(said)
    sync_all(pair.first, pair.second)
    assert pair.second.quotes(ident) == [{"text": "we run pytest here.", "at": 5, "source": "claude_code"}]
    assert "By the way" not in pair.texts()
    pair.one.service.update(ident, privacy_level="never_share")
    sync_all(pair.first, pair.second)
    assert pair.second.quotes(ident) == []


def test_a_folder_that_is_gone_is_said_until_it_is_back(pair: Pair) -> None:
    away = pair.folder.rename(pair.folder.with_name("away"))
    with pytest.raises(FolderGone):
        pair.second.sync()
    assert "can't be read" in pair.second.state().problems[0]
    away.rename(pair.folder)
    pair.second.sync()
    assert pair.second.state().problems == ()


def test_folders_that_can_not_be_used_are_refused(pair: Pair, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no folder"):
        pair.second.set_project("any", str(tmp_path / "missing"))
    pair.second.leave()
    with pytest.raises(InvalidInput, match="outside Arbor's own"):
        pair.second.pair(pair.other.service.home.folder)


def test_codes_have_no_words_that_nobody_wants_to_read_out() -> None:
    words = sealing.code_words()
    assert len(words) > 1700
    assert not {"shit", "sexy", "jews", "murder"} & set(words)


def test_the_watcher_says_that_the_folder_is_gone_and_goes_on_when_it_is_back(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LOOK_SECONDS", "SETTLE_SECONDS", "QUIET_SECONDS"):
        monkeypatch.setattr(watcher, name, 0.05)
    pair.first.sync()
    watching = watcher.DevicesWatcher(pair.one.service._rt, pair.first)
    watching.start()
    try:
        assert until(lambda: watching._seen is not None)
        away = pair.folder.rename(pair.folder.with_name("away"))
        assert until(lambda: bool(pair.first.state().problems))
        pair.one.service.store("Said while the folder was gone", type="fact")
        away.rename(pair.folder)
        assert until(lambda: not pair.first.state().problems and not pair.first.state().pending)
    finally:
        watching.close()
    pair.second.sync()
    assert "Said while the folder was gone" in str(pair.other.memories())


def until(true: Callable[[], bool]) -> bool:
    end = time.monotonic() + 20
    while not (held := true()) and time.monotonic() < end:
        time.sleep(0.05)
    return held
