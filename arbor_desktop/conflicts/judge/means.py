"""What is done by what, without knowing the tools: `use zork for provisioning`, `provisioning is done with
halberd`, `the template engine is velto`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbor_desktop.conflicts.judge import vocabulary as v
from arbor_desktop.conflicts.judge.claims import AGAINST, CONDITION, MAIN, SCOPE, TOPIC, Claim, Word
from arbor_desktop.conflicts.judge.comparison import difference
from arbor_desktop.conflicts.judge.findings import VALUE, Found
from arbor_desktop.conflicts.judge.rivals import Rivals
from arbor_desktop.conflicts.judge.tokens import SIGNS
from arbor_desktop.text.sentences import root

WITH, IS, DOES = "with", "is", "does"
_THROUGH = v.words("with using via through by over")
_BASED = v.words("on in from")
_BASED_VERBS = v.words(
    "run runs running based built build builds builds runs written hosted stored kept drawn read reads come "
    "comes taken managed tracked rely relies go goes sent made modelled designed edited recorded"
)
_ACTS = v.words(
    "does do handles handle manages manage runs run serves serve provides provide powers power orchestrates "
    "renders parses generates builds formats deploys hosts sends stores schedules drives syncs routes"
)
_TELLING_VERBS = v.words(
    "built build builds written hosted stored kept drawn read reads taken tracked sent modelled designed "
    "edited recorded write describe described"
)
_GENERIC_VERBS = v.words(
    "do does done handle handles handled manage manages managed run runs make makes made provide provides "
    "provided come comes go goes serve serves served power powered take taken use used using work works get "
    "gets based built build builds write written describe described keep kept goes"
)
_ARTICLES = v.words("a an the my our your his her their its some any this that these those every each")
_MASS = v.words(
    "care love time people hand hands music water food tea coffee milk sugar salt money cash paper caution "
    "ease pride pleasure patience trust email mail phone default foot accident mistake force law nature "
    "heat gas wood oil coal steam electricity rain snow feedback help support advice work ink pencil chalk "
    "butter garlic rice pasta bread cheese meat fish honey lemon magic luck habit heart memory practice "
    "code text data production staging development public private parallel place order general advance "
    "detail full part short private time line prose english german french spanish teamwork consensus vote "
    "bike car train plane bus ship boat taxi tram tube bicycle design"
)
_ROLES = frozenset(
    root(word)
    for word in v.listed(
        "engine runtime router framework tool manager provider library broker editor compiler interpreter "
        "linter formatter scheduler orchestrator gateway proxy vendor supplier distributor protocol codec "
        "theme font typeface algorithm backend renderer parser registry tracker dialect bundler runner "
        "driver emulator"
    )
)
_LEAST = 3
_MOST_MORE = 0


@dataclass(frozen=True, slots=True)
class Means:
    """What serves a purpose. `how`: it is named as what is worked with, as what it is, or as who does it.
    `verbs`: the places of words that only join both."""

    tool: Word
    how: str
    verbs: frozenset[int]
    act: Word | None = None
    """A verb that says more, such as draws."""


def means(claim: Claim, rivals: Rivals) -> tuple[Means, ...]:
    """What a claim gives as the means of something. At most one of each kind."""
    if claim.denied or not claim.holds or claim.also or claim.likes or claim.knows:
        return ()
    found = (
        _used_for(claim, rivals),
        _done_with(claim, rivals),
        _is_role(claim, rivals),
        _does(claim, rivals),
    )
    return tuple(one for one in found if one is not None)


def other_means(
    one: Claim, ours: Sequence[Means], other: Claim, theirs: Sequence[Means], rivals: Rivals
) -> Found | None:
    """The same purpose, served by something else."""
    for a in ours:
        for b in theirs:
            if _rival(one, a, other, b) and _same_purpose(one, a, other, b, rivals):
                out = _left_out(one, a), _left_out(other, b)
                shared = difference(one, other, rivals, (*out[0], *out[1])).shared
                return Found(VALUE, a.tool, b.tool, shared)
    return None


def _same_purpose(one: Claim, a: Means, other: Claim, b: Means, rivals: Rivals) -> bool:
    if a.act and b.act and a.act.key != b.act.key:
        return False
    if (a.act and not b.act and not _plain(other, b)) or (b.act and not a.act and not _plain(one, a)):
        return False  # written in Go, installed with Homebrew
    found = difference(one, other, rivals, (*_left_out(one, a), *_left_out(other, b)))
    more = len(found.only_one) + len(found.only_other)
    if not found.shared or found.apart or found.crossed or more > _MOST_MORE:
        return False
    return not (more and (any(one.role(CONDITION)) or any(other.role(CONDITION))))


def _plain(claim: Claim, means_: Means) -> bool:
    """Whether its verbs say nothing of what is done: `is done with`."""
    return all(claim.tokens[at].low not in _TELLING_VERBS for at in means_.verbs)


def _left_out(claim: Claim, means_: Means) -> list[Word]:
    return [word for word in claim.words if word in (means_.tool, means_.act) or word.at in means_.verbs]


def _rival(one: Claim, a: Means, other: Claim, b: Means) -> bool:
    """Whether both could be the same kind of thing: neither is named by the other, nor known to be else."""
    if a.tool.key == b.tool.key or _names(one, b.tool) or _names(other, a.tool):
        return False
    if DOES in (a.how, b.how) and a.how == b.how and not (a.tool.members and b.tool.members):
        return False  # two people may do the same
    groups = {group for group, _ in a.tool.members}
    if a.tool.members and b.tool.members:
        return any(group in groups for group, _ in b.tool.members)
    digits = [any(sign.isdigit() for sign in one_.tool.raw) for one_ in (a, b)]
    return digits[0] == digits[1] and ("/" in a.tool.raw) == ("/" in b.tool.raw)


def _names(claim: Claim, tool: Word) -> bool:
    return any(word.key == tool.key for word in claim.words)


def _used_for(claim: Claim, rivals: Rivals) -> Means | None:
    """`use zork for provisioning`."""
    lows = [token.low for token in claim.tokens]
    use = next((at for at, low in enumerate(lows[:3]) if low in ("use", "uses", "using")), None)
    if use is None or "for" not in lows:
        return None
    tool = _tool(claim, use + 1, rivals)
    if tool is None or lows[tool.at + 1 : tool.at + 2] != ["for"]:
        return None
    if any(word.at < use for word in claim.words):
        return None
    return Means(tool, WITH, frozenset(range(tool.at)))


def _done_with(claim: Claim, rivals: Rivals) -> Means | None:
    """`provisioning is done using halberd`, `we describe infrastructure with lumo`, `it runs on tolk`."""
    for at in range(len(claim.tokens) - 1, 1, -1):
        low = claim.tokens[at].low
        verbs = [place for place in range(max(0, at - 4), at) if claim.tokens[place].low in _BASED_VERBS]
        if low not in _THROUGH and not (low in _BASED and verbs and verbs[-1] >= at - 1):
            continue
        tool = _tool(claim, at + 1, rivals)
        if tool is None or not _ends(claim, tool.at + 1):
            continue
        joins = {p for p in range(at + 1) if claim.tokens[p].low in _GENERIC_VERBS | _BASED_VERBS}
        before = [word for word in claim.words if word.at < at and word.at not in joins]
        if before and not any(word.role == AGAINST for word in claim.words):
            return Means(tool, WITH, frozenset(joins), _act(claim, before))
    return None


def _act(claim: Claim, before: Sequence[Word]) -> Word | None:
    """The verb among the words before the means: after `we`, or after a form of to be."""
    if len(before) < 2:
        return None
    for word in before:
        ahead = claim.tokens[word.at - 1].low if word.at else ""
        if ahead in v.BE or (word.at == 1 and ahead in v.TEAM | v.USER):
            return word
    return None


def _is_role(claim: Claim, rivals: Rivals) -> Means | None:
    """`the template engine is velto`."""
    lows = [token.low for token in claim.tokens]
    verb = next((at for at, low in enumerate(lows) if low in ("is", "be", ":")), None)
    if verb is None or verb < 1 or claim.tokens[verb - 1].stem not in _ROLES:
        return None
    tool = _tool(claim, verb + 1, rivals)
    if tool is None or not _ends(claim, tool.at + 1) or _adjective(tool.raw):
        return None
    return Means(tool, IS, frozenset())


def _does(claim: Claim, rivals: Rivals) -> Means | None:
    """`Koin does dependency injection`."""
    if len(claim.tokens) < _LEAST or claim.tokens[1].low not in _ACTS:
        return None
    if claim.tokens[2].low in v.SCOPE_STARTS | v.NEUTRAL_STARTS:
        return None  # production runs in eu-central-1
    first = claim.tokens[0]
    if first.low in _ARTICLES | v.PRONOUNS | v.USER | v.TEAM | v.STOP:
        return None
    tool = next((word for word in claim.words if word.at == 0 and word.role in (MAIN, SCOPE)), None)
    if tool is None or not first.raw[:1].isupper() or (first.low.endswith("s") and not tool.members):
        return None
    return Means(tool, DOES, frozenset((1,)))


def _tool(claim: Claim, at: int, rivals: Rivals) -> Word | None:
    """What stands here, if it reads like a name: capitals, a tool that is known, a bare unknown word."""
    if at >= len(claim.tokens):
        return None
    token = claim.tokens[at]
    word = next((w for w in claim.words if w.at == at and w.role in (MAIN, SCOPE, TOPIC)), None)
    if word is None or word.quantity or token.low in _ARTICLES:
        return None
    after = next((w for w in claim.words if w.at == at + 1 and w.name), None)
    if word.name and after is not None and not after.quantity:
        return None  # names of several words are left to other rules
    known = any(
        rivals.groups[group].lenient and not rivals.groups[group].everyday for group, _ in word.members
    )
    if word.name or known:
        return word
    bare = token.low.isalpha() and len(token.low) > _LEAST and not token.members
    plain = token.low in _MASS or token.low.endswith(("s", "ing", "ly", "ed", "ion", "ness", "ment", "ity"))
    if not bare or plain or word.key in rivals.light or word.key in rivals.scopes or word.key in rivals.kinds:
        return None
    return word


def _ends(claim: Claim, at: int) -> bool:
    """Whether nothing follows that belongs to the name, or lists more."""
    if at >= len(claim.tokens):
        return True
    low = claim.tokens[at].low
    return low in v.SCOPE_STARTS or (low in SIGNS and not _lists(claim, at)) or low in v.CONDITIONS


def _lists(claim: Claim, at: int) -> bool:
    rest: Iterator[str] = (token.low for token in claim.tokens[at:])
    return any(low in ("and", "or") for low in rest)


def _adjective(raw: str) -> bool:
    return raw.endswith(
        ("able", "ible", "ful", "ous", "ive", "al", "ic", "ed", "ing", "less", "ish", "y", "er")
    ) and (raw == raw.lower())
