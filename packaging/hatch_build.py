"""Puts the language model into the wheel, if ARBOR_MODEL names the folder where its package is installed.

Packages can't depend on it alone: what its package depends on is large and not needed.
"""

import os
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FILES = ("config.json", "model.safetensors", "tokenizer.json", "README.md")


class ModelHook(BuildHookInterface):
    def initialize(self, version, build_data):
        if folder := os.environ.get("ARBOR_MODEL"):
            for model in Path(folder).glob("*/model"):
                for name in FILES:
                    build_data["force_include"][str(model / name)] = f"{model.parent.name}/model/{name}"
