"""What the evaluation will bring a pot as it stands, by a row of rates (R5.A to R5.G).

These are estimates: what others will still draw is not known. The rules decide what is offered
and carried out; here it is only weighed.
"""

from quedlinburg.bots.minds.exchange import (
    ASIDE,
    CHIP,
    CHIPS_WON,
    COINS,
    FLASK,
    HELD,
    KNOWN,
    LEAD,
    LEAD_COST,
    POINT,
    POINTS_WON,
    RUBIES_WON,
    RUBY,
    STEP,
    STEPS_WON,
    Rates,
    best_step,
    rubies_worth,
)
from quedlinburg.rules import ids, rewards
from quedlinburg.rules.books.green import last_green
from quedlinburg.rules.books.purple import purple_3_row, trade_gives, trade_wants
from quedlinburg.rules.pot import count_colour, sum_colour
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import (
    LAST_ROUND,
    REWARD_CHIP,
    REWARD_POINTS,
    REWARD_RUBIES,
    REWARD_SECOND_CHIP,
    REWARD_STEPS,
    SPACE_COINS,
    SPACE_POINTS,
    SPACE_RUBY,
    SPOON,
    VALUE,
)


def clear_gains(rates: Rates) -> None:
    """Begin to add up what a pot brings."""
    rates[POINTS_WON] = 0.0
    rates[RUBIES_WON] = 0.0
    rates[STEPS_WON] = 0.0
    rates[CHIPS_WON] = 0.0


def chip_worth(t: Table, rates: Rates, kind: int) -> float:
    """What a chip from the supply is worth; nothing if there is none, or no round to draw it."""
    if t.supply[kind] == 0 or t.round_no == LAST_ROUND:
        return 0.0
    return rates[CHIP + kind]


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


def add_die(t: Table, rates: Rates, rolls: float) -> None:
    """Add what so many rolls of the bonus die bring on average (R1.4)."""
    rates[POINTS_WON] += rolls * 4 / 6
    rates[RUBIES_WON] += rolls / 6
    rates[STEPS_WON] += rolls / 6
    rates[CHIPS_WON] += rolls / 6 * chip_worth(t, rates, ids.O1)


def expected_blacks(t: Table, seat: int) -> float:
    """The black chips that a neighbour will have in the pot, as far as one can tell."""
    blacks = float(count_colour(t, seat, ids.BLACK))
    if t.phase == ids.POTIONS and t.status[seat] == ids.BREWING:
        blacks += 0.5 * t.bag[seat][ids.K1]
    return blacks


def chance_of_more(own: int, other: float) -> float:
    """The chance to have more black chips than a neighbour will have."""
    return min(max(own - other, 0.0), 1.0)


def add_black(t: Table, seat: int, own: int, rates: Rates) -> None:
    """Add what black chips bring against the pots beside (R5.1, R5.2)."""
    if t.players == 2:
        other = expected_blacks(t, 1 - seat)
        more = chance_of_more(own, other)
        rates[RUBIES_WON] += more
        rates[STEPS_WON] += max(more, min(max(own + 1 - other, 0.0), 1.0))
    else:
        left = chance_of_more(own, expected_blacks(t, (seat + 1) % t.players))
        right = chance_of_more(own, expected_blacks(t, (seat - 1) % t.players))
        rates[RUBIES_WON] += left * right
        rates[STEPS_WON] += left + right - left * right


# --- green and purple chips (R5.3 to R5.10) ------------------------------------------------------


def add_green(t: Table, seat: int, rates: Rates) -> None:
    """Add what green chips among the last two bring; green 3 moves the scoring space instead."""
    for back in range(1, 3):
        spider = last_green(t, seat, back)
        if spider != ids.NO_KIND:
            match t.page[ids.GREEN]:
                case ids.GREEN_1:
                    rates[RUBIES_WON] += 1.0
                case ids.GREEN_2:
                    rates[CHIPS_WON] += green_2_worth(t, rates, spider)
                case ids.GREEN_4:
                    if t.rubies[seat] + rates[RUBIES_WON] >= 1.0:
                        rates[CHIPS_WON] += max(best_step(rates) - rates[RUBY], 0.0)


