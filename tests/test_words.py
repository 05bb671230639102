"""The window, the command line, the settings and the documents speak plain English.

Each pattern finds a turn of phrase that reads like a translation, or inner vocabulary. Code is not looked at.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from arbor_desktop.settings import SETTINGS

CHECKOUT = Path(__file__).parents[1]
PACKAGE = CHECKOUT / "arbor_desktop"

_MEMORY = r"(?:memor(?:y|ies)|rules?|statements?|facts?|instructions?|preferences?)"
_AI_TOOL = r"(?:an? )?(?:agents?|AIs?|AI tools?)"

PATTERNS = {
    name: re.compile("|".join(patterns), re.IGNORECASE)
    for name, *patterns in (
        ("share, not tell", r"\b(?:told|telling)\b", r"(?<!you )\btells?\b"),
        (
            "needs review, not waits",
            rf"\b(?:{_MEMORY}|conflicts?|suggestions?|proposals?) waits?\b",
            r"\b(?:what|which|that|still|it|they|ones?|%n|\d+) waits?\b(?! (?:until|at most)\b)",
            r"\bwait(?:s|ing)? (?:here|for (?:your|you|a decision|review))\b",
        ),
        ("review, not yes", r"\byour (?:yes|no)\b", r"\byes or no\b"),
        (
            "applies, not holds",
            rf"\b(?:{_MEMORY}|still|always|only|what|it|they) (?:hold|holds)\b",
            r"\bholds?(?= (?:only|in|for|on|if|when|while|everywhere|always|until|true|there|here)\b)",
            r"\bholds?(?= ?[.,;:]| ?$)",
            r"\bheld (?:once|against)\b",
        ),
        (
            "applies, not lasts",
            rf"\b(?:{_MEMORY}|that|what|to) last\b(?! (?:year|month|week|day|night|time)\b)",
            r"\blasts\b",
        ),
        ("applies, not stands", r"\bstands\b", r"\bstand (?:here|there|in)\b"),
        ("undone, not taken back", r"\b(?:take|takes|taken|taking|took) (?:\w+ )?back\b", r"\bback again\b"),
        (
            "already saved, not known",
            rf"\b(?:already known|known already|known {_MEMORY}|what is known)\b",
            r"\bknown in other words\b",
            r"^known$",
        ),
        (
            "mentioned, not said",
            r"\bsaid (?:\{|%|\d|(?:again|together|twice|once|on|in the|in conversations)\b)",
        ),
        (
            "deleted, not goes",
            r"\b(?:take|takes|taken) away\b",
            r"\bgoes away\b",
            r"\b(?:forgets?|forgotten)\b",
            r"\b(?:memory|file|block|line|entry|text) goes(?! (?:to|in|into|on|only|with|through)\b)",
        ),
        (
            "automatically, not by itself",
            r"\bby (?:itself|themselves)\b",
            r"\bon (?:its|their) own(?= ?[.,;:)]| ?$| (?:and|or|when|if|after|once)\b)",
        ),
        ("again, not anew", r"\banew\b"),
        ("is not a, not is no", r"(?<!there )\b(?:is|are|was|were) no (?!longer\b|more\b|one\b)\w+"),
        ("fix, not mend", r"\bmend(?:s|ed|ing)?\b"),
        ("so many", r"\bso (?:many|much|few|certain|sure)\b(?! (?:as|that)\b)"),
        (
            "unchanged, not as it was",
            r"\bas (?:it|they) (?:is|are|was|were)(?= ?[.,;:·)]| ?$)",
            r"\bat first\b",
            r"\bas the system says\b",
        ),
        (
            "replaced, not took the place",
            r"\b(?:take|takes|taken|took) (?:the|its|their) place\b",
            r"\bsuperseded\b",
        ),
        (
            "a label, not a clause",
            r"^(?:what (?!your AI )|whether |which )[^?.]*$",
            r"^(?:whether|which) [^?]*$",
        ),
        (
            "from AI tools, not of",
            rf"\b(?:suggestions?|proposals?|memories|notes) of {_AI_TOOL}\b",
            r"\bagents? proposed?\b",
        ),
        ("reading, not capture", r"(?<!arbor )\bcaptur(?:e[sd]?|ing)\b", r"\bextraction\b(?!\.\w)"),
        ("sharing, not injection", r"(?<!prompt )\binjection\b(?!\.\w)"),
        ("ignore, not exclude", r"(?<!arbor )\bexclud(?:e[sd]?|ing)\b"),
        (
            "jargon",
            r"\bentropy\b",
            r"\bhalf-li(?:fe|ves)\b",
            r"\bgotchas?\b",
            r"\btrivial\b",
            r"\bcomplexity (?:\d|\{)",
            r"\beffective confidence\b",
        ),
        ("a figure of confidence", r"\b0\.\d+ vs\.? 0\.\d+"),
        ("an aphorism", r"\bsaid twice\b", r"\bslip of the fingers\b", r"\bwatching nothing\b"),
    )
}

_KEYWORDS = "words by which a setting is found, not shown"

EXCEPTIONS = {
    "Say whether a memory is right: CONFIRM, INCORRECT, OUTDATED, or FORGET, which archives it.": "a value",
    "purge erase forget reset all memories": _KEYWORDS,
    "decay policy forget": _KEYWORDS,
    "decay preview curve forget archived": _KEYWORDS,
    "Too early to tell": "the usual term",
    "Too early to tell.": "the usual term",
    "ignore exclude never read folders projects files patterns": _KEYWORDS,
    "folders files watch ignore exclude import wait": _KEYWORDS,
}
"""By text: why it may say so."""

_FENCE = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`]+`")
_ADDRESS = re.compile(r"(?<=\])\([^)]*\)")
_ITEM = re.compile(r"(?: *(?:[-*]|\d+\.) +|#+ +|> *)")


class Text(NamedTuple):
    file: Path
    line: int
    text: str


def patterns_in(text: str) -> list[str]:
    """Return the names of the patterns that a text has."""
    plain = " ".join(text.split())
    return [name for name, pattern in PATTERNS.items() if pattern.search(plain)]


def of_document(file: Path) -> Iterator[Text]:
    """Yield the headings, cells, items and paragraphs of a document, without code and addresses."""
    prose = _FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), file.read_text("utf-8"))
    for hidden in (_CODE, _ADDRESS):
        prose = hidden.sub(lambda found: "…" + "\n" * found[0].count("\n"), prose)
    start, words = 0, ""
    for number, line in enumerate([*prose.splitlines(), ""], 1):
        item, row = _ITEM.match(line), line.startswith("|")
        if words and (item or row or not line.strip()):
            yield Text(file, start, words)
            words = ""
        if row:
            yield from (Text(file, number, cell.strip(" *")) for cell in line.strip("|").split("|"))
        elif words:
            words += f" {line.strip()}"
        elif line.strip():
            start, words = number, line[item.end() if item else 0 :].strip()
            if line.startswith("#"):
                yield Text(file, start, words)
                words = ""


def _string(node: ast.AST) -> str | None:
    """Return a text as people read it, `{}` where values go."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_string(part) or "{}" for part in node.values)
    return None


