"""The parts that work with a language model, built together when one is first needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arbor_desktop.branches.updater import DocumentUpdater
from arbor_desktop.capture.batches import Batches
from arbor_desktop.capture.estimates import Estimates
from arbor_desktop.capture.model_judgement import ModelJudgement
from arbor_desktop.capture.responses import Responses
from arbor_desktop.chat.chats import Chats
from arbor_desktop.chat.questions import Questions
from arbor_desktop.conflicts.detection import Detector, offline_judge
from arbor_desktop.context.preview import Contexts
from arbor_desktop.context.retrieval import Retrieval
from arbor_desktop.llm.calls import Calls
from arbor_desktop.llm.client import ModelClient
from arbor_desktop.llm.credentials import Credentials
from arbor_desktop.maintenance.refinement import Refinement
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.summaries.operations import Summaries

KEY_CHANGES = "model.key_changes"


class Models:
    """`calls` makes what runs the calls, with the first one."""

    def __init__(
        self,
        runtime: Runtime,
        calls: Callable[[], Calls],
        environ: Mapping[str, str],
        retrieval: Retrieval,
        contexts: Contexts,
        summaries: Summaries,
        responses: Responses,
        detector: Detector,
        *,
        patience: float,
    ) -> None:
        """`patience`: how many seconds the keyring may take, once."""
        self._rt = runtime
        self.credentials = Credentials(
            environ,
            address=lambda: str(runtime.settings.get("model.base_url")),
            patience=patience,
            changed=lambda: runtime.announce(status=True),
            kept=self._key_changed,
        )
        self._unsubscribe = runtime.settings.subscribe(self._settings_changed)
        self.model = ModelClient(runtime, calls, self.credentials, environ)
        self.judgement = ModelJudgement(runtime, self.model, detector)
        self.refining = Refinement(runtime, self.model, summaries, detector)
        self.branches = DocumentUpdater(runtime, self.model, offline_judge)
        self.estimates = Estimates(runtime, self.model)
        self.batches = Batches(runtime, self.model)
        self.questions = Questions(runtime, self.model, retrieval, summaries)
        self.chats = Chats(runtime, self.model, contexts, responses, detector)

    def _key_changed(self) -> None:
        """Let other processes know, so that they ask the keyring again."""
        self._rt.settings.update(KEY_CHANGES, lambda count: count + 1)

    def _settings_changed(self, keys: frozenset[str]) -> None:
        if KEY_CHANGES in keys:
            self.credentials.forget()
            self._rt.announce(status=True)

    def close(self) -> None:
        """End every call that is running."""
        self._unsubscribe()
        self.model.close()
        self.batches.close()
