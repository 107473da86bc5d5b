"""Scenario files as the oracle plays them: the potions phase of every seat, and its checks (R4).

A scene is read by a small reader of its own. It is played until nobody brews any more; what comes
after that, and scenarios that begin with the fortune phase, are not played here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from . import luck as lucks
from . import moves, questions
from .replay import Brewing, IllegalAction
from .seat import Opening

HEAD = (
    *("players", "books", "edition", "tubes", "overflow", "stir", "round", "start"),
    *("card", "phase", "supply", "deck", "used"),
)
SEAT = (
    *("vp", "rubies", "droplet", "rats", "glass", "flask", "bag", "pot", "aside"),
    *("stopped", "exploded", "brewing", "scoring", "bowl", "coins"),
)
START_BAG = ("W1", "W1", "W1", "W1", "W2", "W2", "W3", "O1", "G1")

Keys = dict[str, list[str]]
Source = Callable[[Brewing, str], Sequence[str]]


class Unplayed(Exception):
    """A scene that this oracle does not know how to play (R3)."""


def words_of(line: str) -> list[str]:
    """Split a line at white space, with quoted words whole and without its comment (R4)."""
    parts = line.split("#", maxsplit=1)[0].split('"')
    words: list[str] = []
    for place, part in enumerate(parts):
        words.extend([part] if place % 2 == 1 else part.split())
    return words


def keys_of(words: Sequence[str], names: Sequence[str]) -> Keys:
    """Read keys with their values; a key's values end at the next key (R4)."""
    keys: Keys = {}
    for word in words:
        if word in names:
            keys[word] = []
            current = keys[word]
        else:
            current.append(word)
    return keys


def kinds_of(words: Sequence[str]) -> list[str]:
    """Read kinds, `W1` or `W1x4` (section 0)."""
    kinds: list[str] = []
    for word in words:
        kind, _, count = word.partition("x")
        kinds.extend([kind] * int(count or 1))
    return kinds


def pot_of(words: Sequence[str]) -> list[tuple[str, int]]:
    """Read chips with their spaces, `B2@5` (R1.2)."""
    return [(word[:2], int(word[3:])) for word in words]


