"""What an assistant says in an answer that it will remember (spec 3.3). Pure.

"I'll remember that the API uses port 8080" is a note; "I'll remember that if you tell me" and "Got it, let me
run the tests" are none. Extraction reads the sentences (code, quotations, questions and negations are none of
an assistant's own words to it), and is stricter than it need be for an answer that is handed over on purpose:
so what confirms a lasting statement is spelled out for it first.
"""

from __future__ import annotations

import re

SIGNALS = frozenset({"assistant.remember", "assistant.got-it"})
"""The rules of extraction that find explicit signals."""
LEAST, MOST = 10, 500
"""Characters of a note."""
SECRET = "[redacted:"
"""Beginning of what replaces a secret."""

_NOTING = (
    r"(?:i'll|i will|i've|i have|i'm going to|i am going to)(?: now| also| definitely)? "
    r"(?:remember|noted?|made a note|make a note|make note|keep in mind|saved?)(?: it down)?"
)
_SAID = re.compile(
    rf"\b{_NOTING}(?: that\b|:|,| (?=you(?:'re|r)? ))|\b(?:got it|understood|noted)(?= ?[,.:!–—-])",
    re.IGNORECASE,
)
_MAYBE = re.compile(
    r"\b(?:if|unless|whether|in case|would|could|should|might|maybe|perhaps|let me know|do you|want me|not|"
    r"don't|won't|can't|cannot|never|for example|example(?=:)|pretend|imagine|for now|"
    r"for (?:this (?:session|conversation|chat)|the (?:moment|time being))|"
    r"(?:tool|page|file|site|script|log) (?:says?|said|writes|wrote))\b",
    re.IGNORECASE,
)
"""Before the signal, these make it a possibility or its contrary, somebody else's word, or not for long."""
_NO_STATEMENT = re.compile(
    r"(?:let|i|i'll|i'm|i've|that|this|it|it's|thanks|thank|here|here's|there|for|to|so|and|but|\w+ing)\b|"
    r"(?:if|once|unless|when|whenever|until|while|after|before)\b[^,]*$",
    re.IGNORECASE,
)
"""What begins, or is all of, something that is no statement of its own."""
_OF_THE_MOMENT = re.compile(
    r"User (?:is|are|was) (?:right|correct|welcome|asking|saying|looking|getting|seeing|trying|talking|done|"
    r"ready|referring|thinking|having|good|fine)\b|User (?:wants?|needs?|means?|asked|would)\b",
    re.IGNORECASE,
)

_CONFIRMED = re.compile(
    r"(?P<lead>^|[.!?\n][ \t]*)(?:got it|understood|duly noted|noted)"
    r"(?: ?[,:–—]| -)[ \t]+(?P<body>[^\n.!?`\"“]+(?:\.(?=\w)[^\n.!?`\"“]+)*)",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"(?:that )?(?:you|we|(?:your|our|the|this|all|every|each|both)(?: [\w./'-]+){1,5}?|"
    r"(?-i:[A-Z])[\w.+#-]+(?: [\w.-]+){0,3}?)"
    r"(?: both| all| also| always| never| only| usually| mostly| mainly)?"
    r"(?: (?:is|are|isn't|aren't|has|have|must|should|can't|cannot|don't|doesn't|do not|does not|goes?|"
    r"uses?|runs?|lives?|needs?|prefers?|targets?|expects?|requires?|owns?|belongs?|gets?|deploys?|ships?|"
    r"supports?|works?|likes?|hates?|loves?|speaks?|keeps?|follows?|writes?|stores?|starts?|ends?|takes?|"
    r"depends?|contains?|comes?|stays?|sits?|listens?|connects?|builds?|comes?)\b|'re )",
    re.IGNORECASE,
)
"""A statement in the present tense about a person, a team or something that has a name or an article."""
_ONCE = re.compile(
    r"\b(?:bugs?|errors?|issues?|problems?|crash\w*|exceptions?|fail\w*|broken|wrong|missing|typos?|buttons?|"
    r"line \d+|here|there|above|below|now|currently|just|still|again|already|yet|today|moment|next|me|let|i|"
    r"i'll|i'm|right|correct|good|fine|ready|done|asking|saying|looking|seeing|getting|trying|it|change|fix|"
    r"(?:that|this) one|(?:the|this|your) (?:file|function|method|class|variable|tests?|code|output|logs?|"
    r"response|request))\b|\byou (?:want|need|would|should|must|have to|mean)\b",
    re.IGNORECASE,
)
"""What is so at the moment, and is talked about to be changed."""
_DEED = re.compile(r"(?:,| and| so|;)+ (?:i|i'll|i've|i'm|let me)\b.*$", re.IGNORECASE)
"""What the assistant did or does besides."""
_LOWERED = re.compile(r"(?:The|Your|You|You're|We|Our|This|All|Every|Each|Both|That)\b")


def spelled_out(text: str) -> str:
    """Return `text` with "Got it, the project uses X" as "I'll remember that the project uses X"."""
    return _CONFIRMED.sub(_as_note, text.replace("’", "'"))


def noted(sentence: str, content: str) -> str | None:
    """Return what was noted in an assistant's `sentence`, from which extraction read `content`; None if
    nothing."""
    signal = _SAID.search(sentence.replace("’", "'"))
    if signal is None or _MAYBE.search(sentence[: signal.start()]):
        return None
    if _NO_STATEMENT.match(content.rstrip(".")) or _OF_THE_MOMENT.match(content) or SECRET in content:
        return None
    told = _DEED.sub(".", content)
    return told if LEAST <= len(told) <= MOST else None


def is_about_the_person(content: str) -> bool:
    """Return whether it is about the person, and so applies in all their projects unless it names this
    one."""
    return re.match(r"User\b", content) is not None


def _as_note(said: re.Match[str]) -> str:
    body = said["body"].strip()
    if not LEAST <= len(body) <= MOST or _LASTING.match(body) is None or _ONCE.search(body):
        return said.group()
    body = body.removeprefix("that ")
    if _LOWERED.match(body):
        body = body[0].lower() + body[1:]
    return f"{said['lead']}I'll remember that {body}"
