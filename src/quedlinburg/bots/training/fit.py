"""Fitting the nets to recorded games: who won, and with how many points.

The rounds are fitted from the last one back. A net learns from how the games ended and, in part,
from what the next round's net predicts for the same games one round later, which has less
variance (a temporal-difference target).
"""

from typing import NamedTuple

import numpy as np

from quedlinburg.bots.training.recording import Recording
from quedlinburg.bots.value.features import FEATURES
from quedlinburg.bots.value.net import (
    FEATURES_AT,
    HEAD,
    NETS,
    TEMPERATURE_FACTOR,
    TEMPERATURES_FROM,
    TENS,
    WIDTH_AT,
    net_size,
)
from quedlinburg.sim.arrays import BoolArray, FloatArray, IntArray, SingleArray

# How much the end of the game counts in a target; the next round's prediction counts the rest.
END_COUNTS = 0.6
# How much a point of error in the final points costs against the win probability.
POINTS_COUNT = 0.35
POINTS_SPREAD = 10.0
# The temperature of the finished game.
LAST_TEMPERATURE = 0.6
BATCH = 256
LEAST_LEARNING_RATE = 1e-5


class FitOptions(NamedTuple):
    """How to fit: epochs, the first learning rate, and the pull towards the initial weights."""

    epochs: int
    learning_rate: float
    pull: float


class Net:
    """One net with its Adam optimiser, in single precision.

    Its parameters are the weights of the features, the biases of the units, the weights of the
    ReLU units in the output, and the logarithm of the temperature.
    """

    def __init__(self, flat: FloatArray, temperature: float, width: int) -> None:
        """Begin from the numbers of one net and its temperature."""
        self.parameters = [part.astype(np.float32) for part in split(flat, width)]
        self.parameters.append(np.array([np.log(temperature)], np.float32))
        self.initial = [part.copy() for part in self.parameters]
        self.means = [np.zeros_like(part) for part in self.parameters]
        self.squares = [np.zeros_like(part) for part in self.parameters]
        self.steps = 0

    @property
    def temperature(self) -> float:
        """How far apart strengths must be to decide the game."""
        return float(np.exp(self.parameters[-1][0]))

    def flat(self) -> FloatArray:
        """The numbers as they stand among the weights."""
        return np.concatenate([part.ravel() for part in self.parameters[:-1]]).astype(np.float64)

    def forward(self, x: SingleArray) -> tuple[SingleArray, SingleArray]:
        """The ReLU units for rows of features, and the future points, in tens."""
        units = x @ self.parameters[0] + self.parameters[1]
        relu = np.maximum(units[:, 1:], 0)
        return relu, units[:, 0] + relu @ self.parameters[2]

    def backward(
        self, x: SingleArray, relu: SingleArray, gradient: SingleArray
    ) -> list[SingleArray]:
        """The gradients of all parameters but the temperature, given those of the outputs."""
        down = np.empty((len(x), relu.shape[1] + 1), np.float32)
        down[:, 0] = gradient
        np.multiply(gradient[:, None] * self.parameters[2][None, :], relu > 0, out=down[:, 1:])
        return [x.T @ down, down.sum(0), relu.T @ gradient]

    def step(self, gradients: list[SingleArray], learning_rate: float, pull: float) -> None:
        """Take one step of Adam; weights are pulled towards what they were at the beginning."""
        self.steps += 1
        for i, gradient in enumerate(gradients):
            part, mean, square = self.parameters[i], self.means[i], self.squares[i]
            np.add(mean, 0.1 * (gradient - mean), out=mean)
            np.add(square, 0.001 * (gradient * gradient - square), out=square)
            unbiased = mean / (1 - 0.9**self.steps)
            scale = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            back = pull * (part - self.initial[i]) if i in (0, 2) else 0.0
            np.subtract(part, learning_rate * (unbiased / scale + back), out=part)


def split(flat: FloatArray, width: int) -> list[FloatArray]:
    """The parts of a net: weights of the features, biases, weights of the ReLU units."""
    rows = FEATURES * width
    parts = [flat[:rows].reshape(FEATURES, width), flat[rows : rows + width], flat[rows + width :]]
    return [np.array(part) for part in parts]


def initial_weights(width: int, seed: int) -> FloatArray:
    """Small random weights to begin from, for nets of so many units."""
    rng = np.random.default_rng(seed)
    size = net_size(width)
    weights = np.zeros(HEAD + NETS * size)
    weights[WIDTH_AT], weights[FEATURES_AT] = width, FEATURES
    weights[TEMPERATURES_FROM : TEMPERATURES_FROM + NETS] = 8.0
    weights[TEMPERATURES_FROM + NETS] = LAST_TEMPERATURE
    for number in range(NETS):
        at = HEAD + number * size
        weights[at : at + size] = _initial_net(width, rng)
    return weights


def _initial_net(width: int, rng: np.random.Generator) -> FloatArray:
    """Random weights of one net: 0 for its linear unit, small ones for its ReLU units."""
    rows = rng.normal(0, (1 / 30) ** 0.5, (FEATURES, width))
    rows[:, 0] = 0.0
    biases = np.zeros(width)
    biases[0] = 3.0
    out = rng.normal(0, 0.3 / max(width - 1, 1) ** 0.5, width - 1)
    return np.concatenate([rows.ravel(), biases, out])


