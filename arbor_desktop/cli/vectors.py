"""vectors: which model search uses to find what is meant, and what it has still to read."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import words
from arbor_desktop.cli.answer import Answer
from arbor_desktop.cli.output import Output

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener
    from arbor_desktop.service import MemoryService


def vectors(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        match args.action:
            case "use":
                _use(service, args.name)
            case "off":
                service.vectors.use("off")
            case "build":
                service.vectors.build(
                    lambda done, total: out.progress("memories read", done - 1, total),
                    turns_progress=lambda done, total: out.progress("turns read", done - 1, total),
                )
            case "download":
                _download(service, args.name, out)
        state = service.vectors.state()
        document = state.to_dict() | {"models": [model.to_dict() for model in service.vectors.models()]}
    changed = args.action in ("use", "off", "build", "download")
    return Answer(document, lambda: _lines(document, out), remark=changed)


def _use(service: MemoryService, name: str) -> None:
    known = {model.name for model in service.vectors.models()}
    if name in known or name == "off":
        service.vectors.use(name)
    else:
        service.vectors.use("folder", str(Path(name).expanduser().absolute()))


def _download(service: MemoryService, name: str | None, out: Output) -> None:
    chosen = name or next(model.name for model in service.vectors.models() if model.downloadable)
    service.vectors.downloads.run(
        chosen, lambda done, total: out.progress("MB downloaded", done // 10**6 - 1, total // 10**6)
    )
    service.vectors.use(chosen)


def _lines(document: dict[str, Any], out: Output) -> Iterable[str]:
    done, total = f"{document['done']:,}", f"{document['total']:,}"
    turns_done, turns = document["turns_done"], document["turns_total"]
    said = None
    if turns:
        said = f"{turns_done:,} of {turns:,} turns read"
    folder = document["folder"] if document["choice"] == "folder" else None
    states = {
        "off": "off: search goes by words alone",
        "missing": "the model can't be used: search goes by words alone",
        "building": f"{done} of {total} memories read; the rest is being read",
        "waiting": f"{done} of {total} memories read; the rest when Arbor runs, or with: arbor vectors build",
        "ready": f"ready: {words.count(document['total'], 'memory')} read",
    }
    yield from out.fields(
        [
            ("Search by meaning", states[document["state"]]),
            ("Conversations", said),
            ("Model", folder or (document["choice"] if document["choice"] != "off" else None)),
            ("Problem", document["message"]),
        ],
        indent="",
    )
    if document["state"] in ("off", "missing"):
        yield ""
        for model in document["models"]:
            action = "use" if model["here"] else "download"
            yield f"  {model['name']}, {model['size'] / 1e6:.0f} MB: arbor vectors {action} {model['name']}"
