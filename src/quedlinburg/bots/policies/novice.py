"""The policy `novice`: rules of thumb and human mistakes.

It stops as soon as the next chip could hurt, forgets the flask until it is nearly too late, and
buys whatever costs most.
"""

from quedlinburg.analysis.values import Values, clear_values
from quedlinburg.bots.heuristics.answers import option_value
from quedlinburg.bots.heuristics.considered_options import (
    declining_option,
    fill_considered,
    is_offered,
)
from quedlinburg.bots.heuristics.pot_facts import (
    extra_spaces,
    flask_takes_white,
    is_full,
    is_sold,
    is_white,
    purchase,
    rounds_left,
)
from quedlinburg.bots.value.page_estimates import costs_ruby, pays_short
from quedlinburg.bots.value.search import Scratch
from quedlinburg.rules import ids, options, tasks
from quedlinburg.rules.agenda import top_arg, top_task
from quedlinburg.rules.constants import (
    COLOUR,
    GLASS_KIND,
    LAST_GLASS,
    LAST_SPACE,
    SPACE_RUBY,
    VALUE,
)
from quedlinburg.rules.explosion import room_left
from quedlinburg.rules.pot import can_move_droplet
from quedlinburg.rules.table import Table
from quedlinburg.rules.tasks import asking_page
from quedlinburg.sim.arrays import FloatArray

# From this round on the end of the game seems near.
LATE = 6
# So few spaces are nothing beside a ruby.
NEAR = 2
# What things look worth, in coins: chips their price, points and rubies more when it is late.
POINT, LATE_POINT = 2, 6
RUBY, LATE_RUBY = 7 / 3, 20 / 3
STEP = 5
BOMB = -9
# What leaving chips aside looks worth in the first two rounds.
LEAVE_ASIDE = 50
NO_OPTION = -1


def choose(t: Table, scratch: Scratch, seat: int, weights: FloatArray) -> int:
    """Answer the question of a seat."""
    match top_task(t, seat):
        case tasks.BREW:
            return brew(t, seat)
        case tasks.SHOP:
            return shop(t, seat)
        case tasks.RUBIES:
            return spend_rubies(t, seat)
        case tasks.DROPLET:
            return step(t, seat)
        case tasks.EXPLODED:
            return options.VP if t.round_no >= LATE - 1 else options.COINS
    return answer(t, seat, scratch.search)


def answer(t: Table, seat: int, values: Values) -> int:
    """Answer the question of a page or card: by a rule of thumb, or with what looks best."""
    fill_considered(t, seat)
    option = answer_by_offer(t, seat)
    return option if is_offered(t, option) else take_best_looking(t, seat, values)


def answer_by_offer(t: Table, seat: int) -> int:
    """Answer by a rule of thumb for what the first option says; NO_OPTION if there is none."""
    arg = top_arg(t, seat)
    odd_rubies = t.rubies[seat] % 2 == 1
    match t.option[0]:
        case options.RETURN:
            return return_white(t, seat, t.pot_kind[seat][arg])
        case options.RESTART:
            return start_again(t, seat)
        case options.MOVE:
            return move_on(t, seat, arg)
        case options.PAY:
            return options.PAY if odd_rubies and t.round_no < LATE else options.KEEP
        case options.ONE:
            return options.ZERO + arg
        case options.ZERO:
            if t.phase == ids.EVALUATION:
                return options.ZERO + arg if arg >= 2 or t.round_no >= LATE else options.ZERO
            return options.ONE if odd_rubies and arg > 0 else options.ZERO
    return NO_OPTION


# --- brewing -------------------------------------------------------------------------------------


def brew(t: Table, seat: int) -> int:
    """Draw or stop; but where a ruby lies a space or two back, stand short for it (R4.7)."""
    option = draw_or_stop(t, seat)
    if pays_short(t, seat) or (option == options.STOP and scores_ruby_short(t, seat)):
        return options.SHORT if extra_spaces(t, seat) <= NEAR else option
    return option


def scores_ruby_short(t: Table, seat: int) -> bool:
    """Whether passing up extra spaces scores a ruby, and the space reached shows none."""
    if extra_spaces(t, seat) == 0:
        return False
    return SPACE_RUBY[t.bare_space[seat] + 1] == 1 and SPACE_RUBY[t.scoring[seat]] == 0


def draw_or_stop(t: Table, seat: int) -> int:
    """Draw until a cherry bomb of 2 could explode the pot; take a bold draw from a poor pot."""
    if sum(t.bag[seat]) == 0:
        return options.STOP
    if t.drawn[seat] == 0:
        return options.DRAW
    if is_full(t, seat):
        return options.STOP
    room = room_left(t, seat)
    if room == 0 and flask_takes_white(t, seat):
        return options.FLASK
    if room >= 3 or (room == 2 and t.pot_n[seat] <= 4):
        return options.DRAW
    return options.STOP


