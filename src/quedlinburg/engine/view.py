"""Views: what a viewer may see, built from an explicit list of allowed fields.

A field that is not named here is invisible. Hidden are: luck, the order of the deck, sealed
choices, chips that others look at, other seats' open questions.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter

from quedlinburg.engine.counts import Counts
from quedlinburg.engine.names import (
    PHASES,
    QUESTION_RULES,
    QUESTIONS,
    STATES,
    kind_counts,
    rule_name,
)
from quedlinburg.engine.preview import Option, preview
from quedlinburg.engine.setup import Setup
from quedlinburg.rules import ids, machine, moments, tasks
from quedlinburg.rules.agenda import top_arg, top_task
from quedlinburg.rules.constants import CARD_IDS, KIND_CODES, QUESTION_ABOUT
from quedlinburg.rules.phases.potions import can_short, can_use_flask
from quedlinburg.rules.pot import last_kind
from quedlinburg.rules.table import Table


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: its id, the rule it comes from, and what it is about.

    `about` names the chips looked at, the chip or line in question, or the number at stake.
    """

    id: str
    """What is asked: `brew`, `shop`, `rubies`, …, or the id of the page or card that asks."""
    rule: str
    """The number of the rule that it comes from, such as `R4.11`."""
    about: tuple[str, ...]
    """Chips, a line or a number that the question is about, as text; often empty."""
    number: int
    """Its number, which changes only when this seat's question or options change."""

    def to_json(self) -> dict[str, object]:
        """The question as a plain dict."""
        about = list(self.about)
        return {"id": self.id, "rule": self.rule, "about": about, "number": self.number}


@dataclass(frozen=True, slots=True)
class SeatView:
    """What a viewer sees of one seat.

    Chips being looked at are still in the bag, but not for their owner, who has them in hand.
    `bag` is None in a view without bags, which only counts them.
    """

    vp: int
    """Victory points."""
    rubies: int
    """Rubies in hand."""
    droplet: int
    """The space of the droplet, where the pot begins without rats."""
    tails: int
    """Rat tails of this round; the pot begins so many spaces further (R3.3)."""
    glass: int
    """The glass of the second droplet, 0 to 12 (R7.2); 0 without test tubes."""
    flask: bool
    """Whether the flask is full."""
    bag: Counts | None
    """The chips in the bag, counted by kind; None where bags are not looked into."""
    bag_count: int
    """How many chips are in the bag."""
    aside: Counts
    """The red chips beside the pot, counted by kind (R4.16)."""
    pot: tuple[tuple[str, int], ...]
    """The chips in the pot with their spaces, in the order in which they were placed."""
    bowl: Counts
    """The chips in the overflow bowl, counted by kind (R7.3)."""
    state: str
    """`brewing`, `stopped` or `exploded`."""
    white_sum: int
    """The sum of the white chips in the pot and the bowl."""
    limit: int
    """The white sum that the pot may reach without exploding (R4.4)."""
    scoring: int
    """The scoring space: the one after the last chip (R4.9)."""
    coins: int
    """Coins that the evaluation brought, until clean-up (R5.E)."""
    drawn: bool
    """Whether a chip has been drawn in this round."""
    shield: int
    """How many of the next chips drawn are covered against an explosion (R4.12)."""
    shielded: bool
    """Whether the pot exploded with a covered chip: points and coins both count (R4.12)."""
    doubled: bool
    """Whether the next chip moves twice as far (R4.20)."""
    first_white: bool
    """Whether the first white chip of this round has been placed."""
    five_chips: bool
    """Whether the card *second chance* has had its moment in this round."""
    flask_open: bool
    """Whether the flask can be used now (R4.5)."""
    flask_takes: str | None
    """The kind that the flask would take back now; None while it can't be used."""
    short_to: int | None
    """The space on which the last chip would stand with `short` (R4.7); None if closed."""
    white_last: bool
    """Whether the chip drawn last is white and the last one in the pot (R4.19)."""

    def to_json(self) -> dict[str, object]:
        """The seat as plain dicts and lists."""
        plain: dict[str, object] = dict(zip(_SEAT_FIELDS, _get_seat(self), strict=True))
        plain["bag"] = None if self.bag is None else dict(self.bag)
        plain["aside"] = dict(self.aside)
        plain["bowl"] = dict(self.bowl)
        plain["pot"] = [list(chip) for chip in self.pot]
        return plain

    def known_bag(self) -> Counts:
        """The chips of the bag; ValueError in a view without bags."""
        if self.bag is None:
            raise ValueError("this view has no bags: it only counts their chips")
        return self.bag


