"""Brews in words, and the command `quacks odds`: what it prints, and what it refuses."""

import json

import pytest
import typer
from typer.testing import CliRunner

from quedlinburg.analysis import PATIENT, BrewDescription, RoundWorth, best, parse_brew
from quedlinburg.bots import master_values
from quedlinburg.cli.odds import odds
from quedlinburg.engine.names import KIND

app = typer.Typer()
app.command()(odds)
BAG = "W1x4 W2x2 W3 O1 G1 B2"


def test_a_described_brew_stands_as_a_game_does() -> None:
    """R4.1: start, limit, flask, what the pot gives."""
    words = BrewDescription(BAG, pot="W3@5", books="3", round=4, droplet=1, rats=1, card="alms")
    own = parse_brew(words).seats[0]
    assert own.scoring == 6
    assert own.flask_takes == "W3"
    assert dict(own.known_bag()) == {"W1": 4, "W2": 2, "W3": 1, "O1": 1, "G1": 1, "B2": 1}


_MIXED = "green=1 blue=3 red=1 yellow=2 purple=1"
REFUSED = [
    (BrewDescription("W9"), "bag: 'W9': expected chips"),
    (BrewDescription("W3x5"), "more W3 than exist: expected at most 4"),
    (BrewDescription("W1", books="7"), "books: '7' is not known"),
    (BrewDescription("W1", books="green=1"), "books: 'green=1' is not known"),
    (BrewDescription("W1", pot="W3@60"), "pot: 'W3@60': expected a chip on a space from 1 to 52"),
    (BrewDescription("W1", pot="W3@9 W1@3"), "expected a space not before"),
    (BrewDescription("W1", pot="W3@3 W3@6 W3@9"), "add up to 9, more than the limit 7"),
    (BrewDescription("W1", pot="W1@3", droplet=9), "W1@3 is not after the start, space 9"),
    (BrewDescription("W1", card="nothing"), "card: 'nothing' is not known"),
    (BrewDescription("W1", edition="second"), "edition: 'second' is not known"),
    (BrewDescription("W1", round=10), "round: 10 is not allowed; allowed: 1 to 9"),
    (BrewDescription("W1", players=5), "players: 5 is not allowed"),
    (BrewDescription("W1", droplet=53), "droplet: 53 is not allowed"),
    (BrewDescription("W1", rats=-1), "rats: -1 is not allowed"),
    (BrewDescription("W1", flask="half"), "flask: 'half' is not known"),
    (BrewDescription("W1", aside="R1"), "chips aside: expected red book 2"),
    (BrewDescription("W1", aside="G1", books="2"), "aside: only red chips"),
    (BrewDescription("W1", short=True), "short: there is no chip in the pot"),
    (BrewDescription("W1", pot="O1@1 R1@2", short=True), "short: R1@2 has no extra spaces"),
    (BrewDescription("W1", pot="Y1@3 B1@5", books=_MIXED, short=True), "short: B1@5 has paid"),
    (BrewDescription(""), "bag: there are no chips"),
]


@pytest.mark.parametrize(("words", "told"), REFUSED, ids=lambda value: str(value)[:40])
def test_what_can_not_be_is_refused_in_one_line(words: BrewDescription, told: str) -> None:
    """R1.1, R2.3: bags, books, spaces and cards that don't exist."""
    with pytest.raises(ValueError) as refused:
        parse_brew(words)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "line 1" not in str(refused.value)


def test_the_command_prints_the_chances_and_the_best_decision() -> None:
    """The command for people."""
    told = CliRunner().invoke(app, [BAG, "--pot", "W3@3", "--round", "4"])
    assert told.exit_code == 0
    assert "Next chip: W1 40 %  W2 20 %" in told.stdout
    assert "Next draw explodes: 0 % (0)" in told.stdout
    assert "With best play: scoring space" in told.stdout


def test_the_command_prints_json_with_exact_chances() -> None:
    """The command for programs."""
    told = CliRunner().invoke(app, [BAG, "--pot", "W3@3 W2@5", "--books", "2", "--json", "--exact"])
    found = json.loads(told.stdout)
    assert found["next"]["W1"] == {"chance": 0.4, "exact": "2/5"}
    assert found["explodes_exact"] == "1/10"
    assert found["neglected"] == 0
    assert {row["action"] for row in found["actions"]} == {"draw", "stop", "flask"}
    assert found["best"] == found["actions"][0]["action"]
    assert sum(found["spaces"].values()) == pytest.approx(1)


def test_a_last_chip_with_extra_spaces_may_stand_short() -> None:
    """R4.7: its value beyond the chip before it, or beyond the start."""
    assert parse_brew(BrewDescription("W1", pot="O1@1 R1@3")).seats[0].short_to is None
    assert parse_brew(BrewDescription("W1", pot="O1@1 R1@3", short=True)).seats[0].short_to == 2
    party = BrewDescription("W1", pot="O1@7", droplet=3, rats=2, card="pumpkin_party", short=True)
    assert parse_brew(party).seats[0].short_to == 6


def test_the_command_weighs_standing_short_beside_the_rest() -> None:
    """R4.7: one space less is a ruby."""
    pot = ["--pot", "O1@2 W3@5 W2@7 R1@9", "--round", "8", "--flask", "empty"]
    told = CliRunner().invoke(app, ["W3x3 W2", *pot, "--short", "--json"])
    found = json.loads(told.stdout)
    words = {row["action"]: row["words"] for row in found["actions"]}
    assert set(words) == {"draw", "stop", "short"}
    assert words["short"] == "8 instead of 9, for a ruby"
    assert found["short_to"] == 8
    without = json.loads(CliRunner().invoke(app, ["W3x3 W2", *pot, "--json"]).stdout)
    assert {row["action"] for row in without["actions"]} == {"draw", "stop"}
    assert without["short_to"] is None


def test_the_command_weighs_by_the_values_of_the_strongest_level_and_shows_them() -> None:
    """What a thing is taken to be worth is the master's to say, and can be seen."""
    asked = [BAG, "--pot", "W3@3", "--round", "4"]
    view = parse_brew(BrewDescription(BAG, pot="W3@3", round=4))
    values = master_values(view, 0)
    found = json.loads(CliRunner().invoke(app, [*asked, "--json"]).stdout)
    worth = best(view, RoundWorth.of(view, 0, values), limits=PATIENT)
    assert {row["action"]: row["value"] for row in found["actions"]} == worth.values_by_action()
    assert found["values"]["step"] == values.step
    assert found["values"]["chips"]["K1"] == values.chip[KIND["K1"]]
    assert found["values"]["coins"][10] == values.coins[10]
    told = CliRunner().invoke(app, [*asked, "--values"]).stdout
    assert f"a droplet space {values.step:.2f}, a full flask {values.flask:.2f}" in told
    assert f"K1 {values.chip[KIND['K1']]:.2f}" in told


def test_an_unknown_value_is_refused() -> None:
    """The names of values are few."""
    told = CliRunner().invoke(app, [BAG, "--value", "fame"])
    assert isinstance(told.exception, ValueError)
    assert str(told.exception) == "value: 'fame' is not known; known: worth, space, both"


def test_an_empty_bag_can_only_stop() -> None:
    """R4.2: there is nothing to draw."""
    told = CliRunner().invoke(app, ["", "--pot", "O1@1", "--json"])
    found = json.loads(told.stdout)
    assert [row["action"] for row in found["actions"]] == ["stop"]
    assert found["spaces"] == {"2": 1.0}