def return_white(t: Table, seat: int, kind: int) -> int:
    """Put a large cherry bomb back, or any once the pot is hot; a small one looks harmless."""
    hot = room_left(t, seat) <= 2
    return options.RETURN if hot or VALUE[kind] > 1 else options.KEEP


def start_again(t: Table, seat: int) -> int:
    """Start again only after an explosion."""
    exploded = t.status[seat] == ids.EXPLODED and t.covered[seat] == 0
    return options.RESTART if exploded else options.CONTINUE


# --- evaluation ----------------------------------------------------------------------------------


def shop(t: Table, seat: int) -> int:
    """Buy the most expensive chip, and that of another colour that the rest pays for."""
    first = most_expensive(t, seat, t.coins[seat], ids.NO_KIND)
    if first == ids.NO_KIND:
        return purchase(ids.NO_KIND, ids.NO_KIND)
    return purchase(first, most_expensive(t, seat, t.coins[seat] - t.price[first], first))


def most_expensive(t: Table, seat: int, coins: int, beside: int) -> int:
    """The most expensive chip for some coins, of another colour than the one beside it."""
    best = ids.NO_KIND
    most = 0
    for kind in range(ids.O1, ids.KINDS):
        other = beside == ids.NO_KIND or COLOUR[kind] != COLOUR[beside]
        if other and most < t.price[kind] <= coins and is_sold(t, seat, kind):
            best = kind
            most = t.price[kind]
    return best


def spend_rubies(t: Table, seat: int) -> int:
    """Move the droplet with every two rubies; the flask is only thought of with four."""
    if t.rubies[seat] < 2 or rounds_left(t) <= 1:
        return options.DONE
    if t.flask[seat] == 0 and t.rubies[seat] >= 4:
        return options.SPEND_FLASK
    if can_move_droplet(t, seat):
        return options.SPEND_DROPLET
    return options.DONE


def step(t: Table, seat: int) -> int:
    """Go to a glass that holds a chip, or any glass late in the game, else move in the pot."""
    can_glass = t.glass[seat] < LAST_GLASS
    if can_glass and (GLASS_KIND[t.glass[seat] + 1] >= 0 or t.round_no >= LATE):
        return options.GLASS
    return options.POT if can_move_droplet(t, seat) else options.GLASS


def move_on(t: Table, seat: int, spaces: int) -> int:
    """Move on, but not away from a ruby for a space or two."""
    space = min(t.scoring[seat] + spaces, LAST_SPACE + 1)
    if spaces <= NEAR and SPACE_RUBY[t.scoring[seat]] == 1 and SPACE_RUBY[space] == 0:
        return options.STAY
    return options.MOVE


# --- everything else: what looks best ------------------------------------------------------------


def fill_values(t: Table, values: Values) -> None:
    """Write what things look worth at first sight, in coins."""
    clear_values(values)
    late = t.round_no >= LATE
    values.point = LATE_POINT if late else POINT
    values.ruby = LATE_RUBY if late else RUBY
    values.step = STEP
    for kind in range(ids.KINDS):
        values.chip[kind] = BOMB if is_white(kind) else t.price[kind]


def take_best_looking(t: Table, seat: int, values: Values) -> int:
    """Take the option that looks best; where none looks good the one that declines."""
    fill_values(t, values)
    best = declining_option(t)
    most = 0.0
    for i in range(t.option_n):
        worth = first_sight(t, seat, t.option[i], values)
        if worth > most:
            best = t.option[i]
            most = worth
    return best


def first_sight(t: Table, seat: int, option: int, values: Values) -> float:
    """How good an option looks, in coins; below 0 for one that looks bad."""
    if option == options.CHOOSE_DONE and t.round_no < 3:
        return LEAVE_ASIDE
    if option < ids.KINDS:
        if t.phase == ids.POTIONS:
            return placing_sight(t, seat, option)
        if costs_ruby(t, seat):
            return t.price[option] if t.rubies[seat] % 2 == 1 else -1
    takes = option < ids.KINDS or options.TRADE <= option < options.DRAW
    if takes and rounds_left(t) == 0 and asking_page(top_task(t, seat)) != ids.NO_PAGE:
        return -1
    return option_value(t, seat, option, values)


def placing_sight(t: Table, seat: int, kind: int) -> float:
    """How good a chip looks to place; while brewing a cherry bomb needs much room."""
    if is_full(t, seat):
        return -1
    if is_white(kind) and t.status[seat] == ids.BREWING:
        left = room_left(t, seat) - VALUE[kind]
        return VALUE[kind] if left >= 4 else -1
    return 4 * VALUE[kind] + int(not is_white(kind))
