"""What of a person's memories a team gets, before a server is involved."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.service import MemoryService
from arbor_desktop.team import outbox
from arbor_desktop.team.model import Member, NotInTeam, Role
from arbor_desktop.team.queries import local
from arbor_desktop.team.watcher import TeamWatcher
from tests.conftest import ManualClock


def enrol(service: MemoryService, role: Role = Role.MEMBER) -> None:
    """Have a service believe that it belongs to a team."""

    def write(conn: object) -> None:
        server = {"host": "db.example", "user": "ana", "dbname": "arbor"}
        local.enter(conn, name="Harbor", server=server, member="m1", role=role.value)  # type: ignore[arg-type]
        local.put_members(conn, [Member("m1", "Ana", role), Member("m2", "Bo", Role.MEMBER)])  # type: ignore[arg-type]

    service._rt.db.write(write)


@pytest.fixture
def project(tmp_path: Path) -> str:
    folder = tmp_path / "harbor-api"
    folder.mkdir()
    return str(folder)


def fact(
    service: MemoryService, project: str, text: str = "The API runs on port 8080", **fields: object
) -> str:
    given = {"type": "fact", "scope": "project", "scope_id": project} | fields
    return service.store(text, **given).id


def outgoing(service: MemoryService) -> outbox.Batch:
    return service._rt.db.read(lambda c: outbox.collect(service._rt, c, 100))


def test_without_a_team_nothing_is_shared(service: MemoryService, project: str) -> None:
    assert service.team.state().to_dict()["joined"] is False
    with pytest.raises(NotInTeam):
        service.team.share(fact(service, project))
    assert service.team.of([fact(service, project)]) == {}


def test_a_shared_memory_waits_to_be_sent(service: MemoryService, project: str) -> None:
    enrol(service)
    ident = fact(service, project, tags=["ports"])
    shown = service.team.check(ident)
    assert (shown.text, shown.project, shown.tags) == ("The API runs on port 8080", "harbor-api", ("ports",))
    assert (shown.problem, shown.personal, shown.similar) == ("", False, None)
    service.team.share(ident)
    (row,) = outgoing(service).rows
    assert (row["id"], row["content"], row["project_name"]) == (
        ident,
        "The API runs on port 8080",
        "harbor-api",
    )
    assert row["project_key"].startswith("folder harbor-api ")
    state = service.team.state()
    assert (state.waiting, state.server, state.me and state.me.name) == (1, "db.example", "Ana")
    (known,) = state.projects
    assert (known.path, known.shared, known.everything) == (project, 1, False)
    shared = service.team.of([ident])[ident]
    assert (shared.author, shared.mine, shared.waiting) == ("Ana", True, True)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"privacy_level": "never_share"}, "never_share"),
        ({"privacy_level": "sensitive"}, "sensitive"),
        ({"scope": "global", "scope_id": None}, "no_project"),
        ({"status": "pending"}, "not_active"),
    ],
)
def test_what_can_not_be_shared(
    service: MemoryService, project: str, fields: dict[str, object], problem: str
) -> None:
    enrol(service)
    ident = fact(service, project, **fields)
    assert service.team.check(ident).problem == problem
    with pytest.raises(InvalidInput):
        service.team.share(ident)


def test_ignored_and_private_projects_and_readers_share_nothing(service: MemoryService, project: str) -> None:
    enrol(service)
    ident = fact(service, project)
    service.set_project(project, kind="private")
    assert service.team.check(ident).problem == "private_project"
    service.set_project(project, kind="work")
    service.settings.set("capture.excluded", [project])
    assert service.team.check(ident).problem == "excluded"
    with pytest.raises(InvalidInput):
        service.team.share_project(project)
    service.settings.set("capture.excluded", [])
    enrol(service, Role.READER)
    assert service.team.check(ident).problem == "reader"
    with pytest.raises(InvalidInput):
        service.team.share_project(project)


def test_a_secret_and_personal_data_are_seen(service: MemoryService, project: str) -> None:
    enrol(service)
    ident = fact(service, project, "Ask lena.meyer@harbor-mail.de about the deployment")
    assert service.team.check(ident).personal
    # As an older version with fewer rules stored it.
    secret = "The key is ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    service._rt.db.write(lambda c: c.execute("UPDATE memory SET content = ? WHERE id = ?", (secret, ident)))
    assert service.team.check(ident).problem == "secret"


def sent(service: MemoryService) -> None:
    """Have everything count as sent."""
    found = outgoing(service)
    service._rt.db.write(lambda c: local.was_sent(c, found.looked))


@pytest.mark.parametrize(
    "what", ["withdraw", "delete", "never_share", "sensitive", "ignore", "purge", "global"]
)
def test_what_is_no_longer_shared_is_withdrawn(service: MemoryService, project: str, what: str) -> None:
    enrol(service)
    ident = fact(service, project)
    service.team.share(ident)
    sent(service)
    assert service.team.state().waiting == 0
    if what == "withdraw":
        service.team.withdraw(ident)
    elif what == "delete":
        service.delete(ident)
    elif what == "purge":
        service.purge([ident])
    elif what == "ignore":
        service.settings.set("capture.excluded", [project])
    elif what == "global":
        service.update(ident, scope="global")
    else:
        service.update(ident, privacy_level=what)
    found = outgoing(service)
    assert (found.rows, found.withdrawn) == ([], [ident])
    assert service.team.state().waiting == 1


def test_an_edit_is_sent_and_a_use_is_not(service: MemoryService, project: str) -> None:
    enrol(service)
    ident = fact(service, project)
    service.team.share(ident)
    sent(service)
    service.record_usage(ident, True)
    assert outgoing(service).count == 0
    service.update(ident, content="The API runs on port 9090")
    assert [row["content"] for row in outgoing(service).rows] == ["The API runs on port 9090"]
    service.archive(ident)
    assert outgoing(service).count == 0  # the others keep what they have


def test_everything_new_of_a_project(service: MemoryService, project: str, clock: ManualClock) -> None:
    enrol(service)
    fact(service, project, "The API was written in 2020")
    clock.advance(days=1)
    service.team.share_project(project)
    new = fact(service, project, "The API runs on port 8080")
    fact(service, project, "Ana likes quiet mornings", privacy_level="sensitive")
    fact(service, project, "Deploys happen on Mondays", status="pending")
    assert service.team.state().waiting == 1
    service._rt.db.write(lambda c: local.share_new(c, 1))
    assert [row["id"] for row in outgoing(service).rows] == [new]
    sent(service)
    service.team.withdraw(new)
    sent(service)
    service._rt.db.write(lambda c: local.share_new(c, 1))
    assert outgoing(service).count == 0  # not again on its own
    service.team.share_project(project, False)
    fact(service, project, "The API logs JSON")
    assert service.team.state().waiting == 0


def test_members_and_projects_are_named(service: MemoryService, project: str) -> None:
    enrol(service)
    service.team.trust("Bo")
    assert [one.trusted for one in service.team.state().members] == [False, True]
    service.team.trust("m2", False)
    with pytest.raises(NotFound):
        service.team.trust("Cy")
    with pytest.raises(InvalidInput):
        service.team.trust("Ana")
    with pytest.raises(NotFound):
        service.team.set_project("repo example.com/api", project)
    with pytest.raises(NotFound):
        service.team.withdraw(fact(service, project))


def test_without_a_team_nothing_of_postgresql_is_imported(home: Path) -> None:
    script = (
        "import sys; from arbor_desktop.errors import ArborError\n"
        "from arbor_desktop.service import MemoryService\n"
        f"with MemoryService.open({str(home)!r}) as service:\n"
        "    service.team.state(); service.team.of(['a'])\n"
        "    try: service.team.sync()\n"
        "    except ArborError as error: print(error.code, 'psycopg' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["NOT_IN_TEAM", "False"]


def test_the_status_says_that_the_server_is_out_of_reach(service: MemoryService) -> None:
    assert not service.team.state().joined
    assert not service.get_status().team_offline
    enrol(service)
    assert not service.get_status().team_offline
    service._rt.db.write(lambda c: local.set_own(c, unreachable_since=1))
    assert service.get_status().team_offline


def test_a_watcher_may_be_closed_twice(service: MemoryService) -> None:
    watcher = TeamWatcher(service._rt, service.team)
    watcher.start()
    watcher.close()
    watcher.close()