class Examples(NamedTuple):
    """What one net is fitted to: features, points, win probabilities and final points by game."""

    x: SingleArray
    points: SingleArray
    wins: SingleArray
    final: SingleArray
    seats: BoolArray

    def batch(self, games: IntArray) -> "Examples":
        """The examples of some games."""
        return Examples(
            self.x[games],
            self.points[games],
            self.wins[games],
            self.final[games],
            self.seats[games],
        )


def single(numbers: SingleArray | FloatArray) -> SingleArray:
    """Numbers in single precision; no copy where they are."""
    return np.asarray(numbers, np.float32)


def temperature_factors(seats: BoolArray) -> SingleArray:
    """What each game's temperature is multiplied by, for its number of seats."""
    factors: SingleArray = np.array(TEMPERATURE_FACTOR, np.float32)[np.maximum(seats.sum(1), 2)]
    return factors[:, None]


def predictions(net: Net, examples: Examples) -> tuple[SingleArray, SingleArray]:
    """The win probabilities and the final points that a net expects."""
    games, seats, _ = examples.x.shape
    future = TENS * net.forward(examples.x.reshape(games * seats, FEATURES))[1]
    strength = single(examples.points + future.reshape(games, seats))
    temperature = net.temperature * temperature_factors(examples.seats)
    return _softmax(single(strength / temperature), examples.seats), strength


def _softmax(strength: SingleArray, seats: BoolArray) -> SingleArray:
    """Win probabilities from strengths; seats that nobody has get none."""
    strength = np.where(seats, strength, -1e9)
    strength = np.exp(strength - strength.max(1, keepdims=True))
    share: SingleArray = strength / strength.sum(1, keepdims=True)
    return share


def gradients_of(net: Net, examples: Examples) -> list[SingleArray]:
    """The gradients of the error on some examples, for all parameters."""
    games, seats, _ = examples.x.shape
    x = examples.x.reshape(games * seats, FEATURES)
    relu, future = net.forward(x)
    strength = examples.points + TENS * future.reshape(games, seats)
    temperature = net.temperature * temperature_factors(examples.seats)
    expected = _softmax(single(strength / temperature), examples.seats)
    wrong = (expected - examples.wins) / temperature
    warmer = -(wrong * np.where(examples.seats, strength, 0)).sum() / games
    off = np.clip(strength - examples.final, -30, 30) / POINTS_SPREAD**2
    outputs = np.where(examples.seats, wrong + POINTS_COUNT * off, 0) * (TENS / games)
    gradients = net.backward(x, relu, outputs.reshape(games * seats).astype(np.float32))
    return [*gradients, np.array([warmer], np.float32)]


def fit_net(net: Net, examples: Examples, options: FitOptions, rng: np.random.Generator) -> None:
    """Fit a net to examples, with a falling learning rate; it ends as an average.

    Games are few and luck is large: the mean over the second half of all steps has less variance
    than the last step.
    """
    games = len(examples.x)
    steps = max(options.epochs * (games // BATCH), 1)
    means = [np.zeros(part.shape) for part in net.parameters]
    step = 0
    for _ in range(options.epochs):
        order = rng.permutation(games)
        for at in range(0, games - BATCH + 1, BATCH):
            batch = examples.batch(order[at : at + BATCH])
            learning_rate = options.learning_rate * (1 - step / steps) + LEAST_LEARNING_RATE
            net.step(gradients_of(net, batch), learning_rate, options.pull)
            step += 1
            if 2 * step > steps:
                means = [mean + now for mean, now in zip(means, net.parameters, strict=True)]
    averaged = step - steps // 2
    if averaged > 0:
        net.parameters = [(mean / averaged).astype(np.float32) for mean in means]


def fit_weights(
    weights: FloatArray, recording: Recording, options: FitOptions, seed: int
) -> FloatArray:
    """Fit all nets to recorded games, the last round first."""
    rng = np.random.default_rng(seed)
    width = int(weights[WIDTH_AT])
    size = net_size(width)
    fitted = np.array(weights)
    seats: BoolArray = np.any(recording.features[:, 0, :, :], 2)
    wins, final = recording.shares, recording.final
    for number in range(NETS - 1, -1, -1):
        at = HEAD + number * size
        net = Net(weights[at : at + size], weights[TEMPERATURES_FROM + number], width)
        examples = Examples(
            np.ascontiguousarray(recording.features[:, number]),
            recording.points[:, number],
            wins,
            final,
            seats,
        )
        fit_net(net, examples, options, rng)
        fitted[at : at + size] = net.flat()
        fitted[TEMPERATURES_FROM + number] = net.temperature
        predicted_wins, predicted_points = predictions(net, examples)
        wins = single(END_COUNTS * wins + (1 - END_COUNTS) * predicted_wins)
        final = single(END_COUNTS * final + (1 - END_COUNTS) * predicted_points)
    return fitted
