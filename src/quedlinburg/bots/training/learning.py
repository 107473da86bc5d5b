"""Fitting the nets to written-down games: who won, and with how many points.

The rounds are fitted from the last one back. A net learns from how the games ended and, in part,
from what the next round's net says of the same games one round later, which has less luck in it.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from quedlinburg.bots.minds.features import FEATURES
from quedlinburg.bots.minds.net import (
    DEPTH_AT,
    FEATURES_AT,
    HEAD,
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


@dataclass
class Shape:
    """How wide a net is: its first and second layer; without a second it is a weighted sum."""

    width: int = 32
    depth: int = 16


class Net:
    """One net with the machinery to fit it (Adam), in single precision."""

    def __init__(self, flat: Array, temperature: float, shape: Shape) -> None:
        """Begin from the numbers of a sheet."""
        self.shape = shape
        self.parts = [part.astype(np.float32) for part in split(flat, shape)]
        self.parts.append(np.array([np.log(temperature)], np.float32))
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

    def forward(self, x: Array) -> list[Array]:
        """The layers for rows of features; the last one is future points, in tens."""
        if self.shape.depth == 0:
            return [(x @ self.parts[0] + self.parts[1])[:, 0]]
        first = np.maximum(x @ self.parts[0] + self.parts[1], 0)
        second = np.maximum(first @ self.parts[2] + self.parts[3], 0)
        return [first, second, second @ self.parts[4] + self.parts[5][0]]

    def backward(self, x: Array, layers: list[Array], slope: Array) -> list[Array]:
        """The slopes of all numbers, given those of the outcomes."""
        if self.shape.depth == 0:
            return [x.T @ slope[:, None], np.array([slope.sum()], np.float32)]
        first, second, _ = layers
        down = slope[:, None] * self.parts[4][None, :] * (second > 0)
        further = (down @ self.parts[2].T) * (first > 0)
        return [
            x.T @ further,
            further.sum(0),
            first.T @ down,
            down.sum(0),
            second.T @ slope,
            np.array([slope.sum()], np.float32),
        ]

    def learn(self, slopes: list[Array], rate: float) -> None:
        """Take one step of Adam."""
        self.count += 1
        for part, mean, square, slope in zip(
            self.parts, self.means, self.squares, slopes, strict=True
        ):
            np.add(mean, 0.1 * (slope - mean), out=mean)
            np.add(square, 0.001 * (slope * slope - square), out=square)
            fair = mean / (1 - 0.9**self.count)
            steady = np.sqrt(square / (1 - 0.999**self.count)) + 1e-8
            np.subtract(part, rate * fair / steady, out=part)


def split(flat: Array, shape: Shape) -> list[Array]:
    """The parts of a net: weights and biases of its layers."""
    width, depth = shape.width, shape.depth
    sizes = [(FEATURES, width), (width,)]
    if depth:
        sizes += [(width, depth), (depth,), (depth,), (1,)]
    parts, at = [], 0
    for size in sizes:
        count = int(np.prod(size))
        parts.append(np.array(flat[at : at + count]).reshape(size))
        at += count
    return parts


def new_sheet(shape: Shape, seed: int) -> Array:
    """A sheet of small weights by lot, to begin from."""
    rng = np.random.default_rng(seed)
    sheet = np.zeros(HEAD + NETS * net_size(shape.width, shape.depth))
    sheet[WIDTH_AT], sheet[DEPTH_AT], sheet[FEATURES_AT] = shape.width, shape.depth, FEATURES
    sheet[TEMPERATURES_FROM : TEMPERATURES_FROM + NETS] = 8.0
    sheet[TEMPERATURES_FROM + NETS] = LAST_TEMPERATURE
    for number in range(NETS):
        at = HEAD + number * net_size(shape.width, shape.depth)
        sheet[at : at + net_size(shape.width, shape.depth)] = _first_guess(shape, rng)
    return sheet


def _first_guess(shape: Shape, rng: Array) -> Array:
    """Weights of one net by lot."""
    if shape.depth == 0:
        return np.zeros(net_size(shape.width, 0))
    parts = [
        rng.normal(0, (1 / 30) ** 0.5, FEATURES * shape.width),
        np.zeros(shape.width),
        rng.normal(0, (2 / shape.width) ** 0.5, shape.width * shape.depth),
        np.zeros(shape.depth),
        rng.normal(0, (1 / shape.depth) ** 0.5, shape.depth),
        np.array([3.0]),
    ]
    return np.concatenate(parts)


class Lesson(NamedTuple):
    """What one net learns from: rows of features, points, chances to win and final points."""

    x: Array
    points: Array
    wins: Array
    final: Array
    seats: Array


def chances(net: Net, lesson: Lesson) -> tuple[Array, Array]:
    """The win probabilities and the final points that a net expects."""
    games, seats, _ = lesson.x.shape
    future = TENS * net.forward(lesson.x.reshape(games * seats, FEATURES))[-1]
    strength = lesson.points + future.reshape(games, seats)
    return _share(strength / net.temperature, lesson.seats), strength


def _share(strength: Array, seats: Array) -> Array:
    """Chances to win from strengths; seats that nobody has get none."""
    strength = np.where(seats, strength, -1e9)
    strength = np.exp(strength - strength.max(1, keepdims=True))
    return strength / strength.sum(1, keepdims=True)


def slopes_of(net: Net, lesson: Lesson) -> list[Array]:
    """The slopes of the error of a lesson."""
    games, seats, _ = lesson.x.shape
    x = lesson.x.reshape(games * seats, FEATURES)
    layers = net.forward(x)
    strength = lesson.points + TENS * layers[-1].reshape(games, seats)
    temperature = net.temperature
    share = _share(strength / temperature, lesson.seats)
    wrong = (share - lesson.wins) / temperature
    heat = -(wrong * np.where(lesson.seats, strength, 0)).sum() / games
    off = np.clip(strength - lesson.final, -30, 30) / POINTS_SPREAD**2
    slope = np.where(lesson.seats, wrong + POINTS_COUNT * off, 0) * (TENS / games)
    slopes = net.backward(x, layers, slope.reshape(games * seats).astype(np.float32))
    return [*slopes, np.array([heat], np.float32)]


def fit_net(net: Net, lesson: Lesson, passes: int, rate: float, rng: Array) -> None:
    """Fit a net to a lesson in some passes, ever more slowly; what it ends as is an average.

    Games are few and luck is large: the mean over the second half of all steps has less of the
    luck in it than the last step.
    """
    games = len(lesson.x)
    steps = max(passes * (games // BATCH), 1)
    means = [np.zeros(part.shape) for part in net.parts]
    step = 0
    for _ in range(passes):
        order = rng.permutation(games)
        for at in range(0, games - BATCH + 1, BATCH):
            part = Lesson(*(row[order[at : at + BATCH]] for row in lesson))
            net.learn(slopes_of(net, part), rate * (1 - step / steps) + SLOWEST)
            step += 1
            if 2 * step > steps:
                means = [mean + now for mean, now in zip(means, net.parts, strict=True)]
    counted = step - steps // 2
    if counted > 0:
        net.parts = [(mean / counted).astype(np.float32) for mean in means]


def fit_sheet(sheet: Array, sheets: Sheets, passes: int, rate: float, seed: int) -> Array:
    """Fit all nets of a sheet to written-down games, the last round first."""
    rng = np.random.default_rng(seed)
    shape = Shape(int(sheet[WIDTH_AT]), int(sheet[DEPTH_AT]))
    size = net_size(shape.width, shape.depth)
    fitted = np.array(sheet)
    seats = sheets.features[:, 0, :, :].any(2)
    wins, final = sheets.shares, sheets.final
    for number in range(NETS - 1, -1, -1):
        at = HEAD + number * size
        net = Net(sheet[at : at + size], sheet[TEMPERATURES_FROM + number], shape)
        lesson = Lesson(
            np.ascontiguousarray(sheets.features[:, number]),
            sheets.points[:, number],
            wins,
            final,
            seats,
        )
        fit_net(net, lesson, passes, rate, rng)
        fitted[at : at + size] = net.flat()
        fitted[TEMPERATURES_FROM + number] = net.temperature
        said, points = chances(net, lesson)
        wins = END_COUNTS * wins + (1 - END_COUNTS) * said
        final = END_COUNTS * final + (1 - END_COUNTS) * points
    return fitted
