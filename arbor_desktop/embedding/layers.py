"""A layer of a BERT encoder, computed by ONNX Runtime with weights of 8 bits: faster than with float32, and
hardly less exact (docs/extraction.md).

It is written here in ONNX's format (github.com/onnx/onnx: onnx/onnx.proto), with operators that ONNX Runtime
has for such models (github.com/microsoft/onnxruntime: docs/ContribOperators.md). Imported where a model is
loaded.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import onnxruntime as ort  # type: ignore[import-untyped]
from numpy.typing import NDArray

ort.disable_telemetry_events()  # Windows collects them where its user agreed to that

Floats = NDArray[np.float32]
Value = int | float | str | bytes
_OPSET, _OWN_OPSET, _IR_VERSION = 18, 1, 9
_OWN = "com.microsoft"
_FLOAT, _INT = 1, 2
"""Types of an attribute; the former also of an array."""
_ARRAY_TYPES = {"float32": _FLOAT, "uint8": 2}
_BLOCK = 64
"""Weights and inputs that share a scale: one scale for all inputs would be too coarse, as a few are large."""


def load_layer(
    weight: Callable[[str], Floats], *, heads: int, width: int, epsilon: float
) -> Callable[[Floats], Floats]:
    """Return a function that computes a layer: it gets and returns vectors of the tokens of a text (tokens,
    width), and is safe to use from several threads. `weight` gives the layer's float32 array of a name."""
    graph = _Graph()

    def both(name: str) -> tuple[Floats, Floats]:
        return weight(name + ".weight"), weight(name + ".bias")

    query, key, value = (
        graph.linear("x", *both(f"attention.self.{name}")) for name in ("query", "key", "value")
    )
    seen = graph.own("MultiHeadAttention", query, key, value, num_heads=heads)
    seen = graph.linear(seen, *both("attention.output.dense"))
    x = graph.added("x", seen, *both("attention.output.LayerNorm"), epsilon)
    inner = graph.own("Gelu", graph.linear(x, *both("intermediate.dense")))
    x = graph.added(x, graph.linear(inner, *both("output.dense")), *both("output.LayerNorm"), epsilon)
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1  # beside a person's work
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False  # they keep the memory of each length
    session = ort.InferenceSession(graph.model("x", x, width), options, providers=["CPUExecutionProvider"])
    session._model_bytes = b""  # it would be kept as long as the session, beside what was made of it
    return lambda vectors: session.run(None, {"x": vectors[None]})[0][0]


class _Graph:
    """Operators that follow each other, and their weights. Each method adds some and returns the name of what
    they compute."""

    def __init__(self) -> None:
        self._nodes: list[bytes] = []
        self._arrays: list[bytes] = []

    def linear(self, x: str, weight: Floats, bias: Floats) -> str:
        """Multiply by weights and inputs of 8 bits."""
        outputs, inputs = weight.shape
        blocks = np.pad(weight, ((0, 0), (0, -inputs % _BLOCK))).reshape(outputs, -1, _BLOCK)
        scales = np.abs(blocks).max(axis=2) / 127
        scales[scales == 0] = 1
        whole = (np.rint(blocks / scales[..., None]) + 128).astype(np.uint8)
        return self.own(
            "MatMulNBits",
            x,
            *map(self._array, (whole, scales)),
            "",
            "",
            self._array(bias),
            K=inputs,
            N=outputs,
            bits=8,
            block_size=_BLOCK,
            accuracy_level=4,  # inputs of 8 bits too
        )

    def added(self, x: str, y: str, weight: Floats, bias: Floats, epsilon: float) -> str:
        """Add two, and give each vector of the sum the mean 0 and the deviation 1 (LayerNorm)."""
        return self.own(
            "SkipLayerNormalization", x, y, self._array(weight), self._array(bias), epsilon=epsilon
        )

    def own(self, operator: str, *inputs: str, **attributes: int | float) -> str:
        """Add an operator of ONNX Runtime's own."""
        output = f"{operator}{len(self._nodes)}"
        self._nodes.append(
            _message(
                *((1, name) for name in inputs), (2, output), (4, operator), (7, _OWN),
                *((5, _attribute(name, value)) for name, value in attributes.items()),
            )
        )  # fmt: skip
        return output

    def model(self, given: str, output: str, width: int) -> bytes:
        """Return the whole, which computes `output` from `given`: a vector for each token of each text."""
        sizes = _message((1, _message((2, "texts"))), (1, _message((2, "tokens"))), (1, _message((1, width))))
        vectors = _message((1, _message((1, _FLOAT), (2, sizes))))
        graph = _message(
            *((1, node) for node in self._nodes), (2, "layer"), *((5, array) for array in self._arrays),
            (11, _message((1, given), (2, vectors))), (12, _message((1, output), (2, vectors))),
        )  # fmt: skip
        return _message(
            (1, _IR_VERSION),
            (7, graph),
            (8, _message((2, _OPSET))),
            (8, _message((1, _OWN), (2, _OWN_OPSET))),
        )

    def _array(self, array: Any) -> str:
        name = f"w{len(self._arrays)}"
        self._arrays.append(
            _message(
                *((1, size) for size in array.shape), (2, _ARRAY_TYPES[array.dtype.name]), (8, name),
                (9, array.tobytes()),
            )
        )  # fmt: skip
        return name


def _attribute(name: str, value: int | float) -> bytes:
    place, kind = (3, _INT) if isinstance(value, int) else (2, _FLOAT)
    return _message((1, name), (place, value), (20, kind))


def _message(*fields: tuple[int, Value]) -> bytes:
    """Return fields (number, value) as a message of protocol buffers (protobuf.dev: Encoding)."""
    parts = []
    for number, value in fields:
        if isinstance(value, int):
            parts += [_varint(number << 3), _varint(value)]
        elif isinstance(value, float):
            parts += [_varint(number << 3 | 5), struct.pack("<f", value)]
        else:
            data = value.encode() if isinstance(value, str) else value
            parts += [_varint(number << 3 | 2), _varint(len(data)), data]
    return b"".join(parts)


def _varint(number: int) -> bytes:
    parts = bytearray()
    while number > 127:
        parts.append(number & 127 | 128)
        number >>= 7
    parts.append(number)
    return bytes(parts)
