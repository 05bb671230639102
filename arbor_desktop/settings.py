"""Settings: one registry of declared keys, kept in `<home>/settings.json` (spec 7.2).

Written atomically under a lock file; undeclared keys and bad values are refused with what is allowed.
A damaged file is set aside, never silently overwritten.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Any

from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.locks import held
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.task_times import DEFAULT_TIMES, Task
from arbor_desktop.text.ranking import THRESHOLD, Weights

LOCK_WAIT_SECONDS = 5.0

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Those that the window speaks, each by its own name: resources/translations."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One declared setting. `kind` is bool, int, float, str or list; `hidden` ones are set by the program."""

    key: str
    default: Any
    kind: type
    title: str
    help: str
    choices: tuple[Any, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    hidden: bool = False
    unit: str = ""
    """Of a number, in words; of a list, what one of its items is."""
    step: float = 1
    """By which an arrow key changes a number."""
    labels: tuple[str, ...] = ()
    """The names of `choices`."""
    keywords: str = ""
    """Words that also find the setting, though they are not shown."""
    refuse: Callable[[Any], str | None] | None = None
    """Returns what is wrong with a value of the right type and range."""

    def check(self, value: Any) -> Any:
        """Return `value` in the setting's type; texts are parsed as people type them. Raises InvalidInput."""
        parsed = self._parse(value)
        if isinstance(parsed, float) and not math.isfinite(parsed):
            raise InvalidInput(f"{self.key} must be a number, not {parsed}.", key=self.key)
        if self.choices and parsed not in self.choices:
            raise InvalidInput(
                f"{self.key} must be one of {', '.join(map(str, self.choices))}.", key=self.key
            )
        low, high = self.minimum, self.maximum
        if (low is not None and parsed < low) or (high is not None and parsed > high):
            raise InvalidInput(f"{self.key} must be between {low:g} and {high:g}.", key=self.key)
        if self.refuse is not None and (wrong := self.refuse(parsed)):
            raise InvalidInput(f"{self.key} {wrong}", key=self.key)
        return parsed

    def _parse(self, value: Any) -> Any:
        if self.kind is list and isinstance(value, str):
            with contextlib.suppress(ValueError, RecursionError):
                value = json.loads(value)
        if self.kind is bool and isinstance(value, str):
            words = {"true": True, "on": True, "yes": True, "1": True}
            words |= {"false": False, "off": False, "no": False, "0": False}
            value = words.get(value.strip().lower(), value)
        if self.kind in (int, float) and isinstance(value, str):
            with contextlib.suppress(ValueError):
                value = self.kind(value)
        if self.kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, self.kind) or (self.kind is not bool and isinstance(value, bool)):
            names = {
                bool: "true or false",
                int: "a whole number",
                float: "a number",
                str: "a text",
                list: "a list",
            }
            raise InvalidInput(f"{self.key} must be {names[self.kind]}, not {value!r}.", key=self.key)
        if isinstance(value, list) and not all(isinstance(item, str | dict) for item in value):
            raise InvalidInput(f"{self.key} must be a list of texts.", key=self.key)
        return value


def _no_weights(value: str) -> str | None:
    return None if Weights.parse(value) else "must be four numbers from 0 to 1 that sum to 1."


def _no_address(value: str) -> str | None:
    from urllib.parse import urlsplit  # needed only when it is changed

    if not value:
        return None
    try:
        parts = urlsplit(value)
        _ = parts.port
    except ValueError:
        return "must look like http://localhost:11434."
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return "must look like http://localhost:11434."
    if parts.username or parts.password:
        return "must not contain a user name or password."
    return None


def _no_times(value: str) -> str | None:
    if value == "off":
        return None
    from cronsim import CronSim, CronSimError  # needed only when it is changed

    try:
        next(CronSim(value, datetime(2026, 1, 1)))
    except (CronSimError, StopIteration):
        return "must be off, or a line of crontab such as 0 3 * * * (minute, hour, day, month, weekday)."
    return None


