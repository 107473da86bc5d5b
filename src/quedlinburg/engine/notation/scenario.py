"""Scenarios: a position, actions, and what is expected of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quedlinburg.engine.actions import IllegalAction, parse
from quedlinburg.engine.game import Game
from quedlinburg.engine.names import QUESTIONS, STATES, format_kinds
from quedlinburg.engine.notation.head import SEAT_KEYS, single, split_keys
from quedlinburg.engine.notation.lexer import (
    Line,
    TextError,
    Word,
    format_pot,
    read_counts,
    read_kinds,
    read_lines,
    read_pot,
    with_values,
)
from quedlinburg.engine.notation.position import Reader
from quedlinburg.rules import ids
from quedlinburg.rules.constants import CARD_IDS, KIND_CODES, SPOON

EXPECT_KEYS = (*SEAT_KEYS, "coins", "scoring", "bowl", "brewing")
_WHAT = ("seat", "legal", "waiting", "question", "round", "start", "card", "supply", "winners")


@dataclass(frozen=True)
class Failure:
    """A check that failed: the line, what was expected and what was found."""

    line: int
    expected: str
    found: str

    def __str__(self) -> str:
        return f"line {self.line}\n- {self.expected}\n+ {self.found}"


class ScenarioReader(Reader[Game]):
    """Reads a scenario and collects the checks that fail."""

    def __init__(self) -> None:
        """Begin with no failure."""
        super().__init__(Game)
        self.failures: list[Failure] = []

    def read(self, line: Line) -> bool:
        """Read one line of a scenario."""
        first = line.words[0].text
        if first == "expect":
            self._expect(line)
        elif first == "refuse":
            self._refuse(line)
        elif not super().read(line):
            raise line.words[0].error("the head, begin, a seat and its action, expect or refuse")
        return True

    def _compare(self, line: Line, key: str, expected: str, found: str) -> None:
        """Note a failure where what was found is not what was expected."""
        if expected != found:
            failure = Failure(line.number, with_values(key, expected), with_values(key, found))
            self.failures.append(failure)

    def _refuse(self, line: Line) -> None:
        """Check that an action is illegal and changes nothing."""
        game = self._scripted(line, self.start)
        if len(line.words) < 3:
            raise line.error("refuse SEAT ACTION")
        seat = line.words[1].number(0, game.setup.players - 1, "a seat")
        action = " ".join(word.text for word in line.words[2:])
        before = game.key()
        try:
            game.copy().act(seat, action)
        except IllegalAction:
            found = "refused"
        except ValueError:
            found = "accepted"
        else:
            found = "accepted"
        if game.key() != before:
            found = "something changed"
        self._compare(line, f"{seat} {action}:", "refused", found)

    def _expect(self, line: Line) -> None:
        """Check what a line expects."""
        game = self._scripted(line, self.start)
        if len(line.words) < 2:
            raise line.error(f"one of {', '.join(_WHAT)} after expect")
        key, values = line.words[1], list(line.words[2:])
        t = game.table
        match key.one_of(_WHAT, "what to expect"):
            case "seat":
                self._expect_seat(line, game, values)
            case "legal":
                self._expect_legal(line, game, values)
            case "waiting":
                self._seats(line, "waiting", values, game.waiting)
            case "winners":
                outcome = game.outcome
                self._seats(line, "winners", values, outcome.winners if outcome else ())
            case "question":
                self._expect_question(line, game, values)
            case "round" | "start":
                found = t.round_no if key.text == "round" else t.start
                self._compare(line, key.text, single(key, values, "a number").text, str(found))
            case "card":
                card = single(key, values, "a card").one_of(CARD_IDS, "a card's id")
                found_card = CARD_IDS[t.card] if t.card != ids.NO_CARD else ""
                self._compare(line, "card", card, found_card)
            case "supply":
                for kind, count in read_counts(values, "supply").items():
                    code = KIND_CODES[kind]
                    self._compare(line, "supply", f"{code}={count}", f"{code}={t.supply[kind]}")

    def _seats(self, line: Line, key: str, values: list[Word], found: tuple[int, ...]) -> None:
        """Compare seats in any order."""
        expected = sorted(word.number(0, 3, "a seat") for word in values)
        show: Callable[[list[int]], str] = lambda seats: " ".join(map(str, seats))  # noqa: E731
        self._compare(line, key, show(expected), show(sorted(found)))

    def _expect_legal(self, line: Line, game: Game, values: list[Word]) -> None:
        """Compare a seat's legal actions in any order."""
        if not values:
            raise line.error("expect legal SEAT and actions")
        seat = values[0].number(0, game.setup.players - 1, "a seat")
        expected = []
        for word in values[1:]:
            try:
                expected.append(str(parse(word.text)))
            except IllegalAction:
                raise word.error("an action, quoted if it has several words") from None
        legal = [str(action) for action in game.legal_actions(seat)]
        self._compare(line, f"legal {seat}", _quoted(sorted(expected)), _quoted(sorted(legal)))

    def _expect_question(self, line: Line, game: Game, values: list[Word]) -> None:
        """Compare the id of a seat's question."""
        if len(values) != 2:
            raise line.error("expect question SEAT ID")
        seat = values[0].number(0, game.setup.players - 1, "a seat")
        expected = values[1].one_of(QUESTIONS.values(), "a question's id")
        question = game.question(seat)
        self._compare(line, f"question {seat}", expected, question.id if question else "")

    def _expect_seat(self, line: Line, game: Game, values: list[Word]) -> None:
        """Compare what a line says about a seat."""
        if not values:
            raise line.error("expect seat SEAT and what it has")
        seat = values[0].number(0, game.setup.players - 1, "a seat")
        for key, rest in split_keys(tuple(values[1:]), EXPECT_KEYS):
            expected, found = _seat_values(game, seat, key, rest)
            shown = f"seat {seat}" if key.text in STATES else f"seat {seat} {key.text}"
            self._compare(line, shown, expected, found)


