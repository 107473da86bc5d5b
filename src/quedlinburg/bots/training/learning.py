"""Fitting the nets to written-down games: who won, and with how many points.

The rounds are fitted from the last one back. A net learns from how the games ended and, in part,
from what the next round's net says of the same games one round later, which has less luck in it.
"""

from typing import NamedTuple

import numpy as np

from quedlinburg.bots.minds.features import FEATURES
from quedlinburg.bots.minds.net import (
    FEATURES_AT,
    HEAD,
    HEAT,
    NETS,
    TEMPERATURES_FROM,
    TENS,
    WIDTH_AT,
    net_size,
)
from quedlinburg.bots.training.recording import Sheets
from quedlinburg.sim.arrays import Array

# Of the next round's word and the end of the game, how much the end counts.
END_COUNTS = 0.6
# How much a point of error in the final points costs against the win probability.
POINTS_COUNT = 0.35
POINTS_SPREAD = 10.0
# What the temperature of the finished game is taken for.
LAST_TEMPERATURE = 0.6
BATCH = 256
SLOWEST = 1e-5


class Pace(NamedTuple):
    """How to go through games: how often, how fast, and how hard what was known before holds."""

    passes: int
    rate: float
    hold: float


class Net:
    """One net with the machinery to fit it (Adam), in single precision."""

    def __init__(self, flat: Array, temperature: float, width: int) -> None:
        """Begin from the numbers of a sheet."""
        self.parts = [part.astype(np.float32) for part in split(flat, width)]
        self.parts.append(np.array([np.log(temperature)], np.float32))
        self.begun = [part.copy() for part in self.parts]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.count = 0

    @property
    def temperature(self) -> float:
        """How far apart strengths must be to decide the game."""
        return float(np.exp(self.parts[-1][0]))

    def flat(self) -> Array:
        """The numbers as they stand in a sheet."""
        return np.concatenate([part.ravel() for part in self.parts[:-1]]).astype(np.float64)

    def forward(self, x: Array) -> tuple[Array, Array]:
        """The bent units for rows of features, and the future points, in tens."""
        units = x @ self.parts[0] + self.parts[1]
        bent = np.maximum(units[:, 1:], 0)
        return bent, units[:, 0] + bent @ self.parts[2]

    def backward(self, x: Array, bent: Array, slope: Array) -> list[Array]:
        """The slopes of all numbers, given those of the outcomes."""
        down = np.empty((len(x), bent.shape[1] + 1), np.float32)
        down[:, 0] = slope
        np.multiply(slope[:, None] * self.parts[2][None, :], bent > 0, out=down[:, 1:])
        return [x.T @ down, down.sum(0), bent.T @ slope]

    def learn(self, slopes: list[Array], rate: float, hold: float) -> None:
        """Take one step of Adam; weights are held back a little to where they began."""
        self.count += 1
        for i, slope in enumerate(slopes):
            part, mean, square = self.parts[i], self.means[i], self.squares[i]
            np.add(mean, 0.1 * (slope - mean), out=mean)
            np.add(square, 0.001 * (slope * slope - square), out=square)
            fair = mean / (1 - 0.9**self.count)
            steady = np.sqrt(square / (1 - 0.999**self.count)) + 1e-8
            back = hold * (part - self.begun[i]) if i in (0, 2) else 0.0
            np.subtract(part, rate * (fair / steady + back), out=part)


def split(flat: Array, width: int) -> list[Array]:
    """The parts of a net: weights of its features, what units begin at, how the bent ones count."""
    rows = FEATURES * width
    parts = [flat[:rows].reshape(FEATURES, width), flat[rows : rows + width], flat[rows + width :]]
    return [np.array(part) for part in parts]


def new_sheet(width: int, seed: int) -> Array:
    """A sheet of small weights by lot, to begin from."""
    rng = np.random.default_rng(seed)
    size = net_size(width)
    sheet = np.zeros(HEAD + NETS * size)
    sheet[WIDTH_AT], sheet[FEATURES_AT] = width, FEATURES
    sheet[TEMPERATURES_FROM : TEMPERATURES_FROM + NETS] = 8.0
    sheet[TEMPERATURES_FROM + NETS] = LAST_TEMPERATURE
    for number in range(NETS):
        at = HEAD + number * size
        sheet[at : at + size] = _first_guess(width, rng)
    return sheet


