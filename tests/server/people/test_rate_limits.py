"""Rate limits: so many at once, then at a steady rate, each address and connection by itself."""

from __future__ import annotations

import pytest
from pyrate_limiter import MonotonicClock

from quedlinburg.server.limits import Limits
from quedlinburg.server.people import rate_limits
from quedlinburg.server.people.rate_limits import Allowance, KeyedLimit, RateLimits
from quedlinburg.server.protocol.refusals import Refusal


class Clock(MonotonicClock):
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        """Begin somewhere."""
        self.seconds = 1000.0

    def now(self) -> int:
        """The time in milliseconds."""
        return int(self.seconds * 1000)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of all limits made in a test."""
    clock = Clock()
    monkeypatch.setattr(rate_limits, "CLOCK", clock)
    return clock


@pytest.mark.parametrize(("a_second", "at_once"), [(20.0, 40), (1.0, 5), (0.5, 3), (1e4, 10_000)])
def test_so_many_at_once_and_then_at_the_rate(clock: Clock, a_second: float, at_once: int) -> None:
    """A full bucket, then one use for each refill; time that nobody uses fills it up, no more."""
    allowance = Allowance(a_second, at_once)
    assert allowance.is_full()
    assert [allowance.take() for _ in range(at_once + 2)] == [True] * at_once + [False] * 2
    assert not allowance.is_full()
    clock.seconds += 2 / a_second + 0.001
    assert [allowance.take() for _ in range(2)] == [True, True]
    clock.seconds += 10 * at_once / a_second
    assert allowance.is_full()
    assert sum(allowance.take() for _ in range(at_once + 5)) == at_once


def test_each_key_is_counted_by_itself(clock: Clock) -> None:
    """One that is too fast holds nobody else up."""
    limit = KeyedLimit(1.0, 2)
    assert [limit.take("a") for _ in range(3)] == [True, True, False]
    assert limit.take("b")
    clock.seconds += 1.001
    assert limit.take("a")


def test_keys_that_owe_nothing_are_forgotten_and_others_are_not(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory has an end, and nobody gets more by making many keys."""
    monkeypatch.setattr(rate_limits, "MOST_KEYS", 10)
    limit = KeyedLimit(1.0, 1)
    for number in range(10):
        limit.take(str(number))
    clock.seconds += 5
    assert limit.take("busy")
    assert not limit.take("busy")
    assert len(limit) == 1


def test_one_use_may_count_as_many(clock: Clock) -> None:
    """What is too much at once counts nothing, so that less of it is still allowed."""
    limit = KeyedLimit(10.0, 10)
    assert limit.take("a", 6)
    assert not limit.take("a", 6)
    assert limit.take("a", 4)
    clock.seconds += 0.5001
    assert limit.take("a", 5)
    assert not limit.take("a")


def test_a_million_networks_take_a_bounded_part_of_memory(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where all of them owe something the one unused for longest is forgotten."""
    monkeypatch.setattr(rate_limits, "MOST_KEYS", 100)
    limit = KeyedLimit(0.001, 1)
    for number in range(1000):
        assert limit.take(str(number))
        assert not limit.take("busy") or number == 0
        assert len(limit) <= 100


def test_sockets_of_an_identity_and_of_a_network_share_what_they_say(clock: Clock) -> None:
    """Whichever is used up first; messages without an identity count for the network alone."""
    limits = RateLimits(Limits(identity_messages_at_once=2, network_messages_at_once=4))
    assert [limits.may_speak("here", "ada") for _ in range(3)] == [True, True, False]
    assert [limits.may_speak("here", None) for _ in range(3)] == [True, True, False]
    assert not limits.may_speak("here", "bo")
    assert limits.may_speak("there", "bo")


def test_an_identity_that_asks_too_often_is_refused_wherever_it_asks_from(clock: Clock) -> None:
    """Requests are counted by identity beside the network."""
    limits = RateLimits(Limits(identity_requests_at_once=1))
    limits.check_identity("ada")
    with pytest.raises(Refusal):
        limits.check_identity("ada")
    limits.check_identity("bo")


def test_a_club_of_sixty_and_a_household_stay_within_the_limits(clock: Clock) -> None:
    """Sixty people behind one address come at once and play quickly; nobody is refused.

    Each loads the page, asks eight times, opens two sockets, and says two messages a second.
    """
    limits = RateLimits(Limits())
    for _ in range(60):
        for _ in range(45):
            assert limits.may_fetch("club")
        for _ in range(8):
            limits.check_request("club")
        for _ in range(2):
            assert limits.may_open("club")
            assert limits.add_socket("club")
    for _ in range(60):
        clock.seconds += 1
        for person in range(60):
            assert limits.may_speak("club", str(person))
            assert limits.may_speak("club", str(person))


def test_requests_and_makes_are_refused_with_429(clock: Clock) -> None:
    """The two are counted apart."""
    limits = RateLimits(Limits(requests_at_once=3, makes_at_once=1))
    limits.check_make("here")
    with pytest.raises(Refusal) as refused:
        limits.check_make("here")
    assert (refused.value.code, refused.value.status) == ("too_fast", 429)
    for _ in range(3):
        limits.check_request("here")
    with pytest.raises(Refusal):
        limits.check_request("here")
    limits.check_request("there")


def test_sockets_are_counted_by_address() -> None:
    """A socket that goes makes room for another; one that was refused is not counted."""
    limits = RateLimits(Limits(connections_an_address=2, connections_reserved=1))
    assert limits.add_socket("here")
    assert limits.add_socket("here")
    assert not limits.add_socket("here")
    assert limits.add_socket("there")
    limits.remove_socket("here")
    assert limits.add_socket("here")
    assert not limits.add_socket("here")


def test_an_address_has_a_reserve_of_sockets_with_an_end() -> None:
    """It is used by those who may, once the others are taken."""
    limits = RateLimits(Limits(connections_an_address=1, connections_reserved=1))
    assert limits.add_socket("here")
    assert not limits.add_socket("here")
    assert limits.add_socket("here", reserved=True)
    assert not limits.add_socket("here", reserved=True)
