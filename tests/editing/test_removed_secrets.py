"""Secrets that older rules missed: found everywhere by today's, and purged without a trace."""

from __future__ import annotations

import inspect
import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from unittest.mock import patch

import apsw
import pytest
from peewee import BlobField, TextField

from arbor_desktop.database import models
from arbor_desktop.database.migrations import MIGRATIONS, migrate
from arbor_desktop.editing.queries.secrets import COLUMNS, NAMES, texts_of
from arbor_desktop.editing.removed import to_change
from arbor_desktop.editing.secrets import Step
from arbor_desktop.encryption.keyfile import new_key
from arbor_desktop.encryption.operations import Encryption
from arbor_desktop.encryption.sealing import is_sealed, unseal
from arbor_desktop.errors import Cancelled, InvalidInput
from arbor_desktop.paths import Home
from arbor_desktop.redaction.redactor import Screen, screen
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.editing.test_deleted_for_good import files_with
from tests.reliability.killable import _on_each_statement
from tests.reliability.sessions import Session

TOKEN = "ghp_" + "Zk93Qw7LmPx2Vb8Tn4Rs6Yd1Hc5Jf0Ga3Ue9"
PASSWORD = "Kestrel-harbour-77!"
AWS_KEY = "AKIA3U55" + "QXZ7KLMNPR2V"
OTHER_TOKEN = "ghp_" + "Qp71Mx0Bz5Vd9Kc2Ly8Tn4Rw6Sf3Hj1Ga7Ue"
SLOTS = """\
since sunday every slot in the Ghent studio shows one hour late. log from staging:

```
2 WARNING kiln.bookings.service slot 8841 starts 09:00+01:00, expected 09:00+02:00
2 WARNING kiln.bookings.service slot 8842 starts 11:00+01:00, expected 11:00+02:00
3 ERROR   kiln.bookings.routes POST /bookings 409 SlotTaken(8841)
```

find out why before changing anything"""
CHAT = f"The deploy password is {PASSWORD} as always."


def without_rules() -> object:
    """Capture as a program would that knows no secret."""
    return patch.object(Screen, "clean", lambda self, texts: list(texts))


def plant(service: MemoryService, clock: ManualClock) -> Path:
    """Store a token and a password in conversations, memories, backups, notes and logs. Return the folder of
    the AI tool."""
    folder = service.home.folder.parent / ".claude" / "projects" / "-srv-kiln"
    folder.mkdir(parents=True)
    session = Session("planted")
    session.say(f"Use this token for the mirror: {TOKEN}").reply("I will use it for the mirror.")
    session.say(CHAT).tool("deploy --now", f"token {TOKEN} accepted\n{PASSWORD} accepted")
    session.say("We always use pnpm in this project.").write(folder)
    with without_rules():
        service.capture([folder])
        service.backups.daily_backup()
        clock.advance(days=1)
        stored = service.store("Something about the mirror", type="fact")
        service.update(stored.id, content=f"The mirror takes {TOKEN}")
        service.backups.daily_backup()
    for name in ("spool/one.json", "backups/files/settings.json", "logs/arbor.log"):
        path = service.home.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'{{"event": "look", "cwd": "/srv/kiln", "token": "{TOKEN}"}}\n')
    return folder


@pytest.fixture
def planted(service: MemoryService, clock: ManualClock) -> MemoryService:
    plant(service, clock)
    return service


def anywhere(service: MemoryService) -> list[str]:
    """The files of the home that have a secret, or what the search index makes of one."""
    home = service.home.folder
    parts = (TOKEN, TOKEN[4:], PASSWORD, "kestrel")
    return sorted({name for part in parts for name in files_with(home, part)})


def test_a_look_finds_them_by_kind_and_place(planted: MemoryService, clock: ManualClock) -> None:
    found = planted.secrets.look()
    assert {one.kind for one in found.saved} == {"github-token", "password"}
    token = next(one for one in found.saved if one.kind == "github-token")
    assert token.title == "Use this token for the mirror: [redacted:github-token]"
    assert token.project == "/srv/kiln" and token.spot.number == 1
    assert token.copies >= 9, "turns, memory, history, index, two backups, three files"
    assert found.looked_at == clock() and found.conversations == 1
    assert TOKEN not in repr(found) and PASSWORD not in repr(found)
    assert planted.secrets.removed() == found, "it is kept"


