"""What never leaves a computer: looked for in all bytes that the server has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.errors import InvalidInput
from arbor_desktop.team.queries import local
from tests.team.postgres import Postgres
from tests.team.stage import Person, postgres, team_of

__all__ = ["postgres"]
pytestmark = pytest.mark.slow


@pytest.fixture
def team(postgres: Postgres, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[list[Person]]:
    with team_of(postgres, tmp_path, request, "maya", "jonas") as found:
        yield found


def on_server(postgres: Postgres, words: bytes) -> bool:
    """Return whether any file of the server has these words: tables, indexes, log of changes, messages."""
    with postgres.admin() as conn:
        conn.execute("CHECKPOINT")
    files = [one for one in postgres.folder.rglob("*") if one.is_file()]
    return any(words in one.read_bytes() for one in files)


def folder(person: Person, name: str) -> str:
    path = person.home.parent / f"{person.name}-{name}"
    (path / ".git").mkdir(parents=True)
    (path / ".git" / "config").write_text(f'[remote "origin"]\n\turl = git@git.example:{name}/{name}.git\n')
    return str(path)


def test_canaries_stay_here(team: list[Person], postgres: Postgres) -> None:
    maya, jonas = team
    ignored, private, other = (folder(maya, name) for name in ("canarignored", "canarprivate", "canarother"))
    maya.service.settings.set("capture.excluded", [ignored])
    maya.service.set_project(private, kind="private")
    before = maya.says("The API was written before canary0")
    maya.clock.advance(days=1)
    maya.team.share_project(maya.project)
    kept = [
        maya.says("The canary1 key is in the drawer", privacy_level="never_share"),
        maya.says("The canary2 doctor is on Monday", privacy_level="sensitive"),
        maya.says("The canary3 plan is ignored", scope_id=ignored),
        maya.says("The canary4 garden is at home", scope_id=private),
        maya.says("The canary5 editor is global", scope="global", scope_id=None),
        maya.says("The canary6 idea needs review", status="pending"),
        maya.says("The canary7 project is another one", scope_id=other),
        before,
    ]
    sent = maya.says("The API runs on port 8080 beside flag8", tags=["flag9"], details={"note": "flag10"})
    for ident in kept[:6]:
        with pytest.raises(InvalidInput):
            maya.team.share(ident)
    # Shared, and private before it could be sent.
    late = [maya.says(f"The canary{number} lamp is green") for number in (11, 12, 13)]
    for ident in late:
        maya.team.share(ident)
    maya.service.update(late[0], privacy_level="never_share")
    maya.service.delete(late[1])
    maya.service.purge([late[2]])
    maya.team.sync()
    maya.team.sync()
    jonas.team.sync()
    assert jonas.texts() == {"The API runs on port 8080 beside flag8"}
    for word in (b"flag8", b"flag9", b"flag10"):
        assert on_server(postgres, word), word
    for word in (b"canary", b"canarignored", b"canarprivate", b"canarother"):
        assert not on_server(postgres, word), word
    assert maya.has(sent) is not None


def test_what_was_shared_and_became_private_is_withdrawn(team: list[Person], postgres: Postgres) -> None:
    maya, jonas = team
    texts = [f"The lamp {name} is green" for name in ("Alpha", "Beta", "Gamma", "Delta")]
    ids = [maya.shares(text) for text in texts]
    jonas.team.sync()
    assert jonas.texts() == set(texts)
    maya.service.update(ids[0], privacy_level="never_share")
    maya.service.update(ids[1], privacy_level="sensitive")
    maya.service.delete(ids[2])
    maya.team.sync()
    jonas.team.sync()
    assert jonas.texts() == {texts[3]}
    maya.service.settings.set("capture.excluded", [maya.project])
    maya.team.sync()
    jonas.team.sync()
    assert jonas.texts() == set()
    me = maya.service._rt.db.read(local.own)
    assert me is not None
    with postgres.admin(me.server["dbname"]) as conn:
        found = conn.execute("SELECT DISTINCT content, quote::text FROM arbor.memory").fetchall()
    assert found == [("", "[]")]
    # Shared again only when its person says so, but for what was merely deleted and restored.
    maya.service.settings.set("capture.excluded", [])
    maya.service.update(ids[0], privacy_level="normal")
    maya.service.restore(ids[2])
    maya.team.sync()
    jonas.team.sync()
    assert jonas.texts() == {texts[2]}


def test_passwords_are_nowhere_but_in_the_keyring(team: list[Person], postgres: Postgres) -> None:
    maya, jonas = team
    string = maya.team.invite("Priya")
    (password,) = jonas.keyring.kept.values()
    from arbor_desktop.team.operations import _invitation

    for secret in (password, _invitation(string)[1]):
        assert not on_server(postgres, secret.encode())
        files = [one for one in jonas.home.parent.rglob("*") if one.is_file()]
        assert not [one for one in files if secret.encode() in one.read_bytes()]
