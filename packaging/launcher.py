"""Starts the program in a bundle: `arbor ARGS…` and, as Python would, `arbor -m arbor_desktop.MODULE …`."""

import os
import sys

# The bundle's own libraries are for this process, not for the programs that it starts.
_before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
os.environ.pop("LD_LIBRARY_PATH", None)
if _before is not None:
    os.environ["LD_LIBRARY_PATH"] = _before
for _name in [name for name in os.environ if name.startswith("_PYI_")]:
    del os.environ[_name]

if sys.argv[1:2] == ["-m"] and sys.argv[2].partition(".")[0] == "arbor_desktop":
    import runpy

    del sys.argv[1]
    runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
else:
    from arbor_desktop.__main__ import main

    sys.exit(main())