def test_after_a_purge_no_file_has_them(planted: MemoryService) -> None:
    assert len(anywhere(planted)) >= 6
    backups = planted.backups.all()
    report = planted.secrets.purge()
    assert anywhere(planted) == []
    assert {one.kind for one in report.purged} == {"github-token", "password"}
    assert (report.backups, report.all_backups, report.unreadable, report.files, report.left) == (
        2,
        2,
        (),
        3,
        (),
    )
    assert [Path(path).suffix for path in report.outside] == [".jsonl"], "the AI tool's own file"
    assert TOKEN not in repr(report)
    assert [(path, at) for path, _, at in planted.backups.all()] == [(path, at) for path, _, at in backups]
    assert "[redacted:github-token]" in (planted.home.logs / "arbor.log").read_text()
    (ident,) = planted.conversation_ids()
    texts = [turn.text for turn in planted.turns(ident)]
    assert any("The deploy password is [redacted:password] as always." in text for text in texts)
    assert "token [redacted:github-token] accepted" in " ".join(texts)
    assert planted.query(status="all").memories[0].content == "The mirror takes [redacted:github-token]"
    assert not planted.search("Kestrel") and planted.search("mirror")
    problems = planted.verification.problems()
    assert not any(problems.values()), problems


def test_what_is_purged_stays_in_the_list(planted: MemoryService, clock: ManualClock) -> None:
    planted.archive(planted.store("I prefer tabs", type="preference").id)
    planted.secrets.look()
    clock.advance(days=1)
    planted.secrets.purge()
    with pytest.raises(InvalidInput, match="deleted something permanently"):
        planted.undo()
    removed = planted.secrets.removed()
    assert [one.state for one in removed.secrets] == ["purged", "purged"], "not again as never saved"
    assert {one.purged_at for one in removed.secrets} == {clock()}
    again = planted.secrets.look()
    assert again.saved == () and len(again.secrets) == 2


def test_only_one_of_them_can_be_purged(planted: MemoryService) -> None:
    saved = planted.secrets.look().saved
    chosen = next(one for one in saved if one.kind == "password")
    report = planted.secrets.purge(only=[chosen.number])
    assert [one.kind for one in report.purged] == ["password"]
    assert files_with(planted.home.folder, PASSWORD) == []
    assert files_with(planted.home.folder, TOKEN) != []
    assert [(one.kind, one.state) for one in planted.secrets.removed().secrets] == [
        ("github-token", "saved"),
        ("password", "purged"),
    ]


def test_what_was_never_saved_is_listed_by_its_marker(service: MemoryService) -> None:
    folder = service.home.folder.parent / ".claude" / "projects" / "-srv-kiln"
    folder.mkdir(parents=True)
    Session("clean").say(CHAT).say(f"token: {TOKEN}").write(folder)
    service.capture([folder])
    service.store(f"The key for staging: {TOKEN}", type="fact")
    removed = service.secrets.removed()
    assert {(one.kind, one.state, one.spot.where) for one in removed.secrets} == {
        ("password", "never_saved", "conversation"),
        ("github-token", "never_saved", "conversation"),
        ("github-token", "never_saved", "memory"),
    }
    assert removed.looked_at is None and not removed.more
    assert service.secrets.removed(limit=1).more


def test_short_secrets_go_only_where_something_tells_what_they_are(service: MemoryService) -> None:
    with without_rules():
        service.store("The door code of the office is 4471#", type="fact")
        service.store("Invoice 4471 was paid, 44710 was not", type="fact")
    service.secrets.purge()
    texts = {memory.content for memory in service.query(status="all").memories}
    assert "Invoice 4471 was paid, 44710 was not" in texts
    assert not any("code" in text and "4471" in text for text in texts)


