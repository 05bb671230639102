"""What is sent to the Messages API, and how its answers are read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import pytest

from arbor_desktop.llm.anthropic_client import AnthropicApi
from arbor_desktop.llm.model import (
    Access,
    Answer,
    Ask,
    Message,
    ModelFailed,
    ModelInfo,
    Purpose,
    Stop,
    Tool,
    ToolResult,
    ToolUse,
    Trouble,
    Usage,
)
from arbor_desktop.llm.structured import schema_of
from tests.standin import checks
from tests.standin.server import Raw, Say, StandIn

Found = TypeVar("Found")


class Shape(msgspec.Struct):
    name: str | None
    weight: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1
    kinds: Annotated[list[Literal["a", "b"]], msgspec.Meta(max_length=3)] = []


SCHEMA = schema_of(Shape)
TOOL = Tool("search", "Finds memories.", {"type": "object", "properties": {"query": {"type": "string"}}})


def ask(text: str = "Hello", **fields: Any) -> Ask:
    return Ask(Purpose.TEST, "Be brief.", (Message("user", text),), **fields)


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn() as server:
        yield server


def access(server: StandIn, **fields: Any) -> Access:
    values = {"model": "claude-haiku-5-5", "base_url": server.url, "key": "sk-test-0123", "timeout": 30.0}
    return Access("anthropic", **(values | fields))


def using(
    made: Access, work: Callable[[AnthropicApi], Awaitable[Found]], address: str | None = None
) -> Found:
    """`address`: where the service of `made` is in truth; given with an `Access` without one, it is as if
    Anthropic's own service were asked."""

    async def run() -> Found:
        api = AnthropicApi(made, address=address, retries=0)
        try:
            return await work(api)
        finally:
            await api.close()

    return asyncio.run(run())


def answered(server: StandIn, question: Ask, on_text: Callable[[str], None] | None = None) -> Answer:
    return using(access(server), lambda api: api.ask(question, on_text))


class TestAnAnswer:
    def test_its_text_model_and_tokens_are_read(self, server: StandIn) -> None:
        server.mind = lambda body: Say("Good day.", output_tokens=7, cache_read=5, cache_written=3)
        answer = answered(server, ask())
        assert (answer.text, answer.model, answer.stop) == ("Good day.", "claude-haiku-5-5", Stop.END)
        usage = answer.usage
        assert (usage.output, usage.cache_read, usage.cache_written) == (7, 5, 3)
        assert usage.all_input == len(server.received[0].raw) // 4

    def test_it_is_heard_piece_by_piece(self, server: StandIn) -> None:
        server.mind = lambda body: Say("One two three")
        heard: list[str] = []
        assert answered(server, ask(), heard.append).text == "One two three"
        assert heard == ["One ", "two ", "three"]

    @pytest.mark.parametrize(
        ("reason", "stop"),
        [
            ("end_turn", Stop.END),
            ("stop_sequence", Stop.END),
            ("max_tokens", Stop.LENGTH),
            ("model_context_window_exceeded", Stop.LENGTH),
            ("pause_turn", Stop.LENGTH),
            ("refusal", Stop.REFUSED),
            ("a_reason_of_next_year", Stop.END),
        ],
    )
    def test_why_it_ended_is_told(self, server: StandIn, reason: str, stop: Stop) -> None:
        server.mind = lambda body: Say("Some text", stop=reason)
        assert answered(server, ask()).stop is stop

    def test_what_the_model_thought_is_no_part_of_it(self, server: StandIn) -> None:
        server.mind = lambda body: Say("Yes.", thinking="Hm, what do they want?")
        heard: list[str] = []
        assert answered(server, ask(), heard.append).text == "Yes." == "".join(heard)

    def test_an_empty_one_is_an_answer(self, server: StandIn) -> None:
        server.mind = lambda body: Say("")
        assert answered(server, ask()).text == ""

    def test_uses_of_tools_come_with_their_input(self, server: StandIn) -> None:
        server.mind = lambda body: Say("Looking.", uses=(("search", {"query": "bees"}), ("search", {})))
        answer = answered(server, ask(tools=(TOOL,)))
        assert answer.stop is Stop.TOOL and answer.text == "Looking."
        assert [(use.name, use.input) for use in answer.uses] == [
            ("search", {"query": "bees"}),
            ("search", {}),
        ]
        assert len({use.id for use in answer.uses}) == 2

    def test_half_a_use_of_a_tool_is_dropped(self, server: StandIn) -> None:
        server.mind = lambda body: Say("Looking.", stop="max_tokens", uses=(("search", {"query": "be"}),))
        answer = answered(server, ask(tools=(TOOL,)))
        assert (answer.stop, answer.uses) == (Stop.LENGTH, ())

    def test_a_listener_that_fails_is_not_taken_for_a_failing_service(self, server: StandIn) -> None:
        def on_text(text: str) -> None:
            raise ValueError("nobody listens")

        with pytest.raises(ValueError, match="nobody listens"):
            answered(server, ask(), on_text)

    def test_stopping_it_hangs_up(self, server: StandIn) -> None:
        server.delay = 600

        async def work(api: AnthropicApi) -> None:
            asking = asyncio.create_task(api.ask(ask()))
            while not server.received:
                await asyncio.sleep(0)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking

        using(access(server), work)