def _first_guess(width: int, rng: Array) -> Array:
    """Weights of one net by lot: its sum knows nothing yet, its bent units a little of all."""
    rows = rng.normal(0, (1 / 30) ** 0.5, (FEATURES, width))
    rows[:, 0] = 0.0
    begin = np.zeros(width)
    begin[0] = 3.0
    counts = rng.normal(0, 0.3 / max(width - 1, 1) ** 0.5, width - 1)
    return np.concatenate([rows.ravel(), begin, counts])


class Lesson(NamedTuple):
    """What one net learns from: rows of features, points, chances to win and final points."""

    x: Array
    points: Array
    wins: Array
    final: Array
    seats: Array


def heat_of(seats: Array) -> Array:
    """How much hotter than a net's temperature each game is, by its seats."""
    return np.array(HEAT, np.float32)[np.maximum(seats.sum(1), 2)][:, None]


def chances(net: Net, lesson: Lesson) -> tuple[Array, Array]:
    """The win probabilities and the final points that a net expects."""
    games, seats, _ = lesson.x.shape
    future = TENS * net.forward(lesson.x.reshape(games * seats, FEATURES))[1]
    strength = lesson.points + future.reshape(games, seats)
    heat = net.temperature * heat_of(lesson.seats)
    return _share(strength / heat, lesson.seats), strength


def _share(strength: Array, seats: Array) -> Array:
    """Chances to win from strengths; seats that nobody has get none."""
    strength = np.where(seats, strength, -1e9)
    strength = np.exp(strength - strength.max(1, keepdims=True))
    return strength / strength.sum(1, keepdims=True)


def slopes_of(net: Net, lesson: Lesson) -> list[Array]:
    """The slopes of the error of a lesson."""
    games, seats, _ = lesson.x.shape
    x = lesson.x.reshape(games * seats, FEATURES)
    bent, future = net.forward(x)
    strength = lesson.points + TENS * future.reshape(games, seats)
    heat = net.temperature * heat_of(lesson.seats)
    wrong = (_share(strength / heat, lesson.seats) - lesson.wins) / heat
    warmer = -(wrong * np.where(lesson.seats, strength, 0)).sum() / games
    off = np.clip(strength - lesson.final, -30, 30) / POINTS_SPREAD**2
    slope = np.where(lesson.seats, wrong + POINTS_COUNT * off, 0) * (TENS / games)
    slopes = net.backward(x, bent, slope.reshape(games * seats).astype(np.float32))
    return [*slopes, np.array([warmer], np.float32)]


def fit_net(net: Net, lesson: Lesson, pace: Pace, rng: Array) -> None:
    """Fit a net to a lesson in some passes, ever more slowly; what it ends as is an average.

    Games are few and luck is large: the mean over the second half of all steps has less of the
    luck in it than the last step.
    """
    games = len(lesson.x)
    steps = max(pace.passes * (games // BATCH), 1)
    means = [np.zeros(part.shape) for part in net.parts]
    step = 0
    for _ in range(pace.passes):
        order = rng.permutation(games)
        for at in range(0, games - BATCH + 1, BATCH):
            part = Lesson(*(row[order[at : at + BATCH]] for row in lesson))
            rate = pace.rate * (1 - step / steps) + SLOWEST
            net.learn(slopes_of(net, part), rate, pace.hold)
            step += 1
            if 2 * step > steps:
                means = [mean + now for mean, now in zip(means, net.parts, strict=True)]
    counted = step - steps // 2
    if counted > 0:
        net.parts = [(mean / counted).astype(np.float32) for mean in means]


def fit_sheet(sheet: Array, sheets: Sheets, pace: Pace, seed: int) -> Array:
    """Fit all nets of a sheet to written-down games, the last round first."""
    rng = np.random.default_rng(seed)
    width = int(sheet[WIDTH_AT])
    size = net_size(width)
    fitted = np.array(sheet)
    seats = sheets.features[:, 0, :, :].any(2)
    wins, final = sheets.shares, sheets.final
    for number in range(NETS - 1, -1, -1):
        at = HEAD + number * size
        net = Net(sheet[at : at + size], sheet[TEMPERATURES_FROM + number], width)
        lesson = Lesson(
            np.ascontiguousarray(sheets.features[:, number]),
            sheets.points[:, number],
            wins,
            final,
            seats,
        )
        fit_net(net, lesson, pace, rng)
        fitted[at : at + size] = net.flat()
        fitted[TEMPERATURES_FROM + number] = net.temperature
        said, points = chances(net, lesson)
        wins = END_COUNTS * wins + (1 - END_COUNTS) * said
        final = END_COUNTS * final + (1 - END_COUNTS) * points
    return fitted
