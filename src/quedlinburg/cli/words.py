"""Events in words: a sentence for what happened, a few words for the evaluation, a reason.

Every type of event has its line in `PREDICATES` or `SENTENCES`, and in the evaluation in `BRIEF`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields

from quedlinburg.engine.events import BOWL, ChipDrawn, ChipPlaced, Event, SeatEvent
from quedlinburg.text import text

# What the whole table sees.
SENTENCES = {
    "round_began": "Round {round} begins, {start} first.",
    "card_turned_up": "The fortune card is {card}.",
    "evaluation_began": "All pots are done: the evaluation begins.",
    "round_ended": "Round {round} is over.",
    "game_ended": "The ninth round is over, and with it the game.",
}

# What a seat does: after its name, or after "You" without the s.
PREDICATES = {
    "rat_tails_counted": "start{s} {tails} further on",
    "rat_tails_given_up": "give{s} up {tails}",
    "brewing_began": "begin{s} to brew",
    "chip_drawn": "draw{s} {kind}",
    "chips_looked_at": "look{s} at {kinds}",
    "look_ended": "put{s} the rest back",
    "chip_placed": "place{s} {kind}{source} {space}",
    "chip_laid_aside": "lay{s} {kind} aside",
    "chip_returned": "put{s} {kind} back into the bag{why}",
    "chip_put_back": "put{s} {kind} from aside back into the bag",
    "extra_passed_up": "pass{es} up extra spaces: {kind} goes back from space {left} {space}",
    "flask_emptied": "use{s} the flask",
    "flask_filled": "fill{s} the flask again{why}",
    "pot_exploded": "explode{s} with a white sum of {white_sum}{shielded}",
    "brewing_stopped": "stop{s}",
    "stir_called": "call{s} for a stir: all draw together in this round",
    "choice_sealed": "choose{s} in secret{choice}",
    "choice_revealed": "reveal{s}{choice}",
    "pot_restarted": "put{s} all chips back and start{s} again",
    "die_rolled": "roll{s} the bonus die: {face}",
    "rubies_won": "receive{s} {rubies}{why}",
    "rubies_paid": "pay{s} {rubies}{why}",
    "points_won": "win{s} {points}{why}",
    "coins_won": "have{s} {coins} to spend",
    "droplet_moved": "move{s} the droplet {steps}{why}",
    "glass_reached": "reach{es} glass {glass}: {reward}",
    "chip_taken": "take{s} {kind}{why}",
    "chip_missed": "should take {kind}, but the supply has none{why}",
    "chip_bought": "buy{s} {kind} for {price}",
    "chip_given_back": "put{s} {kind} back into the supply{why}",
    "chip_traded_in": "give{s} {kind} from the pot to the supply{why}",
    "chip_moved": "move{s} the last chip {space}{why}",
}

# The same in the evaluation, where the reason stands before it.
BRIEF = {
    "die_rolled": "rolled {face}",
    "rubies_won": "+{rubies}",
    "rubies_paid": "−{rubies}",
    "points_won": "+{points}",
    "coins_won": "{coins}",
    "droplet_moved": "droplet +{steps}",
    "glass_reached": "glass {glass}, {reward}",
    "chip_taken": "takes {kind}",
    "chip_missed": "no {kind} left",
    "chip_bought": "buys {kind} for {price}",
    "chip_given_back": "{kind} to the supply",
    "chip_traded_in": "{kind} to the supply",
    "chip_moved": "last chip {space}",
    "flask_filled": "flask full",
}

# Events that a story leaves out, as the next ones tell them: a revealed choice is then carried out.
SILENT = frozenset({"brewing_began", "look_ended", "choice_sealed", "choice_revealed"})

_REASONS = {
    "R3.1": "round 6",
    "R4.13": "ruby space",
    "R4.14": "ruby space",
    "R4.19": "mandrake",
    "R5.1": "hawkmoths",
    "R5.2": "hawkmoths",
    "R5.3": "garden spiders",
    "R5.4": "garden spiders",
    "R5.5": "garden spiders",
    "R5.6": "garden spiders",
    "R5.7": "ghost's breath",
    "R5.8": "ghost's breath",
    "R5.9": "ghost's breath",
    "R5.10": "ghost's breath",
    "R5.A": "bonus die",
    "R5.C": "ruby on the scoring space",
    "R5.D": "scoring space",
    "R5.E": "shop",
    "R5.F": "two rubies",
    "R5.G": "end of the game",
    "R7.2": "test tube",
    "R7.3": "overflow bowl",
}

_FACES = {"1vp": "1 VP", "2vp": "2 VP", "ruby": "a ruby", "droplet": "the droplet", "O1": "O1"}
_REWARDS = {"1 ruby": "a ruby", "1 vp": "1 VP", "2 vp": "2 VP", "3 vp": "3 VP", "4 vp": "4 VP"}


def card_title(card: str) -> str:
    """The name of a fortune card."""
    return text(f"card.{card}").title


def reason(rule: str) -> str:
    """Why something happened, in a word or two; the rule's number where there is no word.

    >>> reason("R5.A"), reason("R6 lucky_devil"), reason("R9.9")
    ('bonus die', 'Lucky devil', 'R9.9')
    """
    if rule.startswith("R6 "):
        return card_title(rule.removeprefix("R6 "))
    return _REASONS.get(rule, rule)


def amount(count: int, one: str, many: str = "") -> str:
    """A number of things.

    >>> amount(1, "ruby", "rubies"), amount(3, "ruby", "rubies"), amount(2, "VP", "VP")
    ('1 ruby', '3 rubies', '2 VP')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def listed(things: Sequence[str]) -> str:
    """Things in a row.

    >>> listed(["W1", "B2", "O1"]), listed(["W1"])
    ('W1, B2 and O1', 'W1')
    """
    return " and ".join([", ".join(things[:-1]), things[-1]]) if len(things) > 1 else things[0]