def test_packed_turns_are_packed_again(service: MemoryService, clock: ManualClock) -> None:
    plant(service, clock)
    long = "and the pipeline goes on with the next step " * 20
    with without_rules():
        folder = service.home.folder.parent / ".claude" / "projects" / "-srv-long"
        folder.mkdir()
        Session("long", "/srv/long").say(f"{long} token {TOKEN} {long}").write(folder)
        service.capture([folder])
    clock.advance(days=4000)
    service.run_maintenance("daily")
    packed = "SELECT count(*), count(text) FROM turn WHERE packed IS NOT NULL"
    assert service._rt.db.read(lambda c: c.execute(packed).fetchone()) == (1, 0)
    service.secrets.purge()
    assert service._rt.db.read(lambda c: c.execute(packed).fetchone()) == (1, 0)
    assert not service.secrets.look().saved


def test_versions_of_an_ai_tools_file_are_kept_without_it_from_then_on(service: MemoryService) -> None:
    path = service.home.folder.parent / ".claude" / "projects" / "-src-app" / "memory" / "MEMORY.md"
    path.parent.mkdir(parents=True)
    path.write_text(f"- the mirror takes {TOKEN}\n")
    service.settings.set("file_versions.claude_code", True)
    service.file_versions.look()
    report = service.secrets.purge()
    assert report.outside == (str(path),)
    (kept,) = service.file_versions.versions(str(path))
    assert service.file_versions.content(kept.id) == b"- the mirror takes [redacted:github-token]\n"
    service.file_versions._seen.clear()  # as after a start
    assert service.file_versions.look() == 0, "the file is as it was"
    path.write_text(f"- the mirror takes {TOKEN}\n- and asks for nothing else\n")
    assert service.file_versions.look() == 1
    assert anywhere(service) == []
    assert TOKEN in path.read_text(), "it belongs to the person"


def test_an_encrypted_memory_too(home: Path, clock: ManualClock) -> None:
    with MemoryService.open(home, clock=clock) as service:
        plant(service, clock)
    new = new_key("a passphrase of a few words")
    encryption = Encryption(Home(home))
    encryption.turn_on(new)
    log = home / "logs" / "arbor.log"
    log.write_text(TOKEN)
    with MemoryService.open(home, clock=clock, key=new.key) as service:
        note = home / "spool" / "one.json"
        assert is_sealed(note.read_bytes())
        report = service.secrets.purge()
        assert (report.backups, report.files) == (2, 3)
        assert is_sealed(note.read_bytes()) and TOKEN.encode() not in unseal(note.read_bytes(), new.key)
    encryption.turn_off(new.key)
    with MemoryService.open(home, clock=clock) as service:
        assert anywhere(service) == []


class Stop:
    """Stops at a step, or at the nth call."""

    def __init__(self, step: Step | None = None, calls: int = -1) -> None:
        self.step, self.left = step, calls
        self.steps: list[Step] = []

    def __call__(self, step: Step, done: int, total: int) -> None:
        self.steps.append(step)
        self.left -= 1
        if step is self.step or self.left == 0:
            raise Cancelled


@pytest.mark.parametrize("step", [Step.LOOKING, Step.FILES, Step.BACKUPS])
def test_a_cancelled_purge_leaves_the_memory_file_and_the_next_one_finishes(
    planted: MemoryService, step: Step
) -> None:
    before = planted.secrets.look()
    with pytest.raises(Cancelled):
        planted.secrets.purge(Stop(step))
    assert planted.secrets.removed() == before
    assert planted.home.database.name in {name.removesuffix("-wal") for name in anywhere(planted)}
    planted.secrets.purge()
    assert anywhere(planted) == []


def test_a_cancelled_look_keeps_what_the_one_before_found(planted: MemoryService) -> None:
    before = planted.secrets.look()
    stop = Stop(calls=3)
    with pytest.raises(Cancelled):
        planted.secrets.look(stop)
    assert len(stop.steps) == 3 and planted.secrets.removed() == before


def test_one_at_a_time(planted: MemoryService) -> None:
    def again(step: Step, done: int, total: int) -> None:
        with pytest.raises(InvalidInput, match="already looking"):
            planted.secrets.look()
        raise Cancelled

    with pytest.raises(Cancelled):
        planted.secrets.look(again)


