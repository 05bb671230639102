"""What the Conflicts page does: follow the store, show one conflict whole, decide it, take decisions back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arbor_desktop.conflicts.model import Conflict, ConflictStatus
from arbor_desktop.errors import ArborError, InvalidInput, NotFound
from arbor_desktop.memories.model import Undone
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Message
from arbor_desktop.ui.conflicts import words
from arbor_desktop.ui.conflicts.model import Action, Choice, Listing, Sheet, Visit, call_of, listing, sheet
from arbor_desktop.ui.controller import Controller, error_words
from arbor_desktop.ui.memory.history_words import undone_words
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.ui.conflicts.dialogs import ConflictDialog
    from arbor_desktop.ui.conflicts.page import ConflictsPage


class ConflictsController(Controller):
    """`shown` is the conflict that is seen, `wanted` the one that is to be as soon as all of it is known:
    only what is seen can be decided. While a decision is under way (`deciding`) nothing else is decided."""

    def __init__(self, bridge: Bridge, page: ConflictsPage, notes: str) -> None:
        """`notes`: as `Visit.remembered_notes` wrote them."""
        super().__init__(bridge, page)
        self._page = page
        self.visit = Visit(notes)
        self.shown: str | None = None
        self.wanted: str | None = None
        self.deciding = False
        self.shows_earlier = self.any_earlier = False
        """Whether conflicts decided before this visit are listed as well; whether there are any."""
        self._to_earlier = False
        self._wanted_of: str | None = None
        """The memory of which a conflict is to be shown."""
        self._reopened: frozenset[str] = frozenset()
        """Conflicts that an undo may have opened again."""
        self._sheets: dict[str, Sheet] = {}
        self._marked: set[str] = set()

    # The list

    def refresh(self) -> None:
        """Read everything again; what is seen stays where it is."""
        self._sheets.clear()
        self.start(self._refresh(), self._fail)

    async def _refresh(self) -> None:
        while True:
            version = self.visit.version
            asked = tuple(filter(None, (*self.visit.kept, *self.visit.open_ids, self.wanted, self.shown)))
            found = await self.ask("list", listing, self.service, asked, self.shows_earlier)
            if version == self.visit.version:  # else something was decided while it was read
                break
        before = set(self.visit.open_ids)
        self._stay_at(self.wanted or self.shown, found)
        self.visit.follow(found.open, found.others, self.shows_earlier)
        self.any_earlier = found.any_earlier
        self._page.show_rows()
        self.name_undo()
        back = [i for i in self.visit.open_ids if i in self._reopened and i not in before]
        self._reopened = frozenset()
        wanted = back[0] if back else self._pick()
        if wanted is None:
            self._show_nothing()
        else:
            self.go_to(wanted, focus=bool(back))

    def _stay_at(self, seen: str | None, found: Listing) -> None:
        """Keep in sight what another process decided while it was looked at: no other one comes under the
        fingers of somebody who is about to press a key."""
        if seen is None or not self.visit.is_open(seen):
            return
        decided = next((c for c in found.others if c.id == seen and not c.status.open), None)
        if decided is not None:
            self.visit.keep(seen)
            self._page.snackbar.say(Message(f"{tr('Already resolved')}: {words.topic(decided)}", "info"))

    def _pick(self) -> str | None:
        """Return what is to be seen: what was asked for, what is seen now, the first open one."""
        visit, memory_id = self.visit, self._wanted_of
        self._wanted_of = None
        of_memory = visit.of_memory(memory_id) if memory_id is not None else None
        for ident in (of_memory, self.wanted, self.shown):
            if visit.get(ident) is not None:
                return ident
        if self._to_earlier and visit.earlier:
            self._to_earlier = False
            return visit.earlier[0]
        return visit.next_open(None)

    def show_conflict(self, ident: str) -> None:
        """Show one conflict, open or decided."""
        if self.visit.get(ident) is not None:
            self.go_to(ident, focus=True)
            return
        self.wanted, self._page.take_focus = ident, True
        self.visit.ask_for(ident)
        self.refresh()

    def show_conflict_of(self, memory_id: str) -> None:
        """Show the first open conflict that a memory takes part in."""
        ident = self.visit.of_memory(memory_id)
        if ident is not None:
            self.go_to(ident, focus=True)
            return
        self._wanted_of, self._page.take_focus = memory_id, True
        self.refresh()

    def show_earlier(self, wanted: bool) -> None:
        """List those decided before this visit as well, or no longer."""
        self.shows_earlier = wanted
        self._to_earlier = wanted and self.shown is None
        self._page.take_focus = self._page.take_focus or self._to_earlier
        self.refresh()

    def end_visit(self) -> None:
        """What was decided is no longer listed."""
        self.visit.end()
        self.shows_earlier = False

    def step(self, step: int) -> None:
        """Go to the row above or below."""
        ident = self.visit.beside(self.wanted or self.shown, step)
        if ident is not None:  # who walks in the list stays there
            self.go_to(ident, focus=not self._page.list.hasFocus())

    def skip(self) -> None:
        """Move the shown conflict to the end of the list, and go on."""
        ident = self.shown
        if ident is None or not self.visit.is_open(ident) or self.deciding:
            return
        following = self.visit.next_open(ident)
        self.visit.skip(ident)
        self._page.show_rows()
        if following is None:
            self._page.snackbar.say(Message(tr("No other open conflicts"), "info"))
        else:
            self.go_to(following, focus=True)

    # One conflict

    def go_to(self, ident: str, *, focus: bool = False) -> None:
        """Show a conflict of the list as soon as all of it is known."""
        self.wanted = ident
        self._page.select(ident, focus=focus)
        if self.shown != ident:
            self.shown = None
        known = self._sheets.get(ident)
        if known is not None and known.conflict == self.visit.get(ident):
            self._present(known)
        else:
            self.start(self._read(ident), self._unreadable)

    async def _read(self, ident: str) -> None:
        found = await self.ask("sheet", sheet, self.service, ident)
        self._sheets[ident] = found
        if ident == self.wanted:
            self._present(found)

    def _unreadable(self, error: BaseException) -> None:
        if isinstance(error, NotFound):  # gone meanwhile
            self.shown = self.wanted = None
            self.refresh()
        else:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        self.shown = self.wanted = None
        self._page.show_failure(error)

    def _present(self, found: Sheet) -> None:
        same, self.shown = self.shown == found.id, found.id
        self.visit.conflicts[found.id] = found.conflict
        self._page.present(found, same=same)
        self.mark_seen()
        following = self.visit.next_open(found.id)
        if following is not None and following not in self._sheets:
            self.start(self._read_ahead(following))

    async def _read_ahead(self, ident: str) -> None:
        """Read the next one, so that it is there when it is wanted."""
        try:
            self._sheets[ident] = await self.ask("ahead", sheet, self.service, ident)
        except ArborError:
            return  # it is read again when it is wanted, and its error is shown then

    def mark_seen(self) -> None:
        """Store that a new conflict was seen, once it really was."""
        conflict = self.visit.get(self.shown)
        if conflict is None or conflict.id in self._marked or not self._page.is_seen:
            return
        if conflict.status is ConflictStatus.UNRESOLVED:
            self._marked.add(conflict.id)
            self.start(self._mark_seen(conflict.id))

    async def _mark_seen(self, ident: str) -> None:
        await self.change(self.service.mark_conflict_seen, ident)

    def _show_nothing(self) -> None:
        self.shown = self.wanted = None
        self._page.show_nothing()

    @property
    def note(self) -> str:
        """What was written to the conflict that is seen."""
        return self.visit.notes.get(self.shown, "") if self.shown is not None else ""

    def write_note(self, note: str) -> None:
        if self.shown is not None:
            self.visit.write(self.shown, note)

    # Decisions

    def decide(self, action: Action) -> None:
        """Do what a button, a key or the menu asks for, on the conflict that is seen."""
        found = self._page.view.sheet
        if self.shown is None or found is None or self.deciding or not found.conflict.is_open:
            return
        if action.choice in (Choice.BOTH, Choice.MERGE):
            self._page.open_dialog(found, action)
            return
        note = self.note.strip()
        if action.choice is Choice.NO_CONFLICT:
            note = f"{tr('Not a conflict')}. {note}" if note else tr("Not a conflict")
        self.resolve(found.id, call_of(found.conflict, action, found.before) | {"note": note or None})

    def resolve(self, ident: str, call: dict[str, Any], dialog: ConflictDialog | None = None) -> None:
        """Store a decision. `call`: the other arguments of `resolve_conflict`."""
        self.deciding = True
        self.start(self._resolve(ident, call, dialog))

    async def _resolve(self, ident: str, call: dict[str, Any], dialog: ConflictDialog | None) -> None:
        try:
            conflict = await self.change(self.service.resolve_conflict, ident, **call)
        except (InvalidInput, NotFound) as error:
            self._refuse(error, dialog)
            return
        finally:
            self.deciding = False
        if dialog is not None:
            dialog.accept()
        self._changed(conflict, f"{words.decided(conflict)}: {words.topic(conflict)}", "check")
        following = self.visit.next_open(conflict.id)
        if following is None:
            self._page.take_focus = True
            self._show_nothing()
        else:
            self.go_to(following, focus=True)

    def _refuse(self, error: ArborError, dialog: ConflictDialog | None = None) -> None:
        if dialog is not None:
            dialog.fail(error_words(error))  # it stays open: what was written in it is not lost
        else:
            self.refused.emit(error)
        if not error.context.get("field"):  # another process was faster
            self.refresh()

    def reopen(self) -> None:
        """Take the decision of the shown conflict back."""
        if self.shown is not None and not self.deciding:
            self.deciding = True
            self.start(self._reopen(self.shown))

    async def _reopen(self, ident: str) -> None:
        try:
            conflict = await self.change(self.service.reopen_conflict, ident)
        except (InvalidInput, NotFound) as error:
            self._refuse(error)
            return
        finally:
            self.deciding = False
        self._changed(conflict, f"{tr('Reopened')}: {words.topic(conflict)}", "undo")
        self.go_to(conflict.id, focus=True)

    def _changed(self, conflict: Conflict, said: str, icon: str) -> None:
        self.visit.put(conflict)
        self._sheets.pop(conflict.id, None)
        self._page.show_rows()
        self.name_undo()
        self._page.snackbar.say(Message(said, icon, self.undo))

    def undo(self) -> None:
        """Take back the newest action, and show the conflict that it was about."""
        self.start(self._undo())

    async def _undo(self) -> None:
        undone = await self.change(self.service.undo, here=True)
        said, _returns = undone_words(undone)
        about = [c for c in self.visit.rows if any(m.memory.id in undone.ids for m in c.members)]
        self._reopened = frozenset(c.id for c in about if not c.is_open)
        if self._reopened:
            said = f"{tr('Undone')}: {words.topic(next(c for c in about if not c.is_open))}"
        self._page.snackbar.say(Message(said, "undo"))
        self.refresh()

    def name_undo(self) -> None:
        """Say what Ctrl+Z takes back: it may have been done on another page."""
        self.start(self._name_undo())

    async def _name_undo(self) -> None:
        undone = await self.ask("undo", self.service.next_undo, here=True)
        self._page.foot.show_undo(self._own(undone) if undone is not None else "")

    def _own(self, undone: Undone) -> str:
        """Return the label of Undo for a change that was made on this page; empty for any other change."""
        for conflict in self.visit.rows:
            if conflict.decision is not None and conflict.resolved_at == undone.at:
                return f"{tr('Undo')}: {words.decided(conflict)}: {words.topic(conflict)}"
            if undone.action == "reopened" and {m.memory.id for m in conflict.members} & {*undone.ids}:
                return f"{tr('Undo')}: {tr('Reopened')}: {words.topic(conflict)}"
        return ""
