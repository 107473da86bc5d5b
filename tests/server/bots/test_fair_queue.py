"""The fair queue: in which order those are served who share a few workers."""

from __future__ import annotations

import random

import pytest

from quedlinburg.server.bots import fair_queue
from quedlinburg.server.bots.fair_queue import FairQueue, Share


def serve(queue: FairQueue[str], count: int, cost: float = 1.0) -> str:
    """Serve so many turns, one after the other, each at the same cost; what was served."""
    served = []
    for _ in range(count):
        taken = queue.take()
        assert taken is not None
        share, item = taken
        served.append(item)
        queue.end(share, cost)
    return " ".join(served)


def test_an_owner_with_many_tables_gets_no_more_turns_than_one_with_one() -> None:
    """Owners take turns, whatever each of them has waiting."""
    queue: FairQueue[str] = FairQueue()
    for table in range(4):
        queue.put(Share("eve", f"t{table}"), f"e{table}")
    for number in range(3):
        queue.put(Share("ada", "t"), f"a{number}")
    assert serve(queue, 7) == "e0 a0 e1 a1 e2 a2 e3"
    assert queue.take() is None


def test_a_table_of_four_gets_no_more_turns_than_a_table_of_one() -> None:
    """The tables of an owner take turns as well."""
    queue: FairQueue[str] = FairQueue()
    for seat in range(4):
        queue.put(Share("ada", "four"), f"f{seat}")
    queue.put(Share("ada", "one"), "one")
    assert serve(queue, 5) == "f0 one f1 f2 f3"


def test_whoever_comes_anew_waits_for_the_running_turn_alone() -> None:
    """Sixty-six tables wait; somebody else is next when the running turn is over."""
    queue: FairQueue[str] = FairQueue()
    for table in range(66):
        for seat in range(4):
            queue.put(Share("eve", f"t{table}"), f"e{table}.{seat}")
    serve(queue, 20)
    running = queue.take()
    assert running is not None
    queue.put(Share("ada", "own"), "ada")
    queue.end(running[0], 1.0)
    assert serve(queue, 1) == "ada"


def test_turns_are_weighed_by_what_they_cost() -> None:
    """Whose answers take three times as long has a third of the turns."""
    queue: FairQueue[str] = FairQueue()
    costs = {"dear": 3.0, "cheap": 1.0}
    for number in range(40):
        for owner in costs:
            queue.put(Share(owner, "t"), f"{owner}{number}")
    spent = dict.fromkeys(costs, 0.0)
    for _ in range(32):
        taken = queue.take()
        assert taken is not None
        owner = taken[0].owner
        spent[owner] += costs[owner]
        queue.end(taken[0], costs[owner])
    assert spent["dear"] == pytest.approx(spent["cheap"], abs=3.0)


def test_nobody_saves_turns_up_by_waiting_long() -> None:
    """Who did nothing while others were served gets the next turn, and not all of them."""
    queue: FairQueue[str] = FairQueue()
    for number in range(10):
        queue.put(Share("ada", "t"), f"a{number}")
    serve(queue, 5)
    for number in range(3):
        queue.put(Share("eve", "t"), f"e{number}")
    assert serve(queue, 6) == "e0 a5 e1 a6 e2 a7"


def test_one_that_waits_no_longer_is_taken_out() -> None:
    """What is being worked out can't be."""
    queue: FairQueue[str] = FairQueue()
    share = Share("ada", "t")
    queue.put(share, "first")
    queue.put(share, "second")
    assert queue.waiting_of("ada") == len(queue) == 2
    assert queue.take() == (share, "first")
    assert not queue.remove(share, "first")
    assert queue.remove(share, "second")
    assert not queue.remove(share, "second")
    assert (queue.waiting_of("ada"), len(queue), queue.take()) == (0, 0, None)
    queue.end(share, 1.0)


def test_several_workers_share_alike() -> None:
    """Turns that run at the same time count as they begin."""
    queue: FairQueue[str] = FairQueue()
    for number in range(4):
        queue.put(Share("eve", "t"), f"e{number}")
        queue.put(Share("ada", "t"), f"a{number}")
    running = [queue.take() for _ in range(4)]
    assert [taken[1] for taken in running if taken] == ["e0", "a0", "e1", "a1"]


def test_idle_owners_and_tables_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory has an end though somebody always waits, and the order stays fair."""
    monkeypatch.setattr(fair_queue, "MOST_IDLE", 5)
    queue: FairQueue[str] = FairQueue()
    luck = random.Random(1)
    queue.put(Share("busy", "first"), "busy")
    for number in range(500):
        queue.put(Share("busy", f"t{number}"), "busy")
        queue.put(Share(f"guest {number}", "t"), "guest")
        serve(queue, 2, luck.random())
    assert len(queue) == 1
    assert queue.remembered <= 30


def test_an_endless_row_of_newcomers_keeps_nobody_back() -> None:
    """New names go first, but not for ever."""
    queue: FairQueue[str] = FairQueue()
    for number in range(2):
        queue.put(Share("ada", "t"), f"a{number}")
    assert serve(queue, 1) == "a0"
    served = []
    for number in range(50):
        queue.put(Share(f"eve {number}", "t"), "e")
        served.append(serve(queue, 1))
    assert "a1" in served[:20]
