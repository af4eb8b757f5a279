"""Puts the page into every package that is built; hatchling calls this, see `tool.hatch.build.hooks`.

`make` builds the page itself. From a clean clone it is built here, which needs Node. The source distribution holds the
built page, so that a wheel made from that needs nothing more.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    @property
    def _missing(self) -> bool:
        return not Path(self.root, "src", "rowlock", "page", "index.html").is_file()

    def dependencies(self) -> list[str]:
        """The page's types and facts are made from the server and the rules, so these must run while it is built."""
        project = self.metadata.core
        needed = [*project.dependencies, *project.optional_dependencies["play"]]
        return needed if self._missing else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (hatchling's)
        # An editable one is for `make`, which builds the page later.
        if version != "editable" and self._missing:
            self._build()

    def _build(self) -> None:
        npm = shutil.which("npm")
        if npm is None:
            self.app.abort(
                "the page is not built, and npm is missing: install Node 20 or newer and try again, "
                "or build from Rowlock's sdist, which holds the page"
            )
        web = Path(self.root, "web")
        # Before what is there: pip lends a builder its packages by this path.
        path = os.pathsep.join(filter(None, (str(Path(self.root, "src")), os.environ.get("PYTHONPATH"))))
        environment = os.environ | {"PYTHON": sys.executable, "PYTHONPATH": path}
        # What they say belongs to the errors: whoever builds may read the name of the package from the output.
        for command in ("ci --no-progress", "run --silent types", "run --silent build -- --logLevel error"):
            done = subprocess.run(
                [str(npm), *command.split()], cwd=web, env=environment, stdout=sys.stderr, check=False
            )
            if done.returncode:
                self.app.abort(f"the page could not be built: npm {command} failed, see above")
