"""MemoryService: the one thing that window, command line and integrations talk to (spec 7.3)."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from arbor_desktop.clock import Clock, local_day, system_clock, to_iso
from arbor_desktop.database import erased
from arbor_desktop.database.connection import Database
from arbor_desktop.errors import StorageError
from arbor_desktop.paths import Home, resolve_home
from arbor_desktop.projects import names
from arbor_desktop.runtime.events import Changes, Events
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.service.lazy import close, of, part
from arbor_desktop.settings import Settings

if TYPE_CHECKING:
    from arbor_desktop.agents.agents import Agents
    from arbor_desktop.agents.proposals import Proposals
    from arbor_desktop.branches.checkout_watcher import CheckoutWatcher
    from arbor_desktop.branches.memory import BranchMemory
    from arbor_desktop.capture.background import BackgroundCapture
    from arbor_desktop.capture.conversations import Conversations
    from arbor_desktop.capture.manual import ManualCapture, Progress
    from arbor_desktop.capture.model import CaptureRow
    from arbor_desktop.capture.outcomes import Outcomes
    from arbor_desktop.capture.responses import Responses
    from arbor_desktop.capture.sources import Sources
    from arbor_desktop.capture.spool import Spool
    from arbor_desktop.conflicts.detection import BackgroundDetection, Detector
    from arbor_desktop.conflicts.model import Judge
    from arbor_desktop.conflicts.operations import Conflicts
    from arbor_desktop.context.block_cache import BlockCache
    from arbor_desktop.context.explanation import Explainer
    from arbor_desktop.context.hook_blocks import HookBlocks
    from arbor_desktop.context.layers import Asked
    from arbor_desktop.context.model import Retrieval as Retrieved
    from arbor_desktop.context.preview import Contexts
    from arbor_desktop.context.receipts import Receipts
    from arbor_desktop.context.retrieval import Retrieval
    from arbor_desktop.conversations.model import Activity
    from arbor_desktop.database.connection import Connection
    from arbor_desktop.devices.operations import Devices
    from arbor_desktop.devices.watcher import DevicesWatcher
    from arbor_desktop.editing.links import Links
    from arbor_desktop.editing.lookup import AccessLog, MemoryLookup
    from arbor_desktop.editing.operations import Memories
    from arbor_desktop.editing.review import Review
    from arbor_desktop.editing.secrets import Secrets
    from arbor_desktop.editing.time_machine import TimeMachine
    from arbor_desktop.exchange.exports import Exports
    from arbor_desktop.exchange.found import Found
    from arbor_desktop.exchange.imports import Imports
    from arbor_desktop.extraction.trust import RuleHistory
    from arbor_desktop.extraction.with_model.extraction import Extraction
    from arbor_desktop.extraction.worker import Worker
    from arbor_desktop.file_versions.versions import FileVersions
    from arbor_desktop.file_versions.watcher import FileVersionWatcher
    from arbor_desktop.llm.calls import Calls
    from arbor_desktop.llm.client import ModelClient
    from arbor_desktop.maintenance.backups import Backups
    from arbor_desktop.maintenance.effect import EffectOperations
    from arbor_desktop.maintenance.insights import InsightsOperations
    from arbor_desktop.maintenance.runner import Maintenance
    from arbor_desktop.maintenance.verification import Verification
    from arbor_desktop.memories.model import Memory
    from arbor_desktop.memories.queries.memories import Write
    from arbor_desktop.projects.operations import Projects
    from arbor_desktop.runtime.footprint import Footprint
    from arbor_desktop.runtime.neighbour import Neighbour
    from arbor_desktop.runtime.status import ServiceStatus
    from arbor_desktop.search.model import Hit, Similar, SimilarTurns
    from arbor_desktop.search.relevance import Relevance
    from arbor_desktop.search.suggestions import SpellingSuggestions
    from arbor_desktop.search.turns import TurnSearch
    from arbor_desktop.search.vectors import Vectors
    from arbor_desktop.service.costs import Costs
    from arbor_desktop.service.maintenance_parts import MaintenanceParts
    from arbor_desktop.service.model_parts import Models
    from arbor_desktop.service.process_watcher import ProcessWatcher
    from arbor_desktop.summaries.operations import Summaries
    from arbor_desktop.team.operations import Team
    from arbor_desktop.team.watcher import TeamWatcher


def offline_judge() -> Judge:
    """Return a new judge of contradictions."""
    from arbor_desktop.conflicts.detection import offline_judge

    return offline_judge()


class MemoryService:
    """Safe to use from several threads; a context manager. Changes are announced through `events`."""

    def __init__(self, runtime: Runtime, worker: Worker | None, environ: Mapping[str, str]) -> None:
        self._rt = runtime
        if worker is not None:
            vars(self)["_worker"] = worker
        self.home: Home = runtime.home
        self.settings: Settings = runtime.settings
        self.events: Events = runtime.events
        self._environ = environ
        self._used_before = time.process_time()
        self.building = threading.RLock()
        self.closed = False
        self._watching = False
        self.settings.subscribe(self._settings_changed)
        self.events.subscribe(self._learn_names)
        self.events.subscribe(self._watch_heads)

    @classmethod
    def open(
        cls,
        home: str | Path | Home | None = None,
        *,
        worker: Worker | None = None,
        clock: Clock = system_clock,
        environ: Mapping[str, str] = os.environ,
        key: str | None = None,
    ) -> Self:
        """Opens (or makes) the memory in `home`. `worker` does the heavy work, by default on this thread;
        `key`: of an encrypted memory, which is looked up if it is not given.

        Raises StorageError with a message for people where the file can't be opened, and
        `encryption.keys.Locked` where it is encrypted and its key is not to be had.
        """
        place = home if isinstance(home, Home) else resolve_home(home, environ)
        if key is not None or place.encryption.exists() or place.encryption_change.exists():
            from arbor_desktop.encryption.operations import key_at_start

            key = key_at_start(place, key)
        try:
            db = Database(place.database, clock, key)
        except StorageError as error:
            copy = place.backups / place.encryption.name
            if key is None and error.context.get("damaged") and copy.exists():
                raise StorageError(
                    f"The memory is encrypted, and {place.encryption} is missing. Copy "
                    f"{copy.name} from the folder of backups to its place.",
                    path=str(place.encryption),
                ) from error
            raise
        service = cls(Runtime(place, db, Settings(place.settings), clock, Events()), worker, environ)
        service._finish_deletion()
        service._learn_names(Changes(projects=True))
        return service

    def _finish_deletion(self) -> None:
        """End a deletion that was cut short, if there is one."""
        with suppress(StorageError):  # a damaged file opens all the same; who reads it says so
            if self._rt.db.read(erased.unfinished).keys:
                self.backups.finish_deletions()

    def close(self) -> None:
        """Stop watching and close the file; running work is finished or left in the queue."""
        self.closed = True
        self._note_use()
        # Models before background capture: what waits for an answer is left in the queue.
        for name in ("maintenance_parts", "_block_cache", "_checkout_watcher",
                     "_file_version_watcher", "_devices_watcher", "_team_watcher", "_catching_up",
                     "_process_watcher", "vectors", "models", "_background_capture", "_worker"):  # fmt: skip
            if (made := self._made(name)) is not None:
                close(made)
        self._rt.db.close()

    def _made(self, name: str) -> Any:
        """Return a part if anybody asked for it; else None."""
        with self.building:
            return vars(self).get(name)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _do_chores(self) -> None:
        self.backups.check_and_back_up()

    def _settings_changed(self, keys: frozenset[str]) -> None:
        capture = any(key.startswith("capture.") for key in keys)
        model = any(key.startswith(("extraction.", "model.")) for key in keys)
        self.events.announce(Changes(settings=True, sources=capture, status=capture or model))
        if model and self._watching and not self.closed:
            self._start_batches()

    def _watch_heads(self, changes: Changes) -> None:
        if self.closed or self._made("_checkout_watcher") is not None:  # it subscribes once it is built
            return
        with suppress(StorageError):  # who reads a damaged file says so
            if self._rt.db.read(names.with_files):
                self._checkout_watcher.on_changes(changes)

    def _learn_names(self, changes: Changes) -> None:
        if changes.projects and not self.closed:
            with suppress(StorageError):  # a damaged file opens all the same; who reads it says so
                names.learn(self._rt.db.read(names.stored))

    # -- parts --

    @part
    def _worker(self) -> Worker:
        """The worker that does the heavy work; by default this thread."""
        from arbor_desktop.extraction.worker import InlineWorker

        return InlineWorker()

    @part
    def sources_part(self) -> Sources:
        """The folders that are read, and the excluded ones."""
        from arbor_desktop.capture.sources import Sources

        return Sources(self._rt, self._environ)

    @part
    def backups(self) -> Backups:
        """Backups of the memory file, and its size."""
        from arbor_desktop.maintenance.backups import Backups

        return Backups(self._rt)

    @part
    def verification(self) -> Verification:
        """Checks of memories, and of the memory file."""
        from arbor_desktop.maintenance.verification import Verification

        return Verification(self._rt)

    @part
    def secrets(self) -> Secrets:
        """The secrets that were removed, and the search for those that are still stored."""
        from arbor_desktop.editing.secrets import Secrets

        return Secrets(self._rt, lambda: self._worker)

    @part
    def _checkout_watcher(self) -> CheckoutWatcher:
        from arbor_desktop.branches.checkout_watcher import CheckoutWatcher

        return CheckoutWatcher(self._rt, lambda: self.branch_memory.options)

    @part
    def file_versions(self) -> FileVersions:
        """Versions of AI tools' memory files."""
        from arbor_desktop.file_versions.versions import FileVersions

        return FileVersions(self._rt, self._environ)

    @part
    def _file_version_watcher(self) -> FileVersionWatcher:
        from arbor_desktop.file_versions.watcher import FileVersionWatcher

        return FileVersionWatcher(self._rt, self.file_versions)

    @part
    def devices(self) -> Devices:
        """Synchronization with other devices."""
        from arbor_desktop.devices.operations import Devices

        return Devices(self._rt)

    @part
    def _devices_watcher(self) -> DevicesWatcher:
        from arbor_desktop.devices.watcher import DevicesWatcher

        return DevicesWatcher(self._rt, self.devices)

    @part
    def team(self) -> Team:
        """Exchange of memories with a team."""
        from arbor_desktop.team.operations import Team

        return Team(self._rt)

    def in_team(self) -> bool:
        """Return whether this installation belongs to a team: quicker than `team`, where it does not."""
        from arbor_desktop.team.queries import local

        return self._rt.db.read(local.own) is not None

    @part
    def _team_watcher(self) -> TeamWatcher:
        from arbor_desktop.team.watcher import TeamWatcher

        return TeamWatcher(self._rt, self.team)

    @part
    def _detector(self) -> Detector:
        from arbor_desktop.conflicts.detection import Detector

        return Detector(self._rt, offline_judge)

    @part
    def _lookup(self) -> MemoryLookup:
        from arbor_desktop.editing.lookup import MemoryLookup

        return MemoryLookup(self._rt)

    @part
    def _memories(self) -> Memories:
        from arbor_desktop.editing.operations import Memories

        return Memories(self._rt, lambda: self._detector)

    @part
    def _links(self) -> Links:
        from arbor_desktop.editing.links import Links

        return Links(self._rt)

    @part
    def time_machine(self) -> TimeMachine:
        """Earlier days, and restoring from them."""
        from arbor_desktop.editing.time_machine import TimeMachine

        return TimeMachine(self._rt, lambda: self._memories)

    @part
    def _relevance(self) -> Relevance:
        from arbor_desktop.search.relevance import Relevance

        return Relevance(self._rt, self._similar)

    @part
    def _retrieval(self) -> Retrieval:
        from arbor_desktop.context.retrieval import Retrieval
        from arbor_desktop.search.relevance import Relevance

        return Retrieval(self._rt, self._relevance, Relevance(self._rt, partial(self._similar, wait=False)))

    @part
    def _contexts(self) -> Contexts:
        from arbor_desktop.context.preview import Contexts

        return Contexts(self._rt, self._relevance.fitting, self._similar_tasks, self._wake)

    @part
    def _conversations(self) -> Conversations:
        from arbor_desktop.capture.conversations import Conversations

        return Conversations(self._rt)

    @part
    def _shown(self) -> AccessLog:
        from arbor_desktop.editing.lookup import AccessLog

        return AccessLog(self._rt)

    @part
    def _capture(self) -> ManualCapture:
        from arbor_desktop.capture.manual import ManualCapture
        from arbor_desktop.capture.memorization import Memorizer

        memorizer = Memorizer(
            self._rt, self._extracting, self._detector, self._learned, lambda: self.models.judgement
        )
        return ManualCapture(self._rt, self._worker, memorizer)

    @part
    def _extracting(self) -> Extraction:
        from arbor_desktop.extraction.with_model.extraction import Extraction

        return Extraction(self._rt, self._worker, lambda: self.model)

    @part
    def spool(self) -> Spool:
        """The notes that hooks left."""
        from arbor_desktop.capture.spool import Spool

        return Spool(self._rt, self._capture, self.sources_part)

    @part
    def _background_capture(self) -> BackgroundCapture:
        from arbor_desktop.capture.background import BackgroundCapture

        return BackgroundCapture(
            self._rt, self._capture, self.sources_part, chore=self._do_chores, spool=self.spool,
            neighbour=self._neighbour,
        )  # fmt: skip

    @part
    def _neighbour(self) -> Neighbour:
        from arbor_desktop.runtime.neighbour import Neighbour

        return Neighbour(self.settings)

    def _has_to_wait(self) -> bool:
        return self._neighbour.waiting() is not None

    @part
    def _conflicts(self) -> Conflicts:
        from arbor_desktop.conflicts.operations import Conflicts

        return Conflicts(self._rt, self._detector)

    @part
    def _review(self) -> Review:
        from arbor_desktop.editing.review import Review

        return Review(self._rt, self._detector)

    @part
    def _responses(self) -> Responses:
        from arbor_desktop.capture.responses import Responses

        return Responses(self._rt, self._worker, self._detector)

    @part
    def _suggesting(self) -> SpellingSuggestions:
        from arbor_desktop.search.suggestions import SpellingSuggestions

        return SpellingSuggestions(self._rt)

    @part
    def _summaries(self) -> Summaries:
        from arbor_desktop.summaries.operations import Summaries

        return Summaries(self._rt)

    @part
    def _turn_search(self) -> TurnSearch:
        from arbor_desktop.search.turns import TurnSearch

        return TurnSearch(self._rt, self._similar_turns)

    @part
    def _projects(self) -> Projects:
        from arbor_desktop.projects.files import ProjectFiles
        from arbor_desktop.projects.operations import Projects

        return Projects(self._rt, ProjectFiles(self._rt))

    @part
    def _outcomes(self) -> Outcomes:
        from arbor_desktop.capture.outcomes import Outcomes

        return Outcomes(self._rt)

    @part
    def _catching_up(self) -> BackgroundDetection:
        from arbor_desktop.conflicts.detection import BackgroundDetection

        return BackgroundDetection(self._rt, self._detector)

    @part
    def _process_watcher(self) -> ProcessWatcher:
        from arbor_desktop.service.process_watcher import ProcessWatcher

        return ProcessWatcher(self._rt)

    @part
    def rules(self) -> RuleHistory:
        """The person's trust in each rule of the offline reading."""
        from arbor_desktop.extraction.trust import RuleHistory

        return RuleHistory(self._rt)

    # -- meaning --

    @part
    def vectors(self) -> Vectors:
        """Searching by meaning."""
        from arbor_desktop.search.vectors import Vectors

        return Vectors(self._rt, self._has_to_wait)

    def _similar(self, query: str, *, wait: bool = True) -> Similar | None:
        if self.settings.get("search.vectors") == "off":
            return None
        return self.vectors.similar(query, wait=wait)

    def _similar_turns(self, query: str) -> SimilarTurns | None:
        return None if self.settings.get("search.vectors") == "off" else self.vectors.similar_turns(query)

    # -- models --

    @part
    def models(self) -> Models:
        """The parts that work with a language model; by default there is none."""
        from arbor_desktop.llm.credentials import PERSON_PATIENCE, WINDOW_PATIENCE
        from arbor_desktop.service.model_parts import Models

        return Models(
            self._rt, self._make_calls, self._environ, self._retrieval, self._contexts, self._summaries,
            self._responses, self._detector,
            patience=WINDOW_PATIENCE if self._worker.apart else PERSON_PATIENCE,
        )  # fmt: skip

    @property
    def model(self) -> ModelClient:
        """The language model that the person chose."""
        return self.models.model

    def _make_calls(self) -> Calls:
        if self._worker.apart:
            from arbor_desktop.llm.calls import ProcessCalls

            return ProcessCalls()
        from arbor_desktop.llm.backends import InlineCalls

        return InlineCalls()

    # -- maintenance --

    @part
    def maintenance_parts(self) -> MaintenanceParts:
        """Maintenance, learning, projects."""
        from arbor_desktop.service.maintenance_parts import MaintenanceParts

        return MaintenanceParts(
            self._rt, self._detector, self.backups, self.verification,
            lambda: self._background_capture.busy, lambda: self.models.refining, lambda: self.branch_memory,
            self._has_to_wait,
        )  # fmt: skip

    @part
    def figures(self) -> InsightsOperations:
        """Statistics of the memory; the window asks for those of last week at its start."""
        from arbor_desktop.maintenance.insights import InsightsOperations

        return InsightsOperations(self._rt)

    # -- what is told to AI tools --

    @part
    def effect(self) -> EffectOperations:
        """The comparison of sessions with and without memories."""
        from arbor_desktop.maintenance.effect import EffectOperations

        return EffectOperations(self._rt, self._outcomes)

    @part
    def receipts(self) -> Receipts:
        """Receipts: what sessions received, and how they used it."""
        from arbor_desktop.context.receipts import Receipts

        return Receipts(self._rt)

    @part
    def explainer(self) -> Explainer:
        """Which memories were in the context of an AI's answers, and what it did with them."""
        from arbor_desktop.context.explanation import Explainer

        return Explainer(self._rt)

    @part
    def agent_proposals(self) -> Proposals:
        """The changes and deletions that AI tools propose."""
        from arbor_desktop.agents.proposals import Proposals

        return Proposals(self._rt, self._memories)

    @part
    def _imports(self) -> Imports:
        from arbor_desktop.exchange.imports import Imports

        return Imports(self._rt, self._memories, self._lookup)

    def found_memories(self) -> list[Found]:
        """Return the memories of other tools at their usual places on this computer."""
        from arbor_desktop.exchange import found

        return found.find(Path.home(), map(Path, self.projects()))

    @part
    def _exports(self) -> Exports:
        from arbor_desktop.exchange.exports import Exports

        return Exports(self._rt)

    @part
    def hook_blocks(self) -> HookBlocks:
        """What makes the blocks that hooks print."""
        from arbor_desktop.context.hook_blocks import HookBlocks

        return HookBlocks(self._rt, self._similar)

    @part
    def _block_cache(self) -> BlockCache:
        from arbor_desktop.context.block_cache import BlockCache

        return BlockCache(self._rt)

    def agents(self) -> Agents:
        """The operations that agents may use. A new one each time: a server of agents keeps it."""
        from arbor_desktop.agents.agents import Agents
        from arbor_desktop.agents.storage import AgentStore

        return Agents(
            self._rt, AgentStore(self._rt, self._detector), self._memories,
            self._retrieval, self._contexts, self._summaries, self.list_conflicts, self.agent_proposals,
        )  # fmt: skip

    @part
    def branch_memory(self) -> BranchMemory:
        """The memory of branches, and the files of projects that contain it."""
        from arbor_desktop.branches.memory import BranchMemory

        return BranchMemory(self._rt, lambda: self.models.branches, self._detector)

    def _learned(self, conn: Connection, conversation: int, changed: Collection[str], by: Write) -> list[str]:
        return self.maintenance_parts.learning.learned(conn, conversation, changed, by)

    def _wake(self, project: str) -> None:
        from arbor_desktop.memories.queries import lifecycle

        # Asked with every context of a project: without maintenance where nothing is to be brought back.
        now = self._rt.clock()
        if self._rt.db.read(lambda c: lifecycle.archived_while_inactive(c, project, now)):
            self.maintenance_parts.lifecycle.restore_project(project)

    def _similar_tasks(self, conn: Connection, asked: Asked) -> list[str]:
        if not asked.prompt:
            return []
        # Asked for with every prompt of an assistant: without the other parts of maintenance.
        from arbor_desktop.context.similar_tasks import SimilarTasks

        return SimilarTasks(self._rt).lines(conn, asked)

    # -- what is shown --

    def get(self, id: str, *, count: bool = True) -> Memory:
        """Return a memory, and `count` that as an access. Raises NotFound."""
        memory = self._lookup.get(id)
        if count:
            from arbor_desktop.editing.lookup import EXPLICIT

            self._shown.note([id], EXPLICIT)
        return memory

    def search(self, query: str, *, limit: int = 20, **filters: Any) -> list[Hit]:
        """Return the best memories for any text, up to `limit`."""
        from arbor_desktop.editing.lookup import SEARCH

        hits = self._retrieval.search(query, limit=limit, **filters)
        self._shown.note((hit.memory.id for hit in hits), SEARCH)
        return hits

    def retrieve(
        self, query: str, *, max_results: int = 5, project: str | None = None, branch: str | None = None
    ) -> Retrieved:
        """See `Retrieval.retrieve`."""
        from arbor_desktop.editing.lookup import SEARCH

        found = self._retrieval.retrieve(query, max_results=max_results, project=project, branch=branch)
        self._shown.note((hit.memory.id for hit in found.memories), SEARCH)
        return found

    # -- what parts offer --

    store = of(lambda own: own._memories.store)
    store_many = of(lambda own: own._memories.store_many)
    find_memories = of(lambda own: own._imports.find_memories)
    plan_import = of(lambda own: own._imports.plan_import)
    import_memories = of(lambda own: own._imports.import_memories)
    count_export = of(lambda own: own._exports.count_export)
    export_memories = of(lambda own: own._exports.export_memories)
    get_many = of(lambda own: own._lookup.get_many)
    query = of(lambda own: own._lookup.query)
    facets = of(lambda own: own._lookup.facets)
    recent = of(lambda own: own._lookup.recent)
    update = of(lambda own: own._memories.update)
    update_many = of(lambda own: own._memories.update_many)
    add_tags = of(lambda own: own._memories.add_tags)
    delete = of(lambda own: own._memories.delete)
    archive = of(lambda own: own._memories.archive)
    restore = of(lambda own: own._memories.restore)
    accept = of(lambda own: own._memories.accept)
    reject = of(lambda own: own._memories.reject)
    confirm = of(lambda own: own._memories.confirm)
    linked = of(lambda own: own._links.linked)
    link = of(lambda own: own._links.link)
    unlink = of(lambda own: own._links.unlink)
    history = of(lambda own: own._lookup.history)
    restore_version = of(lambda own: own._memories.restore_version)
    related = of(lambda own: own._lookup.related)
    feedback = of(lambda own: own._memories.feedback)
    record_usage = of(lambda own: own._memories.record_usage)
    report_failure = of(lambda own: own._memories.report_failure)
    adjust_confidence = of(lambda own: own._memories.adjust_confidence)
    undo = of(lambda own: own._memories.undo)
    next_undo = of(lambda own: own._memories.next_undo)

    explain = of(lambda own: own._retrieval.explain)
    find_ids = of(lambda own: own._retrieval.find_ids)

    get_context = of(lambda own: own._contexts.get_context)
    passed_over = of(lambda own: own._contexts.passed_over)
    build_system_prompt = of(lambda own: own._contexts.build_system_prompt)

    conversations = of(lambda own: own._conversations.page)
    conversation = of(lambda own: own._conversations.get)
    conversation_ids = of(lambda own: own._conversations.ids)
    conversations_by_id = of(lambda own: own._conversations.many)
    conversation_facets = of(lambda own: own._conversations.facets)
    conversation_marks = of(lambda own: own._conversations.marks)
    conversation_files = of(lambda own: own._conversations.files)
    turns = of(lambda own: own._conversations.turns)
    read_with = of(lambda own: own._conversations.read_with)
    leave_out = of(lambda own: own._conversations.leave_out)
    take_in = of(lambda own: own._conversations.take_in)

    sources = of(lambda own: own.sources_part.infos)
    enable_source = of(lambda own: own.sources_part.enable)
    disable_source = of(lambda own: own.sources_part.disable)
    add_source = of(lambda own: own.sources_part.add)
    remove_source = of(lambda own: own.sources_part.remove)
    exclusions = of(lambda own: own.sources_part.exclusions)
    exclude = of(lambda own: own.sources_part.exclude)
    include = of(lambda own: own.sources_part.include)

    backup = of(lambda own: own.backups.backup)
    restore_backup = of(lambda own: own.backups.restore_backup)

    search_turns = of(lambda own: own._turn_search.search_turns)
    search_conversations = of(lambda own: own._turn_search.search_conversations)

    process_response = of(lambda own: own._responses.process_response)

    latest_project = of(lambda own: own._projects.latest_project)
    branches = of(lambda own: own._projects.branches)

    list_conflicts = of(lambda own: own._conflicts.find)
    get_conflict = of(lambda own: own._conflicts.get)
    conflicts_of = of(lambda own: own._conflicts.of_memory)
    mark_conflict_seen = of(lambda own: own._conflicts.mark_seen)
    merged = of(lambda own: own._conflicts.merged)
    merge = of(lambda own: own._conflicts.merge)
    resolve_conflict = of(lambda own: own._conflicts.resolve)
    reopen_conflict = of(lambda own: own._conflicts.reopen)

    get_category = of(lambda own: own._summaries.get)
    list_categories = of(lambda own: own._summaries.infos)
    edit_category = of(lambda own: own._summaries.edit)
    mark_category_reviewed = of(lambda own: own._summaries.mark_reviewed)
    clear_category = of(lambda own: own._summaries.clear)
    category_versions = of(lambda own: own._summaries.versions)
    restore_category = of(lambda own: own._summaries.restore)
    private_in_category = of(lambda own: own._summaries.private_count)

    notice = of(lambda own: own._background_capture.notice)
    pause = of(lambda own: own._background_capture.pause)
    resume = of(lambda own: own._background_capture.resume)
    cancel = of(lambda own: own._background_capture.cancel)

    suggest = of(lambda own: own._suggesting.suggest)
    suggest_turns = of(lambda own: own._suggesting.suggest_turns)

    outcome = of(lambda own: own._outcomes.get)

    review_items = of(lambda own: own._review.items)
    review_groups = of(lambda own: own._review.groups)
    review_nearest = of(lambda own: own._review.nearest)
    accept_certain = of(lambda own: own._review.accept_certain)
    accept_edited = of(lambda own: own._review.accept_edited)

    maintenance: of[Maintenance] = of(lambda own: own.maintenance_parts.maintenance)
    run_maintenance = of(lambda own: own.maintenance_parts.maintenance.run)
    cancel_maintenance = of(lambda own: own.maintenance_parts.maintenance.cancel)
    maintenance_status = of(lambda own: own.maintenance_parts.maintenance.status)
    maintenance_log = of(lambda own: own.maintenance_parts.maintenance.log)
    undo_maintenance = of(lambda own: own.maintenance_parts.maintenance.undo)
    run_decay = of(lambda own: own.maintenance_parts.lifecycle.run_decay)
    stale = of(lambda own: own.maintenance_parts.lifecycle.stale)
    get_compaction_candidates = of(lambda own: own.maintenance_parts.compaction.get_compaction_candidates)
    apply_compaction = of(lambda own: own.maintenance_parts.compaction.apply_compaction)
    undo_compaction = of(lambda own: own.maintenance_parts.compaction.undo_compaction)
    compact = of(lambda own: own.maintenance_parts.compaction.compact)

    promote = of(lambda own: own.maintenance_parts.learning.promote)
    keep_to_project = of(lambda own: own.maintenance_parts.learning.keep_to_project)
    homes = of(lambda own: own.maintenance_parts.learning.homes)

    list_projects = of(lambda own: own._projects.list_projects)
    get_project = of(lambda own: own._projects.get_project)
    set_project = of(lambda own: own._projects.set_project)
    read_project = of(lambda own: own._projects.read_project)
    project_sessions = of(lambda own: own._projects.project_sessions)
    find_similar_tasks = of(lambda own: own.maintenance_parts.similar_tasks.find_similar_tasks)

    insights = of(lambda own: own.figures.insights)
    memory_graph = of(lambda own: own.figures.memory_graph)
    week = of(lambda own: own.figures.week)
    timeline = of(lambda own: own.figures.timeline)

    receipts_of = of(lambda own: own.receipts.of_conversation)
    latest_receipts = of(lambda own: own.receipts.latest)
    delivery_summary = of(lambda own: own.receipts.summary)
    hook_health = of(lambda own: own.receipts.health)
    explain_answer = of(lambda own: own.explainer.explain)
    explain_answers = of(lambda own: own.explainer.explain_all)
    proposals = of(lambda own: own.agent_proposals.open)
    accept_proposal = of(lambda own: own.agent_proposals.accept)
    accept_proposals = of(lambda own: own.agent_proposals.accept_all)
    reject_proposal = of(lambda own: own.agent_proposals.reject)
    reopen_proposal = of(lambda own: own.agent_proposals.reopen)

    switches = of(lambda own: own.branch_memory.options.get)
    switch = of(lambda own: own.branch_memory.options.set)
    plan_switch = of(lambda own: own.branch_memory.options.plan)
    digest = of(lambda own: own.branch_memory.options.digest)
    keep_digest = of(lambda own: own.branch_memory.options.keep_digest)
    instruction_states = of(lambda own: own.branch_memory.options.states)
    list_branches = of(lambda own: own.branch_memory.list_branches)
    get_branch_memory = of(lambda own: own.branch_memory.get_branch_memory)
    memorize_branch = of(lambda own: own.branch_memory.memorize_branch)
    clear_branch_memory = of(lambda own: own.branch_memory.clear_branch_memory)
    edit_branch_memory = of(lambda own: own.branch_memory.edit_branch_memory)

    # -- capture --

    def capture(
        self,
        paths: Sequence[str | Path],
        *,
        source: str | None = None,
        backend: str | None = None,
        project: str | None = None,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> list[CaptureRow]:
        """Reads and memorizes files and folders at once; naming a path is consent. What hooks left to be done
        is done before."""
        if not dry_run:
            self.spool.drain(memorize=True)
        rows = self._capture.capture(
            paths, source=source, backend=backend, project=project, dry_run=dry_run, progress=progress
        )
        if not dry_run and not self.maintenance_parts.project_reading.running:
            new = [row.conversation_id for row in rows if row.conversation_id and row.status == "success"]
            self.maintenance_parts.project_reading.look_at(new)
        if not dry_run:
            self._read_new()
        return rows

    def _read_new(self) -> None:
        if self.settings.get("search.vectors") != "off":
            self.vectors.read_new()

    def memorize(
        self, conversation_id: str, *, again: bool = False, backend: str | None = None
    ) -> CaptureRow:
        """Memorizes one conversation now; `again` reads all of it anew, `backend` reads instead of the one
        that is set. Raises NotFound, InvalidInput."""
        return self._capture.memorize(conversation_id, again=again, backend=backend)

    def process_waiting(self) -> int:
        """Memorizes what waits (for quiet, or for another try) as soon as there is time. Answers how many."""
        count = self._conversations.process_waiting()
        self._background_capture.read_now()
        return count

    def start_watching(self) -> None:
        """Watches the chosen sources and works off the queue; also notices what other processes change."""
        self.footprint.start()
        self._process_watcher.start()
        self.vectors.start()
        self._catching_up.start()
        self.maintenance_parts.project_reading.start()
        self._background_capture.start()
        self._checkout_watcher.start()
        self._file_version_watcher.start()
        self._devices_watcher.start()
        self._team_watcher.start()
        self._block_cache.start()
        self.maintenance_parts.scheduler.start()
        self._watching = True
        self._start_batches()

    def _start_batches(self) -> None:
        """Where a model was chosen, or batches are under way from when one was."""
        from arbor_desktop.llm.queries import batches

        if self.settings.get("extraction.backend") != "offline" or self._rt.db.read(batches.under_way):
            self.models.batches.start()

    def stop_watching(self) -> None:
        """What a model is being asked by then is answered and stored all the same, until `close`."""
        self._watching = False
        if (parts := self._made("maintenance_parts")) is not None:
            parts.scheduler.close()
        self._background_capture.stop()

    def watch_once(self) -> dict[str, int]:
        """Scans the chosen sources, reads and memorizes all there is, and stops (`watch --once`)."""
        totals = self._background_capture.drain()
        self.file_versions.look()
        self._read_new()
        return totals

    def activity(self, limit: int = 50) -> list[Activity]:
        """Return the log of captures, newest first."""
        from arbor_desktop.conversations.queries import captures

        return self._rt.db.read(lambda c: captures.activity(c, limit))

    # -- for good --

    def purge(self, ids: Sequence[str] = (), *, everything: bool = False, **what: Any) -> dict[str, int]:
        """Deletes for good what is named: ids, a `type`, a `project`, a `conversation`, or everything; with
        that, what Arbor wrote into projects goes, too, and no memory files of AI tools are kept any more.
        `{memories, conversations}` that are gone. No undo. Raises InvalidInput, NotFound."""
        if everything and not ids and not any(what.values()):
            for project in self._rt.db.read(names.with_files):
                self.branch_memory.options.set(project, branch_files=False, instructions={}, activation=False)
            if self.file_versions.wanted:  # else the next look would keep the same words again
                self.settings.set_many(dict.fromkeys(self.file_versions.settings.values(), False))
        return self._memories.purge(ids, everything=everything, **what)

    # -- figures --

    @part
    def footprint(self) -> Footprint:
        """What this process uses, and what all of Arbor used on the last days."""
        from arbor_desktop.runtime.footprint import Footprint

        return Footprint(self.home.folder, self._rt.clock, self._used_before)

    def _note_use(self) -> None:
        if (footprint := self._made("footprint")) is not None:
            footprint.close()
        else:
            from arbor_desktop.runtime.usage_notes import note

            day = local_day(self._rt.clock()).isoformat()
            note(str(self.home.folder), time.process_time() - self._used_before, day=day)

    def costs(self) -> Costs:
        """Return what Arbor took of the computer and what its models cost, in the last seven days."""
        from arbor_desktop.service.costs import costs

        return costs(self, self._rt)

    @property
    def key(self) -> str | None:
        """The key of an encrypted memory."""
        return self._rt.db.key

    @property
    def unwritable(self) -> str | None:
        """Why nothing can be saved, for people; None if all is well."""
        return self._rt.db.unwritable

    def get_status(self) -> ServiceStatus:
        """Return the state of capture and of maintenance."""
        from arbor_desktop.capture.model import LIGHT
        from arbor_desktop.capture.sources import stored_status

        parts: MaintenanceParts | None = self._made("maintenance_parts")
        running = None if parts is None else parts.maintenance.running
        background: BackgroundCapture | None = self._made("_background_capture")
        status = stored_status(self._rt, self.sources_part) if background is None else background.status()
        if background is None and status.queue > LIGHT:
            status = replace(status, waiting=self._neighbour.waiting())
        team: Team | None = self._made("team")  # short commands do without
        status = replace(status, maintenance=running, team_offline=team is not None and team.is_offline())
        if self.settings.get("extraction.backend") == "offline":
            return status
        return self.model.add_to_status(status)

    def get_stats(self) -> dict[str, Any]:
        """The shape of `arbor stats`."""
        from arbor_desktop.capture import queries as statistics
        from arbor_desktop.maintenance.schedule import next_times

        now = self._rt.clock()
        found = self._rt.db.read(lambda c: statistics.stats(c, self._rt.policy, now))
        next_at = min(next_times(self.settings.get, now).values(), default=None)
        return found | {"next_maintenance_at": to_iso(next_at)}

    def projects(self) -> dict[str, int]:
        """Known projects' paths, with how many memories each has."""
        from arbor_desktop.capture import queries as statistics

        return self._rt.db.read(statistics.projects)
