"""Built together when one is first needed."""

from __future__ import annotations

from arbor_desktop.service.comparing import Comparing
from arbor_desktop.service.context import Contexts
from arbor_desktop.service.delivery.proposals import Proposals
from arbor_desktop.service.delivery.receipts import Receipts
from arbor_desktop.service.delivery.spool import Spool
from arbor_desktop.service.delivery.warming import Warming
from arbor_desktop.service.memories import Memories
from arbor_desktop.service.runtime import Runtime


class Deliveries:
    def __init__(
        self,
        runtime: Runtime,
        memories: Memories,
        comparing: Comparing,
        spool: Spool,
        contexts: Contexts,
    ) -> None:
        self.receipts: Receipts = Receipts(runtime)
        self.proposals: Proposals = Proposals(runtime, memories)
        self.spool: Spool = spool
        self.warming: Warming = Warming(runtime)

    def close(self) -> None:
        """Ends what they have under way."""
        self.warming.close()