def _called(node: ast.AST) -> str:
    """Return the name of the function that a node calls, or "raise"."""
    if isinstance(node, ast.Raise):
        return "raise"
    function = getattr(node, "func", None)
    return str(getattr(function, "attr", getattr(function, "id", "")))


def of_code(file: Path, shown_by: Collection[str] = ()) -> list[Text]:
    """Return the texts of a module that people may read: those in calls or statements `shown_by`, or else all
    strings of several words; and the help of commands, which is their docstring.
    """
    found: list[Text] = []

    def walk(node: ast.AST, shown: bool) -> None:
        text = _string(node)
        if text is not None:
            if shown and (shown_by or " " in text.strip()):
                found.append(Text(file, getattr(node, "lineno", 0), text))
            for part in getattr(node, "values", ()):
                if isinstance(part, ast.FormattedValue):
                    walk(part.value, False)
            return
        if isinstance(node, ast.FunctionDef) and "command" in map(_called, node.decorator_list):
            found.append(Text(file, node.lineno, ast.get_docstring(node) or ""))
        if isinstance(node, ast.Expr) and _string(node.value) is not None:
            return  # another docstring
        if isinstance(node, ast.keyword) and node.arg == "keywords":
            return  # of a setting: they find it, and are not shown
        for child in ast.iter_child_nodes(node):
            walk(child, shown or _called(node) in shown_by)

    walk(ast.parse(file.read_text("utf-8")), not shown_by)
    return found


@pytest.fixture(scope="module")
def texts() -> list[Text]:
    found: list[Text] = []
    for file in sorted(PACKAGE.rglob("*.py")):
        room = file.relative_to(PACKAGE).parts[0]
        if room in {"cli", "doctor.py", "settings.py"}:
            found += of_code(file)
        else:
            found += of_code(file, {"tr", "QT_TR_NOOP"} if room == "ui" else {"raise", "Sentence"})
    for file in (*sorted(CHECKOUT.glob("*.md")), *sorted((CHECKOUT / "docs").glob("*.md"))):
        found += of_document(file)
    return found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Your AI is told of it.", ["share, not tell"]),
        ("Arbor remembers what you tell your AI assistants.", []),
        ("What waits for your yes", ["needs review, not waits", "review, not yes", "a label, not a clause"]),
        ("Two memories wait for your decision", ["needs review, not waits"]),
        ("Wait before reading", []),
        ("Conversations wait until the model answers.", []),
        ("This rule holds only in dockside-ui.", ["applies, not holds"]),
        ("Hold Shift to select several.", []),
        ("It keeps what lasts.", ["applies, not lasts"]),
        ("Last used", []),
        ("It stands in the log.", ["applies, not stands"]),
        ("Taken back: Package manager", ["undone, not taken back"]),
        ("Already known. Confidence raised.", ["already saved, not known"]),
        ("Known limits", []),
        ("Never used · said 22 Nov", ["mentioned, not said"]),
        ("You said that it works.", []),
        ("The file goes away.", ["deleted, not goes"]),
        ("A rule for Python goes only to projects that use Python.", []),
        ("Settled by itself", ["automatically, not by itself"]),
        ("Each branch on its own line", []),
        ("Count anew", ["again, not anew"]),
        ("None of them is so certain", ["so many"]),
        ("Leave it as it is.", ["unchanged, not as it was"]),
        ("The older memory becomes superseded.", ["replaced, not took the place"]),
        ("Which new memories need your review", ["a label, not a clause"]),
        ("What your AI will see", []),
        ("What do you want to remember?", []),
        ("2 proposals of agents", ["from AI tools, not of"]),
        ("Capture rests", ["reading, not capture"]),
        ("arbor capture export.zip", []),
        ("Injection", ["sharing, not injection"]),
        ("Exclude this project", ["ignore, not exclude"]),
        ("Found by pattern and by entropy", ["jargon"]),
        ("0.76 vs 0.72", ["a figure of confidence"]),
        ("That is no folder. Mend it.", ["is not a, not is no", "fix, not mend"]),
        ("There is no folder. It is no longer watched.", []),
        ("Said twice, held once.", ["applies, not holds", "mentioned, not said", "an aphorism"]),
    ],
)
def test_patterns_are_found(text: str, names: list[str]) -> None:
    assert patterns_in(text) == names


