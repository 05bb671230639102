"""What Arbor cost: of the computer, and in money."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arbor_desktop.clock import local_day
from arbor_desktop.documents import document
from arbor_desktop.llm.queries import ledger
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.footprint import Day
from arbor_desktop.runtime.runtime import Runtime

if TYPE_CHECKING:
    from arbor_desktop.service.memory_service import MemoryService


@dataclass(frozen=True, slots=True)
class Costs:
    """Of the last seven days, today last: `days` on this computer, `money` for models in US dollars. `calls`
    of models today; `memory`: the bytes in use now; `size`: of the memory file and its backups; `month`: US
    dollars since its first day, of a `budget` (0: no limit)."""

    days: tuple[Day, ...]
    money: tuple[float, ...]
    calls: int
    memory: int
    size: int
    month: float
    budget: float

    def to_dict(self) -> dict[str, Any]:
        return document(self)


def costs(service: MemoryService, runtime: Runtime) -> Costs:
    memory = service.footprint.sample()
    days = service.footprint.days()
    spent = runtime.db.read(lambda conn: ledger.spent_by_day(conn, days[0].day, days[-1].day))
    today = spent.get(days[-1].day, ledger.Spent())
    month = local_day(runtime.clock()).isoformat()[:7]
    of_month = runtime.db.read(lambda conn: ledger.spent_by_day(conn, month))
    return Costs(
        days,
        tuple(spent.get(day.day, ledger.Spent()).cost for day in days),
        today.calls,
        memory,
        sum(service.backups.sizes().values()),
        sum(day.cost for day in of_month.values()),
        float(runtime.settings.get("model.monthly_budget")),
    )
