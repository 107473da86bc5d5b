"""One seat's brewing, action by action, with given luck: every book, every card, the bowl (R4).

A `Brewing` is told what lies there at the beginning, then one action after the other with the luck
that it takes, and says after each what has become of the seat and which actions are legal now.

    >>> rules = Rules(books={"blue": 1, "red": 1, "yellow": 1})
    >>> seat = Brewing(rules, Opening(bag=["R1", "G1", "O1"]))
    >>> seat.act("draw", ["O1"])
    >>> seat.act("draw", ["R1"])
    >>> seat.pot_text(), seat.legal()
    ('O1@1 R1@3', ['draw', 'stop', 'short'])
    >>> seat.act("short")
    >>> seat.pot_text(), seat.legal()
    ('O1@1 R1@2', ['draw', 'stop'])

In a stirred round `draw` and `stop` are sealed and take no luck; `reveal` carries them out. What
the other seats do is told by `another_drew` and `another_called`. A pot that has exploded or
stopped can't be given.
"""

from collections.abc import Sequence

from . import moves, questions
from .moves import Chip, Rules
from .seat import Opening, Seat


class IllegalAction(ValueError):
    """An action that the rules do not allow now, or luck that can't be (R4)."""


class Brewing(Seat):
    """A seat from the first draw to the last chip aside (R4)."""

    def __init__(self, rules: Rules, opening: Opening) -> None:
        """Begin; with nothing to draw and nothing to put back the seat has stopped (R4.2)."""
        super().__init__(rules, opening)
        self.go_on()

    # --- actions

    def act(self, action: str, luck: Sequence[str] = ()) -> None:
        """Carry out a legal action with exactly the luck that it takes (R4)."""
        if action not in self.legal():
            raise IllegalAction(f"{action} is not among {self.legal()}")
        rest = list(luck)
        if action in ("draw", "stop") and self.stirred:
            self.sealed, self.question = action, None
        elif action.startswith("back "):
            self.put_back(action.removeprefix("back "))
        elif action.startswith("choose "):
            self.answer(action.removeprefix("choose "), rest)
        else:
            self.brew(action, rest)
        if rest:
            raise IllegalAction(f"luck is left over: {rest}")

    def reveal(self, luck: Sequence[str] = ()) -> None:
        """Carry out the sealed choice (R4.10)."""
        if self.sealed is None:
            raise IllegalAction("nothing is sealed")
        action, self.sealed = self.sealed, None
        rest = list(luck)
        self.brew(action, rest)
        if rest:
            raise IllegalAction(f"luck is left over: {rest}")

    def another_drew(self) -> None:
        """Note that another seat has drawn: nobody can call for a stir any more (R7.4)."""
        self.somebody_drew = True

    def another_called(self) -> None:
        """Note that another seat has called: the round is stirred for everybody (R7.4)."""
        self.stirred = True

    def brew(self, action: str, luck: list[str]) -> None:
        """Carry out draw, stop, flask, short or stir (R4.2, R4.5, R4.7, R7.4)."""
        if action == "draw":
            self.draw(self.taken(luck, self.bag), luck)
        elif action == "stop":
            self.finish("stopped")
        elif action == "flask":
            self.use_flask()
        elif action == "short":
            self.stand_short()
        else:
            self.stirred = True

    def answer(self, option: str, luck: list[str]) -> None:
        """Answer the question that is open (R4)."""
        question, self.question = self.question, None
        if question == "blue_1":
            self.looked = []
            if option == "none":
                self.action_over()
            else:
                self.draw(option, luck)
        elif question == "yellow_1":
            if option == "return":
                self.bag.append(self.pot.pop(-2).kind)
            self.action_over()
        elif question == "well_stirred":
            if option == "return":
                self.bag.append(self.pot.pop().kind)
                self.fresh = ""
            self.action_over()
        elif question == "second_chance":
            if option == "restart":
                self.restart()
            self.go_on()
        elif question == "red_2":
            self.answer_red_2(option)
        else:
            self.looked = []
            if option != "none":
                self.bag.remove(option)
                self.lay(option)

    def put_back(self, kind: str) -> None:
        """Put a red chip back into the bag, of equal ones the one laid aside first (R4.16)."""
        place = self.kinds_aside().index(kind)
        del self.aside[place]
        self.bag.append(kind)
        if self.question == "red_2" and len(self.aside) == 0:
            self.question = None

    # --- drawing and placing

    def taken(self, luck: list[str], bag: Sequence[str]) -> str:
        """Take the next outcome, a chip that must be in this bag."""
        if len(luck) == 0:
            raise IllegalAction("luck is missing")
        kind = luck.pop(0)
        if kind not in bag:
            raise IllegalAction(f"{kind} is not in the bag")
        return kind

    def draw(self, kind: str, luck: list[str]) -> None:
        """Draw a chip, or take it from a look, which counts as drawn (R4.2, R4.11, R4.16)."""
        covered = moves.shield_left(self.rules, self.pot, self.drawn) > 0
        self.bag.remove(kind)
        self.drawn += 1
        self.has_drawn, self.must_draw, self.fresh = True, False, ""
        if kind[0] == "R" and self.rules.books["red"] == 2:
            self.aside.append((kind, "this round"))
            self.action_over()
            return
        first_white = kind[0] == "W" and not self.white_seen
        self.white_seen = self.white_seen or kind[0] == "W"
        in_pot = self.place(kind)
        if moves.white_sum(self.pot, self.bowl) > moves.limit(self.rules, self.pot):
            self.state, self.shielded = "exploded", covered
        if self.rules.card == "second_chance" and not self.chance_gone:
            self.chance_due = len(self.pot) >= 5 or self.state == "exploded"
        if in_pot and self.asks(kind, luck, first_white=first_white):
            return
        self.action_over()

    def place(self, kind: str) -> bool:
        """Place a chip in the pot and tell True, or in the bowl and tell False (R4.7, R7.3)."""
        doubled, self.doubling = self.doubling, False
        if moves.is_full(self.rules, self.pot):
            self.bowl.append(kind)
            self.fresh = "bowl"
            return False
        spaces = moves.movement(self.rules, self.pot, kind, doubled=doubled)
        chip = Chip(
            kind=kind,
            space=moves.space_after(self.pot, self.start, spaces),
            number=self.drawn,
            bare=moves.space_after(self.pot, self.start, moves.value(kind)),
        )
        self.pot.append(chip)
        self.fresh = "pot"
        self.doubling = self.doubles(kind)
        self.pay()
        return True

    def pay(self) -> None:
        """Pay the last chip what blue 3 or 4 gives it where it stands (R4.13, R4.14)."""
        rubies, points = moves.payment(self.rules, self.pot[-1])
        self.rubies += rubies
        self.points += points
        if rubies or points:
            self.pot[-1] = self.pot[-1]._replace(paid=True)

    def asks(self, kind: str, luck: list[str], *, first_white: bool) -> bool:
        """Open the question of a chip just placed in the pot, if it has one (R4.11, R4.19)."""
        if kind[0] == "B" and self.rules.books["blue"] == 1 and len(self.bag) > 0:
            self.look(moves.value(kind), luck)
            self.question = "blue_1"
            return True
        if kind[0] == "Y" and self.rules.books["yellow"] == 1 and moves.follows_white(self.pot):
            self.question = "yellow_1"
            return True
        if self.rules.card == "well_stirred" and first_white:
            self.question = "well_stirred"
            return True
        return False

    def look(self, count: int, luck: list[str]) -> None:
        """Look at so many chips of the bag, fewer if it holds fewer (R4.11)."""
        rest = list(self.bag)
        self.looked = []
        while len(self.looked) < count and len(rest) > 0:
            kind = self.taken(luck, rest)
            rest.remove(kind)
            self.looked.append(kind)

    def lay(self, kind: str) -> None:
        """Place a chip after the stop: its value only, and it does nothing (R4.16, section 6)."""
        if moves.is_full(self.rules, self.pot):
            self.bowl.append(kind)
            return
        space = moves.space_after(self.pot, self.start, moves.value(kind))
        self.pot.append(Chip(kind, space, self.drawn, space, drawn=False))

    # --- what follows

    def action_over(self) -> None:
        """Ask for a second chance once the chip's own action is over (section 6)."""
        if self.chance_due:
            self.chance_due, self.chance_gone = False, True
            self.question = "second_chance"
            return
        self.go_on()

    def go_on(self) -> None:
        """Ask for the next draw, or end a brewing that is over (R4.2, R4.3)."""
        if self.state == "exploded":
            self.finish("exploded")
        elif questions.answers_itself(self.brew_options(), self.kinds_aside()):
            self.finish("stopped")
        else:
            self.question = "brew"

    def finish(self, state: str) -> None:
        """End the brewing, and ask about the chips aside (R4.16)."""
        self.state = state
        self.fresh = ""
        self.question = "red_2" if len(self.aside) > 0 else None

    def use_flask(self) -> None:
        """Put the chip just placed back into the bag (R4.5, R7.3)."""
        kind = self.pot.pop().kind if self.fresh == "pot" else self.bowl.pop()
        self.bag.append(kind)
        self.flask, self.fresh, self.doubling = False, "", False
        self.go_on()

    def stand_short(self) -> None:
        """Move the last chip back to its bare value, and let it act there (R4.7)."""
        self.pot[-1] = self.pot[-1]._replace(space=self.pot[-1].bare)
        self.pay()
        self.go_on()

    def restart(self) -> None:
        """Put all chips of this round back into the bag and start again (section 6)."""
        self.bag += [chip.kind for chip in self.pot] + self.bowl
        self.bag += [kind for kind, when in self.aside if when == "this round"]
        self.aside = [chip for chip in self.aside if chip[1] == "earlier"]
        self.pot, self.bowl = [], []
        self.state, self.shielded, self.fresh = "brewing", False, ""
        self.drawn, self.doubling, self.white_seen, self.must_draw = 0, False, False, True

    def answer_red_2(self, option: str) -> None:
        """Place a chip from aside, or be done with them (R4.16)."""
        if option == "done":
            return
        del self.aside[self.kinds_aside().index(option)]
        self.lay(option)
        if len(self.aside) > 0:
            self.question = "red_2"

    def strong_ingredient(self, luck: Sequence[str]) -> None:
        """Look at up to five chips once everyone has stopped, exploded pots not (section 6)."""
        rest = list(luck)
        if self.state == "stopped" and self.question is None and len(self.bag) > 0:
            self.look(5, rest)
            self.question = "strong_ingredient"
        if rest:
            raise IllegalAction(f"luck is left over: {rest}")
