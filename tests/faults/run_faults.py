"""The command `./scripts/faults`: faults at random moments, or a million fuzzed messages."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import sys
from pathlib import Path
from typing import Any

from campaign import Campaign
from fault_kinds import KINDS, kinds_for
from fuzz_run import FuzzRun
from world import World, open_world


def parse() -> argparse.Namespace:
    """The options of the command."""
    parser = argparse.ArgumentParser(prog="faults", description=__doc__)
    parser.add_argument("--faults", type=int, default=None, help="how many faults; 100 if neither")
    parser.add_argument(
        "--kinds", nargs="+", choices=sorted(KINDS), help="which kinds; all of them"
    )
    parser.add_argument(
        "--seconds", type=float, help="begin no further fault after so many seconds"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the random choices; 1")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--tables", type=int, default=6, help="how many are played at once; 6")
    parser.add_argument("--fuzz", type=int, default=0, metavar="N", help="fuzzed messages")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the summary there")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep histories with findings")
    parser.add_argument("--quiet", action="store_true", help="no line for each fault")
    return parser.parse_args()


def _say(options: argparse.Namespace, line: str) -> None:
    """Tell how far it is."""
    if not options.quiet:
        print(line, file=sys.stderr, flush=True)


async def run_faults(world: World, options: argparse.Namespace) -> dict[str, Any]:
    """Run a campaign; its summary. Ctrl-C ends it after the running fault."""
    possible = kinds_for(world)
    wanted = options.kinds or possible
    for kind in wanted:
        if kind not in possible:
            print(f"{kind} can't be had on {world.kind} here: left out", file=sys.stderr)
    campaign = Campaign(
        world,
        options.seed,
        places=options.tables,
        keep=options.keep,
        say=lambda line: _say(options, line),
    )
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, campaign.stop)
    kinds = [kind for kind in wanted if kind in possible]
    faults = 100 if options.faults is None else options.faults
    summary = await campaign.run(kinds, faults, options.seconds)
    print("\n".join(summary.lines()))
    return summary.to_json()


async def run_fuzz(world: World, options: argparse.Namespace) -> dict[str, Any]:
    """Run the fuzzing; its summary. Ctrl-C ends it."""
    fuzz = FuzzRun(world, options.seed, say=lambda line: _say(options, line))
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, fuzz.stop)
    summary = await fuzz.run(options.fuzz)
    print("\n".join(summary.lines()))
    return summary.to_json()


async def run(options: argparse.Namespace) -> int:
    """Run what is wanted; the exit code."""
    done: dict[str, Any] = {}
    if options.faults is not None or not options.fuzz:
        async with open_world(options.database, random.Random(options.seed)) as world:
            done["faults"] = await run_faults(world, options)
    if options.fuzz:
        async with open_world(options.database, random.Random(options.seed)) as world:
            done["fuzz"] = await run_fuzz(world, options)
    if options.json is not None:
        options.json.write_text(json.dumps(done, indent=1) + "\n")
    return 1 if any(part["findings"] for part in done.values()) else 0


def main() -> None:
    """The command: exits 1 if something was found."""
    try:
        sys.exit(asyncio.run(run(parse())))
    except KeyboardInterrupt:
        print("stopped before there was anything to check", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
