"""The guards that every test of this project runs under: they must fail what they are there to fail."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

CHECKOUT = Path(__file__).resolve().parent.parent.parent

SUITE = """\
import logging, os, threading
from pathlib import Path
import pytest
from hypothesis import given, strategies as st

def test_fails_by_its_warning():
    logging.getLogger("x").warning("the disk is odd")

@pytest.mark.logs_warnings
def test_passes_since_the_warning_is_expected():
    logging.getLogger("x").warning("the disk is odd")

def test_passes_with_quiet_logs():
    logging.getLogger("x").info("all is well")

release = threading.Event()

def start_the_thread():
    threading.Thread(target=release.wait, name="straggler").start()

def test_fails_by_its_thread():
    start_the_thread()

def test_passes_with_its_thread_joined():
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()

def test_passes_with_a_private_home(home):
    assert os.environ["ARBOR_HOME"] == str(home) and home.is_dir()
    assert Path.home() in home.parents and str(Path.home()) != os.environ["PERSON"]
    assert "ANTHROPIC_API_KEY" not in os.environ

def test_passes_with_a_clock_that_stands_still(clock):
    before = clock()
    assert clock() == before
    assert clock.advance(days=1, seconds=2, ms=3) == before + 86_402_003 == clock()

@given(st.integers())
def test_passes_with_hypothesis_under_the_guards(number):
    assert number + 0 == number

def test_passes_at_the_end():
    release.set()
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """A small suite, run once under this project's conftest in a process of its own."""
    folder = tmp_path_factory.mktemp("guarded")
    shutil.copy(CHECKOUT / "tests" / "conftest.py", folder)
    (folder / "test_guarded.py").write_text(SUITE, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers\n", encoding="utf-8")
    person = folder / "person"
    person.mkdir()
    environment = dict(os.environ, HOME=str(person), PERSON=str(person), ANTHROPIC_API_KEY="key")
    pytest_here = [sys.executable, "-m", "pytest", "-p", "no:randomly", "-p", "no:cacheprovider", "-rA", "-q"]
    return subprocess.run(
        pytest_here, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_what_should_fail_fails_and_nothing_else(run):
    failed = set(re.findall(r"^(?:FAILED|ERROR) test_guarded\.py::(\w+)", run.stdout, re.MULTILINE))
    passed = set(re.findall(r"^PASSED test_guarded\.py::(\w+)", run.stdout, re.MULTILINE))
    assert failed == set(re.findall(r"def (test_fails\w+)", SUITE)), run.stdout
    # A test fails by its guard after its own body passed, so it may be named twice.
    assert passed - failed == set(re.findall(r"def (test_passes\w+)", SUITE))


def test_an_unexpected_warning_is_quoted(run):
    assert "WARNING x: the disk is odd" in run.stdout


def test_a_leaked_thread_is_named_with_the_place_that_started_it(run):
    assert "straggler, started at:" in run.stdout
    assert "in start_the_thread" in run.stdout
