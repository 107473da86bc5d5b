"""The start of `quacks` (also `python -m quedlinburg`): Ctrl-C is heard while modules load."""

from __future__ import annotations

import sys

from quedlinburg.cli import INTERRUPTED


def main() -> int:
    """Load the commands and run the one that the command line names."""
    try:
        from quedlinburg.cli.main import main as run  # noqa: PLC0415
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED
    return run()


if __name__ == "__main__":
    sys.exit(main())
