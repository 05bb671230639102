"""Which lines of a message its writer wrote, and which a machine did."""

from __future__ import annotations

import pytest

from arbor_desktop.extraction.offline.segment import prose

PERSON = [
    "I live in Bern (Switzerland)",
    "Jonas owns billing (leave a TODO)",
    "we deploy on fridays :)",
    "not supported by Chrome :(",
    "OK we use pnpm here",
    "(btw we ship on Mondays)",
    "[SHOP-1] never touch the checkout without me",
    "@anna reviews everything about billing",
    "~80% of our users are on iOS",
    "$200 is our monthly budget for this",
    "kim@example.org is my work mail",
    "package manager: pnpm",
    "public API: keep it backwards compatible",
    "10:30 is our standup",
    "never call datetime.now()",
    "Promise.then() is better for us",
    "money = integer cents everywhere in this codebase",
]
MACHINE = [
    "INFO Starting server on port 80",
    "[ERROR] boom",
    "error[E0308]: mismatched types",
    "OK: 5 tests",
    "PASS src/app.test.js (5.2 s)",
    "GET /api/users 200 (12 ms)",
    "at Object.run (index.js:5)",
    "src/app.ts:14:5 error",
    "$ npm install",
    "~/src $ ls",
    "return foo(bar)",
    "const x = 5;",
    "def foo(self):",
    "class Foo:",
    "for (const a of list) {",
    "if (a and b) return;",
    "expect(a).toBe(b);",
    "print('the value is not in the list')",
    "raise ValueError('no value for the key')",
    "assert x == y, 'not equal to the value'",
    "self.assertEqual(a, b)",
    "value = the_list[0]",
    "@app.route('/x')",
    "} else {",
    "    never commit to main",
    "> always quote",
]


def everything(_: str) -> bool:
    return True


@pytest.mark.parametrize("line", PERSON)
def test_a_persons_line_is_read(line: str) -> None:
    assert [sentence.text for sentence in prose(line, everything)] == [line]


@pytest.mark.parametrize("line", MACHINE)
def test_a_machines_line_is_not(line: str) -> None:
    assert list(prose(line, everything)) == []


def test_titles_end_no_sentence() -> None:
    told = "Mr. Brandão signs off costs, e.g. travel. Dr. Osei does not."
    assert [sentence.text for sentence in prose(told, everything)] == [
        "Mr. Brandão signs off costs, e.g. travel.",
        "Dr. Osei does not.",
    ]


def test_a_word_like_no_ends_a_sentence() -> None:
    assert [s.text for s in prose("the bot says no. start with issue 88", everything)] == [
        "the bot says no.",
        "start with issue 88",
    ]


def test_a_fence_shown_within_a_longer_one_does_not_end_it() -> None:
    text = "````md\n```sh\nWe always deploy on Fridays.\n```\nWe never rush.\n````\nWe use pnpm here."
    assert [one.text for one in prose(text, everything)] == ["We use pnpm here."]
    text = "```\nWe always deploy on Fridays.\n````\nWe use pnpm here."
    assert [one.text for one in prose(text, everything)] == ["We use pnpm here."]
