"""Commands, runs of tests and builds, and errors: what is recognised, and whether it went away."""

from __future__ import annotations

import pytest
from outcome_turns import MARKS, assistant, call, outcome, person, ran, result

from arbor_desktop.conversations.outcome import CheckKind, CheckResult
from arbor_desktop.extraction.outcome.checks import judged
from arbor_desktop.extraction.outcome.steps import Lines, shown

TEST, BUILD, CHECK = CheckKind.TEST, CheckKind.BUILD, CheckKind.CHECK
PASSED, FAILED, UNKNOWN = CheckResult.PASSED, CheckResult.FAILED, CheckResult.UNKNOWN


@pytest.mark.parametrize(
    ("command", "kind", "name"),
    [
        ("pytest tests/test_a.py -q", TEST, "pytest"),
        ("uv run pytest --cov", TEST, "pytest"),
        (".venv/bin/python -m pytest", TEST, "pytest"),
        ("python manage.py test shop", TEST, "python test"),
        ("go test ./... -count=1", TEST, "go test"),
        ("GOOS=windows go build ./...", BUILD, "go build"),
        ("cargo test --workspace", TEST, "cargo test"),
        ("cargo clippy -- -D warnings", CHECK, "cargo clippy"),
        ("npm test", TEST, "npm test"),
        ("npm run test:unit -- --watch=false", TEST, "npm test:unit"),
        ("pnpm --filter @acme/web test", TEST, "pnpm test"),
        ("pnpm --filter @acme/web check-types", CHECK, "pnpm check-types"),
        ("yarn workspace web build", BUILD, "yarn build"),
        ("npx vitest run src/a.test.ts", TEST, "vitest"),
        ("./node_modules/.bin/jest", TEST, "jest"),
        ("npx tsc --noEmit", BUILD, "tsc"),
        ("./gradlew :app:testDebugUnitTest", TEST, "gradlew :app:testDebugUnitTest"),
        ("mvn -q -B clean verify", TEST, "mvn verify"),
        ("mvn package -DskipTests", BUILD, "mvn package"),
        ("make -j4 test", TEST, "make test"),
        ("make", BUILD, "make"),
        ("dotnet test Shop.sln", TEST, "dotnet test"),
        ("mix test test/a_test.exs:12", TEST, "mix test"),
        ("bundle exec rspec spec/a_spec.rb", TEST, "rspec"),
        ("ruff check --fix .", CHECK, "ruff check"),
        ("npx eslint src", CHECK, "eslint"),
        ("mypy src", CHECK, "mypy"),
        ("docker compose exec web pytest -x", TEST, "pytest"),
        ("timeout 60 swift test", TEST, "swift test"),
        ("zig build test", TEST, "zig test"),
        ("docker build -t shop .", BUILD, "docker build"),
    ],
)
def test_runners_are_known_by_their_commands(command: str, kind: CheckKind, name: str) -> None:
    [check] = outcome(person("go"), ran(command, "done")).checks
    assert (check.kind, check.name) == (kind, name)


@pytest.mark.parametrize(
    "command",
    ["ls tests", "cat build.log", "git commit -m 'pytest passes'", "npm install jest", "echo make test",
     "pip install pytest", "vim test.py", "npm run start", "go mod tidy", "rg 'cargo test' docs"],
)  # fmt: skip
def test_what_only_speaks_of_tests_is_no_run(command: str) -> None:
    assert outcome(person("go"), ran(command, "3 passed")).checks == ()


