"""Functions that call the library's in every place where a call can stand."""

from linking import library
from linking.library import (
    TABLE,
    all_capped,
    all_of,
    capped,
    change,
    change_and_add,
    count_in,
    counted_down,
    double,
    endless_expression,
    factorial,
    first_above,
    guarded,
    has_gap,
    hundreds,
    minus,
    nothing,
    nothing_or_small,
    number_if,
    pick,
    place_of,
    push_next,
    renew,
    say,
    say_and_give,
    say_if_small,
    say_to,
    size,
    small_or_none,
    square,
    total_of,
    with_builtin,
    with_default,
    with_marks,
)


def values(a: int, b: int) -> object:
    """Values in expressions, a table and a constant of another module."""
    number = capped(a)
    total = double(number) + capped(b)
    return total + TABLE[capped(a)] + library.LIMIT


def own_names(number: int, total: int) -> object:
    """The names of both sides are the same, and stay apart."""
    before = number
    capped(number)
    number = capped(number + total)
    also = hundreds(total, number)
    return before, number, total, also


def left_to_right(a: int, b: int) -> object:
    """What is said shows the order."""
    say((say_and_give(a), say_and_give(b), double(a)))
    return minus(say_and_give(b), capped(say_and_give(a)))


def early(a: int, b: int) -> object:
    """Returns in the middle of a function end that function alone."""
    say_if_small(a)
    say("between")
    say_if_small(b)
    if a > b:
        return capped(a)
    say("after")
    return capped(b)


def loops(a: int, b: int) -> object:
    """Returns out of loops."""
    least = first_above((a, b), 2)
    end = counted_down(a)
    gap = has_gap((a, b))
    return least, end, gap


def only_where_asked(a: int, b: int) -> object:
    """What stands behind a condition is not worked out before it."""
    if b != 0 and a // b > capped(a // b):
        return "more"
    return capped(10 // b) if b > 0 and capped(10 // b) > 1 else "else"


def nested(a: int, b: int) -> object:
    """Calls in calls."""
    return double(capped(a)) + minus(double(a), double(b)) + pick((a, b), capped(1))


def stays(a: int, b: int) -> object:
    """Calls that stay: of itself, by keyword, with a default, of lines that are not read."""
    return factorial(a), minus(second=a, first=b), with_default(a), all_capped((a, b))


def unread(a: int, b: int) -> object:
    """A function that is not read itself."""
    return {capped(number) for number in (a, b)}


def chosen(a: int, b: int) -> object:
    """Branches, and a call in the test of a loop."""
    if size(a) == "few":
        return size(b)
    while capped(a) > 1:
        a -= 1
        nothing(a)
    return size(a), a


def decided(a: int, b: int) -> object:
    """Branches that are decided by constants, and lines that come to nothing."""
    say_to(library.LIMIT, a)
    if b > a:
        nothing(b)
    return a


def reads_before_change(a: int, b: int) -> object:
    """What is read before a change is read before it."""
    numbers = [a, b]
    say(numbers[0] + change(numbers))
    return hundreds(numbers[0], change(numbers)), minus(numbers[0], change(numbers)), numbers


def argument_before_change(a: int, b: int) -> object:
    """An argument is read before the next one changes it."""
    numbers = [a, b]
    total = hundreds(numbers[0], change(numbers))
    say(total)
    return hundreds(numbers[0], change(numbers))


def returns_nothing(a: int, b: int) -> object:
    """A return of nothing is a return."""
    if a > b:
        return say("off")  # type: ignore[func-returns-value]
    say("on")
    return b


def arguments_once(a: int, b: int) -> object:
    """An argument is worked out once, wanted or not, and before anything else."""
    numbers = [a, b]
    squared = square(change(numbers))
    maybe = number_if(a > b, say_and_give(b))
    added = change_and_add(numbers, numbers[0])
    also = square(change_and_add(numbers, 1))
    perhaps = number_if(a > b, change_and_add(numbers, 1))
    return squared, maybe, added, also, perhaps, numbers


def breaks_off(a: int, b: int) -> object:
    """A loop that may also break off keeps its own."""
    place = place_of((a, b, 3), 3)
    return place, a


def nothing_as_a_value(a: int, b: int) -> object:
    """A return without a value gives None, also to a name that had a value."""
    value: int | None = 5
    value = small_or_none(a)
    other = nothing_or_small(b)
    return value, other


def receiver_first(a: int, b: int) -> object:
    """What is called is worked out before its arguments."""
    old = [a, b]
    box = {"numbers": old}
    box["numbers"].append(renew(box))
    return old, box, count_in(box)


def added_to_first(a: int, b: int) -> object:
    """What is added to is worked out before what is added."""
    numbers = [a, b]
    numbers[push_next(numbers)] += total_of(numbers)
    numbers[0] += total_of(numbers)
    return numbers


def left_alone(a: int, b: int) -> object:
    """Functions that are written in other ways are called as they are."""
    say("before")
    number = guarded(a)
    with_builtin(a)
    marked = with_marks(b)
    return number, list(all_of(a)), len([a, b]), marked, endless_expression(b)
