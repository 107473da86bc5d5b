"""The root of a search: the position that was asked about, packed, and its legal actions (R4)."""

from __future__ import annotations

from dataclasses import replace

from quedlinburg.analysis.brew import Brew
from quedlinburg.analysis.brew_result import EXPLODED, SHIELDED, STOPPED
from quedlinburg.analysis.compiled_rules.after_stop import FINAL, SETTLED, AfterStop
from quedlinburg.analysis.compiled_rules.effects import PURPLE_SPACE_POINTS, Question
from quedlinburg.analysis.compiled_rules.state import (
    BITS,
    DOUBLED,
    DRAWN,
    FLASK,
    FULL,
    OLD_ASIDE,
    PURPLE_POINTS,
    REDS,
    RESTART_ASKED,
    SHIELD,
    SHIELD_BITS,
    SPACE_BEFORE,
    SPACE_BEFORE_BITS,
    WHITE_LAST,
    WHITE_SEEN,
    Node,
    Outcomes,
    State,
    size,
)
from quedlinburg.analysis.compiled_rules.transitions import Transitions
from quedlinburg.rules import ids
from quedlinburg.rules.constants import COLOUR, KIND_CODES

# What each legal action leads to, by its notation.
Actions = dict[str, Outcomes]


class Root:
    """A brew packed into states: as it stands, after the flask, without extra spaces."""

    def __init__(self, brew: Brew, transitions: Transitions) -> None:
        """Pack a brew whose chips and rules are those of the transitions."""
        self.brew = brew
        self.transitions = transitions
        self.state = self._pack()
        self.after_flask = self._use_flask()
        self.after_short = self._pass_up()

    def _pack(self) -> State:
        """The packed state of the brew; its open question and flask are not part of it."""
        brew, packing = self.brew, self.transitions.packing
        older = [a - n for a, n in zip(brew.aside, brew.laid_aside, strict=True)]
        flags = self._rule_flags(brew.shield) | (DOUBLED if brew.doubled else 0)
        flags |= FLASK if brew.flask else 0
        flags |= DRAWN if brew.drawn else 0
        flags |= self.transitions.white_last if brew.white_last else 0
        for place, kind in enumerate(REDS):
            flags |= older[kind] << OLD_ASIDE + BITS * place
        bag, aside, bowl = (packing.pack(chips) for chips in (brew.bag, brew.aside, brew.bowl))
        space, tail, more = self._pack_pot(brew.pot)
        return bag, aside, bowl, space, tail, flags | more

    def _rule_flags(self, shield: int) -> int:
        """The flags that only some pages and cards need."""
        effects = self.brew.effects
        flags = WHITE_SEEN if effects.first_white_returns and self.brew.first_white else 0
        flags |= RESTART_ASKED if effects.restart_at and self.brew.five_chips else 0
        return flags | (shield << SHIELD if effects.blue_shields else 0)

    def _pack_pot(self, pot: tuple[tuple[int, int], ...]) -> tuple[int, int, int]:
        """The space, the tail and the flags that follow from the chips of a pot."""
        transitions = self.transitions
        space, tail, points, before = self.brew.start, 0, 0, 0
        for kind, on in pot:
            before = space
            space = on
            tail = transitions.pushed(tail, kind)
            if kind == ids.P1 and transitions.counts_purple:
                points += PURPLE_SPACE_POINTS[on]
        flags = points << PURPLE_POINTS
        keeps = transitions.keeps_space_before and pot
        return space, tail, flags | (before << SPACE_BEFORE if keeps else 0)

    def _use_flask(self) -> State | None:
        """The state after the flask; None if it can't be used (R4.5)."""
        brew = self.brew
        if brew.takes is None:
            return None
        bag, aside, bowl, space, tail, flags = self.state
        unit = self.transitions.packing.unit[brew.takes]
        shield = brew.shield
        if any(brew.bowl):
            bowl -= unit
        else:
            space, tail, more = self._pack_pot(brew.pot[:-1])
            flags = flags & ~SPACE_BEFORE_BITS & ~(FULL << PURPLE_POINTS) | more
            if COLOUR[brew.takes] == ids.BLUE:
                shield = brew.shield_before
        flags = flags & ~(FLASK | DOUBLED | SHIELD_BITS | WHITE_LAST)
        flags |= shield << SHIELD if brew.effects.blue_shields else 0
        return bag + unit, aside, bowl, space, tail, flags

    def _pass_up(self) -> tuple[State, ...]:
        """The states after passing up extra spaces, without and with the flask (R4.7).

        What the chip won on its bare space stays won if the flask takes it.
        """
        space = self.brew.short_to
        if space is None:
            return ()
        kind = self.brew.pot[-1][0]
        bag, aside, bowl, reached, tail, flags = self.state
        if kind == ids.P1 and self.transitions.counts_purple:
            flags += PURPLE_SPACE_POINTS[space] - PURPLE_SPACE_POINTS[reached] << PURPLE_POINTS
        won = self.transitions.won_flags(kind, space)
        short = (bag, aside, bowl, space, tail, flags + won)
        flask = self.after_flask
        return (short,) if flask is None else (short, (*flask[:5], flask[5] + won))

    def before_last(self) -> State:
        """The state without the last chip of the pot, which is in the bag again."""
        bag, aside, bowl, _, _, flags = self.state
        unit = self.transitions.packing.unit[self.brew.pot[-1][0]]
        space, tail, more = self._pack_pot(self.brew.pot[:-1])
        cleared = SPACE_BEFORE_BITS | WHITE_LAST | FULL << PURPLE_POINTS
        return bag + unit, aside, bowl, space, tail, flags & ~cleared | more

    def successors(self) -> tuple[Node, ...]:
        """The nodes to choose from when the question is answered and nothing changes."""
        nodes: tuple[Node, ...] = (self.state, *self.after_short)
        if self.after_flask is not None:
            nodes = (*nodes, self.after_flask)
        if self.brew.restart_waits:
            nodes = (*nodes, self.transitions.restarted(self.state))
        return nodes

    @property
    def end(self) -> int:
        """How the pot of a finished brew ended."""
        if self.brew.status != ids.EXPLODED:
            return STOPPED
        return SHIELDED if self.brew.covered else EXPLODED