@dataclass
class Scene:
    """A table in its potions phase (R4)."""

    head: Keys = field(default_factory=dict)
    given: dict[int, Keys] = field(default_factory=dict)
    seats: list[Brewing] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    called: bool = False

    # --- laying out

    def number(self, name: str, default: int) -> int:
        """Read a number of the head."""
        return int(self.head[name][0]) if name in self.head else default

    def rules(self) -> moves.Rules:
        """Read books, card, flask and bowl from the head (R2.3, R7.3, R8)."""
        words = self.head.get("books", ["1"])
        books = dict.fromkeys(("green", "blue", "red", "yellow", "purple"), 1)
        for word in words:
            colour, _, book = word.partition("=")
            if book:
                books[colour] = int(book)
            else:
                books = dict.fromkeys(books, int(colour))
        flask_any = False
        for word in self.head.get("edition", []):
            if word in ("schmidt", "flask=any"):
                flask_any = True
            if word == "flask=white":
                flask_any = False
        return moves.Rules(
            books=books,
            card=self.head["card"][0],
            flask_any=flask_any,
            overflow="overflow" in self.head,
        )

    def opening(self, keys: Keys, *, stirred: bool, on_demand: bool) -> Opening:
        """Read what a seat begins with; what is not given is as at set-up (R2.2)."""
        bag = list(START_BAG)
        if self.number("round", 1) >= 6:
            bag.append("W1")
        if "bag" in keys:
            bag = kinds_of(keys["bag"])
        return Opening(
            bag=bag,
            pot=pot_of(keys.get("pot", [])),
            aside=kinds_of(keys.get("aside", [])),
            flask=keys.get("flask", ["full"]) == ["full"],
            droplet=int(keys.get("droplet", ["0"])[0]),
            tails=int(keys.get("rats", ["0"])[0]),
            stirred=stirred,
            on_demand=on_demand,
        )

    def lay_out(self) -> None:
        """Seat everybody (R4.1, R7.4)."""
        if self.head.get("phase", ["potions"]) != ["potions"]:
            raise Unplayed("the fortune phase")
        setting = self.head.get("stir", ["last"])[0]
        round_no = self.number("round", 1)
        stirred = questions.is_stirred(setting, round_no, called=False)
        for seat in range(self.number("players", 2)):
            keys = self.given.get(seat, {})
            on_demand = setting != "never"
            opening = self.opening(keys, stirred=stirred, on_demand=on_demand)
            self.seats.append(Brewing(self.rules(), opening))
            for state in ("stopped", "exploded"):
                if state in keys:
                    self.seats[seat].finish(state)
                    self.seats[seat].has_drawn = True
        self.tell_draws()

    # --- playing

    def order(self) -> list[int]:
        """List the seats clockwise from the start player (R3.6)."""
        players = len(self.seats)
        return [(self.number("start", 0) + place) % players for place in range(players)]

    def ended(self) -> bool:
        """Tell whether the potions phase is over (R3.4)."""
        return all(
            seat.question is None and seat.sealed is None and seat.state != "brewing"
            for seat in self.seats
        )

    def tell_draws(self) -> None:
        """Tell every seat whether another has drawn, and whether the round is stirred (R7.4)."""
        for seat in self.seats:
            if any(other.has_drawn for other in self.seats if other is not seat):
                seat.another_drew()
            if self.called:
                seat.another_called()

    def act(self, number: int, action: str, source: Source) -> None:
        """Let a seat act, and reveal a stir when all who are in have chosen (R4.10)."""
        seat = self.seats[number]
        seat.act(action, source(seat, action))
        self.called = self.called or action == "stir"
        brewing = [other for other in self.seats if other.state == "brewing"]
        asked = [other for other in self.seats if other.question not in (None, "red_2")]
        if brewing and not asked and all(other.sealed for other in brewing):
            for place in self.order():
                if self.seats[place].sealed:
                    self.seats[place].reveal(source(self.seats[place], "reveal"))
        self.tell_draws()

    def act_with(self, number: int, action: str, luck: list[str]) -> None:
        """Let a seat act with the luck of a line, some of which may be the evaluation's (R4.2)."""

        def taken(seat: Brewing, action: str) -> list[str]:
            count = lucks.count(seat, action, luck)
            found = luck[:count]
            del luck[:count]
            return found

        self.act(number, action, taken)
        if luck and not self.ended():
            raise IllegalAction(f"luck is left over: {luck}")

    # --- checking

    def check(self, line: str, expected: object, found: object) -> None:
        """Note a difference."""
        if expected != found:
            self.failures.append(f"{line}: expected {expected}, found {found}")

    def check_seat(self, line: str, number: int, keys: Keys) -> None:
        """Check what a line expects of a seat."""
        seen = self.seats[number].seen()
        given = self.given.get(number, {})
        rubies = 0 if {"schmidt", "north_star_first"} & set(self.head.get("edition", [])) else 1
        rubies = 0 if "rubies=0" in self.head.get("edition", []) else rubies
        for key, words in keys.items():
            if key in ("bag", "aside"):
                found = seen.bag if key == "bag" else seen.aside
                self.check(line, moves.in_order(kinds_of(words)), list(found))
            elif key == "pot":
                self.check(line, pot_of(words), list(seen.pot))
            elif key == "bowl":
                self.check(line, sorted(kinds_of(words)), sorted(seen.bowl))
            elif key == "flask":
                self.check(line, words == ["full"], seen.flask)
            elif key in ("brewing", "stopped", "exploded"):
                self.check(line, key, seen.state)
            elif key == "scoring":
                self.check(line, int(words[0]), seen.scoring)
            elif key == "vp":
                self.check(line, int(words[0]), int(given.get("vp", ["0"])[0]) + seen.points)
            elif key == "rubies":
                before = int(given.get("rubies", [str(rubies)])[0])
                self.check(line, int(words[0]), before + seen.rubies)

    def check_line(self, line: str, words: list[str]) -> None:
        """Check one line that begins with `expect`, as far as it is about brewing."""
        what, rest = words[1], words[2:]
        if what == "seat":
            self.check_seat(line, int(rest[0]), keys_of(rest[1:], SEAT))
        elif what == "legal":
            found = self.seats[int(rest[0])].legal()
            self.check(line, sorted(rest[1:]), sorted(found))
        elif what == "waiting":
            found_seats = [n for n, seat in enumerate(self.seats) if seat.question is not None]
            self.check(line, sorted(map(int, rest)), found_seats)
        elif what == "question":
            self.check(line, rest[1], self.seats[int(rest[0])].question)

    def refuse(self, line: str, number: int, action: str) -> None:
        """Check that an action is not legal."""
        self.check(line, False, action in self.seats[number].legal())

    def is_head(self, words: list[str]) -> bool:
        """Read a line of the head, and tell whether it is one."""
        if self.seats:
            return False
        if words[0] == "seat":
            self.given.setdefault(int(words[1]), {}).update(keys_of(words[2:], SEAT))
        elif words[0] in HEAD:
            self.head.update(keys_of(words, HEAD))
        else:
            self.lay_out()
            return False
        return True

    def play_line(self, words: list[str], line: str) -> None:
        """Check or carry out a line after the head."""
        if words[0] == "expect":
            self.check_line(line, words)
        elif words[0] == "refuse":
            self.refuse(line, int(words[1]), " ".join(words[2:]))
        else:
            at = words.index("luck") if "luck" in words else len(words)
            self.act_with(int(words[0]), " ".join(words[1:at]), kinds_of(words[at + 1 :]))


def play(text: str) -> tuple[list[str], int]:
    """Play a scene; tell what differs, and how many lines after the head were played."""
    scene = Scene()
    played = 0
    for line in text.splitlines():
        words = words_of(line)
        if not words or scene.is_head(words):
            continue
        if scene.ended():
            break
        try:
            scene.play_line(words, line)
        except IllegalAction as error:
            scene.failures.append(f"{line}: {error}")
            break
        played += 1
    return scene.failures, played