def green_2_worth(t: Table, rates: Rates, spider: int) -> float:
    """What the chip that a spider brings is worth (R5.4)."""
    if spider == ids.G1:
        return chip_worth(t, rates, ids.O1)
    if spider == ids.G2:
        return max(chip_worth(t, rates, ids.B1), chip_worth(t, rates, ids.R1))
    return max(chip_worth(t, rates, ids.Y1), chip_worth(t, rates, ids.P1))


def add_purple(t: Table, seat: int, count: int, rates: Rates) -> None:
    """Add what purple chips bring (R5.7 to R5.10)."""
    match t.page[ids.PURPLE]:
        case ids.PURPLE_1:
            add_purple_1(count, rates)
        case ids.PURPLE_2:
            best = 0.0
            for back in range(1, min(count, 3) + 1):
                best = max(best, purple_2_worth(t, rates, back))
            rates[CHIPS_WON] += best
        case ids.PURPLE_3:
            for i in range(t.pot_n[seat]):
                if t.pot_kind[seat][i] == ids.P1:
                    rates[POINTS_WON] += REWARD_POINTS[purple_3_row(t.pot_space[seat][i])]
        case ids.PURPLE_4:
            if t.round_no < LAST_ROUND:
                rates[CHIPS_WON] += best_trade(t, seat, min(count, 3), rates)


def add_purple_1(count: int, rates: Rates) -> None:
    """Add the best line that purple chips pay (R5.7)."""
    row = rewards.PURPLE_1 + int(count >= 2)
    if count >= 3 and 1.0 + rates[POINT] + best_step(rates) >= rates[RUBY]:
        row = rewards.PURPLE_1 + 2
    rates[POINTS_WON] += REWARD_POINTS[row]
    rates[RUBIES_WON] += REWARD_RUBIES[row]
    rates[STEPS_WON] += REWARD_STEPS[row]


def purple_2_worth(t: Table, rates: Rates, count: int) -> float:
    """What giving back some purple chips is worth, less the chips themselves (R5.8)."""
    lost = count * rates[CHIP + ids.P1] if t.round_no < LAST_ROUND else 0.0
    return reward_worth(t, rates, rewards.PURPLE_2 + count - 1) - lost


def reward_worth(t: Table, rates: Rates, row: int) -> float:
    """What a row of the rewards is worth: its chips, points, rubies and steps."""
    worth = 0.0
    if REWARD_CHIP[row] >= 0:
        worth += chip_worth(t, rates, REWARD_CHIP[row])
    if REWARD_SECOND_CHIP[row] >= 0:
        worth += chip_worth(t, rates, REWARD_SECOND_CHIP[row])
    worth += REWARD_POINTS[row] * (1.0 + rates[POINT])
    worth += REWARD_RUBIES[row] * rates[RUBY]
    return worth + REWARD_STEPS[row] * best_step(rates)


def best_trade(t: Table, seat: int, lines: int, rates: Rates) -> float:
    """What the best trade of some lines brings (R5.10)."""
    present = 0
    for i in range(t.pot_n[seat]):
        present |= 1 << t.pot_kind[seat][i]
    best = 0.0
    for line in range(lines):
        for colour in range(4):
            old = trade_wants(line, colour)
            new = trade_gives(line, colour)
            if (present >> old) & 1 and t.supply[new] > 0:
                best = max(best, rates[CHIP + new] - rates[CHIP + old])
    return best


# --- the whole pot -------------------------------------------------------------------------------


def add_chip_actions(t: Table, seat: int, rates: Rates) -> None:
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
        add_black(t, seat, blacks, rates)
    if greens > 0:
        add_green(t, seat, rates)
    if purples > 0:
        add_purple(t, seat, purples, rates)


