"""Summaries of categories: made from the memories when they are asked for, edited and cleared by the person.

A summary is made again when its memories changed, which is known at once. A person's edit is kept: from then
on only what Arbor wrote is renewed, and new memories are added (`document.renewed`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.memories import checks
from arbor_desktop.memories.checks import parse_enum
from arbor_desktop.memories.model import Category, Scope, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.summaries import composition, queries
from arbor_desktop.summaries.model import PERSON, CategoryInfo, CategorySummary, Place
from arbor_desktop.summaries.queries import Version, stale
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.words import clean

MAX_DOCUMENT = 500_000


class Summaries:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    # -- read --

    def get(
        self, name: str, scope: str = "global", scope_id: str | None = None, *, project: str | None = None
    ) -> CategorySummary:
        """Return the present summary, made again if memories changed; an empty one without memories.
        `project` is short for that project's scope. Raises InvalidInput for unknown names."""
        return self._present(self.place(name, scope, scope_id, project))

    def _present(self, place: Place) -> CategorySummary:
        now = self._rt.clock()

        def look(conn: Connection) -> CategorySummary | None:
            newest = queries.newest(conn, place)
            return None if self._must_renew(conn, place, newest, now) else self._answer(conn, place, newest)

        found = self._rt.db.read(look)
        return found if found is not None else self._renew(place, now)

    def infos(
        self, scope: str | None = None, scope_id: str | None = None, *, project: str | None = None
    ) -> list[CategoryInfo]:
        """Return every category of one scope; without a scope those of all scopes with memories, the six
        global ones first."""
        wanted = None
        if scope is not None or project is not None:
            wanted = self.place(Category.FACTS.value, scope or "global", scope_id, project)
        now = self._rt.clock()

        def read(conn: Connection) -> list[CategoryInfo]:
            counts, versions = queries.counts(conn, now), queries.places(conn)
            asked = [(Scope.GLOBAL, None)] if wanted is None else [(wanted.scope, wanted.scope_id)]
            found = {Place(category, *where) for where in asked for category in Category}
            if wanted is None:
                known = {*counts, *((s, i or None, c) for (s, i, c), v in versions.items() if v.markdown)}
                found |= {Place(Category(c), Scope(s), i) for s, i, c in known}
            return [_info(place, counts, versions) for place in sorted(found, key=_order)]

        return self._rt.db.read(read)

    def versions(
        self, name: str, scope: str = "global", scope_id: str | None = None, *, project: str | None = None
    ) -> list[CategorySummary]:
        """Return all stored versions, the newest first."""
        place = self.place(name, scope, scope_id, project)

        def read(conn: Connection) -> list[CategorySummary]:
            return [composition.shown(place, version) for version in reversed(queries.versions(conn, place))]

        return self._rt.db.read(read)

    def private_count(
        self, name: str, scope: str = "global", scope_id: str | None = None, *, project: str | None = None
    ) -> int:
        """Return how many active memories of the category are in no summary, because they are private."""
        place = self.place(name, scope, scope_id, project)
        return self._rt.db.read(lambda c: queries.untold(c, place))

    # -- change --

    def edit(
        self,
        name: str,
        markdown: str,
        scope: str = "global",
        scope_id: str | None = None,
        *,
        project: str | None = None,
        version: int | None = None,
    ) -> CategorySummary:
        """Store a person's text as a new, reviewed version. `version` is the one they started from: newer
        memories are added. Raises InvalidInput if it was edited elsewhere since."""
        place = self.place(name, scope, scope_id, project)
        text = _checked(markdown)
        if version is None:  # a person who writes all of it knows the present summary
            self._present(place)
        now = self._rt.clock()
        dated = composition.with_times(text, reviewed=now, updated=now)

        def write(conn: Connection) -> None:
            every = queries.versions(conn, place)
            base = _base(every, version)
            stamp = queries.stamp(conn, 0) if base is None else base.stamp
            queries.add(
                conn, place, dated, actor=PERSON, now=now, reviewed_at=now, edited=True, stamp=stale(stamp),
                left_out=composition.left_out(base, dated)
            )  # fmt: skip

        self._rt.db.write(write)
        return self._present(place)

    def mark_reviewed(
        self, name: str, scope: str = "global", scope_id: str | None = None, *, project: str | None = None
    ) -> CategorySummary:
        """Note that a person reviewed the summary. Raises NotFound if there is none."""
        place = self.place(name, scope, scope_id, project)
        now = self._rt.clock()
        self._present(place)

        def write(conn: Connection) -> None:
            newest = queries.newest(conn, place)
            if newest is None or not newest.markdown:
                raise NotFound("There is nothing to review yet.")
            queries.review(conn, newest, composition.with_times(newest.markdown, reviewed=now), now)

        self._rt.db.write(write)
        return self._present(place)

    def clear(
        self, name: str, scope: str = "global", scope_id: str | None = None, *, project: str | None = None
    ) -> CategorySummary:
        """Archive the memories of the summary and empty it, as one action. Raises NotFound if there is
        nothing to clear."""
        place = self.place(name, scope, scope_id, project)
        self._present(place)
        by = self._rt.by(PERSON, Sentence("{title} was cleared", title=place.title))

        def write(conn: Connection) -> list[str]:
            newest = queries.newest(conn, place)
            told = queries.rows(conn, place, by.now)
            if not told and (newest is None or not newest.markdown):
                raise NotFound(f"There is nothing to clear in {place.title}.")
            for row, _ in told:
                fields = {"status": Status.ARCHIVED, "archived_at": by.now}
                memories.change(conn, row, fields, by, "archived with its category")
            queries.add(
                conn, place, "", actor=PERSON, now=by.now, reviewed_at=None, edited=False,
                stamp=queries.stamp(conn, composition.until(by.now)), action_id=by.action_id,
            )  # fmt: skip
            return [ident for _, ident in told]

        ids = self._rt.db.write(write)
        self._rt.announce(tuple(ids), status=True)
        return self._present(place)

    def restore(
        self,
        name: str,
        version: int,
        scope: str = "global",
        scope_id: str | None = None,
        *,
        project: str | None = None,
    ) -> CategorySummary:
        """Restore a stored version as the newest. One made by Arbor is renewed again from then on; one of a
        person gets what is new. Memories do not change. Raises NotFound."""
        place = self.place(name, scope, scope_id, project)
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            _bring_back(conn, place, _numbered(queries.versions(conn, place), version), PERSON, now)

        self._rt.db.write(write)
        return self._present(place)

    # -- making anew --

    def _must_renew(self, conn: Connection, place: Place, newest: Version | None, now: int) -> bool:
        if newest is None:
            return True
        if newest.action_id is not None and queries.is_undone(conn, newest.action_id):
            return True
        return not queries.is_fresh(conn, place, newest.stamp, now)

    def _renew(self, place: Place, now: int) -> CategorySummary:
        fresh = self._rt.db.read(lambda c: composition.fresh_of(c, place, self._rt.policy, now))

        def write(conn: Connection) -> CategorySummary:
            newest = _revived(conn, place, now)
            if newest is None or newest.stamp.seq <= fresh.stamp.seq:  # else another process was quicker
                composition.keep(conn, place, newest, fresh, now)
            return self._answer(conn, place, queries.newest(conn, place))

        return self._rt.db.write(write)

    def _answer(self, conn: Connection, place: Place, version: Version | None) -> CategorySummary:
        if version is None:
            return CategorySummary(place.category.value, place.scope.value, place.scope_id, place.title)
        return composition.answer(conn, place, version)

    def place(self, name: str, scope: str, scope_id: str | None, project: str | None) -> Place:
        """Return the place that these values name. Raises InvalidInput."""
        category = parse_enum(Category, name, "category")
        if project is not None:
            if scope_id is not None or scope not in ("global", "project"):
                raise InvalidInput("Give either a project or a scope.", field="project")
            return Place(category, Scope.PROJECT, checks.project_path(project))
        return Place(category, *checks.place(scope, scope_id))


