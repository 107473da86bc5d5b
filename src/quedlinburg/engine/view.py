"""Views: what a viewer may see, built from an explicit list of allowed fields.

A field that is not named here is invisible. Hidden are: luck, the order of the deck, sealed
choices, chips that others look at, other seats' open questions.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter

from quedlinburg.engine.actions import ACTIONS, Action
from quedlinburg.engine.counts import Counts
from quedlinburg.engine.names import (
    PHASES,
    QUESTION_RULES,
    QUESTIONS,
    STATES,
    kind_counts,
    rule_name,
)
from quedlinburg.engine.setup import Setup
from quedlinburg.rules import ids, machine, moments, questions, tasks, words
from quedlinburg.rules.agenda import top_arg, top_task
from quedlinburg.rules.phases.potions import can_short, can_use_flask
from quedlinburg.rules.pot import last_kind
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import (
    CARD_IDS,
    KIND_CODES,
    SPACE_COINS,
    SPACE_POINTS,
    VALUE,
)


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: its id, the rule it comes from, and what it is about.

    `about` names the chips looked at, the chip or line in question, or the number at stake.
    """

    id: str
    rule: str
    about: tuple[str, ...]
    number: int

    def to_json(self) -> dict[str, object]:
        """The question as a plain dict."""
        about = list(self.about)
        return {"id": self.id, "rule": self.rule, "about": about, "number": self.number}


@dataclass(frozen=True, slots=True)
class Option:
    """A legal action with what it brings at once, as far as it is certain."""

    action: Action
    points: int = 0
    coins: int = 0
    spaces: int = 0

    def to_json(self) -> dict[str, object]:
        """The option as a plain dict; the action as its notation."""
        brings = {"points": self.points, "coins": self.coins, "spaces": self.spaces}
        return {"action": str(self.action), **brings}


@dataclass(frozen=True, slots=True)
class SeatView:
    """What a viewer sees of one seat.

    Chips being looked at are still in the bag, but not for their owner, who has them in hand.
    `bag` is None in a view without bags, which only counts them.
    """

    vp: int
    rubies: int
    droplet: int
    tails: int
    glass: int
    flask: bool
    bag: Counts | None
    bag_count: int
    aside: Counts
    pot: tuple[tuple[str, int], ...]
    bowl: Counts
    state: str
    white_sum: int
    limit: int
    scoring: int
    coins: int
    drawn: bool
    shield: int
    shielded: bool
    doubled: bool
    first_white: bool
    five_chips: bool
    flask_open: bool
    flask_takes: str | None
    short_to: int | None
    white_last: bool

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
    setup: Setup
    round: int
    phase: str
    card: str | None
    start: int
    supply: Counts
    cards_used: tuple[str, ...]
    waiting: tuple[int, ...]
    stirred: bool
    stir_open: bool
    sealed: tuple[int, ...]
    question: Question | None
    legal: tuple[Option, ...]
    looked: Counts
    seats: tuple[SeatView, ...]
    stage: tuple[tuple[int, int], ...]
    steps: tuple[tuple[int, int], ...]

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
    """A multiset that nobody can change."""
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
    looked = [code for code, n in kind_counts(t.looked[seat]).items() for _ in range(n)]
    match task:
        case tasks.BLUE_1 | tasks.STRONG_INGREDIENT | tasks.OPPORTUNE_MOMENT:
            return tuple(looked)
        case tasks.YELLOW_1 | tasks.WELL_STIRRED:
            return (KIND_CODES[t.pot_kind[seat][arg]],)
        case tasks.GREEN_2:
            return (KIND_CODES[arg],)
        case tasks.DROPLET:
            return (rule_name(arg),)
        case tasks.GREEN_3 | tasks.PURPLE_1 | tasks.PURPLE_2 | tasks.PURPLE_4:
            return (str(arg),)
        case tasks.GOOD_START | tasks.RATS_ARE_FRIENDS:
            return (str(arg),)
        case tasks.SHOP:
            return (str(t.coins[seat]),)
    return ()


def options_of(t: Table, seat: int) -> tuple[Option, ...]:
    """A seat's legal actions with what they bring."""
    if not machine.is_waiting(t, seat):
        return ()
    questions.fill_options(t, seat)
    codes = t.option[: t.option_n]
    task, arg = top_task(t, seat), top_arg(t, seat)
    return tuple(_option(t, seat, task, arg, code) for code in codes)


def _option(t: Table, seat: int, task: int, arg: int, code: int) -> Option:
    """One legal action with the points, coins and spaces that it brings for certain."""
    action = ACTIONS[code]
    scoring = t.scoring[seat]
    match task, code:
        case (tasks.BREW, words.STOP):
            return Option(action, SPACE_POINTS[scoring], SPACE_COINS[scoring])
        case (tasks.BREW, words.SHORT):
            return Option(action, spaces=t.bare_space[seat] + 1 - scoring)
        case (tasks.EXPLODED, words.VP):
            bowl = sum(VALUE[kind] * n for kind, n in enumerate(t.bowl[seat]))
            return Option(action, points=SPACE_POINTS[scoring] + bowl // 2)
        case (tasks.EXPLODED, words.COINS):
            return Option(action, coins=SPACE_COINS[scoring])
        case (tasks.JUST_IN_TIME, words.VP):
            return Option(action, points=4)
        case (tasks.RATS_ARE_FRIENDS, words.VP):
            return Option(action, points=arg)
        case (tasks.GREEN_3, words.MOVE):
            return Option(action, spaces=arg)
        case (tasks.CHOOSE_WISELY, words.DROPLET):
            return Option(action, spaces=2)
        case (tasks.RUBIES, words.SPEND_DROPLET) | (tasks.DROPLET, words.POT):
            return Option(action, spaces=1)
        case (tasks.GREEN_4, words.PAY):
            return Option(action, spaces=1)
        case (tasks.GOOD_START, _):
            return Option(action, spaces=words.ZERO - code)
        case (tasks.RED_2 | tasks.STRONG_INGREDIENT, kind) if kind < ids.KINDS:
            return Option(action, spaces=VALUE[kind])
    return Option(action)


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
        legal=options_of(t, seat) if own else (),
        looked=_counts(t.looked[seat]) if own else _counts([0] * ids.KINDS),
        seats=tuple(seat_view(t, s, own=s == viewer, bags=bags) for s in range(t.players)),
        stage=_steps(t, ids.TABLE),
        steps=_steps(t, seat) if own else (),
    )
