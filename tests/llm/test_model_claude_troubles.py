"""How the claude command fails, and what a person is told of it."""

from __future__ import annotations

import asyncio
import json
import signal
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from claude_command import Command, question
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.llm.claude_client import ClaudeCli
from arbor_desktop.llm.claude_output import (
    UNKNOWN_RESET_SECONDS,
    Reader,
    UnknownOption,
    failed,
    trouble_of,
)
from arbor_desktop.llm.model import ModelFailed, Trouble

pytestmark = pytest.mark.slow

NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
def command(tmp_path: Path) -> Command:
    return Command(tmp_path)


SAID = [
    ("Not logged in · Please run /login", Trouble.NOT_SIGNED_IN),
    ("Invalid API key · Please run /login", Trouble.NOT_SIGNED_IN),
    ("Invalid API key · Fix external API key", Trouble.NOT_SIGNED_IN),
    ("OAuth token revoked · Please run /login", Trouble.NOT_SIGNED_IN),
    ("Failed to authenticate: OAuth session expired and could not be refreshed", Trouble.NOT_SIGNED_IN),
    ("Login expired · Please run /login", Trouble.NOT_SIGNED_IN),
    ("API Error: 401 Invalid authentication credentials", Trouble.NOT_SIGNED_IN),
    ("This organization has been disabled.", Trouble.NOT_ALLOWED),
    ("Your account is on hold and can't use Claude Code.", Trouble.NOT_ALLOWED),
    ("Claude AI usage limit reached|1773154800", Trouble.RATE_LIMITED),
    ("5-hour limit reached ∙ resets 3pm", Trouble.RATE_LIMITED),
    ("You've hit your session limit · resets 3:45pm (UTC)", Trouble.RATE_LIMITED),
    ("You've hit your weekly limit · resets Mar 12, 9am (UTC)", Trouble.RATE_LIMITED),
    ("API Error: Request rejected (429) · this may be a temporary capacity issue", Trouble.RATE_LIMITED),
    ("API Error: Server is temporarily limiting requests (not your usage limit)", Trouble.OVERLOADED),
    ("You've hit your monthly spend limit", Trouble.NO_CREDIT),
    ("Credit balance is too low", Trouble.NO_CREDIT),
    ("API Error: Repeated 529 Overloaded errors", Trouble.OVERLOADED),
    ("Opus is experiencing high load, please use /model to switch to Sonnet", Trouble.OVERLOADED),
    ("API Error: 500 Internal server error", Trouble.SERVER),
    ("API Error: Request timed out.", Trouble.TIMEOUT),
    ("Unable to connect to API (ECONNREFUSED)", Trouble.NETWORK),
    ("API Error: Connection lost mid-response. The response above may be incomplete.", Trouble.NETWORK),
    ("SSL certificate verification failed", Trouble.NETWORK),
    ("There's an issue with the selected model (x). It may not exist or you may not have access to it.",
     Trouble.NO_SUCH_MODEL),
    ("Prompt is too long", Trouble.TOO_LONG),
    ("API Error: Claude's response exceeded the 777 output token maximum.", Trouble.CUT),
    ("API Error: Claude Code is unable to respond to this request, which appears to violate our Usage Policy",
     Trouble.REFUSED),
    ("API Error: 400 something new", Trouble.BAD_REQUEST),
]  # fmt: skip


@pytest.mark.parametrize(("said", "trouble"), SAID, ids=[said[:40] for said, _ in SAID])
def test_what_the_command_says_is_understood(command: Command, said: str, trouble: Trouble) -> None:
    command.tell(mode="fail", said=said)
    failure = command.failure()
    assert failure.trouble is trouble
    assert failure.message.endswith((".", "…", "thing new")) and failure.detail
    assert failure.usage.output == 30, "what it took is counted all the same"


@pytest.mark.parametrize(
    ("category", "status", "trouble"),
    [
        ("authentication_failed", 401, Trouble.NOT_SIGNED_IN),
        ("oauth_org_not_allowed", 403, Trouble.NOT_ALLOWED),
        ("billing_error", 402, Trouble.NO_CREDIT),
        ("rate_limit", 429, Trouble.RATE_LIMITED),
        ("overloaded", 529, Trouble.OVERLOADED),
        ("model_not_found", 404, Trouble.NO_SUCH_MODEL),
        ("server_error", 500, Trouble.SERVER),
        ("max_output_tokens", None, Trouble.CUT),
        ("", 429, Trouble.RATE_LIMITED),
        ("", 401, Trouble.NOT_SIGNED_IN),
        ("", 529, Trouble.OVERLOADED),
        ("", 503, Trouble.SERVER),
        ("invalid_request", 400, Trouble.BAD_REQUEST),
    ],
)
def test_its_own_categories_count_in_any_language(
    command: Command, category: str, status: int | None, trouble: Trouble
) -> None:
    command.tell(mode="fail", said="Coś poszło nie tak.", category=category, status=status)
    assert command.failure().trouble is trouble