SETTINGS = (
    Setting("appearance.theme", "system", str, "Theme", "Light, dark, or the same as your system.",
            ("system", "light", "dark"), labels=("System", "Light", "Dark"),
            keywords="colours appearance mode"),
    Setting("appearance.language", "system", str, "Language",
            "The language of Arbor's window. Changes apply after you restart Arbor.",
            ("system", *LANGUAGES), labels=("System", *LANGUAGES.values()), keywords="translation locale"),
    Setting("appearance.single_key_shortcuts", True, bool, "Single-key shortcuts",
            "Use A, E, J, K, N, S and 1 to 5 in Review and Conflicts, except while typing.",
            keywords="keyboard shortcuts hotkeys keys"),
    Setting("tray.keep_running", True, bool, "Keep running in the tray",
            "Arbor keeps running in the tray when you close the window.", keywords="close window background"),
    Setting("tray.explained", False, bool, "Tray explained",
            "Closing to the tray was explained once.", hidden=True),
    Setting("notify.new_memories", True, bool, "New memories", "Notify me about new memories."),
    Setting("notify.errors", True, bool, "Errors",
            "Notify me if a conversation can't be read or maintenance fails."),
    Setting("limits.battery", True, bool, "Wait on battery",
            "Postpone heavy work while on battery.",
            keywords="battery power laptop limits heavy work"),
    Setting("limits.busy", True, bool, "Wait when the computer is busy",
            "Postpone heavy work when other programs use over 60 % of the processor for 2 minutes.",
            keywords="load processor cpu limits heavy work"),
    Setting("limits.full_screen", True, bool, "Wait in full screen",
            "Postpone heavy work during games, films and presentations.",
            keywords="full screen game film presentation limits heavy work"),
    Setting("limits.processor", 100, int, "Processor",
            "Maximum share of one core for reading conversations on this computer.",
            minimum=10, maximum=100, unit="%", step=5, keywords="cpu limits throttle core"),
    Setting("updates.weekly", False, bool, "Check once a week",
            "Ask the website of Arbor's releases for the newest version. Nothing else is sent.",
            keywords="updates upgrade new release version"),
    Setting("updates.newest", "", str, "Newest version",
            "The newest version that was found.", hidden=True),
    Setting("updates.checked_at", 0, int, "Checked for updates",
            "When the newest version was asked for (milliseconds).", hidden=True),
    Setting("capture.enabled_sources", [], list, "Sources",
            "Names of the sources that are watched.", hidden=True),
    Setting("capture.added_folders", [], list, "Folders",
            "Folders of your own that are watched.", hidden=True),
    Setting("capture.excluded", [], list, "Folders, projects and files",
            "Arbor never reads these, or files that match these patterns."),
    Setting("capture.settle_seconds", 90.0, float, "Wait before reading",
            "How long Arbor waits after a conversation's last message.",
            minimum=0, maximum=3600, unit="seconds", step=10),
    Setting("capture.every_turns", 30, int, "Long conversations",
            "Read an ongoing conversation each time it grows by this many messages. Set to 0 to "
            "wait until it ends.",
            minimum=0, maximum=1000, unit="messages", step=5),
    Setting("capture.only_when_asked", False, bool, "Manual mode",
            "Conversations are saved and searchable, but memories are found only when you choose "
            "“Read now”.",
            keywords="by hand"),
    Setting("capture.hook_sessions", True, bool, "Read sessions of connected AI tools",
            "Read a session when it ends, even if its AI tool isn't turned on as a source.",
            keywords="hooks capture consent read session end"),
    Setting("capture.rescan_minutes", 10.0, float, "Check interval",
            "How often Arbor checks sources for changes it may have missed.",
            minimum=0.1, maximum=1440, unit="minutes", keywords="rescan"),
    Setting("capture.paused_until", 0, int, "Paused until",
            "Reading is paused until this time (milliseconds; -1: until resumed).", hidden=True),
    Setting("retention.keep_conversations", 0, int, "Conversation limit",
            "Keep the text of this many conversations, newest first. Set to 0 to keep all.",
            minimum=0, maximum=1_000_000, unit="conversations",
            keywords="retention text old conversations keep delete"),
    Setting("retention.keep_days", 0, int, "Age limit",
            "Delete the text of conversations older than this. Set to 0 to keep all.",
            minimum=0, maximum=36_500, unit="days",
            keywords="retention text old conversations keep delete"),
    Setting("retention.keep_megabytes", 0, int, "Size limit",
            "Delete the oldest conversation text when the total exceeds this size. Set to 0 for no "
            "limit.",
            minimum=0, maximum=1_000_000, unit="MB",
            keywords="retention text old conversations keep delete"),
    Setting("retention.compress_days", 30, int, "Compress after",
            "Compress the text of conversations older than this. It stays searchable. Set to 0 to "
            "turn compression off.",
            minimum=0, maximum=36_500, unit="days",
            keywords="retention text old conversations keep delete"),
    Setting("retention.outcome_days", 90, int, "Session outcomes",
            "Keep session outcomes (files, tests, errors, decisions) this long. Set to 0 to keep all.",
            minimum=0, maximum=36_500, unit="days",
            keywords="retention text old conversations keep delete"),
    Setting("redaction.personal", False, bool, "Remove email addresses and phone numbers",
            "Replace them with a placeholder before anything is saved.",
            keywords="redaction privacy email personal"),
    Setting("file_versions.claude_code", False, bool, "Claude Code",
            "Keep versions of Claude Code's memory files, so that you can restore them.",
            keywords="guard versions memory files restore backup overwrite"),
    Setting("file_versions.codex", False, bool, "Codex",
            "Keep versions of Codex's memory files, so that you can restore them.",
            keywords="guard versions memory files restore backup overwrite"),
    Setting("file_versions.gemini_cli", False, bool, "Gemini CLI",
            "Keep versions of Gemini CLI's memory files, so that you can restore them.",
            keywords="guard versions memory files restore backup overwrite"),
    Setting("extraction.backend", "offline", str, "How conversations are read",
            "On this computer, with Anthropic, with a compatible server, or with the claude command.",
            ("offline", "anthropic", "claude-cli")),
    Setting("extraction.fall_back", True, bool, "Fall back to this computer",
            "If the model gives no usable answer in three attempts, this computer reads the "
            "conversation. When off, you see an error and can try again.",
            keywords="offline rules error"),
    Setting("extraction.least_confidence", 0.75, float, "Minimum confidence",
            "Discard memories that the model finds with lower confidence.", minimum=0.0, maximum=1.0,
            keywords="threshold"),
    Setting("model.name", "", str, "Model",
            "Leave empty to let Arbor choose a small model."),
    Setting("model.base_url", "", str, "Address",
            "A server compatible with Anthropic's API, such as Ollama or LM Studio. Leave empty to "
                "use Anthropic.", refuse=_no_address),
    Setting("model.refine", True, bool, "Refine memories with the model",
            "The model also compares memories, checks conflicts and writes summaries. Sensitive "
            "memories are never sent for this.", keywords="judge conflicts summaries"),
    Setting("model.batch", True, bool, "Read past conversations in batches",
            "Send many conversations to Anthropic at once. This costs half as much, but can take "
            "up to a day.",
            keywords="price half cost past conversations"),
    Setting("model.monthly_budget", 0.0, float, "Monthly budget",
            "Stop using the model for the rest of a month once it has cost this much. Set to 0 for "
            "no limit.",
            minimum=0, maximum=100_000, unit="$ per month", keywords="limit dollars money"),
    Setting("model.timeout_seconds", 120.0, float, "Timeout",
            "If there is no answer within this time, Arbor cancels the request and tries again later.",
            minimum=5, maximum=3600, unit="seconds", step=10, keywords="timeout time-out wait"),
    Setting("model.key_changes", 0, int, "Changes of the key",
            "Increases when a key is saved or removed, so that running processes read the "
            "keyring again.",
            hidden=True),
    Setting("model.paused", False, bool, "Pause the model",
            "Send nothing to a model until you turn this off.", keywords="stop"),
    Setting("review.mode", "uncertain", str, "Review new memories",
            "Choose which new memories need your review.", ("everything", "uncertain", "nothing"),
            labels=("Everything", "Uncertain only", "Nothing"), keywords="pending accept"),
    Setting("review.certain_from", 0.8, float, "Review if confidence is below",
            "With “Uncertain only”, memories below this confidence need review.", minimum=0, maximum=1,
            keywords="confidence threshold"),
    Setting("review.accept_certain", False, bool, "Accept very certain memories automatically",
            "Memories that conflict with or update another memory, and instructions that aren't "
            "from you, still need review.",
            keywords="automatic"),
    Setting("review.accept_from", 0.9, float, "Auto-accept if confidence is at least",
            "Memories with at least this confidence count as very certain, here and in Review.",
            minimum=0.5, maximum=1, keywords="confidence threshold accept all"),
    Setting("team.facts", "active", str, "Facts and decisions from the team",
            "Used in the team's projects only, marked with their author. What isn't plainly a fact needs "
            "your review, unless you trust the author.",
            ("active", "review"), labels=("Use right away", "Review first"), keywords="shared members"),
    Setting("team.instructions", "trusted", str, "Instructions from the team",
            "Instructions of authors you trust can be used without review.",
            ("trusted", "review"), labels=("Review untrusted", "Review all"),
            keywords="shared members trust"),
    Setting("conflicts.detect", True, bool, "Find conflicts",
            "Compare new and changed memories with your saved memories, on this computer. If you "
            "use a model, “Refine memories with the model” lets it check for conflicts too.",
            keywords="conflict compare"),
    Setting("conflicts.auto_resolve", False, bool, "Resolve clear conflicts automatically",
            "Keep the memory that is far more certain, without asking. You can reopen the conflict.",
            keywords="conflict"),
    Setting("conflicts.auto_resolve_from", 0.25, float, "Required difference",
            "How much more certain one memory must be, based on confidence, recent use and how "
            "often it helped.",
            minimum=0.05, maximum=1, keywords="effective confidence threshold automatic resolve"),
    Setting("notify.hooks", True, bool, "Integrations",
            "Notify me if an integration stops working.", keywords="hooks silent"),
    Setting("notify.conflicts", True, bool, "Conflicts",
            "Notify me when new memories conflict with older memories.", keywords="contradictions"),
    Setting("notify.week", False, bool, "Weekly digest",
            "Notify me on Mondays about what was learned and changed last week.", keywords="week digest"),
    Setting("confidence.policy", "exponential", str, "Fading",
            "Exponential: unused memories lose confidence fast, then slowly. Linear: evenly.",
            ("exponential", "linear"),
            labels=("Exponential", "Linear"),
            keywords="policy forget"),
    Setting("confidence.grace_days", 30.0, float, "Grace period",
            "Days without use before confidence starts to fade.",
            minimum=0, maximum=3650, unit="days", keywords="decay policy forget"),
    Setting("confidence.floor", 0.1, float, "Lowest confidence", "Confidence never fades below this.",
            minimum=0, maximum=1, keywords="decay policy forget"),
    Setting("lifecycle.purge_archived_days", 0, int, "Delete archived memories",
            "Delete archived memories permanently after this many days. Set to 0 to keep them. "
            "Sensitive memories and memories marked “Always include” are always kept.",
            minimum=0, maximum=36_500),
    Setting("lifecycle.compact", True, bool, "Shorten long memories",
            "Each week, Arbor shortens long memories older than a month. The short form is shown "
            "and shared. The full text stays searchable.",
            keywords="compaction summary"),
    Setting("search.vectors", "all-MiniLM-L6-v2", str, "Search by meaning",
            "Also find memories with a similar meaning. When off, search uses words only.",
            ("off", "all-MiniLM-L6-v2", "folder")),
    Setting("search.vectors_folder", "", str, "Model folder",
            "The folder of your own BERT model, used if the setting search.vectors is “folder”."),
    Setting("search.vectors_of_turns", True, bool, "Search conversations by meaning",
            "Also find conversations with a similar meaning. Arbor prepares them in the background.",
            keywords="turns lines of conversations"),
    Setting("search.weights", "0.5 0.3 0.1 0.1", str, "Result order",
            "Weights for relevance, confidence, use and recency. The four weights must add up to 1.",
            refuse=_no_weights, keywords="ranking weights relevance confidence use recency"),
    Setting("search.recency_half_life_days", 30.0, float, "Recency",
            "After this many days, a memory's recency counts half as much.",
            minimum=1.0, maximum=3650.0, unit="days", step=5, keywords="half-life"),
    Setting("search.threshold", THRESHOLD, float, "Minimum relevance",
            "Less relevant memories are not shared with a prompt.",
            minimum=0.0, maximum=1.0, keywords="noise threshold"),
    Setting("context.max_tokens", 2000, int, "Context budget",
            "Maximum tokens shared when a session starts.", minimum=50, maximum=20_000,
            unit="tokens", step=100, keywords="limit"),
    Setting("context.similar_tasks", True, bool, "Similar past tasks",
            "With a prompt, also share up to two similar past tasks and their outcomes.",
            keywords="past sessions outcome prompt"),
    Setting("injection.enabled", True, bool, "Share memories with connected AI tools",
            "When off, Arbor still reads their conversations.", keywords="hooks inject context"),
    Setting("injection.session_start", True, bool, "At the start of a session",
            "Share memories about you and the project when a session starts.",
            keywords="hooks inject context"),
    Setting("injection.prompts", True, bool, "With each prompt",
            "Add relevant memories not yet shared in the session.", keywords="hooks inject context"),
    Setting("injection.prompt_tokens", 500, int, "Prompt budget",
            "Maximum tokens shared with a prompt.", minimum=50, maximum=2_400,
            unit="tokens", step=50, keywords="limit"),
    Setting("comparison.enabled", False, bool, "Compare sessions",
            "Some sessions of the chosen projects start without memories.", hidden=True),
    Setting("comparison.one_in", 5, int, "Sessions without memories",
            "One in this many sessions starts without memories.", choices=(3, 5, 10), hidden=True),
    Setting("comparison.projects", [], list, "Compared projects",
            "The folders of the projects whose sessions are compared.", hidden=True),
    Setting("learning.promote", True, bool, "Apply proven, general memories to all projects",
            "Proven memories that don't mention their project, or that came up in two projects, "
                "become global. You can undo this.", keywords="global learning project"),
    Setting("learning.common_technologies", ["react", "typescript", "node", "python", "git"], list,
            "Technologies whose pitfalls apply everywhere",
            "Pitfalls of these technologies can become global memories.", unit="technology",
            keywords="global promote learning gotcha"),
    Setting("maintenance.nightly", DEFAULT_TIMES[Task.NIGHTLY], str, "Nightly",
            "Merge the day's duplicates and find conflicts. Enter a cron schedule or “off”.",
            refuse=_no_times),
    Setting("maintenance.daily", DEFAULT_TIMES[Task.DAILY], str, "Daily",
            "Archive faded and unhelpful memories, compress the text of old conversations and make "
            "a backup. Enter a cron schedule or “off”.",
            refuse=_no_times),
    Setting("maintenance.weekly", DEFAULT_TIMES[Task.WEEKLY], str, "Weekly",
            "Shorten long, old memories and archive unused inferred memories. Enter a cron schedule "
            "or “off”.",
            refuse=_no_times),
    Setting("maintenance.monthly", DEFAULT_TIMES[Task.MONTHLY], str, "Monthly",
            "Check all memories, repair the search index and compact the memory file. Enter a "
            "cron schedule or “off”.",
            refuse=_no_times),
    Setting("backup.keep_daily", 7, int, "Daily backups to keep", "Keep this many recent daily backups.",
            minimum=1, maximum=365, unit="backups", keywords="retention"),
    Setting("backup.keep_weekly", 4, int, "Weekly backups to keep",
            "From older backups, keep one per week, up to this number.",
            minimum=0, maximum=520, unit="backups", keywords="retention"),
)  # fmt: skip


