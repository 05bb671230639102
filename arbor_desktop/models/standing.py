"""What the chosen model does to the status that people see."""

from __future__ import annotations

from dataclasses import replace

from arbor_desktop.models.door import Model
from arbor_desktop.models.model import STANDING
from arbor_desktop.models.queries import ledger, model_batches
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.status import BackendStatus, ModelStatus, ServiceStatus


def with_model(runtime: Runtime, model: Model, status: ServiceStatus) -> ServiceStatus:
    """What stands in the model's way until a person does something is an error; what passes by itself is
    none, also where a conversation that was asked for met it."""
    ready = model.readiness()
    waiting, batches = runtime.db.read(lambda c: (ledger.waiting_jobs(c), model_batches.overview(c)))
    server = str(runtime.settings.get("model.base_url")) if ready.backend == "anthropic" else ""
    found = ModelStatus(ready, waiting, server)
    status = replace(
        status, model=found, backend=BackendStatus(ready.backend, ready.ready, ready.reason or None),
        batched=batches.conversations,
    )  # fmt: skip
    own = status.state == "error" and status.last_error != ready.reason
    if not found.holds_up or own or status.state not in ("ready", "error"):
        return status
    stands = ready.trouble in STANDING
    return replace(status, state="error" if stands else "ready", last_error=ready.reason if stands else None)
