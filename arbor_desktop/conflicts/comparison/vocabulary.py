"""The small words on which the reading of a statement turns. All in lower case."""

from __future__ import annotations


def listed(text: str) -> list[str]:
    """Return the words of a list, separated by spaces, in their order."""
    return text.split()


def words(text: str) -> frozenset[str]:
    """Return the words of a list, separated by spaces."""
    return frozenset(listed(text))


OFF = words("off down out")
GENERIC = words(
    "logged logging reported sent send sends called executed running worked paid run runs write "
    "writes written installed deployed hosted served located placed "
    "talk execute report reports log logs call work works pay"
)
"""Verbs that say nothing of what a clause is about."""
BEGINS = words("start starts started begin begins beginning open opens opening from since")
FINISHES = words("end ends ended ending finish finishes finished close closes until till stops over")
QUALIFIERS = words(
    "long short big small new old large little other full proper single particular certain much many "
    "raw direct extra unnecessary more first last second-hand plain simple"
)
"""They single out some of what is denied."""
MEASURED = words("big long old wide high tall large deep thick max min maximum minimum each")
"""After a quantity they only say of what it is one."""
NUMBERED = words(
    "number no nr note rule step item fact point topic part task ticket issue chapter section page figure "
    "example question answer reason preference memory entry line option phase nr. thing statement"
)
"""A number after them tells which one is meant; it is no value."""
STOP = words(
    "dr mr mrs ms prof a an the this that these those there it its he she they them his her their him "
    "i me my mine we us our you your be am is are was were been being do does did done has have had "
    "will would shall should must can could may might and or as of to so too also then very quite "
    "rather just than by from with at into onto user team ourselves myself themselves himself herself "
    "which who whom whose what please ever even yet etc eg ie via using through about like such own "
    "let up out off down over away back each both else"
)
BE = words("be am is are was were been being")
HAVE = words("have has had")
WAS = words("was were")

USER = words("i user my me mine myself")
TEAM = words("we our us team")

NEGATIONS = words("not never no none neither nor without dont nothing nobody nowhere rarely seldom")
REFUSALS = words(
    "avoid avoids avoided avoiding dislike dislikes disliked hate hates hated hating detest detests "
    "loathe loathes despise despises forbid forbids forbidden ban bans banned prohibit prohibits "
    "prohibited refuse refuses disallow disallowed reject rejects unwanted unnecessary "
    "unbearable dreadful insufferable useless pointless overrated needless evil harmful discouraged noise"
)
"""They say of what follows, or went before, that it is not wanted."""

BEARABLE = words("stand bear fan fond care mind keen")
"""After a denial they only say that something is not liked."""
OMITS = words("skip skips omit omits forget forgets ignore ignores miss misses skipping omitting")
"""Not to do them is to do it."""

PREFER = words("prefer prefers preferred preferring favor favors favour favours rather preference preferable")
USE = words(
    "use uses using used choose chooses chose chosen pick picks go default standardize standardise "
    "adopt adopted stick sticks rely relies require requires required need needs want wants must "
    "always only should"
)
SOLE = words("only exclusively solely mostly mainly")
LIKES = words("like likes love loves enjoy enjoys fan fond adore adores")
KNOWS = words(
    "know knows speak speaks learn learns learning eat eats drink drinks play plays read reads study "
    "studies watch watches visit visits collect collects support supports interested familiar "
    "experienced admire admires bake bakes listen listens fluent good cook cooks"
)
"""What one likes, knows or does need not be one thing."""
STANCE = (
    PREFER
    | words(
        "use uses using used like likes liked love loves loved enjoy enjoys enjoyed want wants always "
        "never should must prefer prefers ensure sure please keep dislike hate avoid fond fan adore "
        "adores ok okay fine feel free"
    )
    | REFUSALS
)
"""Words that say how something is held, not what."""