_SEAT_FIELDS = tuple(field.name for field in fields(SeatView))
_get_seat = attrgetter(*_SEAT_FIELDS)


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may see of the table, or a spectator (viewer None): a frozen value.

    `stage` and `steps` are what the table and the viewer's own seat have yet to do, as the rules
    number it: `imagine` makes a whole game of them.
    """

    viewer: int | None
    """The seat that looks, or None for a spectator."""
    setup: Setup
    """What was chosen before the first round."""
    round: int
    """The round, 1 to 9."""
    phase: str
    """`fortune`, `rats`, `potions`, `evaluation`, `clean_up` or `over`."""
    card: str | None
    """The id of the fortune card in force, or None."""
    start: int
    """The seat of this round's start player."""
    supply: Counts
    """The chips that nobody owns, counted by kind."""
    cards_used: tuple[str, ...]
    """The ids of the fortune cards that have been turned up, in the order of the rules."""
    waiting: tuple[int, ...]
    """The seats that have something to decide, clockwise from the start player."""
    stirred: bool
    """Whether the draws of this round are simultaneous (R4.10)."""
    stir_open: bool
    """Whether a seat may still call for a stir in this round (R7.4)."""
    sealed: tuple[int, ...]
    """The seats that have sealed a choice in a stirred round."""
    question: Question | None
    """What the viewer is asked; None if nothing is, and for spectators."""
    legal: tuple[Option, ...]
    """The viewer's legal actions with what they bring; empty if nothing is asked."""
    looked: Counts
    """The chips that the viewer looks at, counted by kind; they are not in the own bag."""
    seats: tuple[SeatView, ...]
    """What the viewer sees of each seat."""
    stage: tuple[tuple[int, int], ...]
    """What the table has yet to do, the last thing first: pairs of task and argument."""
    steps: tuple[tuple[int, int], ...]
    """What the viewer's seat has yet to do, likewise; empty for spectators."""

    def whole_bag(self, seat: int) -> Counts:
        """The chips of a seat's bag, also those in the viewer's hand: they go back (R4.11)."""
        bag = self.seats[seat].known_bag()
        if seat != self.viewer or not self.looked:
            return bag
        both = {kind: bag.get(kind, 0) + self.looked.get(kind, 0) for kind in KIND_CODES}
        return Counts({kind: count for kind, count in both.items() if count})

    def to_json(self) -> dict[str, object]:
        """The view as plain dicts and lists."""
        return {
            "viewer": self.viewer,
            "setup": self.setup.to_json(),
            "round": self.round,
            "phase": self.phase,
            "card": self.card,
            "start": self.start,
            "supply": dict(self.supply),
            "cards_used": list(self.cards_used),
            "waiting": list(self.waiting),
            "stirred": self.stirred,
            "stir_open": self.stir_open,
            "sealed": list(self.sealed),
            "question": self.question and self.question.to_json(),
            "legal": [option.to_json() for option in self.legal],
            "looked": dict(self.looked),
            "seats": [seat.to_json() for seat in self.seats],
            "stage": [list(step) for step in self.stage],
            "steps": [list(step) for step in self.steps],
        }


def _counts(counts: list[int]) -> Counts:
    """Counts by kind, as an immutable value."""
    return Counts(kind_counts(counts))


def _bag(t: Table, seat: int, own: bool) -> Counts:
    """The chips of a bag; for its owner, without those that are looked at."""
    if not own:
        return _counts(t.bag[seat])
    return _counts([held - seen for held, seen in zip(t.bag[seat], t.looked[seat], strict=True)])