def _space(space: object) -> str:
    return "into the bowl" if space == BOWL else f"onto space {space}"


def _choice(choice: object) -> str:
    return "" if choice is None else f": {choice}"


# How a field of an event is said; what is not here is said as it is.
_FIELDS: dict[str, Callable[..., str]] = {
    "tails": lambda n: amount(n, "rat tail"),
    "rubies": lambda n: amount(n, "ruby", "rubies"),
    "points": lambda n: f"{n} VP",
    "coins": lambda n: amount(n, "coin"),
    "price": lambda n: amount(n, "coin"),
    "steps": lambda n: amount(n, "space"),
    "space": _space,
    "choice": _choice,
    "card": card_title,
    "face": lambda face: _FACES[face],
    "reward": lambda reward: _REWARDS.get(reward) or str(reward),
    "source": lambda source: " from aside" if source == "aside" else "",
    "shielded": lambda shielded: ", but the shield holds" if shielded else "",
}


def _said(event: Event) -> dict[str, str]:
    """The fields of an event in words, and its reason."""
    said = {}
    for field in fields(event):
        value = getattr(event, field.name)
        said[field.name] = _FIELDS.get(field.name, str)(value)
    kinds = getattr(event, "kinds", None)
    if hasattr(event, "kinds"):
        said["kinds"] = listed(kinds) if kinds else amount(getattr(event, "count", 0), "chip")
    worded = event.rule in _REASONS or event.rule.startswith("R6 ")
    said["why"] = f" ({reason(event.rule)})" if worded else ""
    return said


@dataclass(frozen=True)
class Teller:
    """Tells events to a viewer, by the names of the seats; the own seat is "You"."""

    names: Sequence[str]
    viewer: int | None = None

    def who(self, seat: int) -> str:
        """What a seat is called."""
        return "You" if seat == self.viewer else self.names[seat]

    def predicate(self, event: SeatEvent) -> str:
        """What a seat did, without its name."""
        you = event.seat == self.viewer
        wording = PREDICATES[event.name]
        told = wording.format(**_said(event), s="" if you else "s", es="" if you else "es")
        return told.replace("haves ", "has ")

    def sentence(self, event: Event) -> str:
        """What happened, as one sentence."""
        if isinstance(event, SeatEvent):
            return f"{self.who(event.seat)} {self.predicate(event)}."
        said = _said(event)
        if "start" in said:
            first = self.who(int(said["start"]))
            said["start"] = "you" if first == "You" else first
        return SENTENCES[event.name].format(**said)

    def story(self, events: Iterable[Event]) -> list[str]:
        """What happened, told in lines: what a seat did in a row becomes one sentence."""
        lines: list[str] = []
        for seat, group in _by_seat([event.seen_by(self.viewer) for event in events]):
            if seat is None:
                lines.extend(self.sentence(event) for event in group)
                continue
            told = list(self._predicates(group))
            if told:
                lines.append(f"{self.who(seat)} {', '.join(told)}.")
        return lines

    def _predicates(self, group: list[Event]) -> Iterator[str]:
        """What a seat did, with a chip that is drawn and placed at once said once."""
        said_before = False
        for event, following in zip(group, [*group[1:], None], strict=True):
            if said_before or event.name in SILENT or not isinstance(event, SeatEvent):
                said_before = False
            elif isinstance(following, ChipPlaced) and _is_drawn_and_placed(event, following):
                said_before = True
                yield f"{self.predicate(event)} {_space(following.space)}"
            else:
                yield self.predicate(event)


def _is_drawn_and_placed(event: Event, following: ChipPlaced) -> bool:
    """Whether a drawn chip is placed by the very next event."""
    return isinstance(event, ChipDrawn) and event.kind == following.kind


def _by_seat(events: list[Event]) -> Iterator[tuple[int | None, list[Event]]]:
    """Events in runs of the same seat; those of the table stand alone."""
    run: list[Event] = []
    for event in events:
        if run and _seat(run[-1]) != _seat(event):
            yield _seat(run[0]), run
            run = []
        run.append(event)
    if run:
        yield _seat(run[0]), run


def _seat(event: Event) -> int | None:
    """The seat of an event, None for those of the table."""
    return event.seat if isinstance(event, SeatEvent) else None


def brief(event: Event) -> str:
    """What a seat receives or spends in the evaluation, in a few words; nothing for the rest."""
    wording = BRIEF.get(event.name)
    return wording.format(**_said(event)) if wording else ""
