"""What the evaluation will bring a pot as it stands, by the values of a search (R5.A to R5.G).

These are estimates: what others will still draw is not known. The rules decide what is offered
and carried out; here it is only weighed.
"""

from quedlinburg.analysis.values import Values, best_step, rubies_value
from quedlinburg.bots.value.page_estimates import (
    NO_ROW,
    add_green,
    add_purple,
    chip_value,
    fills_flask,
    ruby_space_row,
)
from quedlinburg.bots.value.search import Search
from quedlinburg.rules import ids
from quedlinburg.rules.constants import (
    LAST_ROUND,
    REWARD_POINTS,
    REWARD_RUBIES,
    SPACE_COINS,
    SPACE_POINTS,
    SPACE_RUBY,
    SPOON,
    VALUE,
)
from quedlinburg.rules.moments import is_laid_aside
from quedlinburg.rules.pot import count_colour
from quedlinburg.rules.table import Table

# --- the die and black chips: what others have decides (R5.A, R5.1, R5.2) ------------------------


def chance_of_die(t: Table, seat: int, space: int) -> float:
    """The chance to roll the bonus die with a scoring space; pots at work may still pass it."""
    chance = 1.0
    for other in range(t.players):
        if other != seat:
            if t.status[other] == ids.BREWING and t.phase == ids.POTIONS:
                chance *= 0.3 if t.scoring[other] > space else 0.6
            elif t.status[other] != ids.EXPLODED and t.scoring[other] > space:
                return 0.0
    return chance


def add_die(t: Table, search: Search, rolls: float) -> None:
    """Add what so many rolls of the bonus die bring on average (R1.4)."""
    search.points_won += rolls * 4 / 6
    search.rubies_won += rolls / 6
    search.steps_won += rolls / 6
    search.chips_won += rolls / 6 * chip_value(t, search, ids.O1)


def expected_blacks(t: Table, seat: int) -> float:
    """The black chips that a neighbour will have in the pot, as far as one can tell."""
    blacks = float(count_colour(t, seat, ids.BLACK))
    if t.phase == ids.POTIONS and t.status[seat] == ids.BREWING:
        blacks += 0.5 * t.bag[seat][ids.K1]
    return blacks


def chance_of_more(own: int, other: float) -> float:
    """The chance to have more black chips than a neighbour will have."""
    return min(max(own - other, 0.0), 1.0)


def add_black(t: Table, seat: int, own: int, search: Search) -> None:
    """Add what black chips bring against the pots beside (R5.1, R5.2)."""
    if t.players == 2:
        other = expected_blacks(t, 1 - seat)
        more = chance_of_more(own, other)
        search.rubies_won += more
        search.steps_won += max(more, min(max(own + 1 - other, 0.0), 1.0))
    else:
        left = chance_of_more(own, expected_blacks(t, (seat + 1) % t.players))
        right = chance_of_more(own, expected_blacks(t, (seat - 1) % t.players))
        search.rubies_won += left * right
        search.steps_won += left + right - left * right


def add_chip_actions(t: Table, seat: int, search: Search) -> None:
    """Add what black, green and purple chips bring at step B (R5.B)."""
    blacks = 0
    greens = 0
    purples = 0
    for i in range(t.pot_n[seat]):
        kind = t.pot_kind[seat][i]
        blacks += int(kind == ids.K1)
        purples += int(kind == ids.P1)
        greens += int(ids.G1 <= kind <= ids.G4)
    if blacks > 0:
        add_black(t, seat, blacks, search)
    if greens > 0:
        add_green(t, seat, search)
    if purples > 0:
        add_purple(t, seat, purples, search)


# --- the whole pot -------------------------------------------------------------------------------


def bowl_points(t: Table, seat: int) -> int:
    """The points that the bowl adds (R7.3)."""
    total = 0
    if t.overflow == 1:
        for kind in range(ids.KINDS):
            total += VALUE[kind] * t.bowl[seat][kind]
    return total // 2


def chips_value(t: Table, seat: int, values: Values) -> float:
    """What a seat's chips in bag, pot, bowl and aside are worth."""
    worth = 0.0
    for kind in range(ids.KINDS):
        worth += values.chip[kind] * t.bag[seat][kind]
    for i in range(t.pot_n[seat]):
        worth += values.chip[t.pot_kind[seat][i]]
    if t.overflow == 1:
        for kind in range(ids.KINDS):
            worth += values.chip[kind] * t.bowl[seat][kind]
    if is_laid_aside(t, ids.R1):
        for kind in range(ids.R1, ids.R4 + 1):
            worth += values.chip[kind] * t.aside[seat][kind]
    return worth


def holdings_value(t: Table, seat: int, search: Search) -> float:
    """What chips, droplet, flask and red chips aside are worth; points and rubies come later."""
    worth = search.step * t.droplet[seat] + search.flask * t.flask[seat]
    if t.phase == ids.RATS:
        worth += search.step * t.tails[seat] / (LAST_ROUND + 1 - t.round_no)
    if t.round_no < LAST_ROUND or t.phase <= ids.RATS:
        worth += search.chips if search.chips_known == 1.0 else chips_value(t, seat, search)
        if is_laid_aside(t, ids.R1):
            for i in range(3):
                worth += search.aside[i] * t.aside[seat][ids.R1 + i]
    return worth


def strength(t: Table, seat: int, search: Search, points: float, rubies: float) -> float:
    """A seat's final points, as expected with what it has and these points and rubies."""
    flask = t.flask[seat]
    worth = holdings_value(t, seat, search)
    if flask == 0 and t.phase >= ids.POTIONS and fills_flask(t):
        worth += search.flask
        flask = 1
    own = t.vp[seat] + points
    worth += own * search.point + rubies_value(search, t.rubies[seat] + rubies, flask)
    return worth - search.lead_cost * max(own - search.lead, 0.0)


def scored_value(t: Table, seat: int, search: Search, space: int, exploded: bool) -> float:
    """A seat's strength once its scoring space is paid out; an exploded one takes the better.

    What the pot's chips bring must have been added up before.
    """
    space = min(space, SPOON)
    points = search.points_won
    rubies = search.rubies_won
    if SPACE_RUBY[space]:
        rubies += 1.0
        row = ruby_space_row(t)
        if row != NO_ROW:
            points += REWARD_POINTS[row]
            rubies += REWARD_RUBIES[row]
    more = SPACE_POINTS[space] + bowl_points(t, seat)
    coins = search.coins[SPACE_COINS[space]]
    other = search.chips_won + best_step(search) * search.steps_won
    if t.round_no == LAST_ROUND:
        # Of equal points the higher space wins (R5.H).
        other += 0.01 * space
    if exploded:
        with_coins = strength(t, seat, search, points, rubies) + coins
        return other + max(with_coins, strength(t, seat, search, points + more, rubies))
    return other + coins + strength(t, seat, search, points + more, rubies)