def test_a_backup_of_an_older_version_is_searched_and_written_again(service: MemoryService) -> None:
    service.backups.daily_backup()
    path = service.home.backups / "before-migration-v17.db"
    old = apsw.Connection(str(path))
    migrate(old, 0, tuple(one for one in MIGRATIONS if one.version <= 17))
    old.execute(
        "INSERT INTO activity (at, kind, title, status) VALUES (1, 'capture', ?, 'done')", (f"with {TOKEN}",)
    )
    old.close()
    assert [one.spot.id for one in service.secrets.look().saved] == [path.name]
    assert service.secrets.purge().backups == 1
    assert anywhere(service) == [] and path.exists()


@pytest.mark.logs_warnings
def test_a_damaged_backup_is_named(planted: MemoryService) -> None:
    (planted.home.backups / "daily-20200101.db").write_bytes(b"SQLite format 3\0" + b"no" * 900)
    report = planted.secrets.purge()
    assert report.unreadable == ("daily-20200101.db",)
    assert (report.backups, report.all_backups) == (2, 3)


@pytest.mark.parametrize("state", ["a plain token", "12", "[]", '{"keys": ["codex:kg-EWL3GK8vWZKPw"]}'])
def test_the_keys_of_a_readers_state_are_no_words(state: str) -> None:
    assert texts_of("capture_file.state", state) == []


def test_the_words_of_a_readers_state_are_searched() -> None:
    state = '{"keys": ["codex:kg-EWL3GK8vWZKPw"], "cwd": "/srv/kiln", "lines": ["one", "two"]}'
    assert texts_of("capture_file.state", state) == ["/srv/kiln", "one", "two"]


def test_every_column_is_searched_or_known_to_have_no_words() -> None:
    """A new column with somebody's words belongs into `COLUMNS`."""
    plain = """
        id memory_id actor action action_id undone_by source session_id status kind role key hash
        scope client category type state rule tool event backend model purpose owner model what mark
        name group decision use severity ending task day access salt text_hash head_hash tail_hash
        content_hash seen
        writing known marks memories settings disputes left_out version fingerprint runtime package_manager
        database outcome topic vector lines fold search_text trouble privacy_level context device parent
        former folder group_id problems public_key server member epoch position refused sent author
    """.split()  # noqa: SIM905
    tables = [
        one
        for one in vars(models).values()
        if inspect.isclass(one) and issubclass(one, models.Table) and one is not models.Table
    ]
    for table in tables:
        name = table._meta.table_name
        for field in table._meta.sorted_fields:
            if isinstance(field, TextField | BlobField) and name not in ("prepared_context", "secret_look"):
                column = f"{name}.{field.column_name}"
                assert column in (*COLUMNS, *NAMES) or field.column_name in plain, column


def test_no_title_or_path_in_the_list_has_a_secret(service: MemoryService) -> None:
    folder = service.home.folder.parent / ".claude" / "projects" / "-srv-kiln"
    folder.mkdir(parents=True)
    Session("titled", f"/srv/{TOKEN}/app").say("Deploy with the usual key").say(CHAT).write(folder)
    service.capture([folder])
    (ident,) = service.conversation_ids()
    set_columns(service, title=f"Deploy with {AWS_KEY}", project=f"/srv/{TOKEN}")
    (never,) = service.secrets.removed().secrets
    assert never.state == "never_saved" and never.spot.id == ident
    assert never.title == "Deploy with [redacted:aws-key]"
    assert (never.project, never.project_name) == ("/srv/[redacted:github-token]", "[redacted:github-token]")
    found = service.secrets.look()
    report = service.secrets.purge()
    assert TOKEN not in repr((found, report)) and AWS_KEY not in repr((found, report))
    assert TOKEN not in repr(service.secrets.removed())


def test_a_title_with_a_secret_that_no_rule_sees_is_hidden_in_all_rows(service: MemoryService) -> None:
    folder = service.home.folder.parent / ".claude" / "projects" / "-srv-kiln"
    folder.mkdir(parents=True)
    Session("titled").say("Deploy as usual").say(f"token {TOKEN}").write(folder)
    service.capture([folder])
    set_columns(service, title=f"About {PASSWORD}")
    with without_rules():
        service.store(CHAT, type="fact")
    found = service.secrets.look()
    assert {one.state for one in found.secrets} == {"saved", "never_saved"}
    assert PASSWORD not in repr(found)


