"""How a question is known again, and how its answer is kept until then."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict

from arbor_desktop.models.model import Access, Answer, Ask, Stop, Usage


def fingerprint(access: Access, ask: Ask) -> str:
    """Stands for a question to a model: asked again, it has the same."""
    parts = [access.backend, access.base_url, access.model, asdict(ask)]
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def packed(answer: Answer) -> str:
    usage = answer.usage
    tokens = [usage.input, usage.output, usage.cache_read, usage.cache_written]
    return json.dumps(
        {
            "text": answer.text,
            "usage": tokens,
            "model": answer.model,
            "stop": answer.stop,
            "cost": answer.cost,
        },
        ensure_ascii=False,
    )


def unpacked(text: str) -> Answer:
    data = json.loads(text)
    return Answer(
        data["text"], Usage(*data["usage"]), data["model"], Stop(data["stop"]), (), data["cost"], True
    )