DOCUMENT = """# A *title*

Some words
of `code` and [a link](other.md#captured).
- An item
```
not this
```

| a | b |
"""
MODULE = """'''No.'''
tr("Shown")
notes = {"a": QT_TR_NOOP("In a table")}
raise Error(f"Not {found}, {tr('inside')}")
text = "Not translated"
Setting("key", "A title", keywords="not shown")
@command("name", "A summary")
def run():
    '''Its help.'''
"""


def test_texts_are_gathered(tmp_path: Path) -> None:
    document, module = tmp_path / "page.md", tmp_path / "code.py"
    document.write_text(DOCUMENT, "utf-8")
    module.write_text(MODULE, "utf-8")
    assert [(line, text) for _, line, text in of_document(document)] == [
        (1, "A *title*"), (3, "Some words of … and [a link]…."), (5, "An item"), (10, "a"), (10, "b"),
    ]  # fmt: skip
    assert [text for *_, text in of_code(module, {"tr", "QT_TR_NOOP"})] == [
        "Shown",
        "In a table",
        "inside",
        "Its help.",
    ]
    assert [text for *_, text in of_code(module, {"raise"})] == ["Not {}, {}", "Its help."]
    assert [text for *_, text in of_code(module)] == [
        "In a table", "Not {}, {}", "Not translated", "A title", "Its help.", "A summary",
    ]  # fmt: skip


def test_all_texts_are_plain(texts: list[Text]) -> None:
    found = [
        f"{file.relative_to(CHECKOUT)}:{line}: {text!r} ({name})"
        for file, line, text in texts
        if text not in EXCEPTIONS
        for name in patterns_in(text)
    ]
    assert not found, "\n".join(found)


def test_every_exception_is_needed(texts: list[Text]) -> None:
    assert len(EXCEPTIONS) <= 20
    assert {text for *_, text in texts}.issuperset(EXCEPTIONS)
    assert all(map(patterns_in, EXCEPTIONS))


_BOLD = re.compile(r"\*\*([^*]+)\*\*")
OF_OTHERS = {"ChatGPT", "Claude.ai", "Data controls", "Export data", "⋯"}
"""Services and their labels, and a sign."""


@pytest.mark.parametrize("name", ["guide.md", "troubleshooting.md"])
def test_every_label_that_is_named_is_in_the_window(texts: list[Text], name: str) -> None:
    shown = "\n".join([text for *_, text in texts] + [setting.title for setting in SETTINGS])
    prose = " ".join((CHECKOUT / "docs" / name).read_text("utf-8").split())
    missing = []
    for bold in _BOLD.findall(prose):
        if bold.endswith((".", ":")):
            continue  # begins a paragraph
        for label in bold.split(" → "):
            pattern = re.sub(r"\d+", "%n", re.escape(label)).replace("…", ".+")
            if label not in OF_OTHERS and not re.search(rf"^{pattern}(:.*)?$", shown, re.MULTILINE):
                missing.append(label)
    assert not missing, missing


OF_THE_SYSTEM = {"Permission denied", "database is locked"}
_QUOTED = re.compile(r'"([^"]+)"')
_JOINED = re.compile(r'"\s*\n\s*f?"')


def test_every_message_that_troubleshooting_quotes_exists() -> None:
    files = [*PACKAGE.rglob("*.py"), CHECKOUT / "resources" / "translations" / "arbor_en.ts"]
    source = _JOINED.sub("", "\n".join(file.read_text("utf-8") for file in files))
    prose = _CODE.sub("", (CHECKOUT / "docs" / "troubleshooting.md").read_text("utf-8"))
    quoted = set(_QUOTED.findall(prose)) - OF_THE_SYSTEM
    patterns = {
        text: re.sub(r"\d+", r"(?:\\d+|{[^}]*})", re.escape(text)).replace("…", ".+") for text in quoted
    }
    assert len(quoted) > 20
    assert [text for text, pattern in patterns.items() if not re.search(pattern, source)] == []
