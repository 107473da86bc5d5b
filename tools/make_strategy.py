"""Watch a bot play against itself and write the strategy guide, docs/explanation/strategy.md.

python tools/make_strategy.py                  the strongest bot there is
python tools/make_strategy.py --bot apprentice --deals 400     a first look

What has been played is kept in build/strategy; the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from make_docs import table
from quedlinburg.arena.contest import Contest
from quedlinburg.arena.fingerprint import code_name
from quedlinburg.arena.report import plots
from quedlinburg.arena.statistics import Estimate, spread
from quedlinburg.arena.study import studies, watching
from quedlinburg.arena.study.watching import EXPLOSIONS, POTS, Habits
from quedlinburg.bots.policies.policy import POLICIES
from quedlinburg.engine.names import page_name
from quedlinburg.rules.constants import CARD_IDS, LAST_ROUND, PRICES
from quedlinburg.sim.arrays import IntArray
from quedlinburg.text import text

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "explanation" / "strategy.md"
PLOTS = ROOT / "docs" / "explanation" / "strategy"
NOTICE = "<!-- Made by tools/make_strategy.py; run it again instead of editing this page. -->"
STRONGEST = next(n for n in ("master", "journeyman", "apprentice") if n in POLICIES)
CHUNK = 20


@dataclass(frozen=True)
class Study:
    """A bot, how many deals it is watched for, and where what was seen is kept."""

    bot: str
    players: int
    deals: int
    seed: str
    keep: Path

    def contest(self, books: str) -> Contest:
        """The bot against itself."""
        return Contest((self.bot,) * self.players, games=self.deals, books=books, seed=self.seed)

    def chunks(self, name: str, books: str, watch: Callable[[Contest, int], object]) -> list[Any]:
        """What was seen, chunk by chunk; what is kept is not played again."""
        found = []
        contest = self.contest(books)
        for first in range(0, self.deals, CHUNK):
            words = (self.bot, str(self.players), self.seed, name, books, str(first), code_name())
            path = self.keep / f"{'-'.join(words)}.json"
            if not path.exists():
                print(f"make_strategy: {name}, books {books}, deals from {first}", flush=True)
                seen = watch(contest, first)
                path.parent.mkdir(parents=True, exist_ok=True)
                beside = path.with_suffix(".part")
                beside.write_text(json.dumps(seen), "utf-8")
                beside.replace(path)
            found.append(json.loads(path.read_text("utf-8")))
        return found


# --- what things are worth -----------------------------------------------------------------------


def gifts(study: Study) -> dict[str, studies.Worth]:
    """What gifts are worth by round, from paired games."""
    found = study.chunks(
        "gifts",
        "random",
        lambda contest, first: studies.gifts_worth(contest, first, CHUNK).tolist(),
    )
    return studies.worth_of(np.concatenate([np.array(chunk) for chunk in found]))


def with_error(estimate: Estimate, digits: int = 1, factor: float = 1.0) -> str:
    """A mean with what to add and take away for 95 %."""
    half = factor * (estimate.high - estimate.low) / 2
    return f"{factor * estimate.mean:.{digits}f} ±{half:.{digits}f}"


def gift_part(study: Study) -> list[str]:
    """The chapter about rubies, droplet and flask."""
    found = gifts(study)
    series = {name: [line.mean for line in worth.points] for name, worth in found.items()}
    write_plot("gifts", plots.lines("Worth in points, given at the beginning of a round", series))
    rounds = [str(n) for n in range(1, LAST_ROUND + 1)]
    points = [[name, *(with_error(e) for e in worth.points)] for name, worth in found.items()]
    shares = [
        [name, *(with_error(e, factor=100) for e in worth.shares)] for name, worth in found.items()
    ]
    return [
        "## What a ruby, a droplet space and a full flask are worth",
        "The same games, with the same luck, are played with and without a gift to one seat at the "
        "beginning of a round. A ruby and a droplet space come on top of what the seat has; a full "
        "flask is compared with an empty one. The difference is what the gift was worth to this "
        f"bot ({study.deals:,} deals, ± 95 %).",
        "![Worth of gifts by round](strategy/gifts.svg)",
        "In final points, by round:",
        table(["gift", *rounds], points),
        "In percentage points of winning the game:",
        table(["gift", *rounds], shares),
    ]


# --- risk ----------------------------------------------------------------------------------------


def habits(study: Study) -> list[Habits]:
    """How the bot brews, chunk by chunk."""
    found = study.chunks(
        "habits",
        "random",
        lambda contest, first: [row.tolist() for row in studies.habits_of(contest, first, CHUNK)],
    )
    return [Habits(*(np.array(row) for row in chunk)) for chunk in found]


def exploded_share(counts: IntArray) -> Estimate:
    """Explosions for each pot, from the counts of each chunk: chunks are what is independent."""
    pots, exploded = counts[:, POTS].sum(), counts[:, EXPLOSIONS].sum()
    if pots == 0:
        return Estimate(0.0, 0.0, 1.0)
    mean = exploded / pots
    rest = counts[:, EXPLOSIONS] - mean * counts[:, POTS]
    many = len(counts)
    half = spread(many) * sqrt(float((rest**2).sum()) * many / max(many - 1, 1)) / pots
    return Estimate(float(mean), float(mean - half), float(mean + half))


def risk_part(seen: list[Habits]) -> list[str]:
    """The chapter about draws that may explode, and explosions on purpose."""
    draws = np.sum([h.draws for h in seen], axis=0)
    stops = np.sum([h.stops for h in seen], axis=0)
    answers = np.sum([h.answers for h in seen], axis=0)
    bold = [draws[:, tenth:].sum(axis=1) / draws.sum(axis=1) for tenth in (1, 4, 6)]
    names = ("any risk", "more than 30 %", "more than 50 %")
    series = {name: part.tolist() for name, part in zip(names, bold, strict=True)}
    drawn = plots.lines("Share of draws that may explode, by round", series, show=plots.as_percent)
    write_plot("risk", drawn)
    rows = []
    for line in range(LAST_ROUND):
        least = [int(stops[line, tenth:].sum()) for tenth in range(watching.RISKS)]
        middle = next(t for t in reversed(range(watching.RISKS)) if least[t] * 2 >= least[0])
        coins = answers[line, 1] / max(int(answers[line].sum()), 1)
        rows.append(
            [
                line + 1,
                *(f"{100 * part[line]:.1f} %" for part in bold),
                f"up to {10 * middle} %" if middle else "none",
                f"{answers[line].sum():,}",
                f"{100 * coins:.0f} %",
            ]
        )
    heads = ["round", *(f"draws with {name}" for name in names), "risk at half of the stops"]
    return [
        "## When it takes risks, and explodes on purpose",
        "The risk is the chance that the next draw explodes the pot. A draw with more than an even "
        "chance to explode is one on purpose: what an explosion costs is less than what another "
        "space, or a black or green chip in the right place, may bring. The last columns count the "
        "explosions after which the bot had to choose, and how often it took the coins.",
        "![Risky draws by round](strategy/risk.svg)",
        table([*heads, "explosions with a choice", "coins"], rows),
    ]


def named(name: str) -> str:
    """A card or page with its title."""
    key = f"card.{name}" if name in CARD_IDS else f"book.{name}"
    return f"{text(key).title} (`{name}`)"


def bold_table(shares: dict[str, Estimate], pots: dict[str, int]) -> str:
    """Names by their share of explosions."""
    order = sorted((name for name in shares if pots[name]), key=lambda name: -shares[name].mean)
    rows = [
        [named(name), f"{pots[name]:,}", f"{with_error(shares[name], factor=100)} %"]
        for name in order
    ]
    return table(["", "pots", "exploded"], rows)


def favour_part(seen: list[Habits]) -> list[str]:
    """The chapter about cards and books that favour risk."""
    cards = np.stack([h.cards for h in seen])
    pages = np.stack([h.pages for h in seen])
    by_card = {name: cards[:, number] for number, name in enumerate(CARD_IDS)}
    choices = [page for page in PRICES if page_name(page).split("_")[0] not in ("orange", "black")]
    by_page = {page_name(page): pages[:, page] for page in choices}
    parts = [
        "## Which books and cards favour risk",
        "How often pots explode while a card is in force, or with a page in play, over all rounds. "
        "Where the share is high, the bot finds that risk pays, or that an explosion costs little.",
    ]
    for found in (by_page, by_card):
        shares = {name: exploded_share(counts) for name, counts in found.items()}
        pots = {name: int(counts[:, POTS].sum()) for name, counts in found.items()}
        parts.append(bold_table(shares, pots))
    return parts


# --- purchases -----------------------------------------------------------------------------------


def purchase_part(study: Study) -> list[str]:
    """The chapter about first purchases with each set."""
    parts = [
        "## What it buys first",
        "What is bought together in the first rounds, in percent of all seats, with each set.",
    ]
    rows = []
    for books in ("1", "2", "3", "4"):
        found = study.chunks(
            "purchases",
            books,
            lambda contest, first: studies.first_purchases(contest, first, CHUNK),
        )
        for line in range(3):
            total: dict[str, int] = {}
            for chunk in found:
                for pair, times in chunk[line].items():
                    total[pair] = total.get(pair, 0) + times
            most = sorted(total.items(), key=lambda item: (-item[1], item[0]))[:4]
            whole = sum(total.values())
            cells = [f"`{pair or 'nothing'}` {100 * times / whole:.0f} %" for pair, times in most]
            rows.append([books, line + 1, *cells, *[""] * (4 - len(cells))])
    heads = ["set", "round", "most", "second", "third", "fourth"]
    return [*parts, table(heads, rows)]


# --- the page ------------------------------------------------------------------------------------


def write_plot(name: str, drawn: str) -> None:
    """Write a plot beside the page."""
    PLOTS.mkdir(parents=True, exist_ok=True)
    (PLOTS / f"{name}.svg").write_text(drawn + "\n", "utf-8")


def guide(study: Study) -> str:
    """The whole guide."""
    seen = habits(study)
    command = f"python tools/make_strategy.py --bot {study.bot} --deals {study.deals}"
    parts = [
        NOTICE,
        "# How the strongest bot plays",
        f"Everything here was seen in games of {study.players} between seats that all play like "
        f"`{study.bot}`, with {study.deals:,} deals for each chapter; books are drawn by lot "
        "unless a set is named. It says what this bot does and what things are worth to it, which "
        "is not the same as what is best. The same numbers come from:",
        f"```\n{command}\n```",
        "Whole contests between bots, with purchases round by round, come from `quacks arena "
        f"--seats {','.join([study.bot] * 2)} --games 10000 --books 1 --html page.html`.",
        *purchase_part(study),
        *gift_part(study),
        *risk_part(seen),
        *favour_part(seen),
        f"Rules and bots: `{code_name()}`.",
    ]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Watch, and write the guide."""
    parser = argparse.ArgumentParser(description="Write the strategy guide.")
    parser.add_argument("--bot", default=STRONGEST, choices=list(POLICIES))
    parser.add_argument("--players", type=int, default=4, choices=[2, 3, 4])
    parser.add_argument("--deals", type=int, default=2000, help="deals for each chapter")
    parser.add_argument("--seed", default="strategy")
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "strategy")
    args = parser.parse_args()
    deals = max(CHUNK, args.deals // CHUNK * CHUNK)
    try:
        written = guide(Study(args.bot, args.players, deals, args.seed, args.keep))
    except KeyboardInterrupt:
        print("make_strategy: stopped; the same command goes on", file=sys.stderr)
        return 130
    PAGE.write_text(written, "utf-8")
    print(f"make_strategy: wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