CONTRASTS = frozenset(("over", "vs", "versus", "than"))
CARRIERS = words(
    "tcp udp ip http https tls ssh ftp sftp smtp mqtt amqp grpc rest websocket websockets sse usb serial "
    "bluetooth ble wifi wi-fi ethernet lan vpn email phone"
)
"""After `over` they name a protocol or channel, and `over` is no contrast."""
REASONS = words("because since bc cuz cos")
CONDITIONS = words("when whenever if while during unless until till once where wherever although though")
SCOPE_STARTS = words(
    "for in on at within inside under across during per throughout around of near before after"
)
NEUTRAL_STARTS = words("with using via by through as about to into from")

HEDGES = words(
    "maybe perhaps might considering consider considers planning plans plan planned thinking evaluating "
    "evaluate exploring someday eventually hopes hope wishes wish intends dreams dream proposed "
    "proposes discussed discussing suggested tempted thought tried try trying imagine wondering "
    "wonders ideally almost"
)
WISHES = words("want wants hope hopes wish wanted")
WISHED = words(
    "move learn try visit become buy switch get go travel live run see find build start write take "
    "climb retire"
)
"""What one wants to do is not what one does."""
PAST_ONLY = words("formerly previously originally earlier ago")
ALSO = words("also too another additionally besides second sometimes occasionally either both other others")
CHANGES = words(
    "now nowadays anymore switched switching moved migrated changed became currently "
    "meanwhile recently lately replaced upgraded bumped raised lowered increased reduced relocated "
    "converted transitioned ported started finally updated actually correction instead decided went "
    "taken joined turned rewrote rewritten renamed extended shortened lifted dropped bought sold "
    "split quit stopped abolished relicensed rebranded"
)
CHANGE_VERBS = words(
    "push pushed postpone postponed reschedule rescheduled delayed switch switched switching move "
    "moved moving migrate migrated migrating change changed changing convert converted transition "
    "transitioned port ported upgrade upgraded went gone shift shifted relocate relocated rewrite "
    "rewrote rewritten bump bumped raise raised increase increased reduce reduced lower lowered cut "
    "rename renamed relicense relicensed rebrand rebranded repaint repainted promoted transferred"
)
"""Before `from X to Y` and `to Y`."""
GONE_VERBS = words(
    "handed dropped removed ditched abandoned deprecated discontinued scrapped killed stopped quit "
    "deleted uninstalled axed sunset cancelled canceled left gone dead obsolete outdated forget "
    "revoked lifted decommissioned sold ended abolished relinquished scratch ditch ceased discarded traded "
    "repealed withdrew shelved binned junked closed dissolved disbanded"
)
"""Say that their object no longer exists."""
ENDED = words("died lapsed stopped retired left quit closed ended expired vanished folded resigned")
"""Without an object, say that their subject is no longer there."""
REPEATED = words("again twice")
"""Say that something was an incident."""
GONE_STATES = words(
    "out over history off done finished closed shut switched turned thrown ripped pulled taken"
)
"""After `is`, say that something no longer applies; the last ones need `off`, `down` or `out`."""
REPLACE = words(
    "replace replaced replaces replacing swap swapped exchange exchanged supersede superseded supersedes"
)

VERBS = words(
    "use uses prefer prefers avoid avoids never always do dont write writes keep run runs put make "
    "add set test store name call sort format indent commit push merge squash rebase deploy host "
    "build log return throw raise catch import export start stop ask answer reply explain show give "
    "tell send read validate check install pin upgrade update create document comment split limit "
    "handle wrap treat let leave include skip want wants like likes love loves hate hates dislikes "
    "downgrade restart clear reset reinstall lives works is are was were has have had "
    "must should can will does did needs requires go goes "
    "went moved switched dropped got need require forget bought drinks eats speaks owns drives plays "
    "studies teaches drive live eat drink play study speak teach take sell pay"
)
"""Words with which a clause begins, or that make one."""
THIRD = words(
    "does goes lives works likes loves hates prefers wants eats drinks speaks owns drives plays "
    "studies teaches became"
)
"""Verbs of somebody who is named: Marit lives …"""
GOES_ON = words(
    "can must should may will does did has is was never always avoids uses prefers likes hates gets"
)
"""A clause that begins with them is about the subject of the one before."""
PRONOUNS = words(
    "we i it he she they user you there this that these those everything everybody everyone nobody"
)