def seat_view(t: Table, seat: int, *, own: bool = False, bags: bool = True) -> SeatView:
    """What everybody sees of a seat, or what its owner does; without bags, only their number."""
    in_bag = sum(t.bag[seat]) - (sum(t.looked[seat]) if own else 0)
    pot = zip(t.pot_kind[seat], t.pot_space[seat][: t.pot_n[seat]], strict=False)
    return SeatView(
        vp=t.vp[seat],
        rubies=t.rubies[seat],
        droplet=t.droplet[seat],
        tails=t.tails[seat],
        glass=t.glass[seat],
        flask=t.flask[seat] == 1,
        bag=_bag(t, seat, own) if bags else None,
        bag_count=in_bag,
        aside=_counts(t.aside[seat]),
        pot=tuple((KIND_CODES[kind], space) for kind, space in pot),
        bowl=_counts(t.bowl[seat]),
        state=STATES[t.status[seat]],
        white_sum=t.white_sum[seat],
        limit=moments.limit(t, seat),
        scoring=t.scoring[seat],
        coins=t.coins[seat],
        drawn=t.drawn[seat] == 1,
        shield=t.shield[seat],
        shielded=t.status[seat] == ids.EXPLODED and t.covered[seat] == 1,
        doubled=t.doubled[seat] == 1,
        first_white=t.white_seen[seat] == 1,
        five_chips=t.phase == ids.POTIONS and t.five_seen[seat] == 1,
        flask_open=can_use_flask(t, seat),
        flask_takes=_flask_takes(t, seat),
        short_to=t.bare_space[seat] if can_short(t, seat) else None,
        white_last=t.white_last[seat] == 1,
    )


def _flask_takes(t: Table, seat: int) -> str | None:
    """The kind that the flask would take back now (R4.5)."""
    if not can_use_flask(t, seat):
        return None
    chance = t.may_flask[seat]
    kind = last_kind(t, seat) if chance == ids.POT_CHANCE else chance - ids.BOWL_CHANCE
    return KIND_CODES[kind]


def _steps(t: Table, row: int) -> tuple[tuple[int, int], ...]:
    """What stands on an agenda, the last thing to happen first: pairs of task and argument."""
    depth = t.depth[row]
    return tuple(zip(t.task[row][:depth], t.arg[row][:depth], strict=True))


def question_of(t: Table, seat: int) -> Question | None:
    """What a seat is asked now, if anything."""
    if not machine.is_waiting(t, seat):
        return None
    task = top_task(t, seat)
    name = QUESTIONS[task]
    about = _about(t, seat, task, top_arg(t, seat))
    return Question(name, QUESTION_RULES[name], about, t.question_no[seat])


def _about(t: Table, seat: int, task: int, arg: int) -> tuple[str, ...]:
    """What a question is about: chips looked at, the chip in question, or a number."""
    match QUESTION_ABOUT[task - tasks.QUESTION]:
        case "looked":
            looked = kind_counts(t.looked[seat]).items()
            return tuple(code for code, count in looked for _ in range(count))
        case "chip":
            return (KIND_CODES[t.pot_kind[seat][arg]],)
        case "kind":
            return (KIND_CODES[arg],)
        case "number":
            return (str(arg),)
        case "rule":
            return (rule_name(arg),)
        case "coins":
            return (str(t.coins[seat]),)
    return ()


def build_view(
    t: Table, setup: Setup, waiting: tuple[int, ...], viewer: int | None, *, bags: bool = True
) -> View:
    """Build what a viewer may see, field by field; without bags where they are not looked into."""
    own = viewer is not None
    seat = viewer if viewer is not None else 0
    used = [CARD_IDS[card] for card in range(ids.CARDS) if t.used[card]]
    return View(
        viewer=viewer,
        setup=setup,
        round=t.round_no,
        phase=PHASES[t.phase],
        card=None if t.card == ids.NO_CARD else CARD_IDS[t.card],
        start=t.start,
        supply=_counts(t.supply),
        cards_used=tuple(used),
        waiting=waiting,
        stirred=t.stirred == 1,
        stir_open=t.stir_open == 1,
        sealed=tuple(s for s in range(t.players) if t.sealed[s] != 0),
        question=question_of(t, seat) if own else None,
        legal=preview(t, seat, bags=bags) if own else (),
        looked=_counts(t.looked[seat]) if own else _counts([0] * ids.KINDS),
        seats=tuple(seat_view(t, s, own=s == viewer, bags=bags) for s in range(t.players)),
        stage=_steps(t, ids.TABLE),
        steps=_steps(t, seat) if own else (),
    )
