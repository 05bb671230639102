"""What somebody says of themselves, told of them in the third person."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.extraction.offline.rewrite import Rewriter


@pytest.fixture(scope="module")
def rewriter() -> Rewriter:
    return Rewriter(resources.read_text("extraction/retelling.toml"))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        # I
        ("I work at a dairy in Cork", "User works at a dairy in Cork."),
        ("i run a small brewery", "User runs a small brewery."),
        ("I study law in Graz", "User studies law in Graz."),
        ("I watch birds at weekends", "User watches birds at weekends."),
        ("I do the accounts at a farm", "User does the accounts at a farm."),
        ("I do not use a mouse", "User does not use a mouse."),
        ("I have a cat named Ink", "User has a cat named Ink."),
        ("I need bigger fonts", "User needs bigger fonts."),
        ("I feed the dogs at six", "User feeds the dogs at six."),
        # the past with the form of the present
        ("I read and write Hungarian", "User reads and writes Hungarian."),
        ("we put tests beside the code", "The team puts tests beside the code."),
        ("I read the Rust book last year", "User read the Rust book last year."),
        # what leads into a statement, and what says when
        ("since we use pnpm", "The team uses pnpm."),
        ("since 2019 I live in Graz", "Since 2019 the user lives in Graz."),
        # a wish beside a fact
        ("I'm deaf, never call me", "User is deaf, never call them."),
        ("I work in Dublin and never drive", "User works in Dublin and never drives."),
        # contractions
        ("I'm deaf", "User is deaf."),
        ("I'm in Kyoto", "User is in Kyoto."),
        ("I've got two greenhouses", "User has got two greenhouses."),
        ("I'd rather get short answers", "User would rather get short answers."),
        ("I'll be on leave in August", "User will be on leave in August."),
        ("I don't eat meat", "User doesn't eat meat."),
        ("I haven't used Docker before", "User hasn't used Docker before."),
        # we
        ("we use pnpm in this repo", "The team uses pnpm in this repo."),
        ("We are on Kotlin 2", "The team is on Kotlin 2."),
        ("we've been on Postgres since May", "The team has been on Postgres since May."),
        ("we don't deploy on Fridays", "The team doesn't deploy on Fridays."),
        ("we aren't allowed to use GPL code", "The team isn't allowed to use GPL code."),
        # a second time, and both
        ("I'm colourblind so I rely on labels", "User is colourblind so they rely on labels."),
        ("we deploy on Mondays and we tag it", "The team deploys on Mondays and they tag it."),
        ("I moved so I'm in Turin now", "User moved so they are in Turin now."),
        ("I sold it when I was ill", "User sold it when they were ill."),
        ("my car broke and I've sold it", "User's car broke and the user has sold it."),
        ("my wife is vegan, and I'm coeliac", "User's wife is vegan, and the user is coeliac."),
        ("I cook, my wife bakes and I clean", "User cooks, their wife bakes and the user cleans."),
        # a noun that could be a verb
        (
            "we keep one class per file, and commit messages follow a template",
            "The team keeps one class per file, and commit messages follow a template.",
        ),
        (
            "we use strict mode, and test files sit beside it",
            "The team uses strict mode, and test files sit beside it.",
        ),
        ("we write tests and deploy on Mondays", "The team writes tests and deploys on Mondays."),
        ("we squash and push the branch", "The team squashes and pushes the branch."),
        ("I want a list when you plan a dinner", "User wants a list when the assistant plans a dinner."),
        ("I build what we sell", "User builds what the team sells."),
        # owners and objects
        ("my sister Ana runs the bakery", "User's sister Ana runs the bakery."),
        ("our API runs on port 8080", "The project's API runs on port 8080."),
        ("I'm a nurse and my wife teaches", "User is a nurse and their wife teaches."),
        ("the server is mine since 2021", "The server is the user's since 2021."),
        ("send the invoices to us by mail", "Send the invoices to the team by mail."),
        ("the roof was built by my brother", "The roof was built by the user's brother."),
        ("I taught myself to weld", "User taught themselves to weld."),
        ("we host everything ourselves", "The team hosts everything themselves."),
        # adverbs between the person and the verb
        ("I always forget where the logs are", "User always forgets where the logs are."),
        ("I also don't drink coffee", "User also doesn't drink coffee."),
        ("I usually go home at four", "User usually goes home at four."),
        ("I mostly write Go", "User mostly writes Go."),
        ("I no longer eat meat", "User no longer eats meat."),
        # the past, and modals
        ("I was a baker for ten years", "User was a baker for ten years."),
        ("we were bought by a bank", "The team was bought by a bank."),
        ("I never studied chemistry", "User never studied chemistry."),
        ("I went to school in Lund", "User went to school in Lund."),
        ("I moved to Turin in 2019", "User moved to Turin in 2019."),
        ("I can read Greek", "User can read Greek."),
        ("I can't eat nuts", "User can't eat nuts."),
        ("we must keep invoices for ten years", "The team must keep invoices for ten years."),
        # a second verb
        ("I live in Cork and work in Dublin", "User lives in Cork and works in Dublin."),
        ("I want to move and work in Dublin", "User wants to move and work in Dublin."),
        ("I succeed with checklists", "User succeeds with checklists."),
        ("I wanna learn Rust", "User wants to learn Rust."),
        ("we'd decided on tea", "The team had decided on tea."),
        # what only looks like a person
        ("the US office closes at five", "The US office closes at five."),
        ("it is an i/o bound job", "It is an i/o bound job."),
        ("the long form, i.e. the blue one", "The long form, i.e. the blue one."),
        # what leads in
        ("also, I keep bees", "User keeps bees."),
        ("fyi our invoices are in Swiss francs", "The project's invoices are in Swiss francs."),
        ("remember that I park in the yard", "User parks in the yard."),
        ("because we ship to schools", "The team ships to schools."),
        ("- we name branches after rivers", "The team names branches after rivers."),
        ("1. I speak Polish", "User speaks Polish."),
        # what somebody says or writes, word for word
        ("I say \"I don't know\" when I don't", "User says \"I don't know\" when they don't."),
        # nobody is spoken of
        ("the kiln needs nine hours to cool", "The kiln needs nine hours to cool."),
    ],
)
def test_told_of_the_person(rewriter: Rewriter, said: str, told: str) -> None:
    assert rewriter.rewrite(said) == told


@pytest.mark.parametrize(
    ("said", "told", "as_rule"),
    [
        (
            "I hate it when you apologise",
            "User hates it when the assistant apologises.",
            "User hates it when you apologise.",
        ),
        (
            "I like it when you show the diff",
            "User likes it when the assistant shows the diff.",
            "User likes it when you show the diff.",
        ),
        (
            "your answers are too long for me",
            "The assistant's answers are too long for the user.",
            "Your answers are too long for the user.",
        ),
        ("show the diff to me first", "Show the diff to the user first.", "Show the diff to the user first."),
    ],
)
def test_you_is_the_assistant_unless_it_is_told_what_to_do(
    rewriter: Rewriter, said: str, told: str, as_rule: str
) -> None:
    assert rewriter.rewrite(said) == told
    assert rewriter.rewrite(said, to_assistant=True) == as_rule


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("we live in Gdynia", "User lives in Gdynia."),
        ("we have two cats and they hate visitors", "User has two cats and they hate visitors."),
        ("our kids are four and seven", "User's kids are four and seven."),
        ("my wife and I haven't decided yet", "User's wife and the user haven't decided yet."),
        (
            "I cook, and Kim and I look at it on Sundays",
            "User cooks, and Kim and the user look at it on Sundays.",
        ),
        ("Kim and I have a boat", "Kim and the user have a boat."),
        ("I know Vim and I like it", "User knows Vim and they like it."),
    ],
)
def test_we_is_the_user_in_personal_statements(rewriter: Rewriter, said: str, told: str) -> None:
    assert rewriter.rewrite(said, personal=True) == told


@pytest.mark.parametrize(
    "said",
    ["", "no", "I am", "use it", "and so", "fyi", "we bake `bread all day", "I know that " + "bread " * 60],
)
def test_too_short_too_long_or_incomplete(rewriter: Rewriter, said: str) -> None:
    assert rewriter.rewrite(said) is None


@pytest.mark.parametrize("code", ["`my_us(i)`", "us-east-1", "my.cnf", "`our-lib`", "my-bucket"])
def test_code_keeps_its_spelling(rewriter: Rewriter, code: str) -> None:
    assert rewriter.rewrite(f"we call {code} at night") == f"The team calls {code} at night."


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("type I diabetes is common", "Type I diabetes is common."),
        ("I and my wife bake", "User and their wife bake."),
    ],
)
@pytest.mark.xfail(strict=True, reason="retelling goes word by word, without grammar")
def test_grammar_that_is_not_known_yet(rewriter: Rewriter, said: str, told: str) -> None:
    assert rewriter.rewrite(said) == told


WORDS = st.sampled_from(
    (
        *("I", "i'm", "I've", "we", "We're", "my", "our", "us", "US", "me", "mine", "you", "your", "always"),
        *(
            "use",
            "don't",
            "was",
            "am",
            "need",
            "wrote",
            "and",
            ",",
            "`",
            "i/o",
            "i.e.",
            "-",
            "1.",
            "\n",
            "fyi",
        ),
    )
)
WILD = st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=40).map(" ".join))


@example(said="0000/0/0", to_assistant=False)
@given(said=WILD, to_assistant=st.booleans())
def test_whatever_is_said(rewriter: Rewriter, said: str, to_assistant: bool) -> None:
    told = rewriter.rewrite(said, to_assistant=to_assistant)
    assert told == rewriter.rewrite(said, to_assistant=to_assistant)
    if told is not None:
        assert 8 < len(told) <= 300 and told.endswith(".") and "\n" not in told
        assert len(re.split(r"\s+|(?<=\w)/(?=\w)", told)) >= (2 if to_assistant else 3)  # "async/await"
        assert any(letter.isalpha() for letter in told)