def _nearest(key: str, known: list[str]) -> list[str]:
    """Return up to three keys like one that does not exist: those with all its words, else the most alike."""
    import difflib  # only a wrong key needs it

    words = key.lower().replace("_", ".").replace("-", ".").split(".")
    holding = [one for one in known if all(word in one for word in words)]
    last = {one.rpartition(".")[2]: one for one in reversed(known)}
    alike = [
        *difflib.get_close_matches(key, known, 3, 0.7),
        *(last[name] for name in difflib.get_close_matches(key, last, 3, 0.7)),
    ]
    return list(dict.fromkeys([*holding, *alike]))[:3]


def stored_value(path: Path, key: str) -> Any:
    """Return the stored value of a setting, unchecked, before anything else is read; None without one.

    A file that can't be read is left to `Settings`, which says why.
    """
    try:
        return json.loads(path.read_bytes()).get(key)
    except (OSError, ValueError, AttributeError, RecursionError):
        return None


class Settings:
    """The values. Subscribers get the keys that changed, also when another process wrote the file."""

    def __init__(self, path: Path, declared: tuple[Setting, ...] = SETTINGS) -> None:
        self._path = path
        self._declared = {setting.key: setting for setting in declared}
        self._lock = threading.RLock()
        self._subscribers: list[Callable[[frozenset[str]], None]] = []
        self._stamp: tuple[int, int] | None = None
        self.damaged: str | None = None
        """What was wrong with the file, if it was set aside."""
        self._values: dict[str, Any] = {}
        self._load()

    def declared(self) -> tuple[Setting, ...]:
        return tuple(self._declared.values())

    def describe(self, key: str) -> Setting:
        try:
            return self._declared[key]
        except KeyError:
            known = [s.key for s in self._declared.values() if not s.hidden]
            near = _nearest(key, known)
            hint = f"Did you mean {' or '.join(near)}?" if near else "“arbor settings list” shows all."
            raise InvalidInput(f"There is no setting {key!r}. {hint}", key=key, allowed=known) from None

    def get(self, key: str) -> Any:
        setting = self.describe(key)
        with self._lock:
            value = self._values.get(key, setting.default)
        return list(value) if isinstance(value, list) else value

    def stored(self, key: str) -> Any:
        """Return the stored value; None if the default applies."""
        with self._lock:
            return self._values.get(key)

    def all(self) -> dict[str, Any]:
        return {key: self.get(key) for key in self._declared}

    def set(self, key: str, value: Any) -> Any:
        """Check and store a value. Return it as stored. Raises InvalidInput."""
        checked = self.describe(key).check(value)
        self._change({key: checked})
        return checked

    def set_many(self, values: Mapping[str, Any]) -> None:
        """Set several at once: all or none, and no reader sees some without the others."""
        self._change({key: self.describe(key).check(value) for key, value in values.items()})

    def reset(self, key: str) -> Any:
        default = self.describe(key).default
        self._change({key: None})
        return default

    def update(self, key: str, change: Callable[[Any], Any]) -> Any:
        """Change a value by a function of its current value, with no other writer in between."""
        setting = self.describe(key)
        with self._lock, self._file_lock():
            self._load()
            checked = setting.check(change(self.get(key)))
            self._store({key: checked})
        self._tell({key})
        return checked

    def subscribe(self, tell: Callable[[frozenset[str]], None]) -> Callable[[], None]:
        """Call `tell(keys)` on every change, on its thread. Return a function that ends the subscription."""
        with self._lock:
            self._subscribers.append(tell)

        def end() -> None:
            with self._lock, contextlib.suppress(ValueError):
                self._subscribers.remove(tell)

        return end

    def refresh(self) -> bool:
        """Read the file again if another process wrote it. Return whether anything changed."""
        with self._lock:
            if self._stat() == self._stamp:
                return False
            before = dict(self._values)
            self._load()
            changed = {k for k in self._declared if before.get(k) != self._values.get(k)}
        self._tell(changed)
        return bool(changed)

    def _change(self, values: dict[str, Any]) -> None:
        with self._lock, self._file_lock():
            self._load()
            self._store(values)
        self._tell(values.keys())

    def _tell(self, keys: Iterable[str]) -> None:
        changed = frozenset(keys)
        if changed:
            for tell in tuple(self._subscribers):
                tell(changed)

    def _store(self, values: dict[str, Any]) -> None:
        merged = {k: v for k, v in (self._values | values).items() if v is not None}
        partial = self._path.with_name(f".{self._path.name}.{os.getpid()}.partial")
        try:
            with partial.open("w", encoding="utf-8") as file:
                os.chmod(partial, 0o600)  # noqa: PTH101
                json.dump(merged, file, indent=2, ensure_ascii=False, sort_keys=True)
                file.write("\n")
                file.flush()
                os.fsync(file.fileno())
            partial.replace(self._path)
        except OSError as error:
            partial.unlink(missing_ok=True)
            raise StorageError(f"The settings can't be written to {self._path}: {error.strerror}.") from error
        self._values = merged
        self._stamp = self._stat()

    def _load(self) -> None:
        self._stamp = self._stat()
        try:
            text = self._path.read_bytes()
        except FileNotFoundError:
            self._values = {}
            return
        except OSError as error:
            raise StorageError(f"The settings can't be read from {self._path}: {error.strerror}.") from error
        try:
            raw = json.loads(text)
            if not isinstance(raw, dict):
                raise ValueError("not an object")
        except (ValueError, RecursionError) as error:
            aside = self._path.with_name(f"{self._path.stem}.damaged-{int(time.time())}.json")
            try:
                self._path.replace(aside)
            except OSError:  # nothing can be written here: it stays as it is
                aside = self._path
            self._values = {}
            self.damaged = f"The settings file was damaged ({error}) and is now {aside.name}."
            return
        self._values = {}
        for key, value in raw.items():
            if key in self._declared:
                # A bad value in a file edited by hand must not keep the program from starting.
                with contextlib.suppress(InvalidInput):
                    self._values[key] = self._declared[key].check(value)
            else:
                self._values[key] = value  # of a newer version: kept, not read

    def _stat(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size

    def _file_lock(self) -> AbstractContextManager[None]:
        lock = self._path.with_name(f".{self._path.name}.lock")
        busy = StorageError("Another Arbor process keeps the settings file locked.")
        return held(lock, LOCK_WAIT_SECONDS, busy)