def root_actions(root: Root, after_stop: AfterStop) -> Actions:
    """Every legal action in its notation, in the order of the rules, and what it leads to.

    Only `stir` is left out: it changes nothing of the own pot (R7.4).
    """
    found = _own_actions(root, after_stop)
    asides = (Question.BREW, Question.ASIDE)
    if root.brew.effects.red_aside and root.brew.question not in asides:
        found |= _put_back_actions(root, after_stop)
    return found


def _surely(*nodes: Node) -> Outcomes:
    """One successor for certain, or the best of some."""
    return [(1.0, nodes)]


def _put_back_actions(root: Root, after_stop: AfterStop) -> Actions:
    """Put a red chip back while something else is asked: the question stays open (R4.16)."""
    found: Actions = {}
    for kind in REDS:
        if root.brew.aside[kind]:
            nodes: dict[Node, None] = {}
            for brew in _all_put_back(_put_back(root.brew, kind)):
                own = _own_actions(Root(brew, root.transitions), after_stop)
                for outcomes in own.values():
                    nodes |= dict.fromkeys(outcomes[0][1])
            found[f"back {KIND_CODES[kind]}"] = _surely(*nodes)
    return found


def _put_back(brew: Brew, kind: int) -> Brew:
    """The brew with a red chip from aside in the bag; of equal ones the oldest goes first."""
    bag, aside, laid_aside = list(brew.bag), list(brew.aside), list(brew.laid_aside)
    bag[kind] += 1
    aside[kind] -= 1
    laid_aside[kind] = min(laid_aside[kind], aside[kind])
    return replace(brew, bag=tuple(bag), aside=tuple(aside), laid_aside=tuple(laid_aside))


def _all_put_back(brew: Brew) -> list[Brew]:
    """The brew, and with any further red chips put back."""
    found = [brew]
    for one in found:
        more = [_put_back(one, kind) for kind in REDS if one.aside[kind]]
        found.extend(each for each in more if each not in found)
    return found


