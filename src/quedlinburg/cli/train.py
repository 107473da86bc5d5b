"""`quacks train`: let the master learn from games against itself."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from quedlinburg.cli.output import complain, make_console

INTERRUPTED = 130

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def train_commands() -> None:
    """Learning."""


@app.command("train", context_settings={"help_option_names": ["-h", "--help"]})
def train(
    folder: Annotated[Path, typer.Argument(help="Where games, weights and the journal are kept.")],
    *,
    generations: Annotated[int, typer.Option(min=0, help="How often to play and learn.")] = 5,
    games: Annotated[int, typer.Option(min=1000, help="Games of a generation.")] = 8_000,
    match_games: Annotated[int, typer.Option(min=100, help="Games that judge new weights.")] = 3000,
    seed: Annotated[int, typer.Option(min=0, help="The seed of all games and beginnings.")] = 1,
    baseline: Annotated[
        bool, typer.Option(help="Learn the linear baseline instead: a plain sum, for set 1.")
    ] = False,
) -> int:
    """Let the master learn: play games, fit its value to them, keep it if it wins more.

    It begins with pre-training: a great many quick games that teach what everything is worth. The
    same folder goes on where it was stopped. The best weights are `best.npz` there; try them with
    `quacks arena --seats master@FOLDER/best.npz,master`.
    """
    # Small matrices: more than one thread costs more than it brings.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    try:
        from quedlinburg.bots.training.trainer import BASELINE, Options, Trainer  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise ValueError(f"train needs {error.name}: install quedlinburg[fast]") from None
    console = make_console()
    options = replace(
        BASELINE if baseline else Options(),
        generations=generations,
        games=games,
        match_games=match_games,
        seed=seed,
    )
    trainer = Trainer(folder, options, lambda line: console.print(line, highlight=False))
    try:
        trainer.run()
    except KeyboardInterrupt:
        complain(f"stopped in generation {trainer.state.generation}; the same command goes on")
        return INTERRUPTED
    console.print(f"The best weights are in {folder / 'best.npz'}.", highlight=False)
    return 0