class TestAQuestion:
    def body(self, server: StandIn, question: Ask) -> dict[str, Any]:
        answered(server, question)
        return server.received[-1].body

    def test_the_fixed_part_comes_first_and_is_marked_to_be_kept(self, server: StandIn) -> None:
        body = self.body(server, ask(context="It is Sunday."))
        assert body["system"] == [
            {"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}},
            {"type": "text", "text": "It is Sunday."},
        ]

    def test_a_context_alone_is_not_marked(self, server: StandIn) -> None:
        question = Ask(Purpose.TEST, "", (Message("user", "Hi"),), context="It is Sunday.")
        assert self.body(server, question)["system"] == [{"type": "text", "text": "It is Sunday."}]

    def test_its_schema_is_one_that_the_service_takes(self, server: StandIn) -> None:
        server.mind = lambda body: Say('{"name": "x"}')
        form = self.body(server, ask(schema=SCHEMA))["output_config"]["format"]
        assert (
            form["type"] == "json_schema"
            and checks.wrong(server.received[-1].body, {"anthropic-version": ""}) is None
        )
        good, bad = {"name": None, "weight": 0.5, "kinds": ["a"]}, {"weight": 0.5}
        assert checks.unfit(good, form["schema"]) is None and checks.unfit(bad, form["schema"])

    def test_turns_with_tools_keep_the_order_that_the_service_wants(self, server: StandIn) -> None:
        turns = (
            Message("user", "Find bees"),
            Message("assistant", "Looking.", uses=(ToolUse("t1", "search", {"query": "bees"}),)),
            Message("user", "And hurry", results=(ToolResult("t1", "none", failed=True),)),
        )
        body = self.body(server, Ask(Purpose.CHAT, "", turns, tools=(TOOL,)))
        assert [[block["type"] for block in one["content"]] for one in body["messages"]] == [
            ["text"], ["text", "tool_use"], ["tool_result", "text"],
        ]  # fmt: skip
        assert body["messages"][2]["content"][0]["is_error"] is True
        assert body["tools"][0]["name"] == "search" and "system" not in body

    def test_turns_that_say_nothing_are_left_out(self, server: StandIn) -> None:
        turns = (Message("user", "Hi"), Message("assistant", " \n"), Message("user", "Still there?"))
        body = self.body(server, Ask(Purpose.CHAT, "", turns))
        assert [one["role"] for one in body["messages"]] == ["user", "user"]

    def test_half_characters_can_be_sent(self, server: StandIn) -> None:
        assert (
            self.body(server, ask("broken \ud83d emoji"))["messages"][0]["content"][0]["text"]
            == "broken ? emoji"
        )

    def test_nothing_is_said_of_thinking_to_a_server_of_ones_own(self, server: StandIn) -> None:
        assert not {"thinking", "temperature"} & set(self.body(server, ask()))


class TestThinking:
    """On Anthropic's own service a model is told not to think, each in the way that it understands."""

    def body(self, server: StandIn, model: str, asks: int = 1) -> dict[str, Any]:
        async def work(api: AnthropicApi) -> None:
            for _ in range(asks):
                await api.ask(ask(max_tokens=100))

        using(access(server, base_url="", model=model), work, server.url)
        return server.received[-1].body

    def test_a_small_model_is_asked_not_to(self, server: StandIn) -> None:
        body = self.body(server, "claude-haiku-5-5")
        assert body["thinking"] == {"type": "disabled"} and body["max_tokens"] == 100
        assert len(server.received) == 1

    def test_one_that_wants_other_words_gets_them(self, server: StandIn) -> None:
        body = self.body(server, "claude-sonnet-5-5", asks=2)
        assert body["thinking"] == {"type": "between_tools"} and body["max_tokens"] == 100
        assert len(server.received) == 3, "what it does not know is not said to it again"

    def test_one_that_always_thinks_thinks_little_and_has_room_for_it(self, server: StandIn) -> None:
        body = self.body(server, "claude-opus-5-5")
        assert "thinking" not in body and body["output_config"] == {"effort": "low"}
        assert body["max_tokens"] > 4000


class TestModels:
    def test_they_come_newest_first_with_what_they_take(self, server: StandIn) -> None:
        found = using(access(server), lambda api: api.models())
        assert [one.id for one in found] == server.models
        assert found[0] == ModelInfo("claude-haiku-5-5", "Claude-Haiku-5-5", 1_791_331_200_000)

    def test_a_list_in_the_form_of_other_servers_is_read(self, server: StandIn) -> None:
        listed = {"object": "list", "data": [
            {"id": "qwen3:8b", "object": "model", "created": 1_700_000_000, "owned_by": "library"},
            {"id": "gemma4", "object": "model", "created": 1_800_000_000, "owned_by": "library"},
        ]}  # fmt: skip
        server.fail_next(Raw(json.dumps(listed).encode()))
        found = using(access(server), lambda api: api.models())
        assert [(one.id, one.name, one.made_at) for one in found] == [
            ("gemma4", "gemma4", 1_800_000_000_000),
            ("qwen3:8b", "qwen3:8b", 1_700_000_000_000),
        ]

    def test_a_server_that_does_not_tell_has_none_to_choose_from(self) -> None:
        with StandIn(lacks={"models"}) as server:
            assert using(access(server), lambda api: api.models()) == []

    def test_what_is_no_list_is_a_failure(self, server: StandIn) -> None:
        server.fail_next(Raw(b"<html>Welcome</html>", content_type="text/html"))
        with pytest.raises(ModelFailed):
            using(access(server), lambda api: api.models())


class TestServersThatKnowPartsOfIt:
    def test_without_structured_output_the_schema_is_put_into_words_from_then_on(self) -> None:
        with StandIn(lacks={"schema"}) as server:

            async def work(api: AnthropicApi) -> None:
                for _ in range(2):
                    assert (await api.ask(ask(schema=SCHEMA))).text == "Understood."

            using(access(server), work)
        first, *others = server.asked()
        assert "output_config" in first and len(others) == 2
        for body in others:
            assert "output_config" not in body
            assert "JSON Schema" in body["system"][-1]["text"] and '"weight"' in body["system"][-1]["text"]

    def test_a_system_prompt_in_blocks_becomes_a_text(self) -> None:
        with StandIn(lacks={"blocks"}) as server:
            assert answered(server, ask(context="It is Sunday.")).text == "Understood."
        assert server.received[-1].body["system"] == "Be brief.\n\nIt is Sunday."

    def test_both_at_once(self) -> None:
        with StandIn(lacks={"blocks", "schema"}) as server:
            assert answered(server, ask(schema=SCHEMA)).text == "Understood."
        assert "JSON Schema" in server.received[-1].body["system"]

    def test_what_one_call_found_out_another_one_does_not_forget(self) -> None:
        """Both are under way when the first is refused."""
        with StandIn(lacks={"schema"}) as server:

            async def work(api: AnthropicApi) -> None:
                await asyncio.gather(api.ask(ask(schema=SCHEMA)), *(api.ask(ask()) for _ in range(5)))
                server.received.clear()
                await api.ask(ask(schema=SCHEMA))

            using(access(server), work)
        assert len(server.received) == 1

    def test_a_model_of_anthropics_without_structured_output(self) -> None:
        with StandIn(lacks={"schema"}) as server:
            made = access(server, base_url="")
            answer = using(made, lambda api: api.ask(ask(schema=SCHEMA)), server.url)
        assert (
            answer.text == "Understood." and "JSON Schema" in server.received[-1].body["system"][-1]["text"]
        )

    def test_one_that_does_not_stream(self) -> None:
        heard: list[str] = []
        with StandIn(lambda body: Say("All at once"), lacks={"stream"}) as server:
            answer = answered(server, ask(), heard.append)
        assert answer.text == "All at once" and heard == ["All at once"] and answer.usage.output > 0

    def test_one_that_ignores_the_schema_is_read_as_it_is(self) -> None:
        with StandIn(lambda body: Say("Sure! Here is your JSON", anyway=True)) as server:
            assert answered(server, ask(schema=SCHEMA)).text == "Sure! Here is your JSON"

    def test_one_that_leaves_out_the_usage(self, server: StandIn) -> None:
        message = {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Hi"}]}
        server.fail_next(Raw(json.dumps(message).encode()))
        answer = answered(server, ask())
        assert (answer.text, answer.usage, answer.model) == ("Hi", Usage(), "")

    @pytest.mark.parametrize("path", ["/v1", "/v1/", "/v1/messages", "/"])
    def test_an_address_with_the_path_of_the_protocol_is_understood(self, server: StandIn, path: str) -> None:
        made = access(server, base_url=server.url + path)
        assert using(made, lambda api: api.ask(ask())).text == "Understood."

    def test_local_models_have_names_of_their_own(self, server: StandIn) -> None:
        server.models.append("hf.co/bartowski/qwen3:8b-q4")
        made = access(server, model="hf.co/bartowski/qwen3:8b-q4")
        assert using(made, lambda api: api.ask(ask())).model == "hf.co/bartowski/qwen3:8b-q4"


class TestWithWhoseKey:
    """Only the one from the settings, whatever the environment of other programs says."""

    @pytest.fixture(autouse=True)
    def environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name, value in {
            "ANTHROPIC_API_KEY": "sk-of-the-environment",
            "ANTHROPIC_AUTH_TOKEN": "token-of-the-environment",
            "ANTHROPIC_BASE_URL": "http://127.0.0.1:9/of-the-environment",
            "ANTHROPIC_CUSTOM_HEADERS": "X-Team: environment\nAuthorization: environment\nX-Api-Key: no",
            "ANTHROPIC_PROFILE": "environment",
        }.items():
            monkeypatch.setenv(name, value)

    @pytest.mark.parametrize("own", [True, False])
    def test_it_goes_where_the_settings_say_and_nothing_else_goes_along(
        self, server: StandIn, own: bool
    ) -> None:
        server.key = "sk-test-0123"
        made = access(server, base_url="") if own else access(server)
        assert using(made, lambda api: api.ask(ask()), server.url if own else None).text == "Understood."
        headers = server.received[0].headers
        assert "environment" not in str(headers) and "x-team" not in headers
        assert headers["authorization"] == "Bearer sk-test-0123"

    def test_a_server_that_looks_for_the_older_header_finds_the_key(self, server: StandIn) -> None:
        answered(server, ask())
        assert server.received[0].headers["x-api-key"] == "sk-test-0123"

    def test_without_a_key_nothing_is_sent(self, server: StandIn) -> None:
        with pytest.raises(ModelFailed) as caught:
            using(access(server, base_url="", key=""), lambda api: api.ask(ask()), server.url)
        assert caught.value.trouble is Trouble.NO_KEY and not server.received

    @pytest.mark.parametrize("key", ["sk-tést-0123", "sk-test\n0123", " sk-test-0123", "sk-test-0123\u200b"])
    def test_a_key_that_can_be_none_is_refused_without_being_shown(self, server: StandIn, key: str) -> None:
        with pytest.raises(ModelFailed) as caught:
            using(access(server, key=key), lambda api: api.ask(ask()))
        assert caught.value.trouble is Trouble.KEY_REFUSED and not server.received
        assert "0123" not in str(caught.value)

    def test_a_local_server_is_never_asked_through_a_proxy(
        self, server: StandIn, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, "http://127.0.0.1:9")
        assert answered(server, ask()).text == "Understood."