def green_3_move(t: Table, seat: int) -> int:
    """How far green 3 may move the scoring space (R5.5)."""
    if t.page[ids.GREEN] == ids.GREEN_3 and sum_colour(t, seat, ids.WHITE) == 7:
        return sum_colour(t, seat, ids.GREEN)
    return 0


def bowl_points(t: Table, seat: int) -> int:
    """The points that the bowl adds (R7.3)."""
    total = 0
    if t.overflow == 1:
        for kind in range(ids.KINDS):
            total += VALUE[kind] * t.bowl[seat][kind]
    return total // 2


def held_chips(t: Table, seat: int, rates: Rates) -> float:
    """What a seat's chips in bag, pot and bowl are worth."""
    worth = 0.0
    for kind in range(ids.KINDS):
        worth += rates[CHIP + kind] * t.bag[seat][kind]
    for i in range(t.pot_n[seat]):
        worth += rates[CHIP + t.pot_kind[seat][i]]
    if t.overflow == 1:
        for kind in range(ids.KINDS):
            worth += rates[CHIP + kind] * t.bowl[seat][kind]
    if t.page[ids.RED] == ids.RED_2:
        for kind in range(ids.R1, ids.R4 + 1):
            worth += rates[CHIP + kind] * t.aside[seat][kind]
    return worth


def holdings(t: Table, seat: int, rates: Rates) -> float:
    """What chips, droplet, flask and red chips aside are worth; points and rubies come later."""
    worth = rates[STEP] * t.droplet[seat] + rates[FLASK] * t.flask[seat]
    if t.phase == ids.RATS:
        worth += rates[STEP] * t.tails[seat] / (LAST_ROUND + 1 - t.round_no)
    if t.round_no < LAST_ROUND or t.phase <= ids.RATS:
        worth += rates[HELD] if rates[KNOWN] == 1.0 else held_chips(t, seat, rates)
        if t.page[ids.RED] == ids.RED_2:
            for i in range(3):
                worth += rates[ASIDE + i] * t.aside[seat][ids.R1 + i]
    return worth


def strength(t: Table, seat: int, rates: Rates, points: float, rubies: float) -> float:
    """A seat's final points, as expected with what it has and these points and rubies."""
    flask = t.flask[seat]
    worth = holdings(t, seat, rates)
    if t.card == ids.MAGIC_POTION and flask == 0 and t.phase >= ids.POTIONS:
        worth += rates[FLASK]
        flask = 1
    own = t.vp[seat] + points
    worth += own * (1.0 + rates[POINT]) + rubies_worth(rates, t.rubies[seat] + rubies, flask)
    return worth - rates[LEAD_COST] * max(own - rates[LEAD], 0.0)


def scored(t: Table, seat: int, rates: Rates, space: int, exploded: bool) -> float:
    """A seat's strength once its scoring space is paid out; an exploded one takes the better.

    What the pot's chips bring must have been added up before.
    """
    space = min(space, SPOON)
    points = rates[POINTS_WON]
    rubies = rates[RUBIES_WON]
    if SPACE_RUBY[space]:
        rubies += 1.0
        if t.card == ids.SHINING_BRIGHT:
            rubies += REWARD_RUBIES[rewards.SHINING_BRIGHT]
        elif t.card == ids.LUCKY_DEVIL:
            points += REWARD_POINTS[rewards.LUCKY_DEVIL]
    more = SPACE_POINTS[space] + bowl_points(t, seat)
    coins = rates[COINS + SPACE_COINS[space]]
    other = rates[CHIPS_WON] + best_step(rates) * rates[STEPS_WON]
    if t.round_no == LAST_ROUND:
        # Of equal points the higher space wins (R5.H).
        other += 0.01 * space
    if exploded:
        with_coins = strength(t, seat, rates, points, rubies) + coins
        return other + max(with_coins, strength(t, seat, rates, points + more, rubies))
    return other + coins + strength(t, seat, rates, points + more, rubies)
