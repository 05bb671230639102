"""Secrets go, everything else stays. All secrets here are made up when the test runs."""

from __future__ import annotations

import random
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.errors import InvalidInput
from arbor_desktop.redaction.redactor import Redactor, screen

RULES = (Path(__file__).parents[2] / "resources" / "redaction.toml").read_text(encoding="utf-8")
REDACTOR = Redactor.from_toml(RULES)
HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + string.digits


def made_up(length: int, letters: str = string.ascii_letters + string.digits, seed: int = 7) -> str:
    """Random letters with at least one digit, one capital and one small letter where there are any."""
    chooser = random.Random(seed)
    return "".join(chooser.choice(letters) for _ in range(length - 3)) + letters[0] + letters[-1] + letters[9]


# (kind, text around it with {} for the secret, secret)
SECRETS = [
    ("aws-key", "key {} found", "AK" + "IA" + made_up(16, UPPER)),
    ("github-token", "git clone with {}", "gh" + "p_" + made_up(36)),
    ("github-token", "token={}", "github" + "_pat_" + made_up(60)),
    ("gitlab-token", "GITLAB={}", "gl" + "pat-" + made_up(20)),
    ("slack-token", "slack {}", "xo" + "xb-123456789012-" + made_up(24)),
    (
        "webhook-url",
        "https://hooks.slack" + ".com/services/{}",
        f"T{made_up(8)}/B{made_up(8)}/{made_up(24)}",
    ),
    ("stripe-key", "stripe.api_key = '{}'", "sk" + "_live_" + made_up(24)),
    ("openai-key", "use {} please", "sk" + "-proj-" + made_up(48)),
    ("openai-key", "use {} please", "sk" + "-" + made_up(48)),
    ("anthropic-key", "ANTHROPIC_API_KEY={}", "sk" + "-ant-api03-" + made_up(80)),
    ("google-key", "maps?key={}", "AI" + "za" + made_up(35)),
    ("npm-token", "//registry/:_authToken={}", "np" + "m_" + made_up(36)),
    ("pypi-token", "twine -p {}", "py" + "pi-AgEIcHlwaS5vcmc" + made_up(60)),
    ("huggingface-token", "login {}", "h" + "f_" + made_up(34)),
    ("jwt", "cookie {}", f"ey{'J'}{made_up(30)}.ey{'J'}{made_up(60)}.{made_up(40)}"),
    ("url-password", "postgres://app:{}@db.local:5432/x", made_up(12)),
    ("url-password", "redis://:{}@cache:6379", made_up(12)),
    ("connection-string", "DefaultEndpoints;AccountKey={};Suffix", made_up(86) + "=="),
    ("bearer-token", "curl -H 'Authorization: Bearer {}'", made_up(40)),
    ("auth-header", "Authorization: Basic {}", made_up(32)),
    ("password", "password={}", "hunt" + "er2"),
    ("password", "the password is {}.", "sword" + "fish42"),
    ("password", '{{"password": "{}"}}', "Tr0ub" + "4dor&3"[:4]),
    ("password", r"{{\"db_password\": \"{}\"}}", made_up(14)),
    ("password", "Server=x;Password={};Timeout=3", "p$" + "w0rd!x"),
    ("password", "mysql --password {} -h x", made_up(10)),
    ("password", "curl -u admin:{} https://x", made_up(10)),
    ("password", "PASSWORD: '{}'", "correct" + "horse"),
    ("secret", "client_secret: {}", made_up(24)),
    ("secret", 'api_key = "{}"', made_up(32, HEX)),
    ("secret", '"apiKey":"{}"', made_up(20)),
    ("secret", "aws_secret_access_key = {}", made_up(20) + "/" + made_up(19, seed=2)),
    ("secret", "export DEPLOY_TOKEN={}", made_up(24)),
    ("secret", "ENCRYPTION_KEY={}", made_up(43) + "="),
    ("secret", "session_token: {}", "550e8400-e29b-41d4-a716-446655440000"),
    ("secret", 'session_key: "{}"', made_up(40)),
]


