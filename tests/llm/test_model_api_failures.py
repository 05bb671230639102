"""Every way in which asking the Messages API can fail becomes a failure that a person can act on."""

from __future__ import annotations

import asyncio
import email.utils
import socket
import ssl
import threading
import time
from collections.abc import Iterator

import anthropic
import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.llm.anthropic_client import MAX_WAIT, AnthropicApi
from arbor_desktop.llm.anthropic_errors import LONGEST_WAIT, by_status, failed, retry_after
from arbor_desktop.llm.model import Access, Answer, Ask, Message, ModelFailed, Purpose, Trouble
from tests.standin.server import Answered, Break, Fail, Raw, StandIn, tokens

KEY = "sk-test-0123456789"
OWN = Access("anthropic", "claude-haiku-5-5", "", KEY)
ASK = Ask(Purpose.TEST, "Be brief.", (Message("user", "Hello"),))


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn() as server:
        yield server


def at(url: str, *, key: str = KEY, timeout: float = 30.0) -> Access:
    return Access("anthropic", "claude-haiku-5-5", url, key, timeout)


def asked(access: Access, *, address: str | None = None, retries: int = 0) -> Answer:
    async def run() -> Answer:
        api = AnthropicApi(access, address=address, retries=retries)
        try:
            return await api.ask(ASK)
        finally:
            await api.close()

    return asyncio.run(run())


def failure(access: Access, *, address: str | None = None, retries: int = 0) -> ModelFailed:
    with pytest.raises(ModelFailed) as caught:
        asked(access, address=address, retries=retries)
    assert KEY not in repr(caught.value) + caught.value.message + caught.value.detail
    return caught.value


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "trouble", "detail"),
    [
        (Fail(400, "max_tokens: too many"), Trouble.BAD_REQUEST, "400 invalid_request_error"),
        (Fail(400, "Your credit balance is too low"), Trouble.NO_CREDIT, "400 invalid_request_error"),
        (
            Fail(
                400, "You have reached your specified API usage limits. You will regain access on 2026-12-01."
            ),
            Trouble.NO_CREDIT,
            "400 invalid_request_error",
        ),
        (
            Fail(400, "prompt is too long: 9 tokens > 8 maximum"),
            Trouble.TOO_LONG,
            "400 invalid_request_error",
        ),
        (Fail(401, "invalid x-api-key"), Trouble.KEY_REFUSED, "401 authentication_error"),
        (Fail(402), Trouble.NO_CREDIT, "402 billing_error"),
        (Fail(403), Trouble.NOT_ALLOWED, "403 permission_error"),
        (Fail(404, "model: x"), Trouble.NO_SUCH_MODEL, "404 not_found_error"),
        (Fail(413), Trouble.TOO_LONG, "413 request_too_large"),
        (Fail(429), Trouble.RATE_LIMITED, "429 rate_limit_error"),
        (Fail(500), Trouble.SERVER, "500 api_error"),
        (Fail(503, kind="overloaded_error"), Trouble.OVERLOADED, "503 overloaded_error"),
        (Fail(504), Trouble.TIMEOUT, "504 timeout_error"),
        (Fail(529), Trouble.OVERLOADED, "529 overloaded_error"),
        (Raw(b"Bad Gateway", 502, "text/html"), Trouble.SERVER, "502"),
        (Raw(b"", 500), Trouble.SERVER, "500"),
        (Raw(b"<h1>Sign in</h1>", 407, "text/html"), Trouble.NETWORK, "407"),
        (Raw(b'{"type":"error","error":{"type":"api_error","message":"x"}}'), Trouble.SERVER, "api_error"),
        (Break("error", kind="overloaded_error"), Trouble.OVERLOADED, "overloaded_error"),
        (Break("error", kind="rate_limit_error"), Trouble.RATE_LIMITED, "rate_limit_error"),
        (Break("error", kind="an_error_of_next_year"), Trouble.SERVER, "an_error_of_next_year"),
        (Break("cut", after=3), Trouble.NETWORK, "answer cut off"),
        (Break("cut", after=0), Trouble.NETWORK, "answer cut off"),
        (Break("reset", after=3), Trouble.NETWORK, "connection lost"),
        (Break("reset", after=0), Trouble.NETWORK, "connection lost"),
        (Raw(b"{", length=900), Trouble.NETWORK, "connection lost"),
    ],
)
@pytest.mark.parametrize("own", [True, False], ids=["anthropic", "server"])
def test_each_failure_is_told_for_what_it_is(
    server: StandIn, answer: Answered, trouble: Trouble, detail: str, own: bool
) -> None:
    server.mind = lambda body: answer
    error = failure(OWN, address=server.url) if own else failure(at(server.url))
    assert (error.trouble, error.detail) == (trouble, detail)
    assert error.message.endswith((".", "?")) or "Server message:" in error.message
    assert ("Anthropic" in error.message) == own or trouble in (Trouble.TOO_LONG, Trouble.NETWORK)


