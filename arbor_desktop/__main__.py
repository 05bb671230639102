"""The entry point: ``python -m arbor_desktop ARGS…``, ``arbor ARGS…``, ``python3 main.py ARGS…``.

No command and ``demo`` open the window; everything else belongs to the command line, which never imports Qt.
Only what is needed is imported, since a hook pays for every millisecond here.
"""

import sys

# Global options that take a value, which may stand before the command: the value is no command.
_WITH_VALUE = frozenset({"--home"})
# Options for the command line even without a command.
_OF_THE_COMMAND_LINE = frozenset({"-h", "--help", "--version", "--json"})


def command_of(arguments: list[str]) -> str | None:
    """Return the command in these arguments (without the program's name); None if there is none."""
    rest = iter(arguments)
    for argument in rest:
        if not argument.startswith("-"):
            return argument
        if argument in _WITH_VALUE:
            next(rest, None)
    return None


def wants_window(arguments: list[str]) -> bool:
    """Return whether these arguments open the window: no command, or ``demo``."""
    command = command_of(arguments)
    if command is not None:
        return command == "demo"
    return not _OF_THE_COMMAND_LINE & set(arguments)


def main(argv: list[str] | None = None) -> int:
    """Run the window or the command line with the arguments (default: this process's). Return the exit
    code."""
    arguments = sys.argv[1:] if argv is None else argv
    if wants_window(arguments):
        return window(arguments)
    import atexit
    import gc

    gc.set_threshold(50_000)  # what is imported stays: looking through it is a tenth of a short command
    atexit.register(gc.freeze)  # … and looking through it once more at the end is another
    for name in ("inspect", "ipaddress", "traceback"):
        _import_late(name)
    if command_of(arguments) == "hook" and not {"-h", "--help"} & set(arguments):
        from arbor_desktop.integrations.hooks import entry  # an AI tool waits for it

        return entry.main(arguments)
    if command_of(arguments) == "mcp":
        from arbor_desktop.integrations.mcp import entry as server  # so does it here

        if (code := server.main(arguments)) is not None:
            return code
    from arbor_desktop import cli

    return cli.main(arguments)


def _import_late(name: str) -> None:
    """Load a module of the standard library when something of it is first used (PEP 562).

    `dataclasses`, `logging` and `urllib` import these for what a short command does not do, in a tenth of its
    time.
    """
    from importlib.util import find_spec, module_from_spec
    from threading import RLock

    spec = find_spec(name)
    if name in sys.modules or spec is None or spec.loader is None:
        return
    module, loader, lock = module_from_spec(spec), spec.loader, RLock()
    waiting = [loader.exec_module]

    def load(attribute: str) -> object:
        with lock:  # another thread waits until all of it is there
            while waiting:
                waiting.pop()(module)
                del module.__getattr__
        if attribute not in vars(module):
            raise AttributeError(f"module {name!r} has no attribute {attribute!r}")
        return vars(module)[attribute]

    module.__getattr__ = load  # type: ignore[method-assign]
    sys.modules[name] = module


def window(argv: list[str] | None = None) -> int:
    """Open the window, as the installed ``arbor-desktop`` does; if it can't, say why and return 1."""
    arguments = sys.argv[1:] if argv is None else argv
    if not {"-h", "--help"} & set(arguments):
        from arbor_desktop import prerequisites

        missing = prerequisites.for_window()
        if missing is not None:
            sys.stderr.write(f"{missing}\n")
            return 1
    import gc

    # What is made until the first list is shown stays: to look through it takes a tenth of the start.
    gc.set_threshold(100_000)  # `app` sets it back
    from arbor_desktop import app

    return app.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
