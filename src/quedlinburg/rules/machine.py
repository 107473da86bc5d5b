"""The machine: performs what stands on the agendas until somebody has to decide.

Seats go on by themselves, from the start player clockwise; the table's own tasks are barriers
that wait until every seat is through. Only the machine pops (R3.6).
"""

from quedlinburg.rules import moments, tasks
from quedlinburg.rules.agenda import pop, push, top_task
from quedlinburg.rules.books.red import back_to_bag, is_back
from quedlinburg.rules.ids import BREWING, KINDS, POTIONS, TABLE
from quedlinburg.rules.phases import clean_up, evaluation, fortune, potions, rats, shop
from quedlinburg.rules.pot import is_bag_empty
from quedlinburg.rules.questions import answered, could_take, fill_own_options, offers_supply
from quedlinburg.rules.table import Table
from quedlinburg.rules.verbs.goods import take

# What running a seat's agenda came to.
IDLE, MOVED, HELD = 0, 1, 2


def waiting_seats(t: Table) -> int:
    """The seats with something to decide, one bit each: asked and not held (R3.6)."""
    asked = t.asked
    seats = asked[0] + 2 * asked[1] + 4 * asked[2] + 8 * asked[3]
    if t.scarce != 0 and t.phase != POTIONS:
        for seat in range(t.players):
            if asked[seat] == 1 and is_held(t, seat):
                seats ^= 1 << seat
    return seats


def is_waiting(t: Table, seat: int) -> bool:
    """Whether a seat has something to decide now (R3.6)."""
    return (waiting_seats(t) >> seat) & 1 == 1


def is_held(t: Table, seat: int) -> bool:
    """Whether a seat's next step waits for earlier seats, as chips could run out (R3.6)."""
    if t.scarce == 0 or not has_earlier_unfinished(t, seat):
        return False
    unfinished = count_unfinished(t)
    supply = t.supply
    for kind in range(KINDS):
        if unfinished > supply[kind] > 0 and could_take(t, seat, kind):
            return True
    return False


def count_unfinished(t: Table) -> int:
    """How many seats have not finished the phase."""
    depth = t.depth
    return (depth[0] > 0) + (depth[1] > 0) + (depth[2] > 0) + (depth[3] > 0)


def has_earlier_unfinished(t: Table, seat: int) -> bool:
    """Whether a seat between the start player and this one has not finished the phase."""
    other = t.start
    while other != seat:
        if t.depth[other] > 0:
            return True
        other = (other + 1) % t.players
    return False


def act(t: Table, seat: int, option: int) -> bool:
    """Carry out a seat's answer and everything that follows until somebody has to decide.

    Say whether anything but this seat's own pot may have changed. The option must be
    one that is offered. The table rests before a fortune card is turned up: `turn_up_card` then.
    """
    stir_open = t.stir_open
    answer(t, seat, option)
    run(t, seat)
    if t.phase != POTIONS:
        if may_go_on(t):
            run_all(t)
    elif t.depth[seat] > 0 and t.sealed[seat] == 0:
        return t.stir_open != stir_open
    settle(t)
    return True


def may_go_on(t: Table) -> bool:
    """Whether some seat stands before a step that nobody has been asked about."""
    depth = t.depth
    asked = t.asked
    return (
        (depth[0] > 0 and asked[0] == 0)
        or (depth[1] > 0 and asked[1] == 0)
        or (depth[2] > 0 and asked[2] == 0)
        or (depth[3] > 0 and asked[3] == 0)
    )


def is_at_rest(t: Table) -> bool:
    """Whether a round is about to begin: all is done but the fortune card (R3.2)."""
    return top_task(t, TABLE) == tasks.TURN_UP_CARD


def turn_up_card(t: Table) -> None:
    """Turn up the fortune card that a table at rest waits for, and go on from there (R3.2)."""
    pop(t, TABLE)
    fortune.turn_up_card(t)
    run_all(t)
    settle(t)


def settle(t: Table) -> None:
    """Perform the table's tasks while no seat stands in their way: all are through, or sealed."""
    depth = t.depth
    while depth[TABLE] > 0:
        top = depth[TABLE] - 1
        task = t.task[TABLE][top]
        if depth[0] > 0 or depth[1] > 0 or depth[2] > 0 or depth[3] > 0:
            if task != tasks.STIR or not potions.may_stir(t):
                return
        elif task == tasks.TURN_UP_CARD:
            return
        depth[TABLE] = top
        perform_for_table(t, task, t.arg[TABLE][top])
        if t.edge != 0:
            notice_supply(t)
        if may_go_on(t):
            run_all(t)


def run_all(t: Table) -> None:
    """Run every seat's agenda from the start player on, again while a held seat may go on."""
    again = True
    while again:
        came_to = 0
        for i in range(t.players):
            seat = (t.start + i) % t.players
            if t.depth[seat] > 0 and t.asked[seat] == 0:
                came_to |= run(t, seat)
        again = came_to == MOVED | HELD


