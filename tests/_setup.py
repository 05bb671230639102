"""Brings any ``python3 -m tests…`` into the checkout's own environment, with what the tests need.

Imported before anything is installed: standard library only.
"""

import sys
from pathlib import Path

from arbor_desktop import bootstrap, prerequisites

CHECKOUT = Path(__file__).resolve().parent.parent


def ensure(module: str, groups: tuple[str, ...] = ("dev",)) -> None:
    """Returns once this process runs in the environment and the named dependency groups and extras are
    installed.

    Called first thing by a module that is started with ``python3 -m MODULE``, before it imports anything that
    is not in the standard library. Sets up what is missing as main.py does, Qt's system libraries included
    (the window is drawn unseen), and starts `module` again there with the same arguments. Ends the process
    with 1, saying why, if it can't.
    """
    progress = bootstrap.Progress()
    environment = bootstrap.Environment(str(CHECKOUT), progress)
    try:
        python = environment.ensure(groups)
        bootstrap.provide(prerequisites.for_window({"QT_QPA_PLATFORM": "offscreen"}), progress)
        _provide_keyring(progress)
    except bootstrap.SetupFailed as failure:
        sys.exit(f"\n{failure}")
    except KeyboardInterrupt:
        sys.exit("\nStopped. The next start takes it up again.")
    # Compared by the environment's folder: its interpreter is a link to the one it was made from.
    if Path(sys.prefix).resolve() != Path(environment.folder).resolve():
        sys.exit(bootstrap.hand_over(python, ["-m", module, *sys.argv[1:]]))


def _provide_keyring(progress: bootstrap.Progress) -> None:
    """Installs what tests of a real keyring start, where that is allowed; without it they are skipped."""
    missing = prerequisites.for_keyring_tests()
    if not missing or not prerequisites.may_install():
        return
    progress.stage(f"Installing what tests of the keyring need ({', '.join(missing)})")
    trouble = prerequisites.install(missing)
    progress.done()
    if trouble:
        sys.stderr.write(f"It failed, so these tests are skipped:\n{trouble}\n")


def install_postgres() -> int:
    """Install PostgreSQL from Debian's package. Return the exit code."""
    if not prerequisites.may_install():
        sys.stderr.write("Installing PostgreSQL takes root, on a system with apt.\n")
        return 1
    trouble = prerequisites.install(["postgresql"])
    sys.stderr.write(f"{trouble}\n" if trouble else "PostgreSQL is installed.\n")
    return int(bool(trouble))
