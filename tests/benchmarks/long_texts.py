"""Made-up long texts of plain sentences: chat messages, meeting notes, documentation of code.

Nothing in them is meant to contradict anything: each speaks of things of its own, in the words and with the
numbers, days and tools that such texts are full of.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Iterator

from tests.benchmarks.data import SEED, vocabulary

_LISTS = {
    "who": "Anna|Bilal|Chiara|Deniz|Emma|Farid|Greta|Hugo|Ines|Jonas|Kira|Luis|Mona|Nils|Olga|Pavel",
    "day": "Monday|Tuesday|Wednesday|Thursday|Friday|yesterday|last week|this morning",
    "thing": "login form|invoice export|search index|upload queue|settings page|nightly report|price list|"
    "audit log|map view|session cache|photo gallery|help page|payment retry|mail template|calendar sync",
    "part": "parser|scheduler|renderer|client|worker|cache|loader|router|validator|exporter|buffer|session",
    "tool": "pnpm|npm|Jest|Vitest|PostgreSQL|SQLite|Redis|Docker|GitHub Actions|Playwright|Terraform|ruff|"
    "Tailwind|React|Vue|FastAPI|Flask|Kafka|nginx|Grafana",
    "adjective": "slow|flaky|public|private|empty|stale|optional|required|async|short|long|green|broken|new",
    "task": "review the release notes|write a short design|update the runbook|rotate the staging key|"
    "measure the start|draft the survey|fix the broken links|archive old tickets|tidy the backlog",
    "symptom": "it times out|the page stays blank|two rows appear twice|the build fails|the order changes|"
    "nothing is logged|the icon is missing|the test hangs|memory grows|the date is off by one",
    "food": "noodles|the soup place|pizza|falafel|the canteen|sandwiches",
    "unit": "seconds|minutes|MB|rows|items|requests|days|retries|percent",
}
_WORDS = {name: listed.split("|") for name, listed in _LISTS.items()}

_CHAT = (
    "Hey {who}, did the {thing} ever get past that problem where {symptom}?",
    "I looked at it on {day} and I think {symptom} whenever the {made} is {adjective}.",
    "We could use {tool} for the {made} {thing}, but I would rather not add anything before the demo.",
    "Honestly the {made} {thing} feels {adjective} to me, maybe because the {made} loads {n} {unit} at once.",
    "{who} said that {tool} is what they used for the {made}, and it took {n} days.",
    "Lunch was {food} again, I am not going there with {who} any more.",
    "The {made} laptop is at {n} percent so I will write more when I am home.",
    "Can you send me the link to the {made} ticket, I lost it when the browser restarted?",
    "It is not urgent, I only want to understand why {symptom} on {day}.",
    "The {made} {thing} is {adjective} on my machine and {adjective} on the one that {who} has.",
    "I never saw that before, and I always thought that the {part} takes care of {made}.",
    "Then I switched the {made} {thing} from {tool} to {tool} just to see whether {symptom}.",
    "No idea, I prefer to ask {who} before we change the {made} {part}.",
    "Let us meet at {n} and go through the {made} list together.",
)
_NOTES = (
    "Present: {who}, {who} and {who}; {who} joined later.",
    "{who} showed the {thing} and asked for comments until {day}.",
    "Decision: the {made} {part} goes out with version {n}.{m}, not before.",
    "Open question: should the {thing} be {adjective} by default?",
    "{who} will {task} by {day}.",
    "{who} and {who} will {task}, the rest can wait until {day}.",
    "The budget for the {made} project is {n} thousand, of which {m} percent is spent.",
    "Support had {n} tickets about the {thing}, mostly that {symptom}.",
    "We moved the {made} review from {day} to {day} because {who} is away.",
    "The {made} team uses {tool} for the {made} {thing}; nobody wants to touch it this quarter.",
    "The next {made} meeting is on {day} at {n}, room {made}.",
    "The {made} customer does not want the {thing} to be {adjective}.",
    "{who} prefers a smaller step: only the {part} of the {made} {thing}, without {tool}.",
    "Not discussed: the {thing}, the {made} contract, holidays of {who}.",
)
_DOCS = (
    "The `{made}_{part}` class reads up to {n} {unit} and hands them to the {part}.",
    "Call `{made}.flush()` before the {part} is closed, otherwise {symptom}.",
    "If `{made}` is {adjective}, the {part} waits {n} {unit} and tries again.",
    "Returns the number of {unit} that were written, or None if the {made} {part} was {adjective}.",
    "The default of `{made}_limit` is {n}; it is read once when the {part} starts.",
    "`{made}` never raises, it logs a warning and returns an empty {part} instead.",
    "Use `{made}()` for a single file and `{made}_many()` for a folder.",
    "The {made} {part} keeps {n} {unit} in memory and writes the rest to `{made}/{made}.db`.",
    "Do not share a {made} {part} between threads: each thread needs its own `{made}` handle.",
    "Since version {n}.{m} the {made} {part} supports {tool}, see the section about {made}.",
    "Fields: `{made}` is required, `{made}` is optional, `{made}` is ignored on Windows.",
    "The order of the {unit} is not guaranteed unless the {part} is {adjective}.",
    "An example of the {made} {thing} lies in `examples/{made}.py` and runs with {tool}.",
    "Internally a {made} {part} is always {adjective}, while the {made} {thing} is {adjective}.",
)
KINDS = {"chat": _CHAT, "notes": _NOTES, "docs": _DOCS}
_PARTED = {"chat": (" ", "\n"), "notes": ("\n- ", "\n\n"), "docs": (" ", "\n\n")}


class LongTexts:
    """Texts of one kind, the same on every run for the same seed."""

    def __init__(self, kind: str, seed: int = SEED) -> None:
        self._rng = random.Random(f"{kind} {seed}")
        self._frames, self._parts = KINDS[kind], _PARTED[kind]
        self._made = vocabulary(3_000)

    def sentence(self) -> str:
        frame = self._rng.choice(self._frames)
        said = "".join(before + self._word(name) for before, name, _, _ in string.Formatter().parse(frame))
        return said[0].upper() + said[1:]

    def text(self, length: int) -> str:
        """About `length` characters, never more."""
        said = self.sentence()
        while True:
            more = self._rng.choices(self._parts, (5, 1))[0] + self.sentence()
            if len(said) + len(more) > length:
                return said
            said += more

    def _word(self, name: str | None) -> str:
        if name is None:
            return ""
        if name in _WORDS:
            return self._rng.choice(_WORDS[name])
        return self._rng.choice(self._made) if name == "made" else str(self._rng.randrange(2, 60))


def texts(length: int, count: int, seed: int = SEED) -> list[str]:
    """That many texts of about `length` characters, of all kinds in turn."""
    makers: list[Callable[[int], str]] = [LongTexts(kind, seed).text for kind in KINDS]
    found: Iterator[str] = (makers[number % len(makers)](length) for number in range(count))
    return list(found)
