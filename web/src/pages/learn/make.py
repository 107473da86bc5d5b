"""Play the guided first game with scripted luck and keep what the page shows of it.

Run from the repository: `uv run --no-sync python web/src/pages/learn/make.py`.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from quedlinburg import Game, Setup
from quedlinburg.engine.luck import Scripted
from quedlinburg.server.bots.odds import odds_of
from quedlinburg.server.protocol.shapes import SEAT_NUMBERS

# What the cards, bags and the die bring, in the order in which it is used.
LUCK = Path(__file__).with_name("luck.txt").read_text().split()
# Seat 0 is the reader; seat 1 acts by itself after the reader's action.
LESSON: tuple[tuple[int, str, tuple[str, ...]], ...] = (
    (1, "draw", ("draw",)),
    (2, "draw", ("draw",)),
    (3, "draw", ("draw",)),
    (4, "flask", ("draw", "stop")),
    (5, "draw", ()),
    (5, "draw", ()),
    (5, "draw", ()),
    (6, "draw", ()),
    (6, "draw", ("choose", "buy O1", "done")),
    (7, "choose coins", ()),
    (8, "buy O1 G1", ()),
    (9, "spend flask", ()),
)


def told(game: Game, since: int) -> dict[str, object]:
    """What the reader's device is told after an action."""
    view = game.view(0).to_json()
    asked = game.question(0)
    options = [option.to_json() for option in game.view(0).legal]
    legal = [{name: value for name, value in o.items() if value != 0} for o in options]
    return {
        "events": [event.seen_by(0).to_json() for event in game.events[since:]],
        "waiting": view["waiting"],
        "seats": {
            str(number): {name: getattr(seat, name) for name in SEAT_NUMBERS}
            for number, seat in enumerate(game.view(0).seats)
        },
        "ask": asked and {"question": asked.to_json(), "legal": legal},
        "odds": odds(game),
    }


def odds(game: Game) -> object:
    """What the reader is told of the next draw, as a server tells it."""
    return msgspec.to_builtins(odds_of(game.view(0), ""))


def others(game: Game, actions: tuple[str, ...]) -> None:
    """Let seat 1 act, as far as it is asked."""
    for action in actions:
        legal = [str(option) for option in game.legal_actions(1)]
        if action in legal:
            game.act(1, action)


def main() -> None:
    """Write the lesson."""
    # Who plays for the first time is not asked whether to stir.
    game = Game.new(Setup(players=2, start=0, stir="never"), luck=Scripted(LUCK))
    first = game.view(0).to_json()
    begun = [event.seen_by(0).to_json() for event in game.events]
    before = odds(game)
    steps = []
    for say, action, then in LESSON:
        since = len(game.events)
        game.act(0, action)
        others(game, then)
        steps.append({"say": say, "expect": action, **told(game, since)})
    lesson = {"first": first, "begun": begun, "odds": before, "steps": steps}
    path = Path(__file__).with_name("lesson.json")
    path.write_text(json.dumps(lesson, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
