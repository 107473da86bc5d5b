"""The door: no network takes all places, and nobody waits at it for ever."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from quedlinburg.server.http.door import CLOSING_SECONDS, Door
from quedlinburg.server.limits import Limits
from quedlinburg.server.people.networks import LOOPBACK, Proxies
from quedlinburg.server.people.overruns import OverrunLog

LIMITS = Limits(transports_a_network=4, head_seconds=10, body_seconds=20, answer_seconds=60)


@dataclass(eq=False)
class Knock:
    """A connection that notes whether it was ended."""

    network: str
    is_closing: bool = False
    is_ended: bool = False

    def abort(self) -> None:
        """End it."""
        self.is_ended = True


class Clock:
    """A clock that stands still until it is moved."""

    seconds = 100.0

    def __call__(self) -> float:
        """The time."""
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    """The clock of a door."""
    return Clock()


def make_door(clock: Clock, room: int = 10, limits: Limits = LIMITS) -> Door:
    """A door of so many places behind which proxies on this machine are trusted."""
    return Door(limits, room, Proxies(LOOPBACK), OverrunLog(), clock)


def enter(door: Door, address: str) -> Knock | None:
    """Come in and wait for a head, if there is room."""
    network = door.admit(address)
    if network is None:
        return None
    knock = Knock(network)
    door.enter(knock)
    door.wait_for_head(knock)
    return knock


def test_the_longest_waiting_of_a_network_gives_way_to_its_next(clock: Clock) -> None:
    """Not the one that has asked something, and nobody else's."""
    door = make_door(clock)
    other = enter(door, "192.0.2.2")
    mine = [enter(door, "192.0.2.1") for _ in range(4)]
    assert mine[0] is not None
    door.wait_for_answer(mine[0])
    assert enter(door, "192.0.2.1") is not None
    assert [one is not None and one.is_ended for one in mine] == [False, True, False, False]
    assert other is not None
    assert not other.is_ended


def test_a_network_whose_connections_are_all_in_use_is_refused_one_more(clock: Clock) -> None:
    """Others still come in, and a place that is left is free again."""
    door = make_door(clock)
    mine = [enter(door, "192.0.2.1") for _ in range(4)]
    for one in mine:
        assert one is not None
        door.wait_for_answer(one)
    assert door.admit("192.0.2.1") is None
    assert door.admit("192.0.2.2") == "192.0.2.2"
    assert mine[0] is not None
    door.leave(mine[0])
    door.release("192.0.2.1")
    assert door.admit("192.0.2.1") == "192.0.2.1"


def test_no_network_has_more_than_half_of_all_places(clock: Clock) -> None:
    """However much its own limit would allow."""
    door = make_door(clock, room=6)
    for _ in range(3):
        network = door.admit("2001:db8::1")
        assert network == "2001:db8::/64"
    assert door.admit("2001:db8::2") is None
    assert door.admit("2001:db8:0:1::2") is not None


def test_many_networks_together_have_an_end_too(clock: Clock) -> None:
    """The one that has waited longest of all gives way."""
    door = make_door(clock, room=6)
    first = [enter(door, f"192.0.2.{n}") for n in range(6)]
    assert enter(door, "198.51.100.1") is not None
    assert [one is not None and one.is_ended for one in first] == [True] + [False] * 5


def test_a_trusted_proxy_is_not_counted_as_one_network(clock: Clock) -> None:
    """It speaks for many; the limit in all holds for it."""
    door = make_door(clock, room=6)
    assert [door.admit("127.0.0.1") for _ in range(7)] == ["127.0.0.1"] * 6 + [None]


def test_opening_and_closing_again_and_again_is_refused(clock: Clock) -> None:
    """Also when nothing is held open."""
    door = make_door(clock, limits=Limits(connects_a_second=1, connects_at_once=3))
    answers = []
    for _ in range(5):
        answers.append(door.admit("192.0.2.1"))
        if answers[-1]:
            door.release("192.0.2.1")
    assert answers == ["192.0.2.1"] * 3 + [None] * 2


@pytest.mark.parametrize(
    ("wait", "seconds"),
    [("wait_for_head", 10), ("wait_for_body", 20), ("wait_for_answer", 60)],
)
def test_what_takes_too_long_is_ended(clock: Clock, wait: str, seconds: int) -> None:
    """Not a moment before."""
    door = make_door(clock)
    knock = enter(door, "192.0.2.1")
    assert knock is not None
    getattr(door, wait)(knock)
    clock.seconds += seconds
    door.sweep()
    assert not knock.is_ended
    clock.seconds += 0.1
    door.sweep()
    assert knock.is_ended


def test_a_closed_connection_that_does_not_take_the_rest_is_ended(clock: Clock) -> None:
    """Its file is needed."""
    door = make_door(clock)
    network = door.admit("192.0.2.1")
    assert network is not None
    knock = Knock(network, is_closing=True)
    door.enter(knock)
    door.sweep()
    clock.seconds += CLOSING_SECONDS + 0.1
    door.sweep()
    assert knock.is_ended


def test_overruns_are_counted_each_and_logged_once_a_minute(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """A network that knocks a thousand times writes one line."""
    door = make_door(clock, limits=Limits(connects_a_second=0.001, connects_at_once=1))
    with caplog.at_level("WARNING", logger="quedlinburg.server"):
        for _ in range(1000):
            door.admit("192.0.2.1")
        for number in range(300):
            for _ in range(2):
                door.admit(f"198.51.100.{number}" if number < 256 else f"203.0.113.{number - 256}")
    assert 2 <= len(caplog.records) <= 70