def _bring_back(conn: Connection, place: Place, version: Version, actor: str, now: int) -> None:
    queries.add(
        conn, place, version.markdown, actor=actor, now=now, reviewed_at=version.reviewed_at,
        edited=version.edited, stamp=stale(version.stamp), left_out=version.left_out,
    )  # fmt: skip


def _revived(conn: Connection, place: Place, now: int) -> Version | None:
    """Return the newest version, after restoring the one before a clearing that was undone."""
    every = queries.versions(conn, place)
    newest = every[-1] if every else None
    if newest is None or newest.action_id is None or not queries.is_undone(conn, newest.action_id):
        return newest
    before = next((one for one in reversed(every) if one.version < newest.version), None)
    if before is None:
        return newest
    _bring_back(conn, place, before, before.actor, now)
    return queries.newest(conn, place)


def _checked(markdown: str) -> str:
    if not isinstance(markdown, str):
        raise InvalidInput("A summary must be text.", field="markdown")
    text = clean(checks.without_secrets(markdown))
    if not text:
        raise InvalidInput("A summary can't be empty; clear archives its memories.", field="markdown")
    if len(text) > MAX_DOCUMENT:
        raise InvalidInput(f"A summary has at most {MAX_DOCUMENT:,} characters.", field="markdown")
    return f"{text}\n"


def _base(every: Sequence[Version], version: int | None) -> Version | None:
    """Return the version that an edit starts from. Raises InvalidInput if another edit came after it."""
    if version is None or not every:
        return every[-1] if every else None
    base = _numbered(every, version) if version else None
    since = [one for one in every if one.version > version and one.actor == PERSON]
    if since:
        raise InvalidInput(
            "This summary was changed elsewhere meanwhile. Look at it again before you save.",
            version=since[-1].version,
        )
    return base


def _numbered(every: Sequence[Version], version: int) -> Version:
    found = next((one for one in every if one.version == version), None)
    if found is None:
        raise NotFound(f"There is no version {version} of this summary.", version=version)
    return found


def _info(
    place: Place,
    counts: Mapping[tuple[str, str | None, str], int],
    versions: Mapping[tuple[str, str, str], Version],
) -> CategoryInfo:
    scope, category = place.scope.value, place.category.value
    version = versions.get((scope, place.scope_id or "", category))
    count = counts.get((scope, place.scope_id, category), 0)
    if version is None:
        return CategoryInfo(category, scope, place.scope_id, place.title, count)
    return CategoryInfo(
        category, scope, place.scope_id, place.title, count, version.version, version.edited,
        version.updated_at, version.reviewed_at,
    )  # fmt: skip


def _order(place: Place) -> tuple[int, str, int]:
    return list(Scope).index(place.scope), place.scope_id or "", list(Category).index(place.category)