def _quoted(actions: list[str]) -> str:
    """Write actions, those of several words in quotes."""
    return " ".join(f'"{action}"' if " " in action else action for action in actions)


def _seat_values(game: Game, seat: int, key: Word, values: list[Word]) -> tuple[str, str]:
    """What a key expects of a seat, and what the seat has."""
    t = game.table
    match key.text:
        case "bag" | "aside" | "bowl":
            held: dict[str, list[list[int]]] = {"bag": t.bag, "aside": t.aside, "bowl": t.bowl}
            return format_kinds(read_kinds(values)), format_kinds(held[key.text][seat])
        case "pot":
            expected = [(KIND_CODES[kind], space) for kind, space in read_pot(values)]
            kinds = [KIND_CODES[kind] for kind in t.pot_kind[seat][: t.pot_n[seat]]]
            found = zip(kinds, t.pot_space[seat], strict=False)
            return format_pot(expected), format_pot(found)
        case "stopped" | "exploded" | "brewing":
            if values:
                raise values[0].error(f"nothing after {key.text}")
            return key.text, STATES[t.status[seat]]
        case "flask":
            word = single(key, values, "full, empty").one_of(("full", "empty"), "a flask")
            return word, "full" if t.flask[seat] else "empty"
    numbers: dict[str, list[int]] = {
        "vp": t.vp,
        "rubies": t.rubies,
        "droplet": t.droplet,
        "rats": t.tails,
        "glass": t.glass,
        "coins": t.coins,
        "scoring": t.scoring,
    }
    most = SPOON if key.text == "scoring" else 9999
    number = single(key, values, "a number").number(0, most, key.text)
    return str(number), str(numbers[key.text][seat])


def run_scenario(text: str) -> list[Failure]:
    """Run a scenario and return the checks that fail; a text that can't be read raises."""
    reader = ScenarioReader()
    for line in read_lines(text):
        reader.read(line)
    if reader.game is None:
        reader.start()
        raise TextError("the scenario checks nothing: expected an action, expect or refuse")
    return reader.failures
