"""What `arbor doctor` says of the AI tools that Arbor is set up in."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from arbor_desktop.context.model import HookHealth, Pulse
from arbor_desktop.context.receipts import title_of
from arbor_desktop.doctor.check import OK, WARNING, Check
from arbor_desktop.integrations.setup.setup import Setup
from arbor_desktop.integrations.setup.tools import NEEDED_CLAUDE
from arbor_desktop.models.claude_command import program as claude_program
from arbor_desktop.user_files.model import Integration, Standing


def setup_checks(setup: Setup) -> Iterator[Check]:
    """One for each tool that something is set up in, or was and can't be looked at now."""
    for found in setup.list():
        there = [part for part in found.parts if part.standing is not Standing.ABSENT]
        if any(part.standing is not Standing.BLOCKED or setup.known(part.file) for part in there):
            yield _check(found)


def _check(found: Integration) -> Check:
    name = f"integration {found.title}"
    wrong = [p for p in found.parts if p.standing in (Standing.PARTLY, Standing.BLOCKED)]
    if wrong:
        blocked = all(part.standing is Standing.BLOCKED for part in wrong)
        mend = None if blocked else f"Run: arbor integrate install {found.name}"
        said = " ".join(f"{part.title} in {part.file}: {part.note}" for part in wrong if not blocked)
        return Check(name, WARNING, said or " ".join(part.note for part in wrong), mend)
    there = [part for part in found.parts if part.standing is Standing.INSTALLED]
    where = " and ".join(f"{part.title} in {part.file}" for part in there)
    remarks = [part.note for part in there if part.note]
    if remarks:
        said = f"Set up: {where}. {' '.join(remarks)}"
        return Check(name, WARNING, said, f"Then begin a new session of {found.title}.")
    return Check(name, OK, f"Set up: {where}.")


def version_check(hooked: Collection[str], environ: Mapping[str, str]) -> Iterator[Check]:
    """Whether the Claude Code that is here is new enough for its hooks. Starts it for its version."""
    program = claude_program.find(environ) if "claude-code" in hooked else None
    version = None if program is None else claude_program.version(program, environ)
    if version is None or claude_program.numbers(version) >= claude_program.numbers(NEEDED_CLAUDE):
        return
    said = f"{program} is version {version}; the hooks need {NEEDED_CLAUDE} or newer."
    yield Check("hooks of Claude Code", WARNING, said, "Run: claude update")


def pulse_checks(healths: list[HookHealth]) -> Iterator[Check]:
    """Hooks that are set up: whether they are called, and answer. Their messages say what to do."""
    for health in healths:
        name = f"hooks of {title_of(health.tool)}"
        if health.pulse in (Pulse.SILENT, Pulse.FAILING):
            yield Check(name, WARNING, health.message, "More: docs/integrations.md")
        else:
            yield Check(name, OK, health.message or "They are called, and answer.")
