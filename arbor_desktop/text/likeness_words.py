"""The words that reading a statement turns on. All are lower case; those after `stem` are stems."""

from __future__ import annotations


def words(listed: str) -> frozenset[str]:
    """Return the words of a list, separated by spaces."""
    return frozenset(listed.split())


def _phrases(*given: tuple[str, str, str]) -> tuple[tuple[tuple[str, ...], str, str], ...]:
    return tuple((tuple(hints.split("|")), pattern, said) for hints, pattern, said in given)


_HERE = r"(?:project|repo|repository|codebase|code base)"

PHRASES = _phrases(
    ("won't", r"\bwon't\b", "will not"),
    ("can't|cannot", r"\bcan(?:'t|not)\b", "can not"),
    ("n't", r"\b(\w+)n't\b", r"\1 not"),
    ("i'm", r"\bi'm\b", "i am"),
    ("'", r"\b(i|we|you|they)'(?:ve|re)\b", r"\1"),
    ("'ll", r"\b(\w+)'ll\b", r"\1 will"),
    ("'s", r"\b(it|that|there|he|she|what)'s\b", r"\1 is"),
    ("let's|let us", r"\blet's\b|\blet us\b", ""),
    ("e-mail", r"\be-mail", "email"),
    ("pull req|pr |prs", r"\bpull requests?\b|\bprs?\b", "pullrequest"),
    ("postgres", r"\bpostgres\b", "postgresql"),
    ("env", r"\benv(?:ironment)? var(?:iable)?s?\b", "envvar"),
    ("step", r"\bstep[- ]by[- ]step\b", "stepbystep"),
    ("root cause", r"(?:\bthe )?\broot cause(?: here| of this)?(?: is| was)?(?: that\b|:)?", "rootcause"),
    (
        "instead of|rather than|preference|opposed|place of",
        r"\b(?:instead of|rather than|in preference to|as opposed to|in place of)\b",
        "over",
    ),
    ("not ", r"(?:,| and) (?:and )?not (?=[\w./-]+(?: here)?[.!]?$)", " over "),
    ("over ", r"\bover (?=\d)", "above "),
    ("more than", r"\bmore than\b(?= \d)", "above"),
    ("less than", r"\bless than\b(?= \d)", "below"),
    ("at least", r"\bat least\b", "atleast"),
    ("at most|more than", r"\bat most\b|\b(?:no|not) more than\b", "atmost"),
    ("no longer", r"\bno longer\b", "nolonger"),
    ("used to", r"(?<!\bis )(?<!\bare )(?<!\bbe )\bused to\b", "usedto"),
    ("prior to", r"\bprior to\b", "before"),
    ("because of|due to", r"\bbecause of\b|\bdue to\b", "because"),
    ("in order|so that", r"\bin order to\b|\bso that\b", "sothat"),
    ("as well|&", r"\bas well as\b|&", "and"),
    (
        "sure|remember|ensure",
        r"(?:^|(?<=, )|(?<=please ))(?:make sure|be sure|remember|ensure)(?: that)?(?: you| to)*\b",
        "",
    ),
    ("you |i want", r"\byou (?:should|must|need to|have to)\b|\bi want you to\b", ""),
    ("now on|forward|future", r"\bfrom now on\b,?|\bgoing forward\b,?|\bin (?:the )?future\b,?", ""),
    ("every|all ", r"\bin everything\b|\beverywhere\b|\bat all times\b|\bevery time\b|\bin all cases\b", ""),
    ("project|repo|codebase|code base", rf"\b(?:in|for|across|throughout) (?:this|our) {_HERE}\b,?", "here"),
    ("github", r"\bgithub actions?\b", "githubaction"),
)
"""Applied from the first to the last, each to what the one before left; if one of its hints is there."""

BE = words("am is are be been being")
WAS = words("was were")
NEGATIONS = words("not never don't dont no neither nor")
FILLERS = words(
    "a an the please always all every each also too now currently already really strongly definitely simply "
    "things thing stuff that there here does its our own"
)
EACH = words("every each")
"""No fillers before a number."""
OWN = words("my his her their")
"""Fillers where the user is who a sentence is about."""
AFTER_NOT = words("all every each always really strongly")
"""Not fillers after a negation: not all, not always."""
WITH_NOT = words("any ever")
"""Fillers in a sentence that denies."""

STARTERS: dict[str, str] = {
    word: word
    for word in words(
        "in on to into onto for with from of by as before after until unless if when while during without "
        "under above below between about against through than per because over except despite where which "
        "who so sothat within near behind beside"
    )
} | {
    "at": "in",
    "inside": "in",
    "using": "with",
    "via": "with",
    "till": "until",
    "whenever": "when",
    "since": "because",
    "underneath": "under",
}
"""What begins a new part of a sentence, and what that part counts as."""
REASONS = words("because sothat")
"""Parts that say why: leaving one out loses nothing but the reason."""
CONTRAST = "over"
"""The part that says what something is preferred to."""

USE = words("use follow utilize utiliz")
LIE = words("go live belong sit reside put place store stor keep locate locat")
"""Verbs that say no more than where something is, if a place follows."""
PLACES = words("in under to into")
RUN_ON = words("run listen")
"""Followed by `on`: with what something runs."""
HOLD = words("hold contain")
EMPTY_VERBS = words("do happen occur")
NAMED = words("named called")
PREFER = words("prefer favor")
INFINITIVES = words("be have do use write see keep get work run go read make start know live talk meet")
"""After `prefer to` these say what one likes to do, and not what one likes less."""
LIKE = words("like")

SAME_WORD: dict[str, str] = {
    "answer": "reply",
    "respond": "reply",
    "response": "reply",
    "respons": "reply",
    "repli": "reply",
    "concis": "short",
    "brief": "short",
    "documentation": "doc",
    "docs": "doc",
    "repository": "repo",
    "configuration": "config",
    "configur": "config",
    "directory": "folder",
    "dir": "folder",
    "indentation": "indent",
    "deployment": "deploy",
    "js": "javascript",
    "ts": "typescript",
    "k8": "kubernetes",
    "k8s": "kubernetes",
    "straight": "directly",
    "favourite": "favorit",
    "dialog": "dialogue",
    "grey": "gray",
    "setup": "set-up",
}
"""By stem: words that stand for each other wherever they are used in memories."""

NUMBERS: dict[str, str] = {
    word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
    )
}
WRITTEN = {
    **{digit: (digit, word) for word, digit in NUMBERS.items()},
    **{
        meant: (meant, *(word for word, other in SAME_WORD.items() if other == meant))
        for meant in set(SAME_WORD.values())
    },
    "pullrequest": ("pull request", "pr", "prs"),
    "postgresql": ("postgresql", "postgres"),
    "stepbystep": ("step by step",),
    "githubaction": ("github",),
    "envvar": ("env", "environment"),
    "rootcause": ("root cause",),
    "nolonger": ("no longer",),
    "usedto": ("used to",),
}
"""In which words something is written that is not only written in forms of its own."""
UNFINDABLE = words("prefer atleast atmost have do")
"""What need not be there in these words."""
TIMES = words(
    "then last early late january february march april may june july august september october november "
    "december monday tuesday wednesday thursday friday saturday sunday yesterday spring summer autumn winter"
)
"""After `since` they say when, not why."""
THIRD_PERSON = words(
    "prefers likes wants dislikes hates loves works lives has speaks owns drives studies teaches is"
)
"""A sentence that begins so leaves its subject out: the user."""