NETWORK, WRONG, INVALID = Trouble.NETWORK, Trouble.WRONG_ADDRESS, Trouble.INVALID
HTML, EVENTS = "text/html", "text/event-stream"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "own", "other"),
    [
        (Raw(b"<html>Welcome to the hotel</html>", content_type=HTML), NETWORK, WRONG),
        (Raw(b"<html>Not here</html>", 404, HTML), NETWORK, WRONG),
        (Raw(b"", 302, headers=(("location", "http://u:p@login.example/in?k=1"),)), NETWORK, WRONG),
        (Raw(b"not JSON at all"), NETWORK, INVALID),
        (Raw(b""), NETWORK, INVALID),
        (Raw(b'{"hello": "world"}'), NETWORK, INVALID),
        (Raw(b"[1, 2]"), NETWORK, INVALID),
        (Raw(b"hello", content_type="text/plain"), NETWORK, NETWORK),
        (Raw(b"event: x\ndata: {}\n\n", content_type=EVENTS), NETWORK, INVALID),
        (
            Raw(b'event: message_stop\ndata: {"type": "message_stop"}\n\n', content_type=EVENTS),
            NETWORK,
            INVALID,
        ),
        (Break("garbage"), NETWORK, INVALID),
    ],
)
def test_what_is_no_answer_of_the_protocol(
    server: StandIn, answer: Answered, own: Trouble, other: Trouble
) -> None:
    """Where Anthropic's address answers so, a proxy or a hotel's network does in its place: that passes."""
    server.mind = lambda body: answer
    assert failure(OWN, address=server.url).trouble is own
    error = failure(at(server.url))
    assert error.trouble is other
    assert server.url in error.message or other is Trouble.NETWORK
    assert "u:p" not in error.message


def test_nothing_is_sent_on_to_where_a_server_points(server: StandIn) -> None:
    with StandIn() as elsewhere:
        server.fail_next(Raw(b"", 307, headers=(("location", f"{elsewhere.url}/v1/messages"),)))
        error = failure(at(server.url))
        assert not elsewhere.received
        assert error.trouble is Trouble.WRONG_ADDRESS and elsewhere.url in error.message


@pytest.mark.parametrize(
    "data",
    [b'{"error": "model \'x\' not found, try pulling it first"}', b'{"detail": "no such model"}',
     b'{"error": {"message": "model not loaded"}}'],
)  # fmt: skip
def test_what_other_servers_say_of_a_missing_model_is_understood(server: StandIn, data: bytes) -> None:
    server.fail_next(Raw(data, 404))
    error = failure(at(server.url))
    assert error.trouble is Trouble.NO_SUCH_MODEL and "claude-haiku-5-5" in error.message


def test_what_a_server_says_is_shown_short_and_without_the_key(server: StandIn) -> None:
    server.mind = lambda body: Fail(400, f"bad\n\x1b[31mkey {KEY} " + "word " * 200)
    message = failure(at(server.url)).message
    assert "Server message: bad" in message and "key [key] word" in message
    assert len(message) < 320 and message.isprintable() and message.endswith("…")


class TestWaiting:
    def test_a_short_wait_is_kept_inside_of_the_call(self, server: StandIn) -> None:
        server.fail_next(Fail(429, headers=(("retry-after-ms", "1"),)), Fail(529))
        assert asked(at(server.url), retries=2).text == "Understood."
        assert len(server.received) == 3

    @pytest.mark.parametrize("status", [429, 503, 529])
    def test_a_long_one_is_told_at_once(self, server: StandIn, status: int) -> None:
        server.mind = lambda body: Fail(status, headers=(("retry-after", "3600"),))
        error = failure(at(server.url), retries=2)
        assert error.retry_after == 3600 > MAX_WAIT and error.temporary
        assert len(server.received) == 1

    @given(st.one_of(st.text(), st.floats().map(str), st.integers().map(str)))
    def test_any_header_gives_a_wait_that_can_be_waited(self, text: str) -> None:
        wait = retry_after({"retry-after": text})
        assert wait is None or 0 <= wait <= LONGEST_WAIT

    def test_a_date_is_a_wait_too(self) -> None:
        wait = retry_after({"retry-after": email.utils.formatdate(time.time() + 600, usegmt=True)})
        assert wait is not None and 500 < wait < 601


