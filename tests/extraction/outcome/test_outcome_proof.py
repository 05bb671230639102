"""Whether what a session taught proved right."""

from __future__ import annotations

from outcome_turns import Said, assistant, derived, edited, person, ran

LEARNED = "The export was empty because the cursor was closed before the rows were read"
PASSES = ran("pytest -q", "12 passed")
FAILS = ran("pytest -q", "E   RuntimeError: cursor closed before rows\n1 failed", failed=True)


def verified(*said: Said | list[Said], learned_at: int, gotcha: bool = True) -> bool:
    return derived(*said).proof.of(learned_at, LEARNED, gotcha=gotcha).verified


def test_tests_that_pass_later_prove_it() -> None:
    assert verified(person("Fix it"), FAILS, assistant(LEARNED), edited("a.py"), PASSES, learned_at=4)


def test_tests_that_fail_last_do_not() -> None:
    assert not verified(
        person("Fix it"), FAILS, assistant(LEARNED), edited("a.py"), PASSES, FAILS, learned_at=4
    )


def test_without_tests_nothing_is_proven() -> None:
    assert not verified(person("Fix it"), assistant(LEARNED), edited("a.py"), learned_at=2)


def test_a_linter_proves_nothing() -> None:
    said = [person("Fix it"), assistant(LEARNED), *edited("a.py"), *ran("ruff check", "All checks passed!")]
    assert not verified(*said, learned_at=2)


def test_the_persons_word_proves_it() -> None:
    said = [person("Fix it"), assistant(LEARNED), *edited("a.py"), person("works now, thanks")]
    assert verified(*said, learned_at=2)
    assert not verified(*said, assistant("Good."), person("no, still broken"), learned_at=2)
    assert not verified(*said, assistant(LEARNED), learned_at=6), "what was said before it"


def test_a_gotcha_needs_its_error_to_have_gone() -> None:
    other = ran("npm run build", "built in 2s")
    said = [person("Fix it"), *FAILS, assistant(LEARNED), *edited("a.py"), *other]
    verdict = derived(*said).proof.of(4, LEARNED, gotcha=True)
    assert not verdict.verified and verdict.error_text == "RuntimeError: cursor closed before rows"
    shell = ran("python export.py", "RuntimeError: cursor closed before rows were read", failed=True)
    said = [person("Fix it"), *shell, assistant(LEARNED), *edited("a.py"), *PASSES]
    assert not verified(*said, learned_at=4)
    assert verified(*said, learned_at=4, gotcha=False), "a decision is not about an error"
    assert verified(*said, *ran("python export.py", "wrote 12 rows"), learned_at=4)


def test_a_closing_summary_is_proven_by_the_run_before_it() -> None:
    fixed = [person("Fix it"), *FAILS, *edited("a.py"), *PASSES]
    assert verified(*fixed, assistant(LEARNED), learned_at=8)
    assert not verified(*fixed, *edited("b.py"), assistant(LEARNED), learned_at=10), "changed since"
    asked = [*fixed, person("Why was the export empty?"), assistant(LEARNED)]
    assert not verified(*asked, learned_at=9), "another question"
    before = [person("Fix it"), *PASSES, assistant(LEARNED)]
    assert not verified(*before, learned_at=4), "nothing was changed before that run"