def run(t: Table, seat: int) -> int:
    """Perform a seat's agenda until a question is open, the seat is held, or nothing is left."""
    depth = t.depth
    asked = t.asked
    agenda = t.task[seat]
    came_to = IDLE
    while True:
        if asked[seat] != 0:
            return came_to
        top = depth[seat] - 1
        if top < 0:
            return came_to
        task = agenda[top]
        if task == tasks.BREW:
            if t.status[seat] != BREWING:
                depth[seat] = top
                moments.stopped(t, seat)
            elif t.sealed[seat] != 0:
                return came_to
            elif is_bag_empty(t, seat) and potions.must_stop(t, seat):
                potions.forced_stop(t, seat)
            else:
                asked[seat] = 1
                return MOVED
        elif task >= tasks.QUESTION:
            if t.phase != POTIONS and is_held(t, seat):
                return came_to | HELD
            ask(t, seat, task)
        else:
            if task == tasks.TAKE and is_held(t, seat):
                return came_to | HELD
            depth[seat] = top
            perform(t, seat, task, t.arg[seat][top])
        came_to = MOVED
        if t.edge != 0:
            notice_supply(t)


def ask(t: Table, seat: int, question: int) -> None:
    """Open the question on top of an agenda; one with a single option answers itself.

    What is always open (R4.16) is not counted: it keeps no question from answering itself.
    """
    if question == tasks.SHOP and shop.can_buy(t, seat):
        t.asked[seat] = 1
        return
    fill_own_options(t, seat)
    if t.option_n > 1:
        t.asked[seat] = 1
    elif t.option_n == 1:
        answer(t, seat, t.option[0])
    else:
        pop(t, seat)


def answer(t: Table, seat: int, option: int) -> None:
    """Take a question off the agenda and carry out the answer.

    `brew` stays until it is over, and every question while a red chip is put back (R4.16).
    """
    top = t.depth[seat] - 1
    question = t.task[seat][top]
    t.question_no[seat] += 1
    t.asked[seat] = 0
    if is_back(option):
        back_to_bag(t, seat, option)
    elif question == tasks.BREW:
        potions.brew_answered(t, seat, option)
    else:
        t.depth[seat] = top
        answered(t, seat, question, t.arg[seat][top], option)
    if t.edge != 0:
        notice_supply(t)


def notice_supply(t: Table) -> None:
    """Ask seats anew when a kind ran out, or came back, that their question offers."""
    for seat in range(t.players):
        if t.asked[seat] == 1 and offers_supply(top_task(t, seat)):
            for kind in range(KINDS):
                if (t.edge >> kind) & 1 and could_take(t, seat, kind):
                    t.question_no[seat] += 1
                    t.asked[seat] = 0
                    break
    t.edge = 0


def perform(t: Table, seat: int, task: int, arg: int) -> None:
    """Perform one task of a seat, the everyday ones first."""
    match task:
        case tasks.SCORE_POT:
            evaluation.score_pot(t, seat)
        case tasks.ROUND_ENDS:
            evaluation.before_rubies(t, seat)
        case tasks.TURN_UP:
            moments.turned_up(t, seat, arg)
        case tasks.DIE_ROLLS:
            evaluation.roll_dice(t, seat, arg % 8, arg // 8)
        case tasks.DIE_FACE:
            evaluation.receive_face(t, seat, arg % 8, arg // 8)
        case tasks.CHIP_ACTIONS:
            moments.evaluated(t, seat, arg)
        case tasks.DRAW_CHIP:
            potions.draw_chip(t, seat)
        case tasks.TAKE:
            take(t, seat, arg % 32, arg // 32)
        case tasks.ROUND_NINE:
            evaluation.round_nine(t, seat)


def perform_for_table(t: Table, task: int, arg: int) -> None:
    """Perform one task of the table."""
    match task:
        case tasks.BEGIN_ROUND:
            fortune.begin_next_round(t)
        case tasks.SHARE:
            moments.shared(t)
        case tasks.COUNT_RATS:
            rats.count_rats(t)
        case tasks.BREW_POTIONS:
            potions.brew_potions(t)
        case tasks.STIR:
            potions.stir(t)
        case tasks.ALL_STOPPED:
            evaluation.after_potions(t)
        case tasks.IN_TURN:
            moments.in_turn(t, arg)
        case tasks.EVALUATE:
            evaluation.evaluate(t)
        case tasks.SCORE:
            evaluation.score(t)
        case tasks.END_ROUND:
            clean_up.end_round(t)


def lay_first_round(t: Table) -> None:
    """Make a new table ready for its first round; it is at rest then (R2)."""
    push(t, TABLE, tasks.BEGIN_ROUND, 0)
    settle(t)
