"""What each legal action of a brewing seat leads to, for every question of brewing (R4)."""

from __future__ import annotations

from dataclasses import replace

from quedlinburg.odds.brew import Brew
from quedlinburg.odds.brewed import EXPLODED, SHIELDED, STOPPED
from quedlinburg.odds.ending import FINAL, REDS, SETTLED
from quedlinburg.odds.layout import FRESH, FULL, PURPLE_POINTS, UNDER_BITS, State, Way, size
from quedlinburg.odds.model import Model
from quedlinburg.odds.solver import Lottery, Solver
from quedlinburg.rules import ids
from quedlinburg.rules.tables import KIND_CODES

Lotteries = dict[str, Lottery]


def _surely(*ways: Way) -> Lottery:
    """One way on, or the best of some."""
    return [(1.0, ways)]


def lotteries(solver: Solver) -> Lotteries:
    """Every legal action in its notation, in the order of the rules, and what it leads to.

    Only `stir` is left out: it changes nothing of the own pot (R7.4).
    """
    model = solver.model
    found = _own(solver, model)
    if model.lays_aside and model.brew.question not in ("brew", "red_2"):
        found |= _backs(solver)
    return found


def _backs(solver: Solver) -> Lotteries:
    """Put a red chip back while something else is asked: the question stays open (R4.16)."""
    found: Lotteries = {}
    for kind in REDS:
        if solver.model.brew.aside[kind]:
            ways: dict[Way, None] = {}
            for brew in _all_put_back(_put_back(solver.model.brew, kind)):
                for lottery in _own(solver, solver.model.for_brew(brew)).values():
                    ways |= dict.fromkeys(lottery[0][1])
            found[f"back {KIND_CODES[kind]}"] = _surely(*ways)
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


def _own(solver: Solver, model: Model) -> Lotteries:
    """The options of the question itself."""
    brew = model.brew
    match brew.question:
        case "red_2":
            return _red_2(solver)
        case "strong_ingredient":
            return _strong_ingredient(solver, model)
        case "second_chance":
            return _second_chance(model)
    if brew.is_stopped:
        raise ValueError("this pot is finished: there is nothing to decide")
    match brew.question:
        case "blue_1":
            return _blue_1(model)
        case "yellow_1":
            return _yellow_1(model)
        case "well_stirred":
            return _well_stirred(model)
    return _brew(model)


def _go_on(model: Model) -> tuple[Way, ...]:
    """The ways on when the position itself is gone on from."""
    ways: tuple[Way, ...] = (model.root(), *model.short_from_root())
    flask = model.flask_from_root()
    if flask is not None:
        ways = (*ways, flask)
    return (*ways, model.restarted(model.root())) if model.brew.second_chance_waits else ways


def _brew(model: Model) -> Lotteries:
    """Draw, stop, use the flask, pass up extra spaces, put a red chip back (R4.2)."""
    root, flask, short = model.root(), model.flask_from_root(), model.short_from_root()
    found: Lotteries = {}
    total = size(root[0])
    if total:
        sight = model.sight(root)
        chips = model.layout.chips(root[0])
        found["draw"] = [(n / total, model.place(root, kind, sight, False)) for kind, n in chips]
    if model.may_stop(root):
        found["stop"] = _surely((root, STOPPED))
    if flask is not None:
        found["flask"] = _surely(flask)
    if short:
        found["short"] = _surely(*short)
    if model.lays_aside:
        for kind in REDS:
            if model.layout.count(root[1], kind):
                after = [model.put_back(state, kind) for state in (root, flask, *short) if state]
                found[f"back {KIND_CODES[kind]}"] = _surely(*after)
    return found


def _blue_1(model: Model) -> Lotteries:
    """Place one of the chips looked at, or none (R4.11)."""
    root = model.root()
    sight = model.sight(root)
    waits = model.brew.second_chance_waits
    found = {
        f"choose {KIND_CODES[kind]}": _surely(*model.place(root, kind, sight, waits))
        for kind in range(ids.KINDS)
        if model.brew.looked[kind]
    }
    return found | {"choose none": _surely(*_go_on(model))}


def before_last(model: Model, *, in_bag: bool) -> State:
    """The position without its last chip, which is then in the bag, or nowhere."""
    bag, aside, bowl, _, _, marks = model.root()
    unit = model.layout.unit[model.brew.pot[-1][0]]
    space, tail, more = model.pot_state(model.brew.pot[:-1])
    marks = marks & ~(UNDER_BITS | FRESH) & ~(FULL << PURPLE_POINTS) | more
    return bag + unit if in_bag else bag, aside, bowl, space, tail, marks


def _yellow_1(model: Model) -> Lotteries:
    """Put the white chip before the yellow one back, or keep it (R4.19)."""
    white = model.brew.pot[-2][0]
    before = before_last(model, in_bag=True)
    waits = model.brew.second_chance_waits
    returned = model.returned(before, model.root(), white, waits)
    return {"choose return": _surely(*returned), "choose keep": _surely(*_go_on(model))}


def _well_stirred(model: Model) -> Lotteries:
    """Put the first white chip back, or keep it (R6)."""
    returned = before_last(model, in_bag=True)
    return {"choose return": _surely(returned), "choose keep": _surely(*_go_on(model))}


def _end_of(model: Model) -> int:
    """How the pot ended."""
    if model.brew.status != ids.EXPLODED:
        return STOPPED
    return SHIELDED if model.brew.covered else EXPLODED


def _second_chance(model: Model) -> Lotteries:
    """Start again, or go on, even with a pot that has exploded (R6)."""
    root = model.root()
    on: tuple[Way, ...] = _go_on(model)
    if model.brew.is_stopped:
        on = ((root, _end_of(model)),)
    return {"choose restart": _surely(model.restarted(root)), "choose continue": _surely(*on)}


def _red_2(solver: Solver) -> Lotteries:
    """Place a red chip from aside, be done, or put one back (R4.16)."""
    model, root = solver.model, solver.model.root()
    end = _end_of(model)
    aside = [kind for kind in REDS if model.layout.count(root[1], kind)]
    found: Lotteries = {}
    for kind in aside:
        after = solver.ending.put(root, kind, aside=True)
        found[f"choose {KIND_CODES[kind]}"] = _surely((after, end))
    found["choose done"] = _surely((root, end + SETTLED))
    for kind in aside:
        found[f"back {KIND_CODES[kind]}"] = _surely((model.put_back(root, kind), end))
    return found


def _strong_ingredient(solver: Solver, model: Model) -> Lotteries:
    """Place one of the chips looked at, or none (R6)."""
    root = model.root()
    found = {
        f"choose {KIND_CODES[kind]}": _surely((solver.ending.put(root, kind), STOPPED + FINAL))
        for kind in range(ids.KINDS)
        if model.brew.looked[kind]
    }
    return found | {"choose none": _surely((root, STOPPED + FINAL))}
