"""A contest: which bots sit down, how often, and at which tables."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Self

from quedlinburg.analysis.parse import parse_books
from quedlinburg.engine.setup import Setup
from quedlinburg.rules.constants import EDITIONS
from quedlinburg.sim.games import order_number

# Books that are drawn anew for each deal: one for each colour, or one of the four sets.
RANDOM, SETS = "random", "sets"
MOST_GAMES = 100_000_000
MOST_SEED = 200


def read_switches(text: str) -> dict[str, int | str]:
    """An edition's switches from words like "rubies=0 flask=any".

    >>> read_switches("rubies=0 flask=any")
    {'rubies': 0, 'flask': 'any'}
    """
    switches: dict[str, int | str] = {}
    for word in text.replace(",", " ").split():
        name, sign, value = word.partition("=")
        if not sign:
            raise ValueError(f"edition: {word!r} is not a switch; expected NAME=VALUE")
        switches[name] = int(value) if re.fullmatch(r"\d{1,4}", value) else value
    return switches


def read_edition(text: str) -> str | dict[str, int | str]:
    """An edition by its name, by switches, or by a name and switches that differ from it.

    >>> read_edition("schmidt"), read_edition("rubies=0")
    ('schmidt', {'rubies': 0})
    """
    name, _, rest = text.strip().partition(" ")
    if "=" in name:
        return read_switches(text)
    if name not in EDITIONS:
        known = f"{', '.join(EDITIONS)}, or switches like rubies=0"
        raise ValueError(f"edition: {name!r} is not known; known: {known}")
    return {**EDITIONS[name], **read_switches(rest)} if rest.strip() else name


@dataclass(frozen=True)
class Contest:
    """Bots against bots. Every deal is played in each rotation of the seats with the same luck.

    `books` are those of `quacks odds`, or `random` (each colour's book drawn anew for each deal)
    or `sets` (one of the four sets). With `variants` edition, test tubes, bowl and stirring are
    drawn anew for each deal too. `order` says how the seats brew: `together`, one action each in
    turn, or `seats`, one after the other. Bad values raise ValueError.

    >>> Contest(seats=("novice",))
    Traceback (most recent call last):
    ValueError: seats: 1 is not allowed; allowed: 2, 3 or 4 bots
    """

    seats: tuple[str, ...]
    games: int = 1000
    books: str = RANDOM
    edition: str = "north_star"
    tubes: bool = False
    overflow: bool = False
    stir: str = "last"
    order: str = "together"
    variants: bool = False
    seed: str = "1"
    plain: bool = False

    def __post_init__(self) -> None:
        """Check every field."""
        if not 2 <= len(self.seats) <= 4:
            raise ValueError(f"seats: {len(self.seats)} is not allowed; allowed: 2, 3 or 4 bots")
        if not 1 <= self.games <= MOST_GAMES:
            raise ValueError(f"games: {self.games} is not allowed; allowed: 1 to {MOST_GAMES:,}")
        if not 1 <= len(self.seed) <= MOST_SEED:
            raise ValueError(f"seed: allowed are 1 to {MOST_SEED} characters")
        if self.books not in (RANDOM, SETS):
            try:
                parse_books(self.books)
            except ValueError as error:
                raise ValueError(f"{error}, or {RANDOM}, or {SETS}") from None
        order_number(self.order)
        self.setup_with(1)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)

    @property
    def deals(self) -> int:
        """How many deals there are; each is as many games as there are seats."""
        return -(-self.games // self.players)

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots, each named once, in the order of their first seats."""
        return tuple(dict.fromkeys(self.seats))

    def copies(self, bot: str) -> list[int]:
        """Which of the contest's seats a bot has."""
        return [number for number, name in enumerate(self.seats) if name == bot]

    def setup_with(self, books: int | Mapping[str, int]) -> Setup:
        """The set-up of a table with some books."""
        return Setup(
            players=self.players,
            books=books,
            edition=read_edition(self.edition),
            tubes=self.tubes,
            overflow=self.overflow,
            stir=self.stir,
        )

    def with_games(self, games: int) -> Self:
        """The same contest, longer or shorter."""
        return replace(self, games=games)

    def command(self) -> str:
        """What to type for this contest."""
        words = ["quacks arena", "--seats", shlex.quote(",".join(self.seats))]
        words += ["--games", str(self.games)]
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in ("seats", "games") or (
                value == field.default and field.name != "books"
            ):
                continue
            words.append(f"--{field.name}")
            if not isinstance(value, bool):
                words.append(shlex.quote(value))
        return " ".join(words)

    def to_json(self) -> dict[str, object]:
        """The contest as a plain dict."""
        return {**asdict(self), "seats": list(self.seats)}

    @classmethod
    def from_json(cls, value: Mapping[str, object]) -> Self:
        """The contest of a plain dict; raise ValueError if it is none."""
        names = {field.name for field in fields(cls)}
        seats = value.get("seats")
        if set(value) != names or not isinstance(seats, list):
            raise ValueError("this is not a contest")
        kinds = {"games": int, "tubes": bool, "overflow": bool, "variants": bool, "plain": bool}
        given = dict(value)
        given["seats"] = tuple(str(seat) for seat in seats)
        for name in names - {"seats"}:
            if type(given[name]) is not kinds.get(name, str):
                raise ValueError(f"this is not a contest: {name} is {given[name]!r}")
        return cls(**given)  # type: ignore[arg-type]  # every field has been checked
