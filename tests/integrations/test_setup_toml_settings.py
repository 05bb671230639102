"""Codex' config.toml: our table in and out, and the same bytes everywhere else."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.integrations.setup.invocation import Call
from arbor_desktop.integrations.setup.json_settings import UnexpectedContent
from arbor_desktop.integrations.setup.toml_settings import TomlServer
from arbor_desktop.user_files.model import Standing

ARGS = ["-P", "-m", "arbor_desktop", "mcp"]
SERVER = TomlServer(Call({"command": "/opt/py", "args": ARGS}, {"startup_timeout_sec": 20}))
PIECES = (
    '# mine\nmodel = "gpt-5"   # the good one\n',
    'model = "x"\r\n',
    '\n\n[mcp_servers.other]\ncommand = "npx"\nargs = ["-y"]\n',
    '[mcp_servers.other.env]\nKEY = "1"\n',
    '[mcp_servers]\nother = { command = "a" }\n',
    '[projects."/home/me"] # here\ntrust_level = "trusted"\n\n# the end\n',
    'text = """\n[mcp_servers.arbor]\n"""\n',
    "[[list]]\na = 1\n[[list]]\na = 2\n",
    "[tui]\nnotifications = true",
    "[profiles.o3]\nmodel = 'o3'\n\n\n",
)


@given(st.lists(st.sampled_from(PIECES), unique=True, max_size=4))
def test_our_table_goes_in_and_comes_out_again(pieces: list[str]) -> None:
    text = "\n".join(pieces)
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    installed = SERVER.install(text.encode())
    wanted = {**said.get("mcp_servers", {}), "arbor": SERVER.call.entry}
    assert tomllib.loads(installed.decode()) == {**said, "mcp_servers": wanted}
    assert SERVER.install(installed) == installed
    removed = SERVER.remove(installed, ())
    assert tomllib.loads(removed.decode()) == said
    line_end = "" if not text or text.endswith("\n") else "\r\n" if "\r\n" in text else "\n"
    assert removed.decode() == text + line_end


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# mine\n",
        'model = "x"',
        'model = "x"\n',
        'model = "x"\r\n[tui]\r\na = 1\r\n',
        '[mcp_servers.other]\ncommand = "npx"\n',
        "[tui]\na = 1\n\n\n",
    ],
)
def test_the_very_same_bytes_come_back(text: str) -> None:
    line_end = "\n" if text == 'model = "x"' else ""
    assert SERVER.remove(SERVER.install(text.encode()), ()).decode() == text + line_end


def test_it_is_written_as_people_write_it() -> None:
    assert SERVER.install(b'model = "x"\n').decode() == (
        'model = "x"\n\n[mcp_servers.arbor]\ncommand = "/opt/py"\n'
        'args = ["-P", "-m", "arbor_desktop", "mcp"]\nstartup_timeout_sec = 20\n'
    )


def test_a_path_of_windows_is_written_so_that_it_is_read_as_it_is() -> None:
    server = TomlServer(Call({"command": r"C:\Users\Ada\python.exe", "args": ARGS}, {}))
    installed = server.install(b"").decode()
    assert tomllib.loads(installed)["mcp_servers"]["arbor"]["command"] == r"C:\Users\Ada\python.exe"


def test_an_older_form_is_replaced_in_place_and_keeps_what_the_person_added() -> None:
    old = (
        '[mcp_servers.arbor]\ncommand = "/old/py"  # the old place\n'
        'args = ["-m", "arbor_desktop", "mcp"]\nstartup_timeout_sec = 60\nenabled = false\n\n'
        '[mcp_servers.arbor.env]\nA = "1"\n\n[tui]\na = 1\n'
    )
    assert SERVER.state(old.encode()).standing is Standing.PARTLY
    new = SERVER.install(old.encode()).decode()
    assert tomllib.loads(new)["mcp_servers"]["arbor"] == {
        "command": "/opt/py", "args": ARGS, "startup_timeout_sec": 60, "enabled": False, "env": {"A": "1"},
    }  # fmt: skip
    assert new.endswith("[tui]\na = 1\n")
    assert "arbor" not in SERVER.remove(new.encode(), ()).decode()


def test_a_comment_of_the_next_table_stays_when_ours_goes() -> None:
    text = SERVER.install(b"").decode() + "\n# about the tui\n[tui]\na = 1\n"
    assert SERVER.remove(text.encode(), ()).decode() == "\n# about the tui\n[tui]\na = 1\n"


def test_inline_tables_are_changed_too() -> None:
    text = 'mcp_servers = { other = { command = "a" } }\n'
    installed = SERVER.install(text.encode())
    assert tomllib.loads(installed.decode())["mcp_servers"]["arbor"]["command"] == "/opt/py"
    assert tomllib.loads(SERVER.remove(installed, ()).decode()) == tomllib.loads(text)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"a = \n", "can't be read as TOML"),
        (b"a = 1\na = 2\n", "can't be read as TOML"),
        (b"\xff\xfe", "not UTF-8"),
        (b"mcp_servers = 3\n", "something else than tables"),
        (b'[mcp_servers.arbor]\ncommand = "sailing"\n', "another MCP server"),
    ],
)
def test_what_is_not_as_expected_is_refused(data: bytes, why: str) -> None:
    for ask in (SERVER.state, SERVER.install):
        with pytest.raises(UnexpectedContent, match=why):
            ask(data)
