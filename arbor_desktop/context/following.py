"""Rules for what one answer of an AI did with the memories in its context: followed, ignored, or not needed.

Followed and ignored both need something that the AI did in the answer, to be quoted: a command, a changed
file, code, or words. It has to fit what the memory wants, or be what the memory forbids. In doubt a memory
was not needed: a wrong accusation costs more than a missed one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from arbor_desktop.context.answers import (
    SPAN,
    Answer,
    Deed,
    Done,
    Step,
    changes_of,
    cut,
    is_asked,
    is_own,
    is_run,
    is_said,
    main_deed,
    prose_of,
    sentence_of,
    short_path,
    steps_of,
)
from arbor_desktop.context.model import Use
from arbor_desktop.context.use import MOST, SENTENCE, TYPED, Judge
from arbor_desktop.context.wishes import CONDITION, Wishes, objects, paths_in
from arbor_desktop.conversations.model import Role, TurnKind


class Regard(StrEnum):
    FOLLOWED = "followed"
    IGNORED = "ignored"
    NOT_NEEDED = "not_needed"


@dataclass(frozen=True, slots=True)
class Finding:
    """What an answer did with a memory. `words`: those of the memory that count; `quote`: what shows it, in
    the turn `turn`; `before`: the command that was to be run first; `corrected`: the turn in which the person
    put it right."""

    regard: Regard = Regard.NOT_NEEDED
    words: tuple[str, ...] = ()
    deed: Deed | None = None
    quote: str = ""
    turn: int | None = None
    before: str = ""
    corrected: int | None = None


NOT_NEEDED = Finding()


_SCOPED = re.compile(
    r"\b(?:only|except|unless|if|when|elsewhere|everything else|legacy|old|nur|wenn|außer|sonst"
    r"|(?:for|in|on) (?:the|apps?|tools?|packages?|new|some)|für (?:die|den|das)|im|in der)\b",
    re.IGNORECASE,
)
_EDITS = re.compile(
    r"\b(?:edit|chang|touch|modif|writ|put|creat|delet|remov|bearbeit|änder|anfass|ander)\w*", re.IGNORECASE
)
_PLACES = re.compile(
    r"\b(?:put|place|store|go(?:es)? (?:in|into|to)|belongs? (?:in|to|into)|gehör(?:t|en))\b", re.IGNORECASE
)
_PROGRAM = re.compile(r"(?<![\w./-])(?P<name>[A-Za-z][\w+-]*)(?![\w/-]|\.\w)(?=(?: (?P<after>[a-z][\w-]*))?)")
_LINK = re.compile(
    r"(?:is|in|on|to|at|by|as|it|or|of|if|we|so|here|only|now|always|everywhere|instead|rather|through|per|via"
    r"|im|zu|an|ist)"
)
_IMPORT = re.compile(r"(?:import|from|use|#include|(?:const|let|var) .*\brequire)\b")
_OPTION = re.compile(r"--[a-z][\w-]+")
_GIT = re.compile(
    r"^(?:ever |directly )?(?P<force>force[- ])?(?P<verb>push|commit|amend|rebase|squash)\w*"
    r"(?:\s+(?:directly )?(?:(?:in)?to|auf) (?:the )?`?(?P<branch>main|master|develop)`?(?: branch)?"
    r"|\s+(?:yourself|by yourself|on your own|for me|automatically|commits?(?: that exist)?"
    r"|to shared branches|published commits))?\s*$",
    re.IGNORECASE,
)
_CALLED = re.compile(r"`?([A-Za-z_][\w.]*)\(\)`?")
_BEFORE = re.compile(
    r"\b(?:before|bevor|vor)\b[^.;]*?\b(?P<what>commit|push|done|finish|complete|ready|fertig)"
    r"|\b(?P<also>commit|push)\w* without\b",
    re.IGNORECASE,
)
_FINISHED = re.compile(
    r"^\W*(?:all )?(?:done|finished|complete[d.]|ready|fixed|fertig|erledigt)\b", re.IGNORECASE
)
_STARTS = re.compile(r"\b(?:start|begin|prefix|conventional|named|called|präfix|heiß)", re.IGNORECASE)
_CONVENTIONAL = re.compile(r"\bconventional[- ]commits?\b", re.IGNORECASE)
_CONVENTION = r"(?:feat|fix|docs|chore|refactor|test|tests|perf|build|ci|style|revert)(?:\([^)]*\))?!?: "
_EXEMPT = re.compile(r"(?:Merge|Revert|fixup!|squash!)")
_COMMIT_STARTS = re.compile(r"[A-Za-z][\w/-]*:(?=[\s,.;`'\"]|$)|\[[^\]\s]+\]|\b[A-Z][A-Z0-9]+-\d+")
_BRANCH_STARTS = re.compile(r"(?<![\w/])[\w.-]+/")
_ANSWERS = re.compile(
    r"\b(?:answer|reply|respond|talk|speak|antwort|sprich|rede)\w*\b[^.;]*?\b(?:in|auf)\s+(?P<name>\w+)"
    r"(?P<rest>[^.;]*)|^(?:always )?(?:in|auf)\s+(?P<bare>\w+)\W*$",
    re.IGNORECASE,
)
_EVEN = re.compile(r"\b(?:even|auch)\b", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_]+")
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u26ff\u2705\u274c\u2728\u2b50\u2757]")
_ADMITS = re.compile(
    r"^\W*(?:(?:oh|ah|yes|ja)\W+)?(?:you['’]?(?:re| are) (?:absolutely |quite )?right|right\b|sorry"
    r"|my mistake|my bad|good catch|apologies|i apologi[sz]e|du hast recht|stimmt|entschuldig|mein fehler)",
    re.IGNORECASE,
)
_OBJECTS = re.compile(
    r"\b(?:no|not|never|wrong|instead|should|belongs?|must|nein|nicht|nie|falsch|gehört|sollte|statt)\b|n['’]t\b",
    re.IGNORECASE,
)


class Follower:
    """Finds what answers did with memories. `why.toml` lists programs for the same work, and languages."""

    def __init__(self, data: Mapping[str, object], judge: Judge) -> None:
        self._judge = judge
        self._words = judge.vocabulary
        self._groups = [frozenset(line.split()) for line in data["alternatives"]]  # type: ignore[attr-defined]
        self._questions = frozenset(str(data["questions"]).split())
        self._looks = frozenset(str(data["looks"]).split())
        self._english = frozenset(str(data["words"]).split())
        self._languages = {name: frozenset(words.split()) for name, words in data["languages"].items()}  # type: ignore[attr-defined]
        self._names = {
            word: name
            for name, words in data["language_names"].items()  # type: ignore[attr-defined]
            for word in words.split()
        }
        self._tools = self._words.tools.union(*self._groups)

    @classmethod
    def parse(cls, text: str, judge: Judge) -> Follower:
        """Read the file. Raises KeyError: a list is missing."""
        return cls(tomllib.loads(text), judge)

    def find(self, contents: Sequence[str], answer: Answer) -> list[Finding]:
        """Return what an answer did with each of the memories that were in its context."""
        done = Done(answer, contents)
        said = self._judge.judge(contents, [*answer.before, *answer.own], answer.first - 1)
        return [
            self._find(
                Wishes.of(content), answer, done, verdict.turn if verdict.use is not Use.UNUSED else None
            )
            for content, verdict in zip(contents, said, strict=True)
        ]

    def _find(self, wishes: Wishes, answer: Answer, done: Done, used: int | None) -> Finding:
        checks: tuple[Callable[[Wishes, Answer, Done], Finding | None], ...] = (
            self._programs,
            self._git,
            self._paths,
            self._too_early,
            self._starts,
            self._language,
            self._words_not_wanted,
            self._corrected,
        )
        found = [finding for check in checks if (finding := check(wishes, answer, done)) is not None]
        for finding in found:
            if finding.regard is Regard.IGNORED:
                return finding
        return found[0] if found else self._used(wishes, answer, used)

    # Programs and commands

    def _programs(self, wishes: Wishes, answer: Answer, done: Done) -> Finding | None:
        wanted, commands = self._named(wishes)
        forbidden = {word.lower(): word for what in wishes.forbidden for word in objects(what)}
        forbidden = {low: word for low, word in forbidden.items() if low not in self._english}
        forbidden |= {option: option for one in wishes.avoided for option in _OPTION.findall(one.what)}
        lines = [span for what in wishes.forbidden for span in SPAN.findall(what) if " " in span]
        others = self._others(wishes, wanted)
        good: Finding | None = None
        for step in done.steps:
            if self._asks(step):
                continue
            deed = Deed.RAN if step.ran else Deed.WROTE
            bad = next((line for line in lines if is_run(step, line)), None)
            wished = any(is_run(step, line) for line in commands)  # "run `uv run pytest`, never bare pytest"
            for program in step.chain:
                if program in wanted or bad or wished:
                    break
                bad = forbidden.get(program) or others.get(program)
            bad = bad or next((forbidden[word] for word in _arguments(step) if word in forbidden), None)
            if bad and not is_asked(
                answer.prompt, bad.split()[0] if bad in lines else step.chain[0], *step.chain
            ):
                return Finding(Regard.IGNORED, (bad,), deed, cut(step.text), step.turn)
            if good is None and not bad:
                good = self._good(step, wanted, commands, forbidden, deed)
        return good or self._in_code(wishes, done, wanted, forbidden)

    def _good(
        self,
        step: Step,
        wanted: Mapping[str, str],
        commands: Sequence[str],
        forbidden: Mapping[str, str],
        deed: Deed,
    ) -> Finding | None:
        words = tuple(line for line in commands if is_run(step, line))[:1]
        words = (
            words
            or tuple(
                wanted[program]
                for program in step.chain
                if program in wanted and not self._mates(program) & wanted.keys()
            )[:1]
        )
        if not words:  # the other program for the work that a forbidden one does
            for low, word in forbidden.items():
                mates = self._mates(low)
                if not wanted and not commands and any(program in mates for program in step.chain):
                    words = (word,)
        return Finding(Regard.FOLLOWED, words, deed, cut(step.text), step.turn) if words else None

    def _named(self, wishes: Wishes) -> tuple[dict[str, str], list[str]]:
        """Return the programs that a memory wants, by their names in small letters, and the command lines: a
        program with a noun (`ruff format`, `pytest fixtures`) is not the program alone."""
        text, commands = wishes.wanted, wishes.commands
        found = {span.strip().lower(): span.strip() for span in SPAN.findall(text) if " " not in span.strip()}
        text = SPAN.sub(lambda span: " " if " " in span.group(1) else span.group(), text)
        for match in _PROGRAM.finditer(text):
            name, after = match["name"], match["after"] or ""
            if name.lower() in self._english or name.lower() not in self._tools:
                continue
            if after and after not in self._words.stop and not _LINK.fullmatch(after):
                commands.append(f"{name} {after}")
            else:
                found[name.lower()] = name
        return found, commands

    def _mates(self, program: str) -> frozenset[str]:
        return frozenset().union(*(group for group in self._groups if program in group)) - {program}

    def _others(self, wishes: Wishes, wanted: Mapping[str, str]) -> dict[str, str]:
        """Return the programs that replace the wanted one, with its word, if it is always wanted."""
        if _SCOPED.search(wishes.text):
            return {}
        found: dict[str, str] = {}
        for group in self._groups:
            here = group & wanted.keys()
            if len(here) == 1:
                (one,) = here
                found |= dict.fromkeys(group - here - {f"{one}3"}, wanted[one])
        return found

    def _asks(self, step: Step) -> bool:
        """Return whether a step only asks a program something."""
        return any(word in self._questions for word in step.words[1:3])

    def _in_code(
        self, wishes: Wishes, done: Done, wanted: Mapping[str, str], forbidden: Mapping[str, str]
    ) -> Finding | None:
        """Find what the memory forbids, or the tool that it wants, in code that the AI wrote down."""
        bad = {f"{name}(" for what in wishes.forbidden for name in _CALLED.findall(what)}
        bad |= {word for low, word in forbidden.items() if low in self._tools}
        good = {word for low, word in wanted.items() if low in self._tools}
        imported = bad | set(forbidden.values())
        for regard in (Regard.FOLLOWED, Regard.IGNORED):
            for number, line in done.code:
                named = imported if _IMPORT.match(line) else bad
                for name in good if regard is Regard.FOLLOWED else named:
                    end = "" if name.endswith("(") else r"(?!\w)"
                    if re.search(rf"(?<![\w.]){re.escape(name)}{end}", line, re.IGNORECASE):
                        return Finding(regard, (name.rstrip("("),), Deed.WROTE, cut(line), number)
        return None

    # Git

    def _git(self, wishes: Wishes, answer: Answer, done: Done) -> Finding | None:
        for what in wishes.forbidden:
            found = _GIT.match(what)
            if found is None:
                continue
            verb, branch, forced = found["verb"].lower(), found["branch"], found["force"]
            if verb == "commit" and branch:
                continue  # nobody knows on which branch it was
            for step in done.ran:
                if (
                    step.chain[:1] != ("git",)
                    or ("commit" if verb == "amend" else verb) not in step.words[:4]
                ):
                    continue
                flags = {"--amend"} if verb == "amend" else {"-f", "--force"} if forced else None
                if (flags and not flags & set(step.words)) or (branch and branch.lower() not in step.words):
                    continue
                if not is_asked(answer.prompt, verb):
                    return Finding(
                        Regard.IGNORED, (found.group().strip(),), Deed.RAN, cut(step.text), step.turn
                    )
        return None

    # Files

    def _paths(self, wishes: Wishes, answer: Answer, done: Done) -> Finding | None:
        for what in wishes.forbidden:
            if _EDITS.search(what):
                named = paths_in(what)
                if not named and re.search(r"\b(?:them|it|these|sie|those)\b", what, re.IGNORECASE):
                    named = paths_in(wishes.wanted)
                for path in named:
                    for number, changed in done.changed:
                        if _is_under(changed, path) and not is_asked(answer.prompt, path):
                            return Finding(Regard.IGNORED, (path,), Deed.CHANGED, short_path(changed), number)
        for path in paths_in(wishes.wanted):
            for number, changed in done.changed:
                if _is_under(changed, path):
                    return Finding(Regard.FOLLOWED, (path,), Deed.CHANGED, short_path(changed), number)
        return None

    # What has to come first

    def _too_early(self, wishes: Wishes, answer: Answer, done: Done) -> Finding | None:
        due, lines = _BEFORE.search(wishes.text), wishes.commands
        if due is None or not lines or any(is_asked(answer.prompt, line) for line in lines):
            return None
        verb = (due["what"] or due["also"]).lower()
        fresh = True  # nothing was changed since it was run
        for turn in [turn for turn in (*answer.before, *done.turns) if is_own(turn)]:
            if any(True for _ in changes_of(turn)):
                fresh = False
            for step in steps_of(turn):
                if any(is_run(step, line) for line in lines):
                    fresh = True
                elif not fresh and turn.number >= answer.first and step.words[:2] == ("git", verb):
                    return Finding(
                        Regard.IGNORED, (lines[0],), Deed.RAN, cut(step.text), turn.number, lines[0]
                    )
        if verb in ("commit", "push") or fresh or not done.changed or not done.said:
            return None
        last = done.said[-1]
        if last.number == done.turns[-1].number and _FINISHED.search(last.text):
            return Finding(
                Regard.IGNORED, (lines[0],), Deed.SAID, sentence_of(last.text), last.number, lines[0]
            )
        return None

    # How commits and branches are called

    def _starts(self, wishes: Wishes, answer: Answer, done: Done) -> Finding | None:
        text = wishes.wanted
        if "commit" in text.lower() and _STARTS.search(text):
            starts = _COMMIT_STARTS.findall(text)
            pattern = "|".join(map(_like, starts))
            shown: tuple[str, ...] = tuple(starts)
            if convention := _CONVENTIONAL.search(text):
                pattern, shown = _CONVENTION, (convention.group(),)
            for number, message in done.commits if pattern else ():
                subject = message.partition("\n")[0]
                if not _EXEMPT.match(subject):
                    return self._begins(pattern, shown, subject, number, answer)
        if "branch" in text.lower() and _STARTS.search(text) and (starts := _BRANCH_STARTS.findall(text)):
            for step in done.ran:
                if step.words[:3] in (("git", "checkout", "-b"), ("git", "switch", "-c")) and step.words[3:]:
                    pattern = "|".join(map(re.escape, starts))
                    return self._begins(pattern, tuple(starts), step.text.split()[3], step.turn, answer)
        return None

    def _begins(
        self, pattern: str, shown: tuple[str, ...], name: str, turn: int, answer: Answer
    ) -> Finding | None:
        if re.match(pattern, name):
            return Finding(Regard.FOLLOWED, shown, Deed.RAN, cut(name), turn)
        if answer.prompt is not None and name.lower() in answer.prompt.text.lower():
            return None
        return Finding(Regard.IGNORED, shown, Deed.RAN, cut(name), turn)

    # Words

    def _language(self, wishes: Wishes, answer: Answer, done: Done) -> Finding | None:
        for sentence in SENTENCE.split(wishes.wanted):
            found = _ANSWERS.search(sentence.strip())
            name = (found["name"] or found["bare"] or "") if found else ""
            wanted = self._names.get(name.lower())
            if found is None or wanted is None:
                continue
            if CONDITION.search(found["rest"] or "") and not _EVEN.search(found["rest"]):
                continue
            spoken = self._spoken(done.prose)
            if spoken is not None and done.said:
                regard = Regard.FOLLOWED if spoken == wanted else Regard.IGNORED
                longest = max(done.said, key=lambda turn: len(prose_of(turn)))
                return Finding(regard, (name,), Deed.ANSWERED, sentence_of(prose_of(longest)), longest.number)
        return None

    def _spoken(self, text: str) -> str | None:
        """Return the language of a text; None if that is not clear."""
        words = [word.lower() for word in _LETTERS.findall(text)]
        counts = sorted(
            ((sum(word in common for word in words), name) for name, common in self._languages.items()),
            reverse=True,
        )
        (most, name), (second, _) = counts[:2]
        return name if len(words) >= 8 and most >= 3 and most >= 2 * second else None

    def _words_not_wanted(self, wishes: Wishes, answer: Answer, done: Done) -> Finding | None:
        """Find emojis, and lines in commits, that the memory forbids."""
        for what in wishes.forbidden:
            named = re.search(r"\bemojis?\b", what, re.IGNORECASE)
            for turn in done.said if named is not None else ():
                lines = (line for line in turn.text.splitlines() if _EMOJI.search(line))
                if named is not None and (line := next(lines, None)) is not None:
                    return Finding(Regard.IGNORED, (named.group(),), Deed.SAID, cut(line), turn.number)
            if "commit" not in wishes.text.lower():
                continue
            for name in re.findall(r"\b[A-Z][\w]*(?:-[A-Za-z]\w*)+", what):
                for number, message in done.commits:
                    for line in message.splitlines():
                        if line.lower().startswith(f"{name.lower()}:"):
                            return Finding(Regard.IGNORED, (name,), Deed.RAN, cut(line), number)
        return None

    # What the person put right

    def _corrected(self, wishes: Wishes, answer: Answer, done: Done) -> Finding | None:
        """Find that the person objected next, the AI gave in, and both spoke of what the memory says."""
        spoken = [turn for turn in answer.after if is_said(turn, Role.ASSISTANT)]
        if answer.reply is None or not spoken or not done.turns:
            return None
        if not _ADMITS.search(spoken[0].text):
            return None
        own = self._words.stems(wishes.text) - self._words.everyday_stems
        if not any(
            _OBJECTS.search(sentence) and self._words.stems(sentence) & own
            for sentence in SENTENCE.split(answer.reply.text[:TYPED])
        ):
            return None
        here = own & self._words.stems(f"{answer.reply.text[:TYPED]}\n{spoken[0].text}")
        if len(here) < 2 or len(here) < MOST * len(own):
            return None
        deed, quote, number = main_deed(done)
        words = tuple(self._of_stems(wishes.text, here))
        return Finding(Regard.IGNORED, words, deed, quote, number, corrected=answer.reply.number)

    # What it used

    def _used(self, wishes: Wishes, answer: Answer, number: int | None) -> Finding:
        """Return that the answer said or did something that only the memory had told it. To look somewhere is
        not enough."""
        turn = next((turn for turn in answer.own if turn.number == number), None)
        if turn is None:
            return NOT_NEEDED
        if turn.kind is TurnKind.SAID:
            own = self._words.stems(wishes.text)
            quote = max(SENTENCE.split(turn.text), key=lambda one: len(self._words.stems(one) & own))
            deed = Deed.SAID
        else:
            target = turn.text.partition(": ")[2]
            steps = list(steps_of(turn))
            if any(True for _ in changes_of(turn)):
                deed, quote = Deed.CHANGED, short_path(target)
            elif not _PLACES.search(wishes.wanted) and any(
                step.chain[0] not in self._looks for step in steps
            ):
                deed, quote = Deed.RAN, target
            else:
                return NOT_NEEDED
        here = self._words.stems(wishes.wanted) & self._words.stems(quote)
        words = tuple(self._of_stems(wishes.wanted, here))
        return Finding(Regard.FOLLOWED, words, deed, cut(quote), turn.number)

    def _of_stems(self, text: str, stems: Iterable[str]) -> Iterator[str]:
        """Yield the words of a text that have these stems."""
        wanted = frozenset(stems)
        for word in dict.fromkeys(re.findall(r"[\w./:-]*\w", text)):
            if self._words.stems(word) & wanted:
                yield word


def _arguments(step: Step) -> Iterator[str]:
    """Yield what of a step may be forbidden: its long options, and the packages that it installs."""
    yield from (word for word in step.words if word.startswith("--"))
    if any(word in ("add", "install", "i") for word in step.words[1:3]):
        yield from (re.split(r"(?<=\w)[@=<>~^]", word)[0] for word in step.words[2:])


def _is_under(changed: str, path: str) -> bool:
    wanted = path.strip("/").lower()
    return (
        re.search(rf"(?:^|[/\\]){re.escape(wanted)}(?:$|[/\\])", changed.lower().replace("\\", "/"))
        is not None
    )


def _like(start: str) -> str:
    """Return the pattern of commits that begin like an example."""
    if start.startswith("["):
        return r"\[[^\]]+\]"
    if ticket := re.fullmatch(r"([A-Z][A-Z0-9]+)-\d+", start):
        return rf"\[?{ticket.group(1)}-\d+"
    return rf"{re.escape(start[:-1])}(?:\([^)]*\))?!?:"