@pytest.mark.parametrize(("kind", "around", "secret"), SECRETS)
def test_a_secret_is_replaced_by_its_kind_and_nothing_else_changes(
    kind: str, around: str, secret: str
) -> None:
    result = REDACTOR.redact(around.format(secret))

    assert result.text == around.format(f"[redacted:{kind}]")
    assert result.counts == {kind: 1}


@pytest.mark.parametrize(
    "text",
    [
        "password=<your-password>",
        "password: xxxxxxxx",
        "password = changeme",
        'password: "required"',
        "api_key=YOUR_API_KEY",
        "api-key: your-key-here-123",
        "secret: ${APP_SECRET_1}",
        "NODE_AUTH_TOKEN: ${{ secrets.NPM_TOKEN }}",
        'AUTH_TOKEN="$TOKEN_2"',
        "apiKey: process.env.OPENAI_API_KEY1",
        "token = get_token()",
        "token = tokens[0]",
        "def login(password: str, token: Token) -> None:",
        "this.token=e.token1",
        "function a(e,t){var n=e.key,r=t.secret;return n.token=r.password,n}",
        'const passwordField = document.getElementById("pw1")',
        "password_hash = bcrypt2b",
        "max_tokens=4096, preTokens: 153739",
        "the token is expired",
        "secretary: Johnson42",
        "/home/me/secret/token/file1.py",
        "secret_file: /run/secrets/db1",
        'key: "src/components/App.test.tsx"',
        "--- PASS: TestTrackCommandDetachedSkips",
        "see https://example.com:8080/a@b and http://localhost:3000",
        "git@github.com:me/repo.git",
    ],
)
def test_placeholders_code_and_talk_stay(text: str) -> None:
    assert REDACTOR.redact(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        f"commit {made_up(40, HEX)}",
        f"fixed in {made_up(7, HEX)}",
        f"sha256:{made_up(64, HEX)}",
        f'integrity="sha512-{made_up(86)}=="',
        "id: 550e8400-e29b-41d4-a716-446655440000",
        "session_id: 550e8400-e29b-41d4-a716-446655440000",
        f"data:image/png;base64,iVBORw0KGgo{made_up(400)}",
        f'"image_key": "iVBORw0KGgo{made_up(400)}"',
        f"cache_key={made_up(32, HEX)}",
        f"ssh-ed25519 {made_up(68)} me@laptop",
        f"public_key = '{made_up(44)}'",
    ],
)
def test_hashes_ids_images_and_public_keys_stay(text: str) -> None:
    assert REDACTOR.redact(text).text == text


def test_a_private_key_goes_with_its_body() -> None:
    begin, end = ("-----" + word + " RSA PRIVATE" + " KEY-----" for word in ("BEGIN", "END"))
    body = "\n".join(made_up(64, seed=n) for n in range(12))

    whole = REDACTOR.redact(f"before\n{begin}\n{body}\n{end}\nafter")
    escaped = REDACTOR.redact('{"key": "' + f"{begin}\n{body}\n{end}\n".replace("\n", "\\n") + '"}')
    cut_off = REDACTOR.redact(f"before\n{begin}\n{body}")

    assert whole.text == "before\n[redacted:private-key]\nafter"
    assert escaped.text == '{"key": "[redacted:private-key]\\n"}'
    assert cut_off.text == "before\n[redacted:private-key]"


def test_several_secrets_in_one_text_are_counted_by_kind() -> None:
    first, second = made_up(20, seed=1), made_up(20, seed=2)
    result = REDACTOR.redact(
        f"api_key={first}\nclient_secret={second}\nhttps://me:{first}@host/\n{first[:3]}"
    )

    assert first not in result.text
    assert second not in result.text
    assert result.counts == {"secret": 2, "url-password": 1}


def test_letters_that_change_length_in_lower_case_do_not_shift_the_place() -> None:
    secret = made_up(24)
    assert REDACTOR.redact(f"İİİ {'İ' * 40} Client_Secret: {secret} İ").text.endswith(
        "Client_Secret: [redacted:secret] İ"
    )


