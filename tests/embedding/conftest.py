"""Whether the packages of the extra "vectors" are here; what needs none of them is tested in any case."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = (
    []
    if all(find_spec(name) for name in ("numpy", "tokenizers", "safetensors"))
    else ["test_bert.py", "test_static.py", "test_matrix.py", "test_folders.py"]
)
