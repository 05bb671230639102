"""Which statements contradict each other and which do not, their topics, and the terms to search for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.conflicts.comparison.data import RuleData
from arbor_desktop.conflicts.comparison.judge import MOST_TERMS, RuleJudge
from tests.properties import times

JUDGE = RuleJudge(RuleData.parse(resources.read_text("conflicts.toml")))

TOOLS = [
    ("Use Jest for tests.", "The project uses Vitest.", ("jest", "vitest")),
    ("Use npm.", "User prefers pnpm.", ("npm", "pnpm")),
    ("Use tabs.", "Indent with 2 spaces.", ("tab", "space")),
    ("Prefer async/await.", "Promise.then() is better for us.", ("async/await", "promise.then")),
    ("Orders are stored in Postgres.", "Orders are stored in MySQL.", ("postgres", "mysql")),
    (
        "Use single quotes in Python.",
        "Strings are written in double quotes.",
        ("single quotes", "double quotes"),
    ),
    ("The scraper is written in Go.", "The scraper is written in Rust.", ("golang", "rust")),
]
OPPOSITES = [
    ("User prefers the dark theme.", "User always uses a light theme.", ("dark", "light")),
    ("Retries are disabled.", "Retries are enabled.", ("disabled", "enabled")),
    ("User prefers short answers.", "User wants long, detailed explanations.", ("concise", "verbose")),
]
VALUES = [
    ("The API timeout is 30 seconds.", "The API timeout is 60s.", "API timeout", ("30 seconds", "60s")),
    (
        "Minimum coverage is 80%.",
        "Coverage has to be at least 90 percent.",
        "Coverage",
        ("80%", "90 percent"),
    ),
    ("Standup is at 9:30.", "Standup is at 10.", "Standup", ("9:30", "10")),
    (
        "User's birthday is on 14 March.",
        "User's birthday is 2 November.",
        "Birthday",
        ("14 March", "2 November"),
    ),
    ("User's dog is called Rex.", "User's dog is named Bello.", "Dog name", ("Rex", "Bello")),
    (
        "Releases are cut by Ines.",
        "Tomasz is responsible for releases.",
        "Releases owner",
        ("Ines", "Tomasz"),
    ),
    ("User lives in Ghent.", "User lives in Aarhus.", "Home", ("Ghent", "Aarhus")),
    ("User's favorite composer is Satie.", "User's favorite composer is Bach.", None, ("Satie", "Bach")),
]
REPLACED = [
    ("Use Jest for tests.", "We moved from Jest to Vitest.", ("Jest", "Vitest")),
    ("We format with Prettier.", "Biome has replaced Prettier.", ("Prettier", "Biome")),
    ("We format with Prettier.", "Prettier was replaced by Biome.", ("Prettier", "Biome")),
    ("Auth uses JWT.", "We dropped JWT in favor of session cookies.", ("JWT", "session cookies")),
    ("The repo uses yarn.", "yarn is gone, we're on pnpm now.", ("yarn", "pnpm")),
    ("User lives in Berlin.", "User moved to Munich.", ("Berlin", "Munich")),
    ("User smokes.", "User quit smoking in May.", ("smokes", "no smoking")),
    ("The API runs on port 8080.", "The API moved to port 9090.", ("8080", "9090")),
    ("User works in VS Code.", "User no longer uses VS Code.", ("VS Code", "no VS Code")),
]
DENIED = [
    ("The API is versioned.", "The API is not versioned.", "negation"),
    ("User likes snapshot tests.", "Avoid snapshot tests.", "stance"),
    ("Never deploy on Fridays.", "Deploy on Fridays.", "negation"),
    ("User has no pets.", "User's parrot sleeps in the kitchen.", "negation"),
    ("User is vegan.", "User has bacon every morning.", "negation"),
    ("User prefers tabs over spaces.", "Use spaces.", "competing_tools"),
]
FOUND = [
    ("Use British spelling.", "Always use American spelling.", "competing_tools"),
    ("User always takes the aisle seat.", "User insists on a window seat.", "competing_tools"),
    ("Screenshots are allowed in the repo.", "Don't commit screenshots to the repo.", "negation"),
    ("No pets in the studio.", "The dog is allowed to sleep in the studio.", "negation"),
    ("User can't whistle.", "User whistles all day long in the kitchen.", "negation"),
    ("Texts go out over Twilio.", "Text messages are sent with Vonage.", "competing_tools"),
    ("The trial starts on 2 May.", "Trial start: May 16", "value"),
    ("User is in the second semester.", "User is in the seventh semester.", "value"),
    ("There's no sauna in our building.", "The sauna in our building opens on every Friday.", "negation"),
    ("The probe is read every 10 seconds.", "We read the probe once a minute.", "value"),
    ("The project is under the MIT license.", "License: Apache 2.0", "competing_tools"),
    ("User has no degree.", "User has a doctorate in geology.", "negation"),
    ("The probe check is at /probez.", "Probe checks go to /status/up.", "value"),
    ("The name of User's turtle is Speedy.", "User's turtle is called Ambrose.", "value"),
    ("Figures need a caption.", "Leave captions of figures away.", "negation"),
    ("Crack a joke now and then.", "No jokes whatsoever in your replies.", "negation"),
    ("User was born in 1968.", "User was born in 1991.", "value"),
    ("Reading glare is 3e-4.", "Reading glare is set to 1e-3.", "value"),
]
TOGETHER = [
    (
        "One of the two has to be from team Harbour.",
        "Wheels are built here and everything comes from the Depot.",
    ),
    ("All of the user's Rust is edition 2024.", "Rust without comments the user doesn't accept."),
    ("Give commands in fish syntax.", "User is vegetarian."),
    ("User commits themselves, in all repos.", "You never commit or push."),
    ("User's Dutch is good.", "Answer in English, also when the user writes in Danish."),
    ("The shop goes to Mollie for payments.", "Stripe goes away by the end of the month."),
    ("The harbour site runs on Laravel 11.", "The harbour site runs on a small machine at Scaleway."),
    ("The kiln is lent only to people with the yellow badge.", "The yellow badge does not expire."),
    ("On scale-port all weights are in grams.", "On scale-port readings are JSON over MQTT port 1883."),
    ("Imports run on three workers.", "Imports longer than an hour must resume where they stopped."),
    ("Positions are rounded to two digits before they are kept.", "Positions are kept in DuckDB."),
    ("Seat rows have 14 seats.", "Seats are sold without a name."),
    ("Seat rows have 14 seats.", "Seats can be cancelled until noon with all money back."),
    ("Secrets are in Bitwarden, vault Harbour.", "Runa took the new job; no longer a secret."),
    ("Bread has 5 % VAT.", "The deposit for a crate is a line of its own, without VAT."),
    ("The key is the project's own number, not Adyen's payment id.", "The Adyen webhook only answers 200."),
    ("Aino is the quality lead now; Petri left.", "Old reports keep the name of the former lead, Petri."),
    ("Use Jest for unit tests.", "Use Playwright for end-to-end tests."),
    ("The frontend uses Vitest.", "The backend uses pytest."),
    ("The project uses Postgres.", "The project uses Redis."),
    ("The orders service uses MongoDB.", "The invoice service uses PostgreSQL."),
    ("User likes coffee.", "User likes tea."),
    ("User knows Python.", "User knows Go."),
    ("User speaks German.", "User speaks French."),
    ("Use tabs.", "In legacy code use spaces."),
    ("Use tabs.", "Use spaces when you write YAML."),
    ("Use Docker for local development.", "In production we use plain VMs."),
    ("The API listens on port 8080.", "The web server listens on port 3000."),
    ("Coverage must stay above 80 % in src/core.", "UI code needs 60 % coverage."),
    ("User used to live in Berlin.", "User lives in Munich."),
    ("User wants to move to Lapland one day.", "User lives in Antwerp."),
    ("User lives in Lyon.", "User's sister lives in Paris."),
    ("User's dog is called Juno.", "User's cat is called Pepper."),
    ("User's mother is vegetarian.", "User loves steak."),
    ("User drinks no alcohol during the week.", "User drinks wine on Saturdays."),
    ("User doesn't like long meetings.", "User likes meetings."),
    ("We might move to Vitest.", "Use Jest for tests."),
    ("Should we move to Vitest?", "Use Jest for tests."),
    ("Write the tests first.", "Then write the code, then refactor."),
    ("Releases happen on Tuesdays.", "Retros happen on Fridays."),
    ("Use Prettier for formatting.", "Use ESLint for linting."),
    ("User has a dog.", "User also has a cat."),
    ("User has a meeting at nine.", "User has a meeting at eleven."),
    ("Marit is vegan.", "User bakes with eggs and butter."),
    ("User opens PyCharm for debugging.", "User switched from VS Code to Helix."),
    ("User wants a diff instead of the whole file.", "Ask before touching more than five files."),
    ("The house by the lake has two rooms.", "User's apartment has three rooms."),
    ("User had surgery on the left knee.", "User's right knee is fine."),
    ("Alma has asthma and must avoid gluten.", "User bakes bread every Saturday."),
    ("Heat is unbearable to the user.", "The barn is heated with wood."),
    ("User's parents live in Turin.", "User's parents are retired."),
]
SAME = [
    ("The API timeout is 30 seconds.", "The timeout of the API is 30s."),
    ("Use pnpm, never npm.", "pnpm only please, no npm"),
    ("Prefer composition over inheritance.", "Favor composition instead of inheritance."),
    ("Use Vitest.", "We moved from Jest to Vitest."),
    ("Never skip tests.", "Tests are never skipped."),
    ("User's birthday is on 8 May.", "User was born on the eighth of May."),
]


@pytest.mark.parametrize(("older", "newer", "values"), TOOLS)
def test_alternatives_of_which_one_is_needed_contradict(
    older: str, newer: str, values: tuple[str, str]
) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.values, verdict.replaces) == ("competing_tools", values, False)
    assert all(value in verdict.reason for value in values)


@pytest.mark.parametrize(("older", "newer", "values"), OPPOSITES)
def test_opposites_of_the_same_contradict(older: str, newer: str, values: tuple[str, str]) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.values) == ("opposite", values)


@pytest.mark.parametrize(("older", "newer", "topic", "values"), VALUES)
def test_the_same_with_another_value_contradicts(
    older: str, newer: str, topic: str | None, values: tuple[str, str]
) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.values, verdict.replaces) == ("value", values, False)
    assert topic in (None, verdict.topic)


@pytest.mark.parametrize(("older", "newer", "values"), REPLACED)
def test_a_newer_one_that_says_it_takes_the_place_replaces(
    older: str, newer: str, values: tuple[str, str]
) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.replaces) == ("replacement", True)
    assert tuple(value.casefold() for value in verdict.values) == tuple(value.casefold() for value in values)


@pytest.mark.parametrize(("older", "newer", "rule"), DENIED)
def test_what_one_says_and_the_other_denies_contradicts(older: str, newer: str, rule: str) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None and verdict.rule == rule
    assert JUDGE.judge(newer, older) is not None


def test_what_was_replaced_before_and_is_said_again_contradicts() -> None:
    verdict = JUDGE.judge("We moved from Jest to Vitest.", "Use Jest for tests.")
    assert verdict is not None and not verdict.replaces


@pytest.mark.parametrize(("older", "newer", "rule"), FOUND)
def test_whichever_came_first(older: str, newer: str, rule: str) -> None:
    for pair in ((older, newer), (newer, older)):
        verdict = JUDGE.judge(*pair)
        assert verdict is not None and verdict.rule == rule


@pytest.mark.parametrize(("one", "other"), TOGETHER)
def test_what_holds_together_is_left_alone(one: str, other: str) -> None:
    assert JUDGE.judge(one, other) is None
    assert JUDGE.judge(other, one) is None


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_in_other_words_is_no_contradiction(one: str, other: str) -> None:
    assert JUDGE.judge(one, other) is None
    assert JUDGE.judge(other, one) is None


def test_one_sentence_of_several_suffices() -> None:
    older = "We log with winston. Levels are set by LOG_LEVEL."
    newer = "Big cleanup done. Logging is done with pino."
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None and verdict.values == ("winston", "pino")


@pytest.mark.parametrize("newer", ["Prefer pnpm over npm.", "Always use pnpm instead of npm", "We use pnpm."])
def test_an_instruction_with_a_reason_against_another(newer: str) -> None:
    reasoned = "Please use npm for this project, pnpm breaks our CI"
    assert JUDGE.judge(reasoned, newer) is not None
    assert JUDGE.judge(newer, reasoned) is not None


@pytest.mark.parametrize("reason", ["breaks our CI", "is too slow for us", "has no lock file"])
def test_a_reason_against_something_is_no_wish_for_it(reason: str) -> None:
    assert JUDGE.judge("Use npm for scripts.", f"Use npm here, pnpm {reason}.") is None


@pytest.mark.parametrize(
    "note", ["Big cleanup done. The API timeout is 5 seconds. {}", "{} and " + "so on, " * 50, "- {0}\n" * 3]
)
def test_a_note_is_no_statement(note: str) -> None:
    newer = note.format("Logging is done with pino")
    assert JUDGE.judge("We log with winston.", newer) is None
    assert (JUDGE.terms(newer), JUDGE.topics(newer)) == ((), ())


@pytest.mark.parametrize(
    ("older", "newer", "topic", "values"),
    [
        ("The feed is encrypted.", "The feed is not encrypted.", "Feed", ("encrypted", "not encrypted")),
        ("Dumplings are allowed.", "No dumplings.", "Dumplings", ("Dumplings", "no dumplings")),
        ("We heat with a gas oven.", "The gas oven was torn out.", "Gas oven", ("gas oven", "no gas oven")),
        (
            "iOS mocks take 30 seconds.",
            "iOS mocks take 60 seconds.",
            "iOS mocks",
            ("30 seconds", "60 seconds"),
        ),
        ("User rides a Vespa.", "User has no Vespa.", "Vespa", ("Vespa", "no Vespa")),
        ("Hooks are in src/hooks.", "src/hooks is gone.", "src/hooks", ("src/hooks", "no src/hooks")),
    ],
)
def test_titles_and_values_are_short_and_as_written(
    older: str, newer: str, topic: str, values: tuple[str, str]
) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None and (verdict.topic, verdict.values) == (topic, values)
    assert verdict.values[0] != verdict.values[1]


def test_topics_are_titles() -> None:
    verdict = JUDGE.judge("The connection pool has 20 connections.", "Connection pool size: 50")
    assert verdict is not None and verdict.topic == "Connection pool"


STATEMENTS = st.sampled_from(sorted({text for rows in (*TOOLS, *OPPOSITES, *DENIED) for text in rows[:2]}))
WORDS = st.lists(
    st.sampled_from(
        [
            *[
                "User",
                "We",
                "use",
                "uses",
                "prefer",
                "not",
                "no",
                "never",
                ",",
                ".",
                "(",
                ")",
                ":",
                "from",
                "to",
                "moved",
                "replaced",
                "with",
                "Jest",
            ],
            *[
                "Vitest",
                "tabs",
                "30",
                "seconds",
                "is",
                "are",
                "called",
                "lives",
                "in",
                "Berlin",
                "when",
                "because",
                "`code`",
                "C++",
            ],
            *["don't", "longer", "than", "at", "least", "over", "instead", "of"],
        ]
    ),
    max_size=25,
).map(" ".join)


@given(st.text(max_size=300) | WORDS, st.text(max_size=300) | WORDS)
@times(3)
def test_any_text_is_safe(one: str, other: str) -> None:
    JUDGE.judge(one, other)
    JUDGE.terms(one)


@given(st.text(max_size=300) | WORDS | STATEMENTS)
@times(2)
def test_nothing_contradicts_itself(text: str) -> None:
    assert JUDGE.judge(text, text) is None


@given(STATEMENTS, STATEMENTS)
@times(3)
def test_a_contradiction_is_found_from_either_side(one: str, other: str) -> None:
    assert (JUDGE.judge(one, other) is None) == (JUDGE.judge(other, one) is None)


@pytest.mark.parametrize(
    "text", ["(" * 10_000, "a-b" * 4_000, "not " * 3_000, "1,000," * 2_000, "`" * 10_001]
)
def test_a_long_text_is_read_to_its_end_or_given_up(text: str) -> None:
    assert JUDGE.judge(text, "Use Jest for tests.") is None


JUDGE = RuleJudge(RuleData.parse(resources.read_text("conflicts.toml")))

NAMED_BY_NUMBER = [
    ("Some preference number 3 about many things", "Some preference number 4 about many things"),
    ("Always do step 2", "Always do step 3"),
    ("Global 3", "Global 4"),
    ("Topic 1 is about rivers", "Topic 2 is about rivers"),
    ("Harbor is built with Expo SDK 52.", "Harbor will cost 3 euros a month or 25 a year."),
]
ELSEWHERE = [
    ("Updates are merged right away, on any day.", "My rowing days are over."),
    ("We log with winston.", "Full logging was switched back off."),
    ("User formats Python with ruff.", "python 2 support can be deleted"),
    ("Invoices go out on the last working day.", "User's working day is over at noon."),
    ("The company runs on AWS in eu-central-1.", "Production runs in eu-central-1."),
    ("The bus runs at 9600 baud.", "Physics runs at 60 Hz."),
    ("User's daughter is called Iris.", "The widest table has 600 columns, I kid you not"),
    ("User's car is an automatic.", "User's wife sold her car."),
    ("User is a passionate cook.", "User is a vet."),
    ("Feature code goes in src/features.", "Feature flags are in Unleash."),
    ("All log messages are written in English.", "Message retention in Kafka is 3 days."),
    ("any is forbidden in TypeScript.", "The linter also reads TypeScript."),
    ("User avoids templates in C++.", "User writes templates in Word for the choir."),
    ("Avoid singletons.", "Metrics clients may be singletons."),
    ("Retries only with a limit.", "A flaky test is fixed the same day, never retried."),
    ("User starts at seven in the sowing season.", "Outside the sowing season User starts at nine."),
    ("The parser lives in src/parse.", "The fixtures of the parser live in data/parse."),
    ("We used CVS until 2009.", "We use git."),
    ("User has booked a week in Ystad in June.", "User has booked a weekend in Brno in March."),
    ("The trial starts on 2 May.", "The trial ends on 30 May."),
    ("Old invoices are deleted after ten years.", "Invoices are sent as PDF."),
]


@pytest.mark.parametrize(("one", "other"), NAMED_BY_NUMBER)
def test_a_number_that_tells_which_one_is_no_value(one: str, other: str) -> None:
    assert JUDGE.judge(one, other) is None
    assert JUDGE.judge(other, one) is None


@pytest.mark.parametrize(("one", "other"), ELSEWHERE)
def test_what_holds_elsewhere_or_of_a_part_is_no_contradiction(one: str, other: str) -> None:
    assert JUDGE.judge(one, other) is None
    assert JUDGE.judge(other, one) is None


JUDGE = RuleJudge(RuleData.parse(resources.read_text("conflicts.toml")))

OVER = [
    ("User spends Easter in Bergen.", "Bergen fell through, so it's Easter at home."),
    ("User sails at a club in Turku.", "My sailing days are over."),
    ("User wears a splint on the wrist.", "The splint came off on Friday."),
    ("We meet on a Monday call.", "The Monday call was abolished; we write notes."),
    ("Java code uses Lombok.", "Records made Lombok pointless."),
    ("Background jobs run on Resque.", "Sidekiq took Resque's place for background jobs."),
    ("Background jobs run on Resque.", "Sidekiq took the place of Resque."),
    ("We build the theme with Gulp.", "theme finished, gulp deleted"),
    ("User wants long explanations.", "I've changed my mind about long explanations."),
    ("User has a car loan.", "The car loan is paid off."),
    ("User rides a Vespa.", "I traded the Vespa in for a bicycle."),
    ("The billing queue runs on Redis.", "We switched the billing queue from Redis to Kafka."),
    (
        "The roster runs with cronwheel, set up in etc/wheel.",
        "Tidal for the roster, cronwheel out of the repo.",
    ),
    ("Traces are kept in Graphite.", "Graphite goes out, traces go to Tempo."),
    ("Events are logged with winston.", "Throw out winston, use pino for the log."),
    ("The seal key is in vars/site/seal.yml.", "From today seals are kept in the safe, seal.yml is dead."),
    ("Posters are printed on the Epson.", "New poster printer is a Canon, the Epson is retired."),
    ("Wills are drawn up by Ines Prado, head notary.", "New head notary is Lev Marin, he draws them up."),
]
STILL = [
    ("User keeps a diary in Finnish.", "These days User writes the diary on the train."),
    ("Tests run in a container.", "Slow tests are marked and left out locally."),
    ("Alerts are sent by a bot.", "An alert without a link gets deleted."),
    ("Keep changes under 400 lines.", "Changes should stay below 400 changed lines."),
    ("User is looking for a flat.", "User found a wallet in the flat."),
    ("The wiki sits on host lynx.", "The blog was moved to the cloud."),
    ("The session cache runs on Redis.", "We switched the billing queue from Redis to Kafka."),
    ("User has choir on Thursday.", "The dentist moved my check-up from Thursday to Friday."),
    ("User has pain in the left knee.", "User has the left knee checked in May."),
    ("The shop sends a newsletter.", "The newsletter goes out on Mondays."),
    ("The counter is open to guests.", "From today the counter is closed on Sundays."),
    ("The sauna uses paper cards.", "Paper towels are gone from the sauna."),
    ("The parents live in Leeds.", "The parents are retired."),
    ("Wills are drawn up by Ines Prado, head notary.", "New head gardener is Lev Marin."),
    ("The lists are printed.", "Print the lists out of the box."),
]


@pytest.mark.parametrize(("older", "newer"), OVER)
def test_what_is_over_is_replaced(older: str, newer: str) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.replaces) == ("replacement", True)


HELD = [
    ("Marit Holm is the chair of the board.", "Yusuf is the chair now.", ("Marit Holm", "Yusuf")),
    ("The treasurer is Hanne Vik.", "Bo Lund took over as treasurer.", ("Hanne Vik", "Bo Lund")),
    ("Kirsten is the quality manager.", "New quality manager is Omar Saleh.", ("Kirsten", "Omar Saleh")),
    ("The chair is Marit.", "Yusuf is the new chair.", ("Marit", "Yusuf")),
    ("The vet is Dr. Holm.", "Dr. Brandt is the vet now.", ("Holm", "Brandt")),
    ("Nadia Okafor is our landlord.", "Our landlord is now Peter Lang.", ("Nadia Okafor", "Peter Lang")),
    (
        "The chair of the allotment club is Dora.",
        "Since May Yusuf Demir is the chair of the allotment club.",
        ("Dora", "Yusuf Demir"),
    ),
    (
        "The head of purchasing is Ina Falk.",
        "From August on Ruben Aas is the head of purchasing.",
        ("Ina Falk", "Ruben Aas"),
    ),
    ("The project uses Python 3.11.", "Since last week the project uses Python 3.14.", ("3.11", "3.14")),
    ("The team's standup is at 10:00 every day.", "From Monday on standup is at 9:30.", ("10:00", "9:30")),
    ("Standup is at 10:00.", "Standup is at 9:30 from Monday on.", ("10:00", "9:30")),
]
BESIDE = [
    ("Marit is the chair of the choir.", "Yusuf is the chair of the chess club now."),
    ("Marit is the chair.", "Yusuf is the deputy chair now."),
    ("Marit is the chair.", "Yusuf is the treasurer now."),
    ("Marit is the chair.", "Marit is the chair of the board now."),
    ("Marit is the chair.", "Yusuf is also the chair now."),
    ("Ola is the lead of the web team.", "The lead of the web team is on leave now."),
    ("Ana is the new colleague.", "Bo is the new colleague."),
    ("Tove is the accountant.", "Rikke is the best accountant in town now."),
    ("Ilse lives in Ghent.", "Ilse works in Bruges now."),
    ("The monthly fee is 40 euros.", "The monthly fee for students is 25 euros now."),
    ("The standup is at 9:15.", "The standup of the design team is at 9:30 now."),
    ("The standup is at 9:15.", "Since May the retro is at 9:30."),
]


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Search runs on Meilisearch.", "Meilisearch was killed again by the oom killer."),
        ("The backup job runs at 2.", "The backup job was killed by systemd last night."),
        ("The daemon only reads.", "The daemon stopped at the change to winter time, 02:00 twice."),
        ("Text runs from right to left.", "User switched to Helix, Neovim is over, they left it at once."),
    ],
)
def test_an_incident_ends_nothing(older: str, newer: str) -> None:
    assert JUDGE.judge(older, newer) is None


@pytest.mark.parametrize(("older", "newer", "values"), HELD)
def test_another_holder_or_value_from_some_day_on_replaces_the_former(
    older: str, newer: str, values: tuple[str, str]
) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.values, verdict.replaces) == ("replacement", values, True)


@pytest.mark.parametrize(("older", "newer"), BESIDE)
def test_what_is_of_another_part_or_role_holds_beside_it(older: str, newer: str) -> None:
    assert JUDGE.judge(older, newer) is None


def test_two_holders_without_a_word_of_change_replace_nothing() -> None:
    verdict = JUDGE.judge("Marit is the chair of the board.", "Yusuf is the chair.")
    assert verdict is None or not verdict.replaces


REACHES_FURTHER = [
    ("Answer in Hungarian when I write Hungarian.", "Always answer in English, also when I write Hungarian."),
    ("Use Jest when it's React.", "Use Vitest, even when it's React."),
    ("Minimum coverage is 80%.", "From this month minimum coverage is 90%."),
]


def test_what_somebody_gives_up_is_over() -> None:
    verdict = JUDGE.judge("The team uses conda.", "User gives up conda.")
    assert verdict is not None
    assert verdict.replaces
    assert JUDGE.judge("User gives up conda.", "From now on the team uses uv.") is None


def test_a_number_instead_of_another_replaces_nothing() -> None:
    assert JUDGE.judge("The margin of a page is 2 cm.", "Pages are 30 cm now, not 28.") is None


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("When an offer is above 900 crowns, Old Holm signs it.", "Offers by Holm now last 60 days, not 30."),
        ("The sheds have ARM boxes.", "Keep 2 GB in the shed, oldest first out. Those boxes are small."),
    ],
)
def test_what_changed_beside_it_replaces_nothing(older: str, newer: str) -> None:
    assert JUDGE.judge(older, newer) is None and JUDGE.change(older, newer) is None


def test_a_number_instead_of_the_former_replaces_it() -> None:
    verdict = JUDGE.judge(
        "Printer calls have a timeout of 5 seconds.", "Set all printer calls to 12 seconds instead of 5."
    )
    assert verdict is not None
    assert (verdict.values, verdict.replaces) == (("5 seconds", "12 seconds"), True)


@pytest.mark.parametrize(("older", "newer"), REACHES_FURTHER)
def test_what_covers_the_former_condition_too_replaces_it(older: str, newer: str) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert verdict.replaces


@pytest.mark.parametrize("exception", ["unless the user asks for more", "unless asked otherwise"])
def test_until_somebody_asks_is_no_condition(exception: str) -> None:
    found = JUDGE.judge(
        "User likes long answers with all the why.", f"Short answers, ten lines, {exception}."
    )
    assert found is not None and found.rule == "opposite"
    assert JUDGE.judge("Explain at length.", f"Short answers {exception}, in every project.") is not None


def test_another_subject_under_the_same_condition_replaces_nothing() -> None:
    older, newer = (
        "Answer in Hungarian when I write Hungarian.",
        "Code comments are in English, also when I write Hungarian.",
    )
    assert JUDGE.judge(older, newer) is None


MOVED = [
    ("The wiki sits on host lynx.", "The wiki was moved to the cloud.", ("host lynx", "the cloud")),
    ("The game is made in Unity.", "We ported the game to Godot.", ("Unity", "Godot")),
]


@pytest.mark.parametrize(("older", "newer", "values"), MOVED)
def test_what_was_moved_is_replaced(older: str, newer: str, values: tuple[str, str]) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.values, verdict.replaces) == ("replacement", values, True)


@pytest.mark.parametrize(("older", "newer"), STILL)
def test_what_goes_on_is_not(older: str, newer: str) -> None:
    assert JUDGE.judge(older, newer) is None


@pytest.fixture(scope="module")
def judge() -> RuleJudge:
    return RuleJudge(RuleData.parse(resources.read_text("conflicts.toml")))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The project uses PostgreSQL.", "Our database is MySQL."),
        ("Use jest for unit tests.", "We moved to vitest."),
        ("User lives in Berlin.", "User moved to Munich."),
        ("Prefer async/await", "Promise.then() is better for us"),
    ],
)
def test_what_contradicts_shares_a_topic(judge: RuleJudge, one: str, other: str) -> None:
    assert set(judge.topics(one)) & set(judge.topics(other))


def test_what_names_nothing_known_has_no_topic(judge: RuleJudge) -> None:
    assert judge.topics("") == () == judge.topics("Nothing of that kind at all")


JUDGE = RuleJudge(RuleData.parse(resources.read_text("conflicts.toml")))


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Use Jest for tests", {"jest", "vitest", "mocha"}),
        ("Prefer async/await", {"async", "await", "promise", "callbacks"}),
        ("User lives in Berlin", {"berlin", "lives", "moved", "based"}),
        ("User has no pets", {"pets", "dog", "cat"}),
        ("User had bacon for breakfast", {"bacon", "vegan", "vegetarian"}),
        ("User is vegan", {"vegan", "meat", "cheese"}),
        ("Use C++ for the engine", {"cplusplus", "rust"}),
        ("The API timeout is 30 seconds", {"api", "timeout"}),
    ],
)
def test_own_words_and_those_of_the_other_side_are_asked_for(text: str, asked: set[str]) -> None:
    assert asked <= set(JUDGE.terms(text))


def test_names_come_first() -> None:
    assert JUDGE.terms("All of the unit tests run with Jest")[0] == "jest"


def test_frequent_words_are_left_out() -> None:
    assert not {"use", "the", "we", "in", "project", "user"} & set(JUDGE.terms("We use Jest in the project"))


@given(st.text(max_size=500))
@times(2)
def test_terms_are_few_plain_words(text: str) -> None:
    terms = JUDGE.terms(text)
    assert len(terms) <= MOST_TERMS and len(set(terms)) == len(terms)
    assert all(term and not any(sign.isspace() for sign in term) for term in terms)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (
            "Don't commit and don't push.",
            "Commit messages that you suggest begin with the ticket, both teams want it.",
        ),
        ("Every Ruby file starts with the frozen string comment, yours has none.", "No unless-else in Ruby."),
        (
            "Only touch what belongs to the job, no tidying up.",
            "Flow temperature is 35 and nobody touches it.",
        ),
    ],
)
def test_a_word_in_passing_makes_no_opposite(older: str, newer: str) -> None:
    assert JUDGE.judge(older, newer) is None


def test_a_change_is_told_of_what_it_is_about() -> None:
    older = "Questions on orders and customers go to Lilla."
    newer = "In the office now is Odile, all orders and customers to her."
    assert JUDGE.judge(older, newer) is None
    found = JUDGE.change(older, newer)
    assert found is not None
    likeness, verdict = found
    assert likeness == 0.5 and verdict.replaces
    assert verdict.topic == "Orders customers"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Kristof signs off the chapters.", "Odile signs off the chapters."),  # nothing says that it changed
        ("Kristof signs off the chapters now.", "Odile signs off the chapters now."),
        ("Kristof signs off the chapters.", "The boats are green now."),
        ("User plays the oboe in the band.", "User also plays the recorder in the band now."),
    ],
)
def test_what_tells_of_no_change_of_it(older: str, newer: str) -> None:
    assert JUDGE.change(older, newer) is None


def test_who_gives_up_a_tool_is_still_there() -> None:
    about_api = "Errors of dispatch-api are problem+json."
    assert JUDGE.judge(about_api, "dispatch-api has left Kafka; events go over NATS.") is None
    assert JUDGE.judge(about_api, "The API has left Kafka.") is None
    found = JUDGE.judge("Events go over Kafka.", "The API has left Kafka.")
    assert found is not None and found.replaces
    assert JUDGE.judge("Ana reviews the errors.", "Ana has left Acme.") is not None


def test_the_parts_of_one_name_are_no_two_words_in_common() -> None:
    assert JUDGE.change("farmer-portal uses pnpm.", "farmer-portal uses Drizzle, Prisma is out.") is None
    assert (
        JUDGE.change("farmer-portal uses Prisma.", "farmer-portal uses Drizzle, Prisma is out.") is not None
    )