def test_a_refused_key_of_its_own_settings_is_named_with_its_server(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "set"))
    settings = tmp_path / "set" / "settings.json"
    settings.parent.mkdir()
    command.tell(mode="fail", said="API Error: 401 Invalid API key", category="authentication_failed")
    for set_there, named in (
        ({"ANTHROPIC_BASE_URL": "https://me:pw@gate.example:8443/v1", "ANTHROPIC_AUTH_TOKEN": "abc"},
         ("gate.example did not accept", "ANTHROPIC_BASE_URL, ANTHROPIC_AUTH_TOKEN", str(settings))),
        ({"ANTHROPIC_API_KEY": "abc"}, ("Anthropic's service did not accept", "(ANTHROPIC_API_KEY)")),
        ({"ANTHROPIC_BASE_URL": "http://[", "OTHER": "x"}, ("ANTHROPIC_BASE_URL",)),
        ({}, ("is not signed in",)),
        ([], ("is not signed in",)),
    ):  # fmt: skip
        settings.write_text(json.dumps({"env": set_there}))
        failure = command.failure()
        assert failure.trouble is Trouble.NOT_SIGNED_IN
        assert all(words in failure.message for words in named), failure.message
        assert "abc" not in failure.message and "pw" not in failure.message


def test_signing_in_is_explained(command: Command) -> None:
    command.tell(mode="fail", said="Not logged in · Please run /login", category="authentication_failed")
    message = command.failure().message
    assert "/login" in message and "ANTHROPIC_API_KEY" in message


# -- when a limit ends --


@pytest.mark.parametrize(
    ("said", "until"),
    [
        ("Claude AI usage limit reached|1773154800", datetime(2026, 3, 10, 15, tzinfo=UTC)),
        ("You've hit your session limit · resets 3:45pm (UTC)", datetime(2026, 3, 10, 15, 45, tzinfo=UTC)),
        ("You've hit your session limit · resets 9am (UTC)", datetime(2026, 3, 11, 9, tzinfo=UTC)),
        ("limit reached ∙ resets 12am (UTC)", datetime(2026, 3, 11, 0, tzinfo=UTC)),
        ("You've hit your weekly limit · resets Mar 12, 9am (UTC)", datetime(2026, 3, 12, 9, tzinfo=UTC)),
        ("You've hit your weekly limit · resets Jan 2 at 9am (UTC)", datetime(2027, 1, 2, 9, tzinfo=UTC)),
    ],
)
def test_a_limit_says_when_it_ends(said: str, until: datetime) -> None:
    failure = failed(said, NOON)
    assert failure.trouble is Trouble.RATE_LIMITED
    assert failure.retry_after == pytest.approx((until - NOON).total_seconds() + 5)


def test_a_limit_is_read_in_the_zone_it_names() -> None:
    try:
        zone = ZoneInfo("America/Los_Angeles")
    except KeyError:
        pytest.skip("no data of time zones on this computer")
    failure = failed("You've hit your session limit · resets 8:50am (America/Los_Angeles)", NOON)
    until = datetime(2026, 3, 10, 8, 50, tzinfo=zone)
    assert failure.retry_after == pytest.approx((until - NOON).total_seconds() + 5)


def test_the_moment_that_the_command_gives_counts_more_than_its_words(command: Command) -> None:
    limit = {"status": "rejected", "resetsAt": int(NOON.timestamp()) + 600, "rateLimitType": "five_hour"}
    command.tell(mode="fail", said="You've hit your session limit · resets 9pm", limit=limit)
    backend = ClaudeCli(command.access(), clock=lambda: NOON)
    with pytest.raises(ModelFailed) as failure:
        asyncio.run(backend.ask(question()))
    assert failure.value.retry_after == 605


@pytest.mark.parametrize(
    "said", ["usage limit reached", "limit reached · resets 77pm", "You've hit your limit, it resets soon"]
)
def test_a_limit_that_does_not_say_is_asked_again_after_a_while(said: str) -> None:
    assert failed(said, NOON).retry_after == UNKNOWN_RESET_SECONDS


def test_a_limit_of_the_moment_waits_no_longer_than_any_failure() -> None:
    failure = failed("API Error: Request rejected (429)", NOON, category="rate_limit", status=429)
    assert (failure.trouble, failure.retry_after) == (Trouble.RATE_LIMITED, None)


@given(st.text(max_size=300), st.text(max_size=20), st.one_of(st.none(), st.integers(0, 999)))
def test_anything_said_becomes_a_failure(said: str, category: str, status: int | None) -> None:
    failure = failed(said, NOON, category=category, status=status)
    assert failure.message and len(failure.message) < 400
    assert failure.trouble is trouble_of(said, category, status)
    assert failure.retry_after is None or failure.retry_after > 0


# -- a command that does not work --


