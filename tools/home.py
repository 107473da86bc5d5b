"""The public home of the project, from the one place where it is written: pyproject.toml.

While `home` is empty there, everything that is made of it is left out: project URLs in the
package's metadata, the repository in CITATION.cff, links from the site to the sources.
"""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def home(root: Path = ROOT) -> str:
    """The address of the repository on a forge, without a slash at its end; empty if none."""
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    written = str(settings["tool"]["quedlinburg"]["home"])
    if written and not written.startswith("https://"):
        raise ValueError(f"home: {written!r} is not allowed; allowed: an address with https://")
    return written.rstrip("/")


def urls(root: Path = ROOT) -> dict[str, str]:
    """The project URLs of the package; none without a home."""
    address = home(root)
    if not address:
        return {}
    return {
        "Source": address,
        "Issues": f"{address}/issues",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
    }