@pytest.mark.parametrize(
    ("output", "result"),
    [
        ("===== 58 passed in 2.1s =====", PASSED),
        ("2 failed, 56 passed", FAILED),
        ("Tests: 1 failed, 5 passed, 6 total", FAILED),
        ("Tests:       6 passed, 6 total", PASSED),
        ("115 tests, 0 failures", PASSED),
        ("5 tests, 5 failures", FAILED),
        ("ok  \tgithub.com/a/b\t0.2s", PASSED),
        ("--- FAIL: TestA (0.0s)\nFAIL", FAILED),
        ("test result: ok. 12 passed; 0 failed; 0 ignored", PASSED),
        ("test result: FAILED. 11 passed; 1 failed", FAILED),
        ("[INFO] BUILD SUCCESS", PASSED),
        ("BUILD FAILED in 3s", FAILED),
        ("src/a.ts(3,1): error TS2304: Cannot find name 'x'.", FAILED),
        ("npm ERR! code ELIFECYCLE", FAILED),
        ("Found 3 errors.", FAILED),
        ("All checks passed!", PASSED),
        ("✖ 4 problems (4 errors, 0 warnings)", FAILED),
        ("Build succeeded.\n    0 Warning(s)\n    0 Error(s)", PASSED),
        ("Ran 12 tests in 0.1s\n\nOK", PASSED),
        ("Ran 12 tests in 0.1s\n\nFAILED (failures=2)", FAILED),
        ("Command running in background with ID: b1", UNKNOWN),
        ("\x1b[31m1 failed\x1b[39m", FAILED),
    ],
)
def test_how_a_run_ended_is_read_from_what_it_wrote(output: str, result: CheckResult) -> None:
    assert judged(output, True, MARKS, told=True) is result


def test_the_exit_state_counts_where_nothing_was_written() -> None:
    assert judged("", True, MARKS, told=True) is PASSED
    assert judged("", False, MARKS, told=True) is FAILED
    assert judged("", True, MARKS, told=False, silent=False) is UNKNOWN
    assert judged("", None, MARKS, told=True) is UNKNOWN


def test_behind_a_pipe_the_exit_state_is_not_the_runs_own() -> None:
    assert outcome(person("go"), ran("pytest | tail -2", "…")).checks[0].result is UNKNOWN
    assert outcome(person("go"), ran("pytest | tail -2", "3 passed")).checks[0].result is PASSED
    assert outcome(person("go"), ran("pytest || true", "3 failed")).checks[0].result is FAILED


def test_every_command_of_a_line_is_looked_at() -> None:
    found = outcome(person("go"), ran("cd web && npm run build && npm test", "built in 2s\n4 passed"))
    assert [(c.name, c.result) for c in found.checks] == [("npm build", PASSED), ("npm test", PASSED)]
    assert found.commands == ("npm run build && npm test",)


def test_the_last_result_of_each_runner_counts() -> None:
    found = outcome(person("go"), ran("pytest", "1 failed"), ran("ruff check", "All checks passed!"),
                    ran("pytest", "9 passed"))  # fmt: skip
    assert [(c.name, c.result, c.runs) for c in found.checks] == [
        ("ruff check", PASSED, 1), ("pytest", PASSED, 2),
    ]  # fmt: skip
    assert found.last_check is not None and found.last_check.name == "pytest"


def test_a_run_in_the_background_ends_when_it_is_looked_at() -> None:
    found = outcome(
        person("go"),
        ran("pytest", "Command running in background with ID: b1"),
        call("BashOutput"),
        result("ok\n7 passed in 40s"),
    )
    assert found.checks[0].result is PASSED


def test_results_in_any_order_go_to_their_calls() -> None:
    found = outcome(
        person("go"),
        call("Bash: pytest"), call("Bash: npm run build"),
        result("ok\n1 failed"), result("ok\nbuilt in 3s"),
    )  # fmt: skip
    assert {c.name: c.result for c in found.checks} == {"pytest": FAILED, "npm build": PASSED}


def test_a_call_that_never_ended_takes_no_other_result() -> None:
    found = outcome(
        person("go"), call("Bash: pytest"), person("stop, look first"), ran("npm test", "3 passed")
    )
    assert {c.name: c.result for c in found.checks} == {"pytest": UNKNOWN, "npm test": PASSED}


def test_tools_that_build_by_themselves() -> None:
    found = outcome(person("go"), call("run_build"), result("ok\nBuild succeeded with 0 warning(s)."))
    assert [(c.kind, c.result) for c in found.checks] == [(BUILD, PASSED)]


