"""The mind `novice`: rules of thumb and human mistakes.

It stops as soon as the next chip could hurt, forgets the flask until it is nearly too late, and
buys whatever is dearest.
"""

from collections.abc import Sequence

from quedlinburg.bots.minds.facts import (
    extra_spaces,
    flask_takes_white,
    is_full,
    is_sold,
    is_white,
    pays_short,
    purchase,
    room_left,
    rounds_left,
)
from quedlinburg.bots.minds.weighed import fill_weighed
from quedlinburg.rules import ids, rewards, tasks, words
from quedlinburg.rules.books.purple import trade_gives, trade_wants
from quedlinburg.rules.pot import can_move_droplet
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import (
    COLOUR,
    GLASS_KIND,
    LAST_GLASS,
    LAST_SPACE,
    NEXT_KIND,
    REWARD_POINTS,
    SPACE_RUBY,
    VALUE,
)

# From this round on the end of the game seems near.
LATE = 6
# So few spaces are nothing beside a ruby.
NEAR = 2


def choose(t: Table, spare: Table, seat: int, weights: Sequence[float]) -> int:
    """Answer the question of a seat."""
    top = t.depth[seat] - 1
    question = t.task[seat][top]
    arg = t.arg[seat][top]
    match question:
        case tasks.BREW:
            return brew(t, seat)
        case tasks.SHOP:
            return shop(t, seat)
        case tasks.RUBIES:
            return spend_rubies(t, seat)
        case tasks.YELLOW_1 | tasks.WELL_STIRRED:
            return return_white(t, seat, t.pot_kind[seat][arg])
        case tasks.SECOND_CHANCE:
            return start_again(t, seat)
        case tasks.DROPLET:
            return step(t, seat)
        case tasks.EXPLODED:
            return words.VP if t.round_no >= LATE - 1 else words.COINS
        case tasks.GREEN_3:
            return move_on(t, seat, arg)
        case tasks.GREEN_4:
            return words.PAY if t.rubies[seat] % 2 == 1 and t.round_no < LATE else words.KEEP
        case tasks.PURPLE_1:
            return words.ZERO + arg
        case tasks.PURPLE_2:
            return words.ZERO + arg if arg >= 2 or t.round_no >= LATE else words.ZERO
        case tasks.GOOD_START:
            return words.ONE if t.rubies[seat] % 2 == 1 and arg > 0 else words.ZERO
    return take_dearest(t, seat, question, arg)


def brew(t: Table, seat: int) -> int:
    """Draw or stop; but where a ruby lies a space or two back, stand short for it (R4.7)."""
    option = draw_or_stop(t, seat)
    if pays_short(t, seat) or (option == words.STOP and scores_ruby_short(t, seat)):
        return words.SHORT if extra_spaces(t, seat) <= NEAR else option
    return option


def scores_ruby_short(t: Table, seat: int) -> bool:
    """Whether passing up extra spaces scores a ruby, and the space reached shows none."""
    if extra_spaces(t, seat) == 0:
        return False
    return SPACE_RUBY[t.bare_space[seat] + 1] == 1 and SPACE_RUBY[t.scoring[seat]] == 0


def draw_or_stop(t: Table, seat: int) -> int:
    """Draw until a cherry bomb of 2 could explode the pot; take a bold draw from a poor pot."""
    if sum(t.bag[seat]) == 0:
        return words.STOP
    if t.drawn[seat] == 0:
        return words.DRAW
    if is_full(t, seat):
        return words.STOP
    room = room_left(t, seat)
    if room == 0 and flask_takes_white(t, seat):
        return words.FLASK
    if room >= 3 or (room == 2 and t.pot_n[seat] <= 4):
        return words.DRAW
    return words.STOP


def shop(t: Table, seat: int) -> int:
    """Buy the dearest chip, and the dearest of another colour that the rest pays for."""
    first = dearest(t, seat, t.coins[seat], ids.NO_KIND)
    if first == ids.NO_KIND:
        return purchase(ids.NO_KIND, ids.NO_KIND)
    return purchase(first, dearest(t, seat, t.coins[seat] - t.price[first], first))