def set_columns(service: MemoryService, **values: str) -> None:
    """Change a conversation as no call would."""
    names = ", ".join(f"{name} = ?" for name in values)
    service._rt.db.write(lambda c: c.execute(f"UPDATE conversation SET {names}", tuple(values.values())))


@pytest.mark.parametrize("place", ["project", "file"])
def test_what_a_purge_can_not_change_is_not_called_purged(service: MemoryService, place: str) -> None:
    with without_rules():
        service.store(f"The mirror takes {TOKEN}", type="fact")
        if place == "project":
            service.store("We use pnpm here", type="fact", scope="project", scope_id=f"/srv/{TOKEN}/app")
    odd = service.home.folder / "odd" / "bin.dat"
    if place == "file":
        odd.parent.mkdir()
        odd.write_bytes(b"\xff\xfe\x00" + TOKEN.encode() + b"\x00\x01")
    report = service.secrets.purge()
    assert report.purged == () and [one.kind for one in report.kept] == ["github-token"]
    assert report.left and [one.kind for one, _ in to_change(report)] == ["github-token"]
    (kept,) = service.secrets.removed().secrets
    assert (kept.state, kept.can_be_purged) == ("saved", place == "file")
    assert not files_with(service.home.folder, f"mirror takes {TOKEN}"), "the text is purged all the same"
    again = service.secrets.look().secrets[0]
    assert (again.state, again.kind, again.copies) == ("saved", "github-token", 1)
    if place == "file":
        assert TOKEN.encode() in odd.read_bytes()
        odd.unlink()
        assert "saved" not in {one.state for one in service.secrets.look().secrets}


def test_every_purged_secret_is_to_be_changed(service: MemoryService) -> None:
    with without_rules():
        service.store(f"The mirror takes {TOKEN}", type="fact")
        service.store(f"Deploying takes {OTHER_TOKEN}", type="fact")
    advised = to_change(service.secrets.purge())
    assert sorted(one.title for one, _ in advised) == [
        "Deploying takes [redacted:github-token]",
        "The mirror takes [redacted:github-token]",
    ]


def test_a_number_is_no_code_where_only_a_summary_makes_it_look_like_one(service: MemoryService) -> None:
    folder = service.home.folder.parent / ".claude" / "projects" / "-srv-kiln"
    folder.mkdir(parents=True)
    Session("slots").say(SLOTS).reply("It is the clock.").write(folder)
    service.capture([folder])
    tasks = "SELECT task FROM session_outcome"
    ((task,),) = service._rt.db.read(lambda c: c.execute(tasks).fetchall())
    assert screen(False).secrets([task]), "the rules take its one line for a code"
    assert service.secrets.look().saved == ()
    service.secrets.purge()
    assert service._rt.db.read(lambda c: c.execute(tasks).fetchall()) == [(task,)]


def run(home: Path, kill_at: int) -> int:
    return subprocess.run(
        [sys.executable, "-m", "tests.editing.test_removed_secrets", str(home), str(kill_at)],
        env=os.environ | {"ARBOR_HOME": str(home)}, check=False,
    ).returncode  # fmt: skip


@pytest.mark.slow
def test_killed_at_any_moment_the_next_purge_finishes(home: Path, clock: ManualClock) -> None:
    with MemoryService.open(home, clock=clock) as service:
        plant(service, clock)
    killed = 0
    for statement in range(150, 4_000, 240):
        if run(home, statement) != -signal.SIGKILL:
            break
        killed += 1
        with MemoryService.open(home, clock=clock) as service:
            if service.secrets.look().saved:
                continue
            assert anywhere(service) == [], statement
            break
    assert killed > 2
    with MemoryService.open(home, clock=clock) as service:
        service.secrets.purge()
        assert anywhere(service) == []


if __name__ == "__main__":
    number = count(1)

    def die() -> None:
        if next(number) == int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)

    _on_each_statement(die)
    with MemoryService.open(sys.argv[1]) as opened:
        opened.secrets.purge()
