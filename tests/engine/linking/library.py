"""Functions as the rules have them: they read, store, loop and return early, and note it down."""

from collections.abc import Iterator

LIMIT = 3
TABLE = (5, 6, 7, 8, 9)
said: list[object] = []


def say(word: object) -> None:
    """Say something."""
    said.append(word)


def say_and_give(word: int) -> int:
    """Say something and give it."""
    said.append(word)
    return word


def double(number: int) -> int:
    """Twice a number."""
    return 2 * number


def capped(number: int) -> int:
    """A number, at most the limit."""
    if number > LIMIT:
        return LIMIT
    return number


def first_above(numbers: tuple[int, ...], least: int) -> int:
    """The first number above the least."""
    for number in numbers:
        if number > least:
            return number
    return -1


def counted_down(number: int) -> str:
    """Count down and say three."""
    while True:
        number -= 1
        if number <= 0:
            return "done"
        if number == 3:
            said.append("three")


def say_if_small(number: int) -> None:
    """Say a number that is not above the limit."""
    if number > LIMIT:
        return
    said.append(number)


def pick(numbers: tuple[int, ...], place: int) -> int:
    """The number at a place."""
    return numbers[place]


def has_gap(numbers: tuple[int, ...]) -> bool:
    """Whether two numbers lie apart: a return from a loop within a loop."""
    for number in numbers:
        for other in numbers:
            if other - number > 1:
                return True
    return False


def factorial(number: int) -> int:
    """A function that calls itself."""
    if number < 2:
        return 1
    return number * factorial(number - 1)


def minus(first: int, second: int) -> int:
    """A difference."""
    return first - second


def with_default(number: int, more: int = 1) -> int:
    """A function that can be called with less."""
    return number + more


def size(number: int) -> str:
    """A number in words."""
    match number:
        case 0 | 1:
            return "few"
        case 3:
            return "limit"
    return "many"


def say_to(whom: int, word: int) -> None:
    """Say something to everybody, or to one."""
    if whom == LIMIT:
        said.append(word)
    else:
        said.append((whom, word))


def all_capped(numbers: tuple[int, ...]) -> list[int]:
    """Numbers, each at most the limit."""
    return [capped(number) for number in numbers]


def nothing(number: int) -> None:
    """Do nothing."""
    return


def change(numbers: list[int]) -> int:
    """Change what is given."""
    numbers[0] += 1
    return numbers[0]


def hundreds(first: int, second: int) -> int:
    """A sum in several steps."""
    total = first * 100
    total += second
    return total


def square(number: int) -> int:
    """A function that names its argument twice."""
    return number * number


def number_if(wanted: bool, number: int) -> int:
    """A function that may not need its argument."""
    return number if wanted else 0


def change_and_add(numbers: list[int], number: int) -> int:
    """A function that changes something before it reads its argument."""
    return change(numbers) + number


def place_of(numbers: tuple[int, ...], wanted: int) -> int:
    """A loop that returns, and one that breaks off."""
    place = 0
    for number in numbers:
        if number == wanted:
            return place
        if number > 4:
            break
        place += 1
    return -place


def small_or_none(number: int) -> int | None:
    """A return without a value, and one with a value."""
    if number > LIMIT:
        return None
    return number


def nothing_or_small(number: int) -> int | None:
    """A return of what returns nothing."""
    if number > LIMIT:
        return nothing(number)  # type: ignore[func-returns-value]
    return number


def renew(box: dict[str, list[int]]) -> int:
    """Put a new list in the place of an old one."""
    box["numbers"] = [0]
    return 7


def count_in(box: dict[str, list[int]]) -> int:
    """How many numbers there are, in several steps."""
    count = 0
    for _ in box["numbers"]:
        count += 1
    return count


def push_next(numbers: list[int]) -> int:
    """Add a number and give its place."""
    numbers.append(5)
    return len(numbers) - 1


def total_of(numbers: list[int]) -> int:
    """The sum, in several steps."""
    total = 0
    for number in numbers:
        total += number
    return total


# Written in ways that the rules are not; each of them is left alone.


def guarded(number: int) -> int:
    """A case with a condition."""
    match number:
        case 1 if said:
            return 10
        case _:
            return 0


def all_of(number: int) -> Iterator[int]:
    """A generator."""
    yield from range(number)


def with_builtin(number: int) -> int:
    """A name of its own hides a builtin one."""
    len = number
    return len + 1


def with_marks(number: int) -> int:
    """A name that linking could give itself."""
    number__1 = number + 1
    number__1 += number
    return number__1


def endless_expression(number: int) -> int:
    """An expression that calls itself."""
    return number if number < 2 else endless_expression(number - 1)
