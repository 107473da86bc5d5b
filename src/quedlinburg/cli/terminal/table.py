"""The terminal table: a person against bots, one question after the other."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from quedlinburg.bots import Bot, make_bot
from quedlinburg.cli.terminal import requests, saved_games
from quedlinburg.cli.terminal.display import Display
from quedlinburg.cli.terminal.event_words import Teller
from quedlinburg.cli.terminal.input import Request, Unclear, read_answer
from quedlinburg.engine.actions import Action
from quedlinburg.engine.game import Game
from quedlinburg.engine.view import View
from quedlinburg.text import catalogue


class Leave(Exception):
    """The person leaves the table before the game is over."""


class TerminalTable:
    """A table at which one person plays against bots until the game is over or they leave."""

    def __init__(
        self,
        game: Game,
        seating: saved_games.Seating,
        path: Path,
        console: Console,
        language: str = "en",
    ) -> None:
        """Sit down: who plays, where the record goes, and where all of it is shown."""
        self.game = game
        self.seating = seating
        self.path = path
        self.console = console
        texts = catalogue(language)
        names = tuple(requests.name_of(game, seat, texts) for seat in range(game.setup.players))
        self.texts = texts
        self.teller = Teller(names, seating.seat, language)
        self.display = Display(console, game, self.teller)
        self.bots = bots_of(game, seating)

    def play(self) -> None:
        """Play until the game is over; raise Leave if the person goes before that."""
        self.save()
        while self.game.outcome is None:
            if self.seating.seat in self.game.waiting:
                self._person_acts()
            self._bots_act()
            if self.display.show_ended_round() and self.display.is_live:
                self._pause()
        self.save()
        self.display.show_end()

    def save(self) -> None:
        """Write the record, so that nothing is lost whatever happens."""
        saved_games.save(self.game, self.path, self.seating)

    def _bots_act(self) -> None:
        """Let every waiting bot decide once; go on while the person has nothing to decide.

        While the pots are filled all act side by side; at other times the person comes last.
        """
        game = self.game
        while waiting := [seat for seat in game.waiting if seat in self.bots]:
            for seat in waiting:
                if seat in game.waiting:
                    legal = game.legal_actions(seat)
                    game.act(seat, self.bots[seat].decide(game.view(seat), legal))
            if self.seating.seat in game.waiting and game.view(None).phase == "potions":
                return

    def _person_acts(self) -> None:
        """Show the table, ask until there is an answer, and carry it out."""
        view = self.game.view(self.seating.seat)
        self.display.show(view)
        while True:
            answer = self._read(view)
            if isinstance(answer, Action):
                self.game.act(self.seating.seat, answer)
                self.save()
                return
            self._answer_request(answer, view)

    def _read(self, view: View) -> Action | Request:
        """Read what is typed until it can be understood."""
        while True:
            try:
                return read_answer(self._input("> "), view, self.texts)
            except Unclear as unclear:
                self.console.print(str(unclear), markup=False)

    def _pause(self) -> None:
        """Let the person read before the next round begins."""
        self._input(self.texts.say("table.pause"))

    def _input(self, sign: str) -> str:
        """Read a line; the end of the input is a way to leave.

        What comes from a file or a pipe is written out, so that the whole can be read afterwards.
        """
        try:
            typed = self.console.input(sign)
        except EOFError:
            raise Leave from None
        if not self.display.is_live:
            self.console.print(typed, markup=False, highlight=False, soft_wrap=True)
        return typed

    def _answer_request(self, request: Request, view: View) -> None:
        """Carry out a request to the table, which never acts in the game."""
        if request.word == "quit":
            raise Leave
        if request.word == "":
            self.display.show(view)
        elif request.word == "save":
            self._save_copy(request.rest)
        else:
            context = requests.RequestContext(self.console, self.game, view, self.teller)
            requests.reply(request, context)

    def _save_copy(self, name: str) -> None:
        """Write the record so far into a file that the person names."""
        try:
            if not name:
                raise ValueError(self.texts.say("save.file"))
            path = saved_games.new_path(Path(name).expanduser())
            saved_games.save(self.game, path, self.seating)
        except (ValueError, OSError) as error:
            said = self.texts.say("save.not", why=str(error))
        else:
            said = self.texts.say("save.done", path=str(path))
        self.console.print(said, markup=False, soft_wrap=True)


def bots_of(game: Game, seating: saved_games.Seating) -> dict[int, Bot]:
    """The bots at the other seats; their seeds are public, as the promise of the luck is."""
    return {
        seat: make_bot(seating.bot_at(seat), f"{game.heading.commit} {seat}")
        for seat in range(game.setup.players)
        if seat != seating.seat
    }
