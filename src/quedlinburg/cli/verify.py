"""`quacks verify`: whether a game was played by the rules, and whether its luck was honest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quedlinburg.cli.files import read_text
from quedlinburg.cli.output import make_console, print_json
from quedlinburg.cli.terminal.event_words import Teller
from quedlinburg.cli.terminal.requests import name_of
from quedlinburg.cli.terminal.results import explain
from quedlinburg.engine.game import Game
from quedlinburg.engine.notation import record
from quedlinburg.text import catalogue


def verify(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a game.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Check a record: every action against the rules, every draw against the promised seed."""
    text = read_text(file)
    try:
        game, said = record.verify(text, Game)
    except ValueError as error:
        if as_json:
            print_json({"file": str(file), "verified": False, "error": str(error)})
        raise ValueError(f"{file}: {error}") from None
    outcome = game.outcome
    if as_json:
        print_json(
            {
                "file": str(file),
                "verified": True,
                "checked": said,
                "finished": outcome is not None,
                "actions": len(game.history),
                "outcome": outcome and outcome.to_json(),
            }
        )
        return
    console = make_console()
    console.print(f"{file}: {said}.", markup=False, soft_wrap=True)
    if outcome is not None:
        names = [name_of(game, seat, catalogue("en")) for seat in range(game.setup.players)]
        console.print(explain(outcome, Teller(names)), markup=False)