NUMBERS = {
    word: number
    for number, word in enumerate(
        listed(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
            "sixteen seventeen eighteen nineteen twenty"
        )
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100}


POINTLESS = words("pointless obsolete redundant superfluous unnecessary needless")
"""What is made so is no more."""


def _phrases(**kinds: str) -> dict[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """Return the phrases and their kinds by first word, the longest first."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for kind, text in kinds.items():
        for phrase in text.split("|"):
            parts = tuple(phrase.split())
            found.setdefault(parts[0], []).append((parts, kind))
    return {first: tuple(sorted(some, key=lambda one: -len(one[0]))) for first, some in found.items()}


PHRASES = _phrases(
    change=(
        "from now on|from now|from today|as of today|as of now|starting today|starting now|by now|"
        "from here on|since then|from this week|from this month|from this year|from next week|"
        "from next month|as of this week|as of this month|since last week|since last month"
    ),
    noise=(
        "these days|this sprint|last sprint|next sprint|this quarter|last quarter|this term|"
        "at all|after all|for now|of course|by the way|on principle|for good|as of|"
        "in general|by default|at last|at most|at least|up to|all the time|in the end|in fact|"
        "any more|any longer|no matter|once and for all|at the moment|"
        "kid you not|now and then|from time to time|time and again|without exception|no exceptions|"
        "no matter what|"
        "came through|from then on|for the time being|right now|any time|"
        "unless the user asks for more|unless the user asks for it|unless the user asks|"
        "unless asked otherwise|unless asked for|unless asked|"
        "unless stated otherwise|unless otherwise stated|unless needed|unless necessary"
    ),
    refusal=(
        "decided against|am against|is against|are against|advises against|advise against|"
        "slows us down|slow us down|slows me down|sick of|tired of|fed up|not worth|waste of time|"
        "gets in the way|get in the way|stay away from|steer clear of|hands off|off the table|"
        "out of the question|is overkill|are overkill|is overrated|no need"
    ),
    reason=(
        "because|due to|so that|in order to|thanks to|given that|to avoid|to make|to keep|to save|"
        "to reduce|for the sake|which is why|so we|so it|so they|so the|so nothing"
    ),
    contrast=(
        "instead of|rather than|in preference to|as opposed to|in place of|better than|more than|"
        "and not|but not|compared to|compared with"
    ),
    example=("such as|for example|for instance|eg|including|ie"),
    exception=("except|unless|apart from|other than|aside from|outside of|outside the|outside a"),
    ended=(
        "fell through|came to an end|come to an end|called off|shut down|shuts down|shut off|is no more|"
        "are no more|went bust|broke down|wound down|went out of business|fell apart|torn out|ripped out|"
        "thrown out|bit the dust|paid off|came off|come off|has healed|is healed|switched back off|"
        "turned out wrong|is behind us|is behind me|ran out|gave out|is a thing of the past|is off the cards|"
        "goes out|go out|goes away|go away|going away"
    ),
    gone=(
        "bye|goodbye|good bye|swore off|changed my mind about|changed our mind about|am off the|am off|"
        "divorce from|am done with|am finished with|am through with|signed off from|"
        "grown out of|had enough of|"
        "sworn off|cut off|opted out of|pulled out of|backed out of|dropped out of|walked away from|"
        "retired from|resigned from|parted ways with|weaned off|cut out|came out of|grew out of|"
        "broke up with|split up with|divorced from|split from|no longer|stopped using|got rid of|"
        "get rid of|gave up|given up|giving up|give up|gives up|moved away from|moved off|phased out|used to|"
        "no more|moved out of|stop using|forget about|went away from|away from|moved on from|"
        "throw out|threw out|throw away|threw away|kick out|kicked out|"
        "not any more|not anymore|in favor of|in favour of|taken over from|took over from"
    ),
)
"""Phrases that begin a part of a clause, deny what follows, say that something has become so (`change`),
or say nothing of what is spoken of (`noise`)."""