@pytest.mark.parametrize(
    ("told", "trouble"),
    [
        ({"out": ""}, Trouble.INVALID),
        ({"out": "Welcome!\nHere it is: tabs.\n"}, Trouble.INVALID),
        ({"out": '{"type": "result", "subtype": "success", "resu'}, Trouble.INVALID),
        ({"out": '{"type": "result", "subtype": "success", "result": ""}\n'}, Trouble.INVALID),
        ({"out": '{"type": "result", "answer": {"new": "shape"}}\n'}, Trouble.INVALID),
        ({"out": '{"kind": "finished"}\n'}, Trouble.INVALID),
        ({"out": "null\n[[]]\n17\n"}, Trouble.INVALID),
        ({"out": "", "err": "TypeError: undefined", "code": 1}, Trouble.SERVER),
        ({"out": "", "code": 137}, Trouble.SERVER),
        ({"out": "", "signal": signal.SIGSEGV}, Trouble.SERVER),
        ({"out": '{"type": "syst', "err": "killed", "code": 9}, Trouble.SERVER),
        ({"out": "", "err": "Invalid API key · Please run /login\n", "code": 1}, Trouble.NOT_SIGNED_IN),
        ({"out": "Credit balance is too low\n", "code": 1}, Trouble.NO_CREDIT),
    ],
)
def test_a_command_that_misbehaves(command: Command, told: dict[str, object], trouble: Trouble) -> None:
    command.tell(mode="raw", **told)
    failure = command.failure()
    assert failure.trouble is trouble and failure.message and failure.detail


@pytest.mark.parametrize(
    ("subtype", "trouble"),
    [
        ("error_max_turns", Trouble.INVALID),
        ("error_max_structured_output_retries", Trouble.INVALID),
        ("error_during_execution", Trouble.BAD_REQUEST),
    ],
)
def test_a_run_that_came_to_no_answer(command: Command, subtype: str, trouble: Trouble) -> None:
    command.tell(mode="fail", said="", subtype=subtype)
    assert command.failure().trouble is trouble


def test_one_document_in_place_of_lines_is_understood(command: Command) -> None:
    command.tell(mode="raw", out='[{"type": "system"}, {"type": "result", "result": "Tabs.", "usage": null}]')
    assert command.ask().text == "Tabs."


def test_words_around_the_answer_are_passed_over(command: Command) -> None:
    out = 'A new version is out!\n{"type": "news"}\n{"type": "result", "result": "Tabs."}\nBye.\n'
    command.tell(mode="raw", out=out)
    assert command.ask().text == "Tabs."


def test_output_without_end_is_cut_off(command: Command) -> None:
    command.tell(mode="huge")
    failure = command.failure()
    assert (failure.trouble, failure.detail) == (Trouble.INVALID, "too much")


def test_a_flood_of_errors_does_not_hold_up_the_answer(command: Command) -> None:
    command.tell(mode="raw", err="warning\n" * 200_000, out='{"type": "result", "result": "Tabs."}\n')
    assert command.ask().text == "Tabs."


def test_a_command_that_does_not_read_what_it_is_given(command: Command) -> None:
    command.program.write_text("#!/bin/sh\nexit 3\n")
    assert command.failure(question("x" * 5_000_000)).trouble is Trouble.SERVER


@pytest.mark.parametrize("what", ["gone", "folder", "not executable", "no program", "empty name"])
def test_a_program_that_can_not_be_started(command: Command, what: str) -> None:
    program = str(command.program)
    if what == "gone":
        command.program.unlink()
    elif what == "folder":
        program = str(command.bin)
    elif what == "not executable":
        command.program.chmod(0o644)
    elif what == "no program":
        command.program.write_bytes(b"\x7fnot a program at all")
    else:
        program = ""
    failure = command.failure(program=program)
    assert failure.trouble is Trouble.NO_PROGRAM
    assert "can't be started" in failure.message


def test_a_folder_that_can_not_be_made_is_said(command: Command) -> None:
    (command.own.parent).write_text("a file is in the way")
    assert command.failure().trouble is Trouble.SERVER


LINES = st.lists(
    st.one_of(
        st.binary(max_size=60),
        st.sampled_from(
            [
                b'{"type":"system","subtype":"init","model":7}',
                b'{"type":"assistant","message":[],"error":{}}',
                b'{"type":"assistant","message":{"model":"m","stop_reason":3}}',
                b'{"type":"stream_event","event":{"delta":{"type":"text_delta","text":"a"}}}',
                b'{"type":"stream_event","event":{"delta":[]}}',
                b'{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":"x"}}',
                b'{"type":"result","result":5}',
                b'{"type":"result","is_error":true,"errors":[1,null],"usage":{"input_tokens":"x"}}',
                b'{"type":"result","result":"ok","total_cost_usd":"free","modelUsage":[]}',
                b'{"type":"result","structured_output":{"a":[1]}}',
            ]
        ),
    ),
    max_size=8,
)


@given(LINES, st.integers(-1, 255), st.text(max_size=80))
def test_whatever_is_written_it_is_an_answer_or_a_failure(lines: list[bytes], code: int, errors: str) -> None:
    heard: list[str] = []
    reader = Reader(heard.append, lambda: NOON)
    for line in lines:
        reader.line(line)
    try:
        answer = reader.answer(code, errors)
    except (ModelFailed, UnknownOption):
        return
    assert answer.text.strip() or answer.stop.value == "refused"
