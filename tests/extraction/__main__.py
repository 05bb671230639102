"""``python3 -m tests.extraction [SET…] [--misses N] [--blind]``: precision and recall of offline extraction.

Sets are the files of tests/extraction/snippets, and `corpus` for the labelled conversations of
../shared/corpus/dev. Of the blind sets only the figures are printed, so that nobody writes rules for them;
`--blind` lists them too.
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.extraction")

import argparse
from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path

from arbor_desktop.conversations.files import holder
from arbor_desktop.conversations.model import Turn
from arbor_desktop.conversations.readers.registry import detect
from arbor_desktop.extraction.model import Excerpt
from arbor_desktop.extraction.offline.pipeline import OfflineExtractor
from tests.extraction.labels import Labelled, Snippet, corpus_labels, snippet_sets
from tests.extraction.scoring import Score

CORPUS = _setup.CHECKOUT.parent / "shared" / "corpus" / "dev"


def score_snippets(extractor: OfflineExtractor, snippets: list[Snippet]) -> Score:
    score = Score()
    for snippet in snippets:
        excerpt = Excerpt(snippet.name, "claude-code", snippet.turns, snippet.project)
        score.add(snippet.name, extractor.extract(excerpt), snippet.expected)
    return score


def score_corpus(extractor: OfflineExtractor, corpus: Path) -> Score:
    """Over the labelled conversations. Raises ValueError where one is not read as it was labelled."""
    score = Score()
    for labelled in corpus_labels():
        turns, project = read_session(corpus / labelled.file, labelled)
        excerpt = Excerpt(labelled.session, "corpus", turns, project)
        score.add(labelled.file, extractor.extract(excerpt), labelled.expected)
    return score


@dataclass
class _Session:
    turns: dict[str, Turn] = field(default_factory=dict)
    unsaid: set[str] = field(default_factory=set)
    folder: str | None = None


def read_session(path: Path, labelled: Labelled) -> tuple[tuple[Turn, ...], str | None]:
    """The labelled session's turns as they are numbered when its file is captured alone, and its folder."""
    path = holder(path)
    reader = detect(path)
    if reader is None:
        raise ValueError(f"{path}: no conversation")
    sessions: defaultdict[str, _Session] = defaultdict(_Session)
    for batch in reader.read(path, None):
        for part in batch.sessions:
            session = sessions[part.parent_session_id or part.session_id]
            session.folder = session.folder or part.cwd
            session.unsaid.update(part.unsaid_keys)
            for t in part.turns:
                if t.key not in session.turns:
                    number = len(session.turns) + 1
                    session.turns[t.key] = Turn(number, t.role, t.kind, t.text, t.at, t.key, t.unsaid)
    # Where an id is made of the file's place, the number of turns tells which session was meant.
    known = [sessions[labelled.session]] if labelled.session in sessions else list(sessions.values())
    fitting = [session for session in known if len(session.turns) == labelled.turns]
    if not fitting:
        raise ValueError(f"{labelled.file}: no session of {labelled.turns} turns, as when it was labelled")
    found = fitting[0]
    turns = (replace(t, unsaid=t.unsaid or key in found.unsaid) for key, t in found.turns.items())
    return tuple(turns), found.folder


def report(name: str, score: Score, listed: int) -> None:
    print(
        f"{name:<16} expected {score.expected:4}  found {score.right + score.wrong:4}  "
        f"right {score.right:4}  met {score.met:4}  "
        f"precision {score.precision:.3f}  recall {score.recall:.3f}"
    )
    for where, candidate in score.false[:listed]:
        print(f"    wrong   {where}: [{candidate.rule}] {candidate.type.value}: {candidate.content}")
    for where, wanted in score.misses[:listed]:
        print(f"    missed  {where}: turn {wanted.turn}, {'/'.join(wanted.types)}: {', '.join(wanted.must)}")


def by_rule(score: Score) -> None:
    rules = {rule for rule, _ in score.by_rule}
    print(f"\n{'rule':<36} right wrong")
    for rule in sorted(rules, key=lambda r: (-score.by_rule[r, False], -score.by_rule[r, True], r)):
        print(f"{rule:<36} {score.by_rule[rule, True]:5} {score.by_rule[rule, False]:5}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.extraction", description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET")
    parser.add_argument("--misses", type=int, default=10, help="how many misses of a set are listed (10)")
    parser.add_argument("--blind", action="store_true", help="list the misses of the blind sets too")
    args = parser.parse_args()
    extractor = OfflineExtractor.from_resources()
    total, seen = Score(), Score()
    for name, snippets in snippet_sets().items():
        if args.sets and name not in args.sets:
            continue
        score = score_snippets(extractor, snippets)
        blind = name.startswith("blind")
        report(name, score, 0 if blind and not args.blind else args.misses)
        total.merge(score)
        if not blind:
            seen.merge(score)
    if (not args.sets or "corpus" in args.sets) and CORPUS.is_dir():
        report("corpus", score_corpus(extractor, CORPUS), args.misses)
    report("all snippets", total, 0)
    by_rule(seen)
    return 0


if __name__ == "__main__":
    sys.exit(main())
