"""Every command, in the order of the help."""

from __future__ import annotations

from arbor_desktop.cli import arguments
from arbor_desktop.cli.parser import Command

CAPTURE, FIND, MEMORIES, KEEP = "Capture", "Find", "Memories", "Arbor itself"
COMMANDS = (
    Command(
        "capture",
        CAPTURE,
        "Read conversations and memorize them at once",
        "capturing:capture",
        arguments.capture,
        "Reads conversations from files and folders and memorizes them at once. What was captured before is\n"
        "skipped, so it can be run again at any time. Naming a path is consent to read it.",
        (
            "arbor capture ~/.claude/projects",
            "arbor capture session.jsonl --dry-run",
            "arbor capture export/ --json | jq '.[] | select(.status == \"error\")'",
        ),
    ),
    Command(
        "watch",
        CAPTURE,
        "Capture from the enabled sources as it happens",
        "watching:watch",
        arguments.watch,
        "Watches the enabled sources without a window until it is stopped (Ctrl-C, SIGTERM), and says\n"
        "what it captures. With --once it takes what is there now, and stops.",
        ("arbor sources enable claude-code", "arbor watch", "arbor watch --once --json"),
    ),
    Command(
        "sources",
        CAPTURE,
        "Where conversations come from",
        "capturing:sources",
        arguments.sources,
        "Where conversations come from. None is read before you enable it.",
        (
            "arbor sources list",
            "arbor sources enable claude-code",
            "arbor sources add ~/exports --source claude-code",
        ),
    ),
    Command(
        "exclude",
        CAPTURE,
        "What is never read",
        "capturing:exclude",
        arguments.exclude,
        "Folders, projects and file patterns that are never read. A pattern with a slash names a folder or\n"
        "file with all below it; one without is compared with the name of every file and folder.",
        ("arbor exclude add ~/work/secret-client", "arbor exclude add '*-private'", "arbor exclude list"),
    ),
    Command(
        "memorize",
        CAPTURE,
        "Memorize captured conversations now",
        "capturing:memorize",
        arguments.memorize,
        "Memorizes captured conversations now; with --again all of them anew, which adds nothing twice.",
        ("arbor memorize 01a20055-949d-74cf-940c-c61d52d751e3", "arbor memorize --again ID ID"),
    ),
    Command(
        "estimate",
        CAPTURE,
        "What reading conversations would take, and cost",
        "models:estimate",
        arguments.estimate,
        "How many conversations there are, how much was said in them, and the time and cost of reading them\n"
        "on this computer and with a model. Nothing is read by anybody for that.",
        ("arbor estimate", "arbor estimate ~/.claude/projects", "arbor estimate --all --json"),
    ),
    Command(
        "leave-out",
        CAPTURE,
        "Keep conversations out of the memory",
        "capturing:leave_out",
        arguments.leave_out,
        "What is said in these conversations from now on is neither read nor memorized; memories they made\n"
        "stay. Typing /arbor off in a conversation does the same.",
        ("arbor leave-out 01a20055-949d-74cf-940c-c61d52d751e3",),
    ),
    Command(
        "take-in",
        CAPTURE,
        "Remember conversations again that were left out",
        "capturing:take_in",
        arguments.take_in,
        "Takes leave-out back: what was said is read and memorized at the next look.",
        ("arbor take-in 01a20055-949d-74cf-940c-c61d52d751e3",),
    ),
    Command(
        "search",
        FIND,
        "The memories that fit some words, best first",
        "finding:search",
        arguments.search,
        "The memories that fit some words, best first; with --conversations, what was said.",
        (
            "arbor search which package manager",
            "arbor search deploy --project . --type instruction skill",
            'arbor search "login redirect" --conversations --limit 5',
        ),
    ),
    Command(
        "ask",
        FIND,
        "A question answered from your memories, which are named",
        "asking:ask",
        arguments.ask,
        "Answers a question from the memories that fit it best, and names them below the answer. The model\n"
        "that is chosen answers; without one, or while it can't be asked, the memories are listed. Only the\n"
        'question and these memories are sent, never what is marked "never share".',
        ('arbor ask "which package manager do I use?"', "arbor ask --project . how do we deploy --json"),
    ),
    Command(
        "chat",
        FIND,
        "Talk with the model, which is told what is remembered",
        "chat:chat",
        arguments.chat,
        "Says one thing to the model that is chosen, and writes its answer as it comes; without a text, on\n"
        "a terminal, line after line. It is told your memories, and with --project those of the project.\n"
        "What is said is kept as a conversation of the source arbor; the window's Chat page shows it too.",
        (
            "arbor chat how do I like my commit messages?",
            'arbor chat --project . "what should a newcomer know?" --json',
            "arbor chat --continue 01a20055 and the tests?",
            "git diff | arbor chat -",
        ),
    ),
    Command(
        "list",
        FIND,
        "All memories that filters leave",
        "finding:list_memories",
        arguments.listing,
        "All memories that the filters leave, the last used first.",
        (
            "arbor list --project .",
            "arbor list --type preference --sort confidence --order asc",
            "arbor list --status all --limit 1000 --json",
        ),
    ),
    Command(
        "show",
        FIND,
        "One memory in full",
        "finding:show",
        arguments.one_id,
        examples=("arbor show 01a20055-959a-7a28-9e7c-7d1dd54b04da",),
    ),
    Command(
        "context",
        FIND,
        "What an AI is told at the start of a session",
        "finding:context",
        arguments.context,
        "What an AI is told at the start of a session: the block itself; with --json, why\n"
        "each memory is in or out.",
        ("arbor context --project .", 'arbor context --project . --prompt "fix the login" --max-tokens 500'),
    ),
    Command(
        "conversations",
        FIND,
        "Captured conversations, newest first",
        "finding:conversations",
        arguments.conversations,
        examples=("arbor conversations --project .", "arbor conversations --status error"),
    ),
    Command(
        "conversation",
        FIND,
        "One conversation with all that was said",
        "finding:conversation",
        lambda parser: arguments.one_id(parser, "a conversation"),
        examples=("arbor conversation 01a20055-949d-74cf-940c-c61d52d751e3 | less",),
    ),
    Command(
        "receipts",
        FIND,
        "Is it working? What sessions were told, and what was of use",
        "receipts:receipts",
        arguments.receipts,
        "What sessions of AI tools were told by hooks, whether it arrived there, and which memories proved\n"
        "to be of use. That is judged from what was said and done, by rules on this computer. What nothing\n"
        "shows counts as unused.",
        ("arbor receipts --project .", "arbor receipts --limit 5 --json"),
    ),
    Command(
        "projects",
        FIND,
        "All projects that memories and conversations are about",
        "projects:projects",
        arguments.nothing,
        examples=("arbor projects", "arbor projects --json | jq '.[].path'"),
    ),
    Command(
        "project",
        FIND,
        "What a project is: its stack, commands, habits, branches",
        "projects:project",
        arguments.project,
        "What a project is, as its own files and its sessions say. Its files are read, never run, and read\n"
        "anew when they changed. Files that may hold secrets, such as .env, are never opened.",
        ("arbor project .", "arbor project ~/family --kind private", "arbor project . --group northquay"),
    ),
    Command(
        "similar",
        FIND,
        "Past tasks like one, and what came of them",
        "projects:similar",
        arguments.similar,
        "The past tasks that are most like one, at most five, with how they ended and what they taught.",
        ('arbor similar "fix the login redirect"', 'arbor similar "add an export to CSV" --project .'),
    ),
    Command(
        "add",
        MEMORIES,
        "Remember something",
        "memories:add",
        arguments.add,
        "Remembers something. What is known already is not stored twice, but becomes more certain.",
        (
            'arbor add "Always use pnpm" --type preference',
            'arbor add "Deploys go out on Tuesdays" --type fact --scope project --scope-id .',
        ),
    ),
    Command(
        "edit",
        MEMORIES,
        "Change a memory",
        "memories:edit",
        arguments.edit,
        'Changes what is named of a memory. "" empties a field. "arbor undo" takes it back.',
        (
            'arbor edit ID --content "Always use pnpm 9"',
            "arbor edit ID --tag build --tag ci --privacy sensitive",
            'arbor edit ID --expires ""',
        ),
    ),
    Command(
        "promote",
        MEMORIES,
        "Make memories of a project global",
        "learning:promote",
        arguments.promote,
        "Makes memories of a project global, so that they are told everywhere. What a global memory says\n"
        "already is merged into that. With --back they hold in their project alone again.",
        ("arbor promote ID", "arbor promote ID --back", "arbor promote ID --back --project ~/src/app"),
    ),
    Command(
        "archive",
        MEMORIES,
        "Set memories aside",
        "memories:archive",
        arguments.many_ids,
        examples=("arbor archive ID ID",),
    ),
    Command(
        "restore",
        MEMORIES,
        "Bring archived, rejected or deleted memories back",
        "memories:restore",
        arguments.many_ids,
        examples=("arbor list --status archived", "arbor restore ID"),
    ),
    Command(
        "delete",
        MEMORIES,
        "Delete memories",
        "memories:delete",
        arguments.many_ids,
        'Deletes memories. "arbor undo" and "arbor restore" bring them back; "arbor purge" deletes for good.',
        ("arbor delete ID", "arbor undo"),
    ),
    Command(
        "review",
        MEMORIES,
        "Memories that wait for your yes",
        "memories:review",
        arguments.review,
        "Lists the new memories that wait for your yes, and those that were marked as outdated. Accepted\n"
        "ones are active and confirmed; rejected ones are not captured again, and outdated ones not told.\n"
        "With --proposals: what agents propose to change or delete. accept and reject take their ids too.",
        (
            "arbor review",
            "arbor review accept ID ID",
            "arbor review reject ID",
            "arbor review --proposals",
        ),
    ),
    Command(
        "conflicts",
        MEMORIES,
        "Memories that contradict each other",
        "conflicts:conflicts",
        arguments.conflicts,
        "Memories that can't both hold, with what Arbor suggests and why.",
        ("arbor conflicts", "arbor conflicts --all --json"),
    ),
    Command(
        "resolve",
        MEMORIES,
        "Decide a conflict",
        "conflicts:resolve",
        arguments.resolve,
        "Decides a conflict. Memories that lose are superseded: no longer told, but kept.\n"
        '"arbor undo" takes it back.\n\n'
        "  accepted_older, accepted_newer  that one holds\n"
        "  accepted_higher_confidence      the more certain one holds\n"
        "  kept_both_with_context          both hold, each in its place\n"
        "  marked_outdated                 the older is to be reviewed, and no longer told until then\n"
        "  merged                          --content takes the place of all",
        (
            "arbor resolve ID accepted_newer",
            'arbor resolve ID merged --content "Use Vitest; Jest only in packages/legacy"',
            'arbor resolve ID kept_both_with_context --older-context "in packages/legacy"',
        ),
    ),
    Command(
        "reopen",
        MEMORIES,
        "Open a decided conflict again",
        "conflicts:reopen",
        lambda parser: arguments.one_id(parser, "a conflict"),
        "Opens a decided conflict again; its memories are as they were before.",
        ("arbor conflicts --all", "arbor reopen ID"),
    ),
    Command(
        "history",
        MEMORIES,
        "What happened to a memory",
        "memories:history",
        arguments.one_id,
        examples=("arbor history ID",),
    ),
    Command(
        "undo",
        MEMORIES,
        "Take back the newest action",
        "memories:undo",
        arguments.nothing,
        "Takes back the newest action of yours, in the window or here; one on many memories as one.",
        ("arbor delete ID ID", "arbor undo"),
    ),
    Command(
        "feedback",
        MEMORIES,
        "Say whether a memory is right",
        "memories:feedback",
        arguments.feedback,
        "Says whether a memory is right: CONFIRM, INCORRECT, OUTDATED, or FORGET, which archives it.",
        ("arbor feedback ID CONFIRM", 'arbor feedback ID OUTDATED --comment "We moved to Postgres"'),
    ),
    Command(
        "used",
        MEMORIES,
        "Say that a memory was used",
        "memories:used",
        arguments.used,
        "Notes that a memory was used, and whether it helped.",
        ("arbor used ID", "arbor used ID --failed --severity HIGH"),
    ),
    Command(
        "category",
        MEMORIES,
        "Summaries of the categories",
        "category:category",
        arguments.category,
        "What the memories of a category come to, as one document: a summary, the key facts with where\n"
        "they come from, contradictions, and notes. It is made from the memories and follows them. A text\n"
        "of yours is kept: new memories are added to it, your words stay.",
        (
            "arbor category list",
            "arbor category show coding_preferences",
            "arbor category edit facts --project . --file facts.md",
            "arbor category clear bug_patterns --project . --yes",
        ),
    ),
    Command(
        "branch",
        MEMORIES,
        "What is remembered of each branch of a project",
        "branching:branch",
        arguments.branch,
        "What is remembered of a branch, in four sections: facts, architectural decisions, conventions, bug\n"
        "patterns. It has what holds in the whole project and what holds on this branch alone. Where you\n"
        "switched that on (arbor instructions on branches), it is kept in a file of the project, too.",
        (
            "arbor branch list --project .",
            "arbor branch show main",
            "arbor branch memorize feature/login --project .",
            "arbor branch edit main",
            "arbor branch clear old-experiment --yes",
        ),
    ),
    Command(
        "stats",
        KEEP,
        "Figures over all memories",
        "keeping:stats",
        arguments.nothing,
        examples=("arbor stats --json",),
    ),
    Command(
        "status",
        KEEP,
        "What is watched and what waits",
        "keeping:status",
        arguments.nothing,
        examples=("arbor status",),
    ),
    Command(
        "instructions",
        KEEP,
        "Memory in CLAUDE.md, AGENTS.md, GEMINI.md of a project",
        "switching:instructions",
        arguments.instructions,
        "Writes what is remembered of the branch that is checked out into files that AI tools read by\n"
        "themselves. Off for each project and file until you switch it on. Arbor changes only its own part,\n"
        "between two marker lines, and takes it out again when you switch it off.\n\n"
        "  CLAUDE.md, AGENTS.md, GEMINI.md   the block, at the end of the file\n"
        "  activation                        CLAUDE.md is joined from CLAUDE_base.md and CLAUDE_<branch>.md\n"
        "  branches                          a file for each branch in .arbor/memory/branches\n"
        "  worktrees                         worktrees share the memory of their repository (on at first)",
        (
            "arbor instructions list --project .",
            "arbor instructions on CLAUDE.md --project . --dry-run",
            "arbor instructions on CLAUDE.md --import",
            "arbor instructions off CLAUDE.md",
        ),
    ),
    Command(
        "integrate",
        KEEP,
        "Set Arbor up in AI tools, so that they ask it by themselves",
        "integrating:integrate",
        arguments.integrate,
        "Sets Arbor up in an AI tool: its hooks tell each session what is remembered, its MCP server lets\n"
        "the AI look things up. On a terminal the exact change of the tool's files is shown first, and you\n"
        "are asked. Nothing else in these files changes; remove takes it out again.\n\n"
        "  claude-code     hooks and MCP server\n"
        "  codex           hooks and MCP server\n"
        "  gemini          hooks and MCP server\n"
        "  claude-desktop  MCP server\n"
        "  cursor          MCP server",
        (
            "arbor integrate list",
            "arbor integrate install claude-code --dry-run",
            "arbor integrate install codex --part mcp",
            "arbor integrate remove claude-code",
        ),
    ),
    Command(
        "hook",
        KEEP,
        "Answers an AI tool at the start of a session, a prompt, and its end",
        "hooking:hook",
        arguments.hook,
        "Reads one JSON object on standard input, as AI tools write it when they call a hook, and answers\n"
        "with what the session is to be told. AI tools call it themselves, once arbor integrate set it up\n"
        "there. It never fails towards the tool: what went wrong is in Arbor's activity list.",
        (
            "arbor integrate install claude-code",
            'echo \'{"session_id": "try", "cwd": "\'$PWD\'"}\' | arbor hook SessionStart',
        ),
    ),
    Command(
        "mcp",
        KEEP,
        "The MCP server, which AI tools start themselves",
        "serving:mcp",
        arguments.mcp,
        "Speaks the Model Context Protocol on standard input and output until the tool leaves. AI tools\n"
        "start it themselves, once arbor integrate set it up there.",
        ("arbor integrate install cursor", "arbor mcp"),
    ),
    Command(
        "settings",
        KEEP,
        "Read and change settings",
        "keeping:settings",
        arguments.settings,
        examples=(
            "arbor settings list",
            "arbor settings set review.mode everything",
            "arbor settings reset review.mode",
        ),
    ),
    Command(
        "key",
        KEEP,
        "The API key of the model, kept in the system's keyring",
        "key:key",
        arguments.key,
        "The API key for the model's address (model.base_url, else Anthropic's). It is kept in the system's\n"
        "keyring and sent to that address alone. It is typed unseen, or piped in, and never printed; a key\n"
        "in ANTHROPIC_API_KEY is used where the keyring has none.",
        ("arbor key set", "arbor key set < key.txt", "arbor key status", "arbor key clear"),
    ),
    Command(
        "model",
        KEEP,
        "The model that reads: whether it can be asked, and what it cost",
        "models:model",
        arguments.model,
        "Who reads your conversations, whether they can be asked now and if not why, and what that cost\n"
        "this month. Exit code 1 where the model that is chosen can't be asked. docs/models.md tells more.",
        (
            "arbor model",
            "arbor model list",
            "arbor model test",
            "arbor model retry",
            "arbor model calls --limit 50 --json",
        ),
    ),
    Command(
        "rules",
        KEEP,
        "How far each rule that finds memories is trusted",
        "rules:rules",
        arguments.rules,
        "Each memory was found by a rule. What you accept or confirm, and what you reject or mark\n"
        "incorrect, decides how far the rule is trusted: one that is often wrong gives less confidence,\n"
        "at most half less.",
        ("arbor rules", "arbor rules reset instruction.always", "arbor rules reset"),
    ),
    Command(
        "vectors",
        KEEP,
        "Searching by meaning: which model, and how far it is",
        "vectors:vectors",
        arguments.vectors,
        "With a language model on this computer, search also finds memories that mean the same. Without one\n"
        "it uses words alone. The model reads each memory once, in the background while Arbor runs.",
        (
            "arbor vectors use all-MiniLM-L6-v2",
            "arbor vectors download",
            "arbor vectors build",
            "arbor vectors off",
        ),
    ),
    Command(
        "maintain",
        KEEP,
        "Tidy up now, instead of at night",
        "maintaining:maintain",
        arguments.maintain,
        "Runs what Arbor does by itself while it is open: one task, or all of them. Ctrl-C stops it; what\n"
        "was done is kept.\n\n"
        "  nightly  merges duplicates of the day, looks for contradictions\n"
        "  daily    archives what faded or was of no use, packs old text, makes a backup\n"
        "  weekly   shortens long, old memories, archives guesses that nobody used\n"
        "  monthly  checks every memory, the file and its indexes\n"
        "  full     all of them",
        (
            "arbor maintain full",
            "arbor maintain daily --json",
            "arbor maintain --log --limit 10",
            "arbor maintain --undo 12",
        ),
    ),
    Command(
        "compact",
        KEEP,
        "Show long, old memories as their essential sentence",
        "compacting:compact",
        arguments.compact,
        "Facts and context of over 200 characters that are older than a month get a short form in their\n"
        "own words, where one sentence stands for all. It is shown and told in place of the text, which\n"
        "stays and is found as before. What would lose something by it is listed and left alone.\n"
        "“arbor undo” takes it back.",
        ("arbor compact --dry-run", "arbor compact"),
    ),
    Command(
        "backup",
        KEEP,
        "Copy all memories to a file",
        "keeping:backup",
        arguments.path,
        "Copies all memories to a file while Arbor may be in use. A folder gets a file named after the time.",
        ("arbor backup ~/arbor.db", "arbor backup /media/stick"),
    ),
    Command(
        "restore-backup",
        KEEP,
        "Replace all memories by a backup's",
        "keeping:restore_backup",
        arguments.path,
        "Replaces all memories by a backup's. What was there is backed up first; a damaged memory\n"
        "file is moved aside.",
        ("arbor restore-backup ~/arbor.db",),
    ),
    Command(
        "purge",
        KEEP,
        "Delete for good",
        "keeping:purge",
        arguments.purge,
        "Deletes for good, out of the history and the file itself. Nothing brings it back.",
        ("arbor purge ID --yes", "arbor purge --project ~/work/old --yes", "arbor purge --all --yes"),
    ),
    Command(
        "doctor",
        KEEP,
        "Check that all is well",
        "keeping:doctor",
        arguments.nothing,
        "Checks files, folders and the computer, and says how to mend what is wrong.",
        ("arbor doctor",),
    ),
)
"""What `arbor --help` lists."""
