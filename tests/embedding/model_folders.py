"""Tiny models made on the spot: random weights of a fixed seed, real tokenizers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save_file
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

WORDS = [
    "[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "dog", "sleeps", "on", "sofa", "we", "ship", "software",
    "tuesday", "##s", "packages",
]  # fmt: skip
WIDTH, HEADS, LAYERS, INNER, POSITIONS = 8, 2, 2, 12, 16
CONFIG: dict[str, Any] = {
    "model_type": "bert",
    "hidden_size": WIDTH,
    "num_attention_heads": HEADS,
    "num_hidden_layers": LAYERS,
    "intermediate_size": INNER,
    "vocab_size": len(WORDS),
    "max_position_embeddings": POSITIONS,
    "type_vocab_size": 2,
    "layer_norm_eps": 1e-12,
    "hidden_act": "gelu",
}


def bert_weights(seed: int = 1) -> dict[str, np.ndarray]:
    random = np.random.default_rng(seed)

    def some(*shape: int) -> np.ndarray:
        return random.normal(0, 0.5, shape).astype(np.float32)

    found = {
        "embeddings.word_embeddings.weight": some(len(WORDS), WIDTH),
        "embeddings.position_embeddings.weight": some(POSITIONS, WIDTH),
        "embeddings.token_type_embeddings.weight": some(2, WIDTH),
        "embeddings.LayerNorm.weight": some(WIDTH),
        "embeddings.LayerNorm.bias": some(WIDTH),
    }
    for number in range(LAYERS):
        for name, rows, columns in (
            ("attention.self.query", WIDTH, WIDTH),
            ("attention.self.key", WIDTH, WIDTH),
            ("attention.self.value", WIDTH, WIDTH),
            ("attention.output.dense", WIDTH, WIDTH),
            ("intermediate.dense", INNER, WIDTH),
            ("output.dense", WIDTH, INNER),
        ):
            found[f"encoder.layer.{number}.{name}.weight"] = some(rows, columns)
            found[f"encoder.layer.{number}.{name}.bias"] = some(rows)
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            found[f"encoder.layer.{number}.{name}.weight"] = some(WIDTH)
            found[f"encoder.layer.{number}.{name}.bias"] = some(WIDTH)
    return found


def bert_tokenizer() -> Tokenizer:
    vocabulary = {word: number for number, word in enumerate(WORDS)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.enable_padding(length=12)  # as published ones often are: it must not count
    return tokenizer


def write_bert(
    folder: Path,
    weights: dict[str, np.ndarray] | None = None,
    *,
    pooling: dict[str, Any] | None = None,
    prefix: str = "",
    **config: Any,
) -> Path:
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(CONFIG | config))
    bert_tokenizer().save(str(folder / "tokenizer.json"))
    weights = weights or bert_weights()
    save_file({prefix + name: array for name, array in weights.items()}, folder / "model.safetensors")
    if pooling is not None:
        (folder / "1_Pooling").mkdir()
        (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    return folder