def test_commands_are_told_once_and_in_one_line() -> None:
    found = outcome(person("go"), ran("ls"), ran("ls"), ran("cat > a.txt <<'EOF'\nsecret\nEOF"))
    assert found.commands == ("ls", "cat > a.txt <<…")
    assert shown("bash -lc 'cd /srv && make'") == "make"
    assert shown("# count them\nwc -l a") == "wc -l a"
    many = outcome(person("go"), *[ran(f"echo {n}") for n in range(150)])
    assert len(many.commands) == 100


def test_quotes_hold_a_command_together() -> None:
    parts = Lines(MARKS).parts('git commit -m "a && b; c | d" && git push 2>&1 | tail -1')
    assert [part.key for part in parts] == ["git commit", "git push"]


def test_an_error_is_gone_when_the_same_passes() -> None:
    found = outcome(
        person("go"),
        ran("pytest tests/test_a.py", "E   ValueError: no rate\n1 failed", failed=True),
        ran("pytest tests/test_b.py", "1 passed"),
    )
    [error] = found.errors
    assert error.text == "ValueError: no rate" and not error.solved, "another test passed"
    found = outcome(
        person("go"),
        ran("pytest tests/test_a.py", "E   ValueError: no rate\n1 failed", failed=True),
        ran("pytest -q", "40 passed"),
    )
    assert found.errors[0].solved_turn == 5, "all tests passed, this one among them"


def test_the_very_test_that_failed_may_be_run_alone() -> None:
    broken = ran("pytest", "FAILED tests/test_a.py::test_b - ValueError: no rate\n1 failed", failed=True)
    [error] = outcome(person("go"), broken, ran("pytest tests/test_a.py::test_b -x", "1 passed")).errors
    assert error.solved_turn == 5
    [error] = outcome(person("go"), broken, ran("pytest tests/test_c.py", "4 passed")).errors
    assert not error.solved
    broken = ran("go test ./...", "--- FAIL: TestRates (0.0s)\nFAIL", failed=True)
    [error] = outcome(
        person("go"), broken, ran("go test ./rates -run TestRates", "ok  \tx/rates\t0.1s")
    ).errors
    assert error.solved
    [error] = outcome(person("go"), broken, ran("go test -run '^TestRates$'", "ok  \tx\t0.1s")).errors
    assert error.solved


def test_a_command_that_is_called_otherwise_is_still_the_same() -> None:
    found = outcome(
        person("go"),
        ran("git push", "fatal: The current branch has no upstream branch.", failed=True),
        ran("git push --set-upstream origin x", "done"),
        ran("python a.py", "KeyError: 'x'", failed=True),
        ran("python b.py", "fine"),
    )
    assert [error.solved for error in found.errors] == [True, False]


def test_an_error_comes_back() -> None:
    bad, good = ran("make test", "1 failed", failed=True), ran("make test", "2 passed")
    [error] = outcome(person("go"), bad, good, bad).errors
    assert not error.solved and error.turn == 3


def test_the_persons_word_ends_what_tests_do_not_show() -> None:
    said = [
        person("It throws TypeError: x is undefined\nTypeError: x is undefined"),
        assistant("Changed it."),
    ]
    assert not outcome(*said, person("hm")).errors[0].solved
    assert outcome(*said, person("yes, works now")).errors[0].solved
    assert not outcome(*said, person("works now"), assistant("Good"), person("still broken")).errors[0].solved


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("grep -rn needle src", ""),
        ("ls /nowhere", "ls: /nowhere: No such file or directory"),
        ("git commit -m x", "nothing to commit, working tree clean"),
        ("rm -rf build", "The user doesn't want to proceed with this tool use."),
    ],
)
def test_what_is_no_error(command: str, output: str) -> None:
    assert outcome(person("go"), ran(command, output, failed=True)).errors == ()


def test_what_failed_in_other_tools_is_no_error_of_the_work() -> None:
    found = outcome(person("go"), call("Edit: a.py"), result("error\nString to replace not found"))
    assert not found.errors and not found.files_modified
