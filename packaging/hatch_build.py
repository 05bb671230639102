"""Puts the language model into the wheel, if ARBOR_MODEL names the folder where its package is installed.

Packages can't depend on it alone: what its package depends on is large and not needed. ARBOR_RELEASES is the
content of release.json, the addresses for "Check for updates".
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
        if addresses := os.environ.get("ARBOR_RELEASES"):
            self._releases.write_text(addresses, encoding="utf-8")
            build_data["force_include"][str(self._releases)] = "arbor_desktop/_resources/release.json"

    def finalize(self, version, build_data, artifact_path):
        self._releases.unlink(missing_ok=True)

    @property
    def _releases(self):
        return Path(self.directory, "release.json")
