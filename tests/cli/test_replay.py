"""`quacks replay`: the same game again, step by step, from every side."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.conftest import Quacks
from quedlinburg.cli.output import make_console
from quedlinburg.cli.replay import Replay, moved, side_by_key
from quedlinburg.cli.terminal.replay_steps import Place, Step, steps_of
from quedlinburg.engine.events import ChipsLookedAt, ChoiceSealed
from quedlinburg.engine.game import Game


@pytest.fixture(scope="module")
def game(finished: str) -> Game:
    """A whole game out of its record."""
    return Game.from_record(finished)


@pytest.fixture(scope="module")
def steps(game: Game) -> list[Step]:
    """The steps of a whole game."""
    return steps_of(game)


class TestSteps:
    """A recorded game taken apart."""

    def test_the_last_step_is_the_game_as_it_ended(self, game: Game, steps: list[Step]) -> None:
        """One step an action, and the table stands exactly as it stood."""
        assert len(steps) == len(game.history) + 1
        assert steps[-1].game == game
        assert steps[-1].game.outcome == game.outcome

    def test_the_events_of_all_steps_are_those_of_the_game(
        self, game: Game, steps: list[Step]
    ) -> None:
        """None is lost between two steps."""
        assert [event for step in steps for event in step.events] == list(game.events)

    def test_a_record_of_the_replayed_game_is_the_same_record(
        self, finished: str, steps: list[Step]
    ) -> None:
        """Record, replay, record."""
        assert steps[-1].game.record() == finished

    def test_a_side_does_not_see_what_its_seat_could_not_see(self, steps: list[Step]) -> None:
        """Looks and sealed choices of the other seat are hidden, and so is the sealed action."""
        hidden = 0
        for step in steps:
            for event in step.seen_by(1):
                if isinstance(event, ChipsLookedAt) and event.seat == 0:
                    assert event.kinds is None
                    hidden += 1
                if isinstance(event, ChoiceSealed) and event.seat == 0:
                    assert event.choice is None
                    assert step.action_seen_by(1) is None
                    assert step.action_seen_by(0) == str(step.played and step.played.action)
                    hidden += 1
        assert hidden > 20


class TestPlaces:
    """Going forward and back."""

    def test_forward_and_back_by_action(self, steps: list[Step]) -> None:
        """Back undoes forward, and both stop at the ends."""
        place = Place.after(steps, 0)
        for _ in range(5):
            place = moved(place, "n", steps)
        assert place == Place.after(steps, 5)
        for _ in range(9):
            place = moved(place, "p", steps)
        assert place == Place.after(steps, 0)
        assert moved(Place.after(steps, 10**6), "\x1b[C", steps).step == len(steps) - 1

    def test_every_event_is_passed_on_the_way_forward_and_on_the_way_back(
        self, steps: list[Step]
    ) -> None:
        """By single events the whole game is as long as its log."""
        place = Place(0, 0)
        forward = list(_walk(place, "e", steps))
        assert len(forward) == sum(max(1, len(step.events)) for step in steps)
        back = list(_walk(forward[-1], "E", steps))
        assert back[-1].step == 0
        assert len(back) == len(forward) - 1

    def test_rounds_forward_and_back(self, steps: list[Step]) -> None:
        """Each key leads to the beginning of a round."""
        place = Place.after(steps, 0)
        rounds = []
        for _ in range(8):
            place = moved(place, "r", steps)
            rounds.append(steps[place.step].round)
        assert rounds == [2, 3, 4, 5, 6, 7, 8, 9]
        assert steps[moved(place, "R", steps).step].round == 8
        assert moved(place, "r", steps) == moved(place, "G", steps)
        assert moved(place, "g", steps) == Place.after(steps, 0)

    def test_a_key_without_a_meaning_leads_nowhere(self, steps: list[Step]) -> None:
        """Not even by accident."""
        place = Place.after(steps, 7)
        assert {moved(place, key, steps) for key in ("x", "\t", "", "1", "\x1b[Z")} == {place}

    def test_the_side_is_chosen_by_the_number_of_a_seat(self) -> None:
        """A seat that is not there is no side."""
        assert [side_by_key(None, key, 2) for key in "012ax"] == [0, 1, None, None, None]
        assert side_by_key(1, "a", 2) is None
        assert side_by_key(1, "n", 2) == 1


def _walk(place: Place, key: str, steps: list[Step]) -> Iterator[Place]:
    """Every place that a key leads through, until it leads no further."""
    while (following := moved(place, key, steps)) != place:
        place = following
        yield place


def test_within_an_action_the_table_is_folded_event_by_event(game: Game, steps: list[Step]) -> None:
    """After the last event of an action the folded table is the table of the next step."""
    shown = Replay(game, make_console(), None)
    for step in steps[1:60]:
        folded = shown.within(Place(step.number, len(step.events)))
        assert folded.seats == step.game.view(None).seats
        assert folded.supply == step.game.view(None).supply


def test_single_keys_step_through_a_game(
    game: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Forward, by events, from a seat's side, to the end, and out."""
    keys = iter(["n", "e", "e", "1", "r", "a", "G", "x", "q"])
    monkeypatch.setattr("quedlinburg.cli.replay.typer.getchar", lambda: next(keys))
    Replay(game, make_console(), None).run(0)
    out = capsys.readouterr().out
    assert f"step 1 of {len(game.history)}" in out
    assert "Your pot" in out
    assert "Round 2 of 9" in out
    assert f"step {len(game.history)} of {len(game.history)}" in out
    assert list(keys) == []


def test_without_a_terminal_every_step_is_printed(quacks: Quacks, record: Path, game: Game) -> None:
    """With the names of the record, and the ranking at the end."""
    out = quacks("replay", record).out
    for number, played in enumerate(game.history, start=1):
        assert f"{number:>4}  {('Ann', 'Bo')[played.seat]}: {played.action}\n" in out
    assert "Round 9 ─" in out
    assert out.rstrip().endswith(" points.")


def test_a_step_can_be_shown_alone(quacks: Quacks, record: Path) -> None:
    """From outside with all pots, or from a seat's side with its pot as a track."""
    assert "Bo: " in quacks("replay", record, "--step", "30").out
    assert "Your pot" in quacks("replay", record, "--step", "30", "--seat", "1").out


def test_json_holds_every_step(quacks: Quacks, record: Path, game: Game) -> None:
    """For programs: set-up, names, actions, events, outcome."""
    plain = json.loads(quacks("replay", record, "--json").out)
    assert plain["names"] == ["Ann", "Bo"]
    assert [step["action"] for step in plain["steps"][1:]] == [str(p.action) for p in game.history]
    assert plain["outcome"] == (game.outcome and game.outcome.to_json())
    one = json.loads(quacks("replay", record, "--json", "--step", "30", "--seat", "0").out)
    assert [step["step"] for step in one["steps"]] == [30]
    assert one["view"]["viewer"] == 0


def test_an_unfinished_game_can_be_watched(quacks: Quacks, tmp_path: Path) -> None:
    """As far as it goes."""
    path = tmp_path / "game.txt"
    quacks("play", "--terminal", "--seed", "b", "--record", path, typed="d\nd\nq\n")
    out = quacks("replay", path).out
    assert "Guest: draw" in out
    assert "the game is unfinished" in out