def _own_actions(root: Root, after_stop: AfterStop) -> Actions:
    """The options of the question itself."""
    match root.brew.question:
        case Question.ASIDE:
            return _aside_actions(root, after_stop)
        case Question.FINAL_LOOK:
            return _final_look_actions(root, after_stop)
        case Question.RESTART:
            return _restart_actions(root)
    if root.brew.is_stopped:
        raise ValueError("this pot is finished: there is nothing to decide")
    match root.brew.question:
        case Question.LOOK:
            return _look_actions(root)
        case Question.RETURN_BEFORE_LAST:
            return _return_before_last_actions(root)
        case Question.RETURN_LAST:
            return _return_last_actions(root)
    return _brew_actions(root)


def _brew_actions(root: Root) -> Actions:
    """Draw, stop, use the flask, pass up extra spaces, put a red chip back (R4.2)."""
    transitions, state = root.transitions, root.state
    found: Actions = {}
    total = size(state[0])
    if total:
        context = transitions.draw_context(state)
        found["draw"] = [
            (count / total, transitions.place(state, kind, context, False))
            for kind, count in transitions.packing.chips(state[0])
        ]
    if transitions.can_stop(state):
        found["stop"] = _surely((state, STOPPED))
    if root.after_flask is not None:
        found["flask"] = _surely(root.after_flask)
    if root.after_short:
        found["short"] = _surely(*root.after_short)
    if root.brew.effects.red_aside:
        for kind in REDS:
            if transitions.packing.count(state[1], kind):
                states = [one for one in (state, root.after_flask, *root.after_short) if one]
                after = [transitions.put_back(one, kind) for one in states]
                found[f"back {KIND_CODES[kind]}"] = _surely(*after)
    return found


def _look_actions(root: Root) -> Actions:
    """Place one of the chips looked at, or none (R4.11)."""
    transitions, state = root.transitions, root.state
    context = transitions.draw_context(state)
    waits = root.brew.restart_waits
    found = {
        f"choose {KIND_CODES[kind]}": _surely(*transitions.place(state, kind, context, waits))
        for kind in range(ids.KINDS)
        if root.brew.looked[kind]
    }
    return found | {"choose none": _surely(*root.successors())}


def _return_before_last_actions(root: Root) -> Actions:
    """Put the white chip before the yellow one back, or keep it (R4.19)."""
    white = root.brew.pot[-2][0]
    returned = root.transitions.white_returned(
        root.before_last(), root.state, white, root.brew.restart_waits
    )
    return {"choose return": _surely(*returned), "choose keep": _surely(*root.successors())}


def _return_last_actions(root: Root) -> Actions:
    """Put the first white chip back, or keep it (R6)."""
    return {
        "choose return": _surely(root.before_last()),
        "choose keep": _surely(*root.successors()),
    }


def _restart_actions(root: Root) -> Actions:
    """Start again, or go on, even with a pot that has exploded (R6)."""
    on = ((root.state, root.end),) if root.brew.is_stopped else root.successors()
    again = root.transitions.restarted(root.state)
    return {"choose restart": _surely(again), "choose continue": _surely(*on)}


def _aside_actions(root: Root, after_stop: AfterStop) -> Actions:
    """Place a red chip from aside, be done, or put one back (R4.16)."""
    transitions, state, end = root.transitions, root.state, root.end
    aside = [kind for kind in REDS if transitions.packing.count(state[1], kind)]
    found: Actions = {}
    for kind in aside:
        after = after_stop.placed(state, kind, from_aside=True)
        found[f"choose {KIND_CODES[kind]}"] = _surely((after, end))
    found["choose done"] = _surely((state, end + SETTLED))
    for kind in aside:
        found[f"back {KIND_CODES[kind]}"] = _surely((transitions.put_back(state, kind), end))
    return found


def _final_look_actions(root: Root, after_stop: AfterStop) -> Actions:
    """Place one of the chips looked at after everybody has stopped, or none (R6)."""
    state = root.state
    found = {
        f"choose {KIND_CODES[kind]}": _surely((after_stop.placed(state, kind), STOPPED + FINAL))
        for kind in range(ids.KINDS)
        if root.brew.looked[kind]
    }
    return found | {"choose none": _surely((state, STOPPED + FINAL))}
