"""What reading would take, before anything is read: held against what reading then takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbor_desktop.capture.estimates import FEWEST_CALLS, SAMPLE, TOKEN_BYTES
from arbor_desktop.capture.memorization import excerpt_of
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.errors import InvalidInput
from arbor_desktop.extraction.with_model.extraction import ModelExtraction
from arbor_desktop.extraction.with_model.windows import MOST
from arbor_desktop.llm.model import Answer, Usage
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.llm.model_spoken import KEY, Spoken, question
from tests.reliability.sessions import START, Session

Adds = Callable[..., str]
NOTHING = '{"no_content_to_extract": true}'


@pytest.fixture
def spoken() -> Spoken:
    return Spoken()


@pytest.fixture
def service(
    home: Path, clock: ManualClock, spoken: Spoken, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MemoryService]:
    monkeypatch.setattr(MemoryService, "_make_calls", lambda self: spoken)
    with MemoryService.open(home, clock=clock, environ={"ANTHROPIC_API_KEY": KEY}) as opened:
        opened.settings.set("model.refine", False)
        yield opened


@pytest.fixture
def add(service: MemoryService, tmp_path: Path) -> Adds:
    """Captures a conversation of so many exchanges, that waits to be memorized. Answers its id."""
    made = iter(range(1_000_000))

    def add(exchanges: int = 1, words: int = 12) -> str:
        number = next(made)
        session = Session(f"talk {number}", start=START + number * 3600)
        for turn in range(exchanges):
            session.say(f"In talk {number}, turn {turn}: " + "the shop closes on Mondays " * words)
            session.reply("Understood, it does " * words)
        service._capture.reader.read(str(session.write(tmp_path)))
        row = service._rt.db.read(lambda c: conversations.find(c, "claude-code", session.id))
        assert row is not None
        (ident,) = service._rt.db.read(
            lambda c: c.execute("SELECT id FROM conversation WHERE row = ?", (row,)).fetchone()
        )
        return str(ident)

    return add


def sent(service: MemoryService, idents: list[str]) -> tuple[int, int]:
    """How many windows, of how many bytes, reading these would send."""
    reading, count, size = ModelExtraction(service._rt, service.model), 0, 0
    for ident in idents:
        excerpt = service._rt.db.read(lambda c, i=ident: excerpt_of(c, i))  # type: ignore[misc]
        assert excerpt is not None
        windows = reading.windows(excerpt)
        count += len(windows)
        size += sum(len(window.text.encode()) for window in windows)
    return count, size


def test_nothing_waits_and_nothing_is_asked(service: MemoryService, spoken: Spoken) -> None:
    found = service.models.estimates.estimate()
    assert (found.conversations, found.windows, found.input_tokens, found.output_tokens) == (0, 0, 0, 0)
    assert [one.cost for one in found.backends] == [0, 0, None]
    assert spoken.tasks == []


@pytest.mark.slow
def test_a_few_are_cut_exactly(service: MemoryService, add: Adds, spoken: Spoken) -> None:
    idents = [add(), add(30, 60), add(120, 40)]
    found = service.models.estimates.estimate()
    windows, size = sent(service, idents)
    assert windows > len(idents)
    assert size > MOST
    assert (found.conversations, found.windows, found.exact) == (3, windows, True)
    fixed = (found.input_tokens - size / TOKEN_BYTES) / windows
    assert 300 < fixed < 20_000
    assert spoken.tasks == []


@pytest.mark.slow
def test_many_are_summed_up_close_to_what_they_are(service: MemoryService, add: Adds) -> None:
    idents = [add(1 + number % 9, 5 + number % 70) for number in range(SAMPLE * 3)]
    found = service.models.estimates.estimate()
    windows, size = sent(service, idents)
    assert (found.conversations, found.exact) == (len(idents), False)
    assert found.windows == windows
    fixed = service.models.estimates.estimate([idents[0]])
    own, own_size = sent(service, [idents[0]])
    each = (fixed.input_tokens - own_size / TOKEN_BYTES) / own
    assert (found.input_tokens - windows * each) * TOKEN_BYTES == pytest.approx(size, rel=0.15)


def test_what_was_memorized_counts_only_again(service: MemoryService, add: Adds) -> None:
    first, second = add(), add()
    service.memorize(first)
    estimating = service.models.estimates
    assert estimating.estimate().conversations == 1
    assert estimating.estimate([first]).conversations == 0
    assert estimating.estimate([first], again=True).conversations == 1
    assert estimating.estimate([second]).conversations == 1
    assert estimating.estimate(again=True).conversations == 2
    assert estimating.estimate(["nobody"]).conversations == 0


def test_what_would_not_be_read_is_not_counted(service: MemoryService, add: Adds, tmp_path: Path) -> None:
    out = add()
    service.leave_out(out)
    trivial = Session("trivial").say("Hello").reply("Hi")
    service._capture.reader.read(str(trivial.write(tmp_path)))
    assert service.models.estimates.estimate([out], again=True).conversations == 0
    assert service.models.estimates.estimate(again=True).conversations == 0


def test_each_way_has_its_figures(service: MemoryService, add: Adds) -> None:
    add(20, 60)
    found = service.models.estimates.estimate()
    offline, api, command = found.backends
    assert [one.backend for one in found.backends] == ["offline", "anthropic", "claude-cli"]
    assert (offline.cost, command.cost, command.batch_cost) == (0.0, None, None)
    assert offline.seconds is not None and api.seconds is not None and command.seconds is not None
    assert offline.seconds < api.seconds < command.seconds
    prices = service.model.costs.prices
    by_hand = prices.cost(api.model, Usage(found.input_tokens, found.output_tokens))
    assert api.cost == pytest.approx(by_hand, rel=0.01)
    assert api.batch_cost == pytest.approx(by_hand / 2 if by_hand else 0, rel=0.01)
    assert found.prices == prices.label
    assert found.of("anthropic") is api
    with pytest.raises(KeyError):
        found.of("nobody")


def test_judging_what_is_new_is_a_call_more_at_the_full_price(service: MemoryService, add: Adds) -> None:
    add()
    plain = service.models.estimates.estimate().of("anthropic")
    service.settings.set("model.refine", True)
    judged = service.models.estimates.estimate().of("anthropic")
    assert plain.cost and judged.cost and plain.batch_cost and judged.batch_cost
    more = judged.cost - plain.cost
    assert more > 0
    assert judged.batch_cost - plain.batch_cost == pytest.approx(more)


@pytest.mark.parametrize(
    ("key", "value", "priced", "batched"),
    [
        ("model.base_url", "http://127.0.0.1:11434", True, False),
        ("model.batch", False, True, False),
        ("model.name", "qwen3:8b", False, False),
        ("model.name", "claude-opus-5-5", True, True),
    ],
)
def test_what_is_not_known_or_not_possible_is_left_open(
    service: MemoryService, add: Adds, key: str, value: object, priced: bool, batched: bool
) -> None:
    add()
    service.settings.set(key, value)
    found = service.models.estimates.estimate().of("anthropic")
    assert (found.cost is not None, found.batch_cost is not None) == (priced, batched)


def test_the_ledger_is_believed_once_there_are_some_calls(
    service: MemoryService, add: Adds, spoken: Spoken
) -> None:
    add()
    service.settings.set("extraction.backend", "anthropic")
    guessed = service.models.estimates.estimate()
    for number in range(FEWEST_CALLS):
        assert service.models.estimates.estimate().of("anthropic").measured == 0
        spoken.next.append(Answer(NOTHING, Usage(5_000, 40 + number)))
        service.model.ask(question())
    found = service.models.estimates.estimate()
    assert found.of("anthropic").measured == FEWEST_CALLS
    assert found.output_tokens == 42
    assert found.output_tokens < guessed.output_tokens
    service.settings.set("model.name", "claude-opus-5-5")
    assert service.models.estimates.estimate().of("anthropic").measured == 0, "another model"


@pytest.mark.slow
def test_files_are_estimated_without_being_read(
    service: MemoryService, tmp_path: Path, add: Adds, spoken: Spoken
) -> None:
    folder = tmp_path / "old"
    for number in range(3):
        session = Session(f"old {number}")
        for _ in range(20):
            session.say("The shop closes on Mondays, as it always did, and nobody minds. " * 5)
            session.reply("Understood. " * 20)
        session.write(folder)
    (folder / "notes.txt").write_text("no conversation\n")
    (folder / "empty.jsonl").touch()
    found = service.models.estimates.estimate_files([folder])
    assert (found.conversations, found.rough, found.exact) == (3, True, False)
    assert found.input_tokens > 0
    assert service.conversations().conversations == ()
    service.capture([folder])
    assert service.models.estimates.estimate_files([folder]).conversations == 0
    with pytest.raises(InvalidInput):
        service.models.estimates.estimate_files([tmp_path / "nowhere"])
    assert spoken.tasks == []


def test_files_are_known_by_those_that_were_captured(
    service: MemoryService, tmp_path: Path, add: Adds
) -> None:
    """Where twenty conversations of an assistant are here, more of its files are taken to be like them."""
    for _ in range(20):
        add(10, 20)
    here = service.models.estimates.estimate(again=True)
    folder = tmp_path / "more"
    for number in range(20):
        session = Session(f"more {number}")
        for turn in range(10):
            session.say(f"In talk {number}, turn {turn}: " + "the shop closes on Mondays " * 20)
            session.reply("Understood, it does " * 20)
        session.write(folder)
    told = service.models.estimates.estimate_files([folder])
    assert told.conversations == 20
    assert told.characters == pytest.approx(here.characters, rel=0.05)
    assert told.input_tokens == pytest.approx(here.input_tokens, rel=0.2)
