"""`quacks play`: a table in the browser, or with --terminal right here."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from quedlinburg.bots import BOT_NAMES, make_bot
from quedlinburg.cli.language import Language, chosen_language
from quedlinburg.cli.optional import load_optional
from quedlinburg.cli.output import make_console, was_interrupted
from quedlinburg.cli.terminal import saved_games
from quedlinburg.cli.terminal.table import Leave, TerminalTable
from quedlinburg.engine.fairness import Pledge
from quedlinburg.engine.game import Game
from quedlinburg.engine.setup import Setup
from quedlinburg.text import bot_names, catalogue, free_name

NO_SERVER = "the table in the browser needs the server, which is not installed; use --terminal"
DEFAULT_PLAYERS = 3


def open_in_browser(*, open_browser: bool = True, port: int | None = None) -> None:
    """Open a table in the browser, with a server on this machine."""
    run_local = load_optional("quedlinburg.server", "run_local") or load_optional(
        "quedlinburg.server.local", "run_local"
    )
    if run_local is None:
        raise ValueError(NO_SERVER)
    run_local(open_browser=open_browser, port=port)


def read_books(written: str) -> int | dict[str, int]:
    """Read which books play: one number, a number for each colour, or `random`.

    Random ones are drawn when the game begins; until then book 1 stands for them.

    >>> read_books("2"), read_books("green=2,blue=1,red=3,yellow=4,purple=1")["red"]
    (2, 3)
    """
    if written.isdecimal():
        return int(written)
    if written == "random":
        return 1
    books: dict[str, int] = {}
    for part in written.replace(",", " ").split():
        colour, equals, number = part.partition("=")
        if not equals or not number.isdecimal():
            expected = "1 to 4, random, or green=2,blue=1,red=3,yellow=4,purple=1"
            raise ValueError(f"books: {part!r} is not understood; expected {expected}")
        books[colour] = int(number)
    return books


def read_edition(written: str) -> str | dict[str, int | str]:
    """Read an edition: a name, switches, or a name and switches after it.

    >>> read_edition("schmidt"), read_edition("schmidt,rubies=1")["flask"]
    ('schmidt', 'any')
    """
    names = written.replace(",", " ").split()
    if len(names) == 1 and "=" not in names[0]:
        return names[0]
    switches: dict[str, int | str] = {}
    for name in names:
        switch, equals, value = name.partition("=")
        if equals:
            switches[switch] = int(value) if value.isdecimal() else value
        elif not switches:
            switches |= Setup(players=2, edition=name).switches
        else:
            raise ValueError(f"edition: {name!r} must come first; after it, switches")
    return switches


def read_bots(written: str, players: int) -> tuple[str, ...]:
    """Read the names of the bots for the other seats; one name stands for all of them."""
    names = tuple(written.replace(",", " ").split())
    for name in names:
        make_bot(name)
    if len(names) == 1:
        names *= players - 1
    if len(names) != players - 1:
        raise ValueError(f"bots: {len(names)} named; allowed: one name, or {players - 1}")
    return names


def bot_titles(bots: tuple[str, ...], language: str) -> list[str]:
    """What the bots are called at the table in a language, no two the same.

    >>> bot_titles(("apprentice", "apprentice"), "de")
    ['Lehrling Tilda', 'Lehrling Jost']
    """
    titles: list[str] = []
    for bot in bots:
        place, title = free_name(bot, titles)
        titles.append(title if place is None else bot_names(bot, language)[place])
    return titles


def new_game(
    setup: Setup,
    seating: saved_games.Seating,
    *,
    name: str,
    pledge: Pledge,
    lot_books: bool,
    language: str,
) -> Game:
    """Begin a game whose luck is promised; the person's name stands among the bots' titles."""
    names = bot_titles(seating.bots, language)
    names.insert(seating.seat, name or catalogue(language).say("name.guest"))
    date = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Game.new(setup, pledge=pledge, names=names, date=date, lot_books=lot_books)


def run_table(
    game: Game, seating: saved_games.Seating, path: Path, console: Console, language: str
) -> None:
    """Play at the terminal; whoever leaves learns how to come back."""
    texts = catalogue(language)
    table = TerminalTable(game, seating, path, console, language)
    try:
        table.play()
    except (Exception, KeyboardInterrupt) as left:
        if not isinstance(left, Leave) and not was_interrupted(left):
            raise
        table.save()
        resume = f"quacks play --terminal --resume {path}"
        for line in (
            f"\n{texts.say('table.left', path=str(path))}",
            texts.say("table.resume", command=resume),
        ):
            console.print(line, markup=False, soft_wrap=True)
        if not isinstance(left, Leave):
            raise
        return
    console.print(texts.say("table.record", path=str(path)), markup=False, soft_wrap=True)
    for command in ("replay", "verify"):
        console.print(f"  quacks {command} {path}", markup=False, soft_wrap=True)


def resume_table(
    path: Path, console: Console, *, seat: int | None, bots: str, language: str
) -> None:
    """Go on with a saved game."""
    resumed = saved_games.resume(path)
    players = resumed.game.setup.players
    seating = resumed.seating
    if seating is None or seat is not None or bots:
        before = seating or saved_games.Seating(0, read_bots(BOT_NAMES[0], players))
        chosen = before.seat if seat is None else checked_seat(seat, players)
        seating = saved_games.Seating(chosen, read_bots(bots, players) if bots else before.bots)
    if not resumed.same_luck:
        console.print(catalogue(language).say("table.luck"))
    run_table(resumed.game, seating, path, console, language)


def checked_seat(seat: int, players: int) -> int:
    """A seat of the table, or a clear refusal."""
    if not 0 <= seat < players:
        raise ValueError(f"seat: {seat} is not allowed; allowed: 0 to {players - 1}")
    return seat


def play(
    *,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play here, not in the browser.")
    ] = False,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page when the table is ready.")
    ] = True,
    port: Annotated[int | None, typer.Option(help="The port of the table in the browser.")] = None,
    players: Annotated[
        int, typer.Option(help="How many play, bots included: 2 to 4.")
    ] = DEFAULT_PLAYERS,
    books: Annotated[
        str, typer.Option(help="1 to 4, random, or green=2,blue=1,red=3,yellow=4,purple=1.")
    ] = "1",
    edition: Annotated[
        str,
        typer.Option(help="north_star, north_star_first, schmidt; or schmidt,rubies=1."),
    ] = "north_star",
    tubes: Annotated[bool, typer.Option("--tubes", help="With test tubes.")] = False,
    overflow: Annotated[bool, typer.Option("--overflow", help="With the overflow bowl.")] = False,
    stir: Annotated[
        str, typer.Option(help="Draw together in the last round, always or never.")
    ] = "last",
    start: Annotated[
        int | None, typer.Option(help="The seat that begins; by lot if not given.")
    ] = None,
    seed: Annotated[str, typer.Option(help="The secret of the luck; drawn if not given.")] = "",
    seat: Annotated[int | None, typer.Option(help="Your seat, 0 to 3; 0 if not given.")] = None,
    bots: Annotated[str, typer.Option(help="The other seats: cautious, random, or a list.")] = "",
    name: Annotated[str, typer.Option(help="Your name in the record.")] = "",
    record: Annotated[Path | None, typer.Option(help="The file for the record.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    language: Language = "",
) -> None:
    """Play a game against bots, in the browser or, with --terminal, right here."""
    language = chosen_language(language)
    if not terminal and resume is None:
        open_in_browser(open_browser=browser, port=port)
        return
    console = make_console()
    if resume is not None:
        resume_table(resume, console, seat=seat, bots=bots, language=language)
        return
    pledge = Pledge(seed) if seed else Pledge.drawn()
    setup = Setup(
        players=players,
        books=read_books(books),
        edition=read_edition(edition),
        tubes=tubes,
        overflow=overflow,
        stir=stir,
        start=start,
    )
    chosen = checked_seat(seat or 0, players)
    seating = saved_games.Seating(chosen, read_bots(bots or BOT_NAMES[0], players))
    path = saved_games.new_path(record) if record is not None else saved_games.default_path()
    lot = books == "random"
    game = new_game(setup, seating, name=name, pledge=pledge, lot_books=lot, language=language)
    run_table(game, seating, path, console, language)