class TestSilence:
    def test_a_server_that_falls_silent_is_left(self, server: StandIn) -> None:
        server.mind = lambda body: Break("stall", after=0)
        error = failure(at(server.url, timeout=0.2))
        assert error.trouble is Trouble.TIMEOUT and "0.2 seconds" in error.message

    def test_so_is_one_that_falls_silent_in_the_middle_and_what_was_heard_is_paid(
        self, server: StandIn
    ) -> None:
        server.mind = lambda body: Break("stall", after=3)
        for patience in (0.2, 0.8, 3.2, 12.8):  # a slow computer may not have heard a word yet
            error = failure(at(server.url, timeout=patience))
            assert error.trouble is Trouble.TIMEOUT
            if error.usage.input:
                break
        assert error.usage.input == tokens(server.received[-1].raw)

    def test_one_that_goes_on_speaking_is_listened_to(self, server: StandIn) -> None:
        server.mind = lambda body: Break("drip", text="slowly but surely")
        assert asked(at(server.url)).text == "slowly but surely"

    @pytest.mark.parametrize("how", ["cut", "error", "garbage", "reset"])
    def test_what_was_paid_is_known_where_it_breaks_off(self, server: StandIn, how: str) -> None:
        server.mind = lambda body: Break(how, after=4)
        error = failure(at(server.url))
        if how != "reset":  # its last bytes may be lost on the way
            assert error.usage.input == tokens(server.received[-1].raw)

    def test_an_answer_without_end_is_left(self, server: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("arbor_desktop.llm.anthropic_messages.MAX_CHARS", 1000)
        server.mind = lambda body: "word " * 400
        assert failure(at(server.url)).trouble is Trouble.INVALID
        server.lacks.add("stream")
        assert failure(at(server.url)).trouble is Trouble.INVALID


class TestNoConnection:
    def test_a_server_that_does_not_run(self) -> None:
        with StandIn() as server:
            url = server.url
        error = failure(at(url))
        assert error.trouble is Trouble.NETWORK
        assert error.message == f"{url} can't be reached. Is the server running?"

    def test_anthropic_out_of_reach(self) -> None:
        with StandIn() as server:
            url = server.url
        error = failure(OWN, address=url)
        assert error.trouble is Trouble.NETWORK and "Check the network" in error.message

    def test_a_name_that_there_is_not(self) -> None:
        error = failure(at("http://no-such-host.invalid:1234"))
        assert error.trouble is Trouble.NETWORK and "no-such-host.invalid can't be found" in error.message

    def test_https_where_only_http_is_spoken(self, server: StandIn) -> None:
        error = failure(at(server.url.replace("http://", "https://")))
        assert (error.trouble, error.detail) == (Trouble.NETWORK, "TLS")

    @pytest.mark.parametrize("url", ["ftp://localhost:21", "localhost:11434", "http://"])
    def test_an_address_that_is_none(self, url: str) -> None:
        assert failure(at(url)).trouble is Trouble.WRONG_ADDRESS

    def test_a_server_that_hangs_up_without_a_word(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:

            def hang_up() -> None:
                connection, _ = listener.accept()
                connection.recv(100)
                connection.close()

            thread = threading.Thread(target=hang_up)
            thread.start()
            error = failure(at(f"http://127.0.0.1:{listener.getsockname()[1]}"))
            thread.join()
        assert error.trouble is Trouble.NETWORK

    def test_another_programs_server(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:

            def speak() -> None:
                connection, _ = listener.accept()
                with connection:
                    connection.recv(100)
                    connection.sendall(b"SSH-2.0-OpenSSH_9.9\r\n")

            thread = threading.Thread(target=speak)
            thread.start()
            error = failure(at(f"http://127.0.0.1:{listener.getsockname()[1]}"))
            thread.join()
        assert error.trouble is Trouble.NETWORK

    def test_a_certificate_that_cannot_be_trusted(self) -> None:
        connecting = httpx2.ConnectError("failed")
        connecting.__cause__ = ssl.SSLCertVerificationError("self-signed certificate")
        wrapped = anthropic.APIConnectionError(request=httpx2.Request("POST", "https://api.anthropic.com"))
        wrapped.__cause__ = connecting
        error = failed(wrapped, OWN)
        assert (error.trouble, error.detail) == (Trouble.NETWORK, "certificate") and "proxy" in error.message

    def test_a_password_in_an_address_is_not_shown(self) -> None:
        with StandIn() as server:
            url = server.url.replace("http://", "http://me:secret@")
        assert "secret" not in failure(at(url)).message


@pytest.mark.slow
@given(
    st.integers(min_value=100, max_value=599),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["error", "type", "message", "x"]), inner)
        ),
    ),
)
def test_whatever_a_server_answers_is_told_in_words(status: int, body: object) -> None:
    for access in (OWN, at("http://localhost:11434")):
        error = by_status(status, body, access)
        assert error.message and error.message.isprintable() and len(error.message) < 400
