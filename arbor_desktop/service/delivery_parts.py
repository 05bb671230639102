"""Built together when one is first needed."""

from __future__ import annotations

from arbor_desktop.agents.proposals import Proposals
from arbor_desktop.capture.spool import Spool
from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.context.block_cache import BlockCache
from arbor_desktop.context.preview import Contexts
from arbor_desktop.context.receipts import Receipts
from arbor_desktop.editing.operations import Memories
from arbor_desktop.runtime.runtime import Runtime


class Deliveries:
    def __init__(
        self,
        runtime: Runtime,
        memories: Memories,
        detector: Detector,
        spool: Spool,
        contexts: Contexts,
    ) -> None:
        self.receipts: Receipts = Receipts(runtime)
        self.proposals: Proposals = Proposals(runtime, memories)
        self.spool: Spool = spool
        self.warming: BlockCache = BlockCache(runtime)

    def close(self) -> None:
        """Ends what they have under way."""
        self.warming.close()