def test_mail_addresses_and_telephone_numbers_only_where_asked_for() -> None:
    text = "write to ada@example.org or call +44 20 7946 0958"

    assert REDACTOR.redact(text).text == text
    careful = Redactor.from_toml(RULES, optional=("email", "phone"))
    assert careful.redact(text).text == "write to [redacted:email] or call [redacted:phone]"


@given(
    st.text(st.sampled_from("pasword=:\"' -_/@sk.eyJ\\[]{}redacted1aZ9\n") | st.characters(), max_size=300)
)
def test_twice_is_the_same_as_once(text: str) -> None:
    once = REDACTOR.redact(text)
    again = REDACTOR.redact(once.text)

    assert again.text == once.text
    assert again.counts == {}


@given(st.lists(st.sampled_from(SECRETS), max_size=6), st.text(max_size=20))
def test_many_secrets_glued_together_leave_none(secrets: list[tuple[str, str, str]], glue: str) -> None:
    text = "\n".join(around.format(secret) + glue for _, around, secret in secrets)
    once = REDACTOR.redact(text)

    assert REDACTOR.redact(once.text).counts == {}


@pytest.mark.parametrize(
    "piece",
    [
        "secret",
        "password=",
        "-----BEGIN RSA PRIVATE" + " KEY-----",
        "://a:",
        "eyJ",
        'key="',
        "token: ",
        "sk-",
    ],
)
def test_the_work_grows_no_faster_than_the_text(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def work(times: int) -> int:
        steps = 0
        real = REDACTOR._try

        def counted(rule, match):  # type: ignore[no-untyped-def]
            nonlocal steps
            steps += 1 + match.end() - match.start()
            return real(rule, match)

        with monkeypatch.context() as patch:
            patch.setattr(Redactor, "_try", staticmethod(counted))
            REDACTOR.redact(piece * times)
        return steps

    assert work(4000) <= 5 * work(1000) + 1000


def test_rules_that_are_wrong_are_named() -> None:
    for rule, complaint in [
        ("kind = 'No Good'\nhints=['a']\npattern='a'", "kind"),
        ("kind = 'x'\npattern='a'", "hints"),
        ("kind = 'x'\nhints=['a']\npattern='('", "pattern"),
        ("kind = 'x'\nhints=['a']\npattern='a*'", "matches something"),
        ("kind = 'x'\nhints=['a']\npattern='a'\ncheck='magic'", "magic"),
    ]:
        with pytest.raises(InvalidInput, match=complaint):
            Redactor.from_toml(f"[[rule]]\n{rule}")
    with pytest.raises(InvalidInput, match="can't be read"):
        Redactor.from_toml("[[rule")


def test_own_rules_work_and_without_rules_nothing_happens() -> None:
    own = Redactor.from_toml("[[rule]]\nkind = 'badge'\nhints = ['EMP-']\npattern = 'EMP-[0-9]{6}'")

    assert own.redact("ask EMP-123456").text == "ask [redacted:badge]"
    assert Redactor([]).redact("password=abc12345").text == "password=abc12345"


def test_a_hint_inside_a_longer_one_finds_the_rules_of_both() -> None:
    rule = "[[rule]]\nkind = '{}'\nhints = ['{}']\npattern = '{}'\n"
    own = Redactor.from_toml(
        rule.format("short", "key", "key[0-9]") + rule.format("long", "my_key=", "my_key=[a-z]")
    )

    assert own.redact("key1 my_key=a my_key key").text == "[redacted:short] [redacted:long] my_key key"
    assert own.redact("key=a").text == "key=a"


@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("GAST-2024", "WLAN-Passwort: {}"),
        ("Kolibri77x", "nmcli --wifi-psk {}"),
        ("eyJhIjoiZmFiYzEyMzQ1Njc4OTAxMjM0NTY3ODkwIn0x", "TOKEN={}"),
    ],
)
def test_what_looks_public_goes_where_it_is_named_a_secret(secret: str, text: str) -> None:
    assert secret not in screen(personal=False).clean([text.format(secret)])[0]
