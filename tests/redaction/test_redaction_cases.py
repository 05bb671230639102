"""How many of the hand-made cases are found, and that the time grows as the text does."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.redaction.making import CASES, read
from tests.redaction.scoring import redactor, report, score

DOOR = redactor()
FILES = sorted(CASES.glob("*.txt"))
LARGE = {"keep", "chat", "chat_keep", "talk", "talk_keep"} | {
    f"{name}{end}"
    for name in (
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "situations",
    )
    for end in ("", "_keep")
}
LEAST = {
    "talk": 0.75,
    "sixteenth": 0.92,
    "eighteenth": 0.94,
    "nineteenth": 0.96,
    "twentieth": 0.96,
    "twentysecond": 0.92,
    "twentyfourth": 0.96,
    "twentyseventh": 0.95,
    "twentyeighth": 0.95,
    "twentyfifth": 0.95,
    "twentysixth": 0.95,
    "leaks": 0.96,
    "thirtieth": 0.93,
    "thirtyfirst": 0.93,
    "thirtysecond": 0.93,
    "thirtyfourth": 0.93,
    "thirtysixth": 0.92,
    "thirtyeighth": 0.92,
    "fortieth": 0.94,
    "fortysecond": 0.94,
    "fortythird": 0.93,
    "fortyfourth": 0.94,
}
"""The least recall of the files that hold much without any name beside it; it is 0.97 for all others."""
ALL = [case for file in FILES for case in read(file)]


@pytest.mark.parametrize("file", [pytest.param(f, id=f.stem) for f in FILES if "keep" not in f.stem])
def test_secrets_of_every_file_go(file: Path) -> None:
    result = score(read(file), DOOR)
    assert result.recall >= LEAST.get(file.stem, 0.97), report(file.stem, result)


def test_look_alikes_stay() -> None:
    without = [case for case in ALL if not case.secrets]
    kept, beside = score(without, DOOR), score([case for case in ALL if case.secrets], DOOR)

    assert len(without) >= 10_000
    assert kept.false_rate <= 0.003, report("without secrets", kept)
    assert beside.false_rate <= 0.012, report("beside secrets", beside)


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(
            f,
            id=f.stem,
            marks=[pytest.mark.slow]
            if f.stem in LARGE or f.stem.startswith(("twenty", "thirty", "forty"))
            else [],
        )
        for f in FILES
    ],
)
def test_no_case_leaves_anything_for_a_second_look(file) -> None:  # type: ignore[no-untyped-def]
    for case in read(file):
        once = DOOR.redact(case.text)
        assert DOOR.redact(once.text).text == once.text


def test_a_long_list_of_secrets_goes_to_its_end() -> None:
    lines = [
        f"SERVICE_{n}_API_KEY=k{n}9f8e7d6c5b4a{n:04}zq\nSERVICE_{n}_PASSWORD=pw{n}-Maple\n"
        for n in range(3000)
    ]

    found = DOOR.find("".join(lines))

    assert len(found) == 6000


def test_many_counts_of_tokens_hide_no_secret_behind_them() -> None:
    counts = (
        '{"input_tokens":25558,"cached_input_tokens":24960,"output_tokens":198,"total_tokens":25756},' * 3000
    )

    assert "Maple-77" not in DOOR.redact(counts + ' "db_password": "Maple-77"').text


@given(st.lists(st.sampled_from(ALL), min_size=1, max_size=5), st.sampled_from(["\n", "\n\n", "\r\n"]))
def test_places_are_places_of_the_text(cases, glue: str) -> None:  # type: ignore[no-untyped-def]
    text = glue.join(case.text for case in cases)
    found = DOOR.find(text)

    assert all(0 <= f.start < f.end <= len(text) for f in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


PATHOLOGICAL = [
    "a", "9", "=", "-", "_", "://", "'", '"', '\\"', "password=", "password: ", 'key="', "token ", "eyJ",
    "eyJa.eyJ", "sk-", "ghp_", "://a:b@", "mysql -p", "cookie: a=", "seed: ", "kind: secret\n a: bbbbbbbb\n",
    "9999 9999 ", " -u", "password for ", "password of x ", "pass(", 'password",\n', "bearer ", "İ", "sig=",
    "[redacted:password]=", "password is ", "-----BEGIN RSA PRIVATE" + " KEY-----", "password = 'a\\",
    "x" * 30 + ".", "login('a','", "sign(a,", "key=", "token=", "_auth=", "key='", "sk-ant-", "login is a / ",
    "pin: ", " as the password", "backup code ", "connect('a','b','", "email,password\n", "net use /user:",
    "password -> ", "AKIA" + "A" * 16 + " ", "sessionid=", "ldapsearch ", "neo4j_auth=a/", "password={",
    "htpasswd -b ", "wifi: a / ", "password for a? it is ", "password from abcdef to ", "--pass ",
    "%3Apassword%3D", "%40", "MII", "MIIaaaIBAAK" + "A" * 30 + "\n",
    "AAAAAAAAAAAA\n-----END RSA PRIVATE" + " KEY-----\n",
    "AAAAAAAAAAAA\n", "alarm code ", "code for the alarm ", "DE99 9999 ", "ssn ", "wallet is a ",
    "the key that ", "key a, ", "code=a1b2", "door code of x ", "gate pin at ", "code for the a door ",
    "recovery words are a ", "wallet ", "12 words of a ", "openssl -k ", "echo a | sudo -S ", "sudo -S <<< ",
    "code 4471 ", "the door code is 4471", "type 4471 at the gate ", "pin 1 2 3 4 ", "door: 12-34 ",
    "passw0rd! as ", "login a / ", "admin and A1b2!", "@a.example / ", "passphrase is a b c ", "logins\n",
    "login a A1b2c3d4!\n", "sign(a, ", "sign('a', ", "connect(a, 'b', ", "password 1a ", "code of x1 ",
    "wifi the key ", "1 code ",
    'password="a b" ', "wifi key is ", "network key ", "here is the token ", " 4471", ": 4471 code",
    "code 4471*", "the wifi is a1 ", "a1B2c3D4e5F6g7H8i9J0 ",
    "key a1B2c3D4e5F6g7H8i9J0 ", " -p a1B2c3D4", " -U a%b1", "password abcd ", "community a1 ro ",
    "://a/reset/", "user: a / ", "passwd <<< ", "secret 0 a1 ",
    "password abcdefg ", "memorable word ", "keystore(a,", "basic ' + a(", "CWJAP=",
    "account number ", "0123456789:a",
    "ldap.bind(", "x-api-key=[", "password to abcdefg ",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("piece", PATHOLOGICAL)
def test_the_time_grows_as_the_text_does(piece: str) -> None:
    def taken(length: int) -> float:
        text = (piece * (length // len(piece) + 1))[:length]
        began = time.process_time()
        DOOR.find(text)
        return time.process_time() - began

    # Other programs disturb the clock; what grows with the square would not come near it once.
    assert any(taken(60_000) < 3 * max(taken(30_000), 0.001) for _ in range(8))