def dearest(t: Table, seat: int, coins: int, beside: int) -> int:
    """The dearest chip for some coins, of another colour than the one beside it."""
    best = ids.NO_KIND
    most = 0
    for kind in range(ids.O1, ids.KINDS):
        other = beside == ids.NO_KIND or COLOUR[kind] != COLOUR[beside]
        if other and most < t.price[kind] <= coins and is_sold(t, seat, kind):
            best = kind
            most = t.price[kind]
    return best


def spend_rubies(t: Table, seat: int) -> int:
    """Move the droplet with every two rubies; the flask is only remembered when rich."""
    if t.rubies[seat] < 2 or rounds_left(t) <= 1:
        return words.DONE
    if t.flask[seat] == 0 and t.rubies[seat] >= 4:
        return words.SPEND_FLASK
    if can_move_droplet(t, seat):
        return words.SPEND_DROPLET
    return words.DONE


def return_white(t: Table, seat: int, kind: int) -> int:
    """Put a large cherry bomb back, or any once the pot is hot; a small one looks harmless."""
    if VALUE[kind] > 1 or room_left(t, seat) <= 2:
        return words.RETURN
    return words.KEEP


def start_again(t: Table, seat: int) -> int:
    """Start again only after an explosion."""
    exploded = t.status[seat] == ids.EXPLODED and t.covered[seat] == 0
    return words.RESTART if exploded else words.CONTINUE


def step(t: Table, seat: int) -> int:
    """Go to a glass that holds a chip, or any glass late in the game, else move in the pot."""
    can_glass = t.glass[seat] < LAST_GLASS
    if can_glass and (GLASS_KIND[t.glass[seat] + 1] >= 0 or t.round_no >= LATE):
        return words.GLASS
    return words.POT if can_move_droplet(t, seat) else words.GLASS


def move_on(t: Table, seat: int, spaces: int) -> int:
    """Move on, but not away from a ruby for a space or two."""
    space = min(t.scoring[seat] + spaces, LAST_SPACE + 1)
    if spaces <= NEAR and SPACE_RUBY[t.scoring[seat]] == 1 and SPACE_RUBY[space] == 0:
        return words.STAY
    return words.MOVE


def take_dearest(t: Table, seat: int, question: int, arg: int) -> int:
    """Take the option that looks best at first sight."""
    fill_weighed(t, seat)
    best = t.option[0]
    most = -1
    for i in range(t.option_n):
        look = first_sight(t, seat, question, arg, t.option[i])
        if look > most:
            best = t.option[i]
            most = look
    return best


def first_sight(t: Table, seat: int, question: int, arg: int, option: int) -> int:
    """How good an option looks, in coins: chips by price, points much more when it is late."""
    late = t.round_no >= LATE
    if words.TRADE <= option < words.DRAW:
        if rounds_left(t) == 0:
            return -1
        trade = option - words.TRADE
        new = t.price[trade_gives(trade // 4, trade % 4)]
        return new - t.price[trade_wants(trade // 4, trade % 4)]
    if option < ids.KINDS:
        return chip_looks(t, seat, question, option)
    match option:
        case words.VP:
            just = question == tasks.JUST_IN_TIME
            points = REWARD_POINTS[rewards.JUST_IN_TIME] if just else arg
            return points * (6 if late else 2)
        case words.THREE_RUBIES:
            return 20 if late else 7
        case words.DROPLET:
            return 10
        case words.NONE | words.CHOOSE_DONE:
            return 0 if question != tasks.RED_2 or t.round_no >= 3 else 50
    return -1


def chip_looks(t: Table, seat: int, question: int, kind: int) -> int:
    """How good a chip looks to place, to take or to trade."""
    if question in (tasks.BLUE_1, tasks.STRONG_INGREDIENT, tasks.RED_2):
        if is_full(t, seat):
            return -1
        if is_white(kind) and question == tasks.BLUE_1:
            return -1 if room_left(t, seat) < 4 + VALUE[kind] else VALUE[kind]
        return 4 * VALUE[kind] + int(not is_white(kind))
    if question == tasks.OPPORTUNE_MOMENT:
        return t.price[NEXT_KIND[kind]] - t.price[kind]
    if question == tasks.JUST_IN_TIME:
        return 9
    if question == tasks.WHEEL_AND_DEAL and t.rubies[seat] % 2 == 0:
        return -1
    if question == tasks.GREEN_2 and rounds_left(t) == 0:
        return -1
    return t.price[kind]
