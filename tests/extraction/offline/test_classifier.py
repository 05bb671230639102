"""How the judge reads what a person wrote, and how its judgements of pieces become statements."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.embedding.bert import THREADS, ModelUnusable
from arbor_desktop.embedding.catalogue import packaged_encoder
from arbor_desktop.extraction.offline.classifier import (
    CLS,
    HERE,
    KINDS,
    MOST_TOKENS,
    SEP,
    SURE,
    UNCLASSIFIED,
    Classification,
    Input,
    SentencePieces,
    StatementClassifier,
    Stretch,
    inputs_of,
    load_classifier,
    stretches,
)
from arbor_desktop.extraction.offline.segments import pieces_of

HIGH, MIDDLE, LOW = 0.97, 0.4, 0.02


@pytest.fixture(scope="module")
def judge() -> StatementClassifier:
    encoder = packaged_encoder()
    assert encoder is not None
    return load_classifier(encoder, resources.read_bytes("extraction/judge.safetensors"))


def reading_of(
    text: str, *probabilities: float, kinds: tuple[str, ...] = (), joins: Sequence[float] = ()
) -> Classification:
    pieces = pieces_of(text, 0, len(text))
    rows = [[1.0 if kind == one else 0.0 for one in KINDS] for kind in kinds or ["rule"] * len(pieces)]
    assert len(pieces) == len(probabilities) == len(rows)
    return Classification(
        pieces, list(probabilities), list(joins or [HIGH] * len(pieces)), rows, [HERE] * len(pieces)
    )


def lasting(text: str, *probabilities: float) -> list[str]:
    return [text[one.start : one.end] for one in stretches([reading_of(text, *probabilities)])]


def said_of(*sentences: str) -> tuple[str, list[SentencePieces]]:
    """The text of a turn of these sentences, and the sentences."""
    text = " ".join(sentences)
    found, start = [], 0
    for sentence in sentences:
        found.append(SentencePieces(start, sentence, pieces_of(text, start, start + len(sentence))))
        start += len(sentence) + 1
    return text, found


def test_a_sure_piece_is_a_statement_and_the_others_are_not() -> None:
    assert lasting("open it, always lock up, leave", LOW, HIGH, LOW) == ["always lock up"]


def test_a_less_sure_neighbour_belongs_to_a_sure_one() -> None:
    text = "open it, always lock up, perhaps twice"
    assert lasting(text, LOW, HIGH, MIDDLE) == ["always lock up, perhaps twice"]


def test_what_is_not_sure_enough_alone_is_no_statement() -> None:
    assert lasting("perhaps twice, perhaps at noon", MIDDLE, MIDDLE) == []


def test_an_unlikely_piece_parts_two_statements() -> None:
    text = "always lock up, open it, always sweep"
    assert lasting(text, HIGH, LOW, HIGH) == ["always lock up", "always sweep"]


def test_what_does_not_go_on_is_a_statement_of_its_own() -> None:
    reading = reading_of(
        "we sweep at noon, I teach", HIGH, HIGH, kinds=("project", "person"), joins=(LOW, LOW)
    )
    assert [one.kind for one in stretches([reading])] == ["project", "person"]


def test_a_statement_goes_over_several_sentences() -> None:
    text, said = said_of("No Redis there.", "The queue is the database driver.", "Look at it.")
    readings = [
        Classification(one.pieces, [p], [join], [[1.0] * len(KINDS)], [HERE])
        for one, p, join in zip(said, (HIGH, MIDDLE, LOW), (LOW, HIGH, HIGH), strict=True)
    ]
    [found] = stretches(readings)
    assert text[found.start : found.end] == "No Redis there. The queue is the database driver."


def test_unlikely_ends_are_taken_away_first() -> None:
    text = "perhaps twice, always lock up, we go"
    [one] = stretches([reading_of(text, 0.3, HIGH, 0.4)])
    assert [text[start:end] for start, end in one.parts] == [
        "perhaps twice, always lock up, we go",
        "always lock up, we go",
        "always lock up",
    ]


def test_the_kind_is_what_most_speaks_for_in_all_pieces() -> None:
    reading = reading_of(
        "we lock up, we sweep, I go", HIGH, HIGH, HIGH, kinds=("project", "project", "person")
    )
    assert [one.kind for one in stretches([reading])] == ["project"]


def test_what_was_not_judged_states_nothing_by_itself() -> None:
    assert stretches([UNCLASSIFIED]) == []


@given(probabilities=st.lists(st.floats(0, 1), max_size=12))
def test_stretches_lie_apart_and_their_parts_narrow(probabilities: list[float]) -> None:
    text = ", ".join(f"part {chr(97 + number)}" for number in range(len(probabilities)))
    found: list[Stretch] = stretches([reading_of(text, *probabilities)])
    position = -1
    for one in found:
        assert position < one.start < one.end
        assert (one.start, one.end) == one.parts[0]
        for (start, end), (inner_start, inner_end) in zip(one.parts, one.parts[1:], strict=False):
            assert start <= inner_start < inner_end <= end
            assert inner_end - inner_start < end - start
        assert one.probability >= SURE and one.kind in KINDS
        position = one.end
    pieces = pieces_of(text, 0, len(text))
    sure = [p for p, value in zip(pieces, probabilities, strict=True) if value >= SURE]
    assert all(any(one.start <= p.start and p.end <= one.end for one in found) for p in sure)


def words_of(judge: StatementClassifier, one: Input, span: tuple[int, int]) -> str:
    return str(judge.encoder.tokenizer.decode(one.tokens[slice(*span)]))


def test_pieces_are_read_among_their_sentences_after_the_reply(judge: StatementClassifier) -> None:
    _, said = said_of("Open it, we use tabs.", "Thanks.")
    [one] = inputs_of(judge.encoder.tokenizer, "Which indent?", said)
    assert one.tokens[0] == CLS and one.tokens[-1] == SEP
    assert judge.encoder.tokenizer.decode(one.tokens) == "which indent? open it, we use tabs. thanks."
    assert (
        sum(one.types) == len(judge.encoder.tokenizer.encode("Which indent?", add_special_tokens=False)) + 1
    )
    assert [(words_of(judge, one, span[:2]), *span[2:]) for span in one.spans] == [
        ("open it", 0, 0),
        ("we use tabs.", 0, 1),
        ("thanks.", 1, 0),
    ]


def test_a_long_turn_is_read_in_parts_that_hold_every_piece_once(judge: StatementClassifier) -> None:
    _, said = said_of(*(f"Sentence number {n} is about the {n}th of many things." for n in range(60)))
    parts = list(inputs_of(judge.encoder.tokenizer, "Go on. " * 200, said))
    assert len(parts) > 3 and all(len(one.tokens) <= MOST_TOKENS for one in parts)
    assert all(len(one.tokens) == len(one.types) for one in parts)
    spans = [(sentence, piece) for one in parts for *_, sentence, piece in one.spans]
    assert spans == [(number, 0) for number in range(60)]
    [first, *_] = parts[1].spans
    assert "sentence number" in words_of(judge, parts[1], (0, first[0]))  # what was said before


@given(text=st.text(max_size=400), reply=st.text(max_size=100))
def test_whatever_is_written_can_be_read(judge: StatementClassifier, text: str, reply: str) -> None:
    said = SentencePieces(0, text, pieces_of(text, 0, len(text)))
    [[reading]] = judge.read([(reply, [said])])
    assert len(reading.probabilities) == len(reading.pieces) == len(reading.kinds)
    assert all(0 <= p <= 1 for p in reading.probabilities)


def test_turns_are_judged_together_as_they_are_alone(judge: StatementClassifier) -> None:
    turns = [
        ("", said_of("We deploy with Kamal.", "Fix the login test.")[1]),
        ("Tabs or spaces?", said_of("tabs")[1]),
        ("", []),
    ]
    together = judge.read(turns)
    alone = [judge.read([turn])[0] for turn in turns]
    for one, other in zip(together, alone, strict=True):
        for left, right in zip(one, other, strict=True):
            assert left.probabilities == pytest.approx(right.probabilities, abs=1e-3)


def test_what_lasts_is_told_from_what_is_asked_now(judge: StatementClassifier) -> None:
    _, said = said_of("Our API runs on two Hetzner machines.", "Rename this variable to total.")
    [[lasts, task]] = judge.read([("", said)])
    assert max(lasts.probabilities) > SURE > 0.2 > max(task.probabilities)


def test_only_what_could_last_is_read_in_full(judge: StatementClassifier) -> None:
    texts = (
        "Rename this variable to total.",
        "Our API runs on two Hetzner machines.",
        "now the tests please",
    )
    turns = [("Done.", said_of(text)[1]) for text in texts]
    whole = [one.probabilities for [one] in judge.read(turns)]
    some = [one.probabilities for [one] in judge.read(turns, lambda _: False)]
    assert all(min(one) > 0 for one in whole)
    assert [max(one) > 0 for one in some] == [False, True, False]
    assert some[1] == pytest.approx(whole[1], abs=1e-4)
    assert judge.read([turns[0]], lambda _: False)[0][0].probabilities == [0]


def test_it_computes_on_one_thread() -> None:
    code = (
        "import psutil; from arbor_desktop.extraction.offline.pipeline import OfflineExtractor;"
        "OfflineExtractor.from_resources()._classifier.read_alone('We use tabs here. ' * 400);"
        "print(sum(thread.user_time > 0.02 for thread in psutil.Process().threads()))"
    )
    env = {name: value for name, value in os.environ.items() if name not in THREADS}
    said = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "1"


def test_a_broken_file_is_told(judge: StatementClassifier) -> None:
    encoder = packaged_encoder()
    assert encoder is not None
    with pytest.raises(ModelUnusable):
        load_classifier(encoder, b"no weights")
