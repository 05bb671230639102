"""An assistant that only says over what it was told has used none of it."""

from __future__ import annotations

import pytest

from arbor_desktop import resources
from arbor_desktop.context.model import Use
from arbor_desktop.context.use import Judge, Vocabulary, without_recitals
from arbor_desktop.conversations.model import Role, Turn, TurnKind

TOLD = (
    "The kiln API listens on port 8417.",
    "Tests are run with `make check-all`, never with pytest alone.",
    "Deploys go through the script tools/ship_it.sh on the bastion host.",
)
BLOCK = "<user_context>\n" + "".join(f"- {one}\n" for one in TOLD) + "</user_context>"


def session(answer: str) -> list[Turn]:
    return [
        Turn(1, Role.USER, TurnKind.SAID, "What do you know of this project?"),
        Turn(2, Role.ASSISTANT, TurnKind.SAID, answer),
    ]


def uses(answer: str) -> list[Use]:
    judge = Judge(Vocabulary.parse(resources.read_text("use.toml")))
    return [one.use for one in judge.judge(TOLD, session(answer), 0)]


@pytest.mark.parametrize(
    "answer",
    [
        f"I was told this:\n\n{BLOCK}",
        BLOCK.removesuffix("</user_context>"),
        "I know:\n" + "\n".join(f"- {one}" for one in TOLD),
        "I know:\n" + "\n".join(f"{number}. **{one}**" for number, one in enumerate(TOLD, 1)),
        "\n\n".join(f"> {one.upper()}" for one in TOLD),
    ],
)
def test_saying_over_what_was_told_is_no_use(answer: str) -> None:
    assert uses(answer) == [Use.UNUSED] * 3


def test_an_answer_that_needs_one_of_them_is_a_use() -> None:
    assert uses(TOLD[0])[0] is Use.USED
    assert uses(f"I know:\n{BLOCK}\nSo I asked the API on port 8417.") == [Use.USED, Use.UNUSED, Use.UNUSED]


def test_what_others_say_stays_as_it_is() -> None:
    turns = [Turn(1, Role.USER, TurnKind.SAID, BLOCK), Turn(2, Role.ASSISTANT, TurnKind.SAID, "Done.")]
    assert without_recitals(turns, TOLD) == turns
