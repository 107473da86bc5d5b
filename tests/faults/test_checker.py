"""The checker finds what must not be, and nothing else: histories made bad by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from checker import check_table
from examples_of_history import Example, play
from history import Answer


def kinds(example: Example) -> set[str]:
    """The kinds of what the checker finds."""
    return {finding.kind for finding in check_table(example.history, example.log)}


@pytest.fixture
def running() -> Example:
    """A game of thirty actions, with nothing wrong."""
    return play(30)


@pytest.fixture(scope="module")
def over() -> Example:
    """A game that is over, with nothing wrong."""
    return play(None)


def test_a_good_history_has_no_findings(running: Example, over: Example) -> None:
    """Neither of a running game nor of one that is over."""
    assert check_table(running.history, running.log) == []
    assert check_table(over.history, over.log) == []


def test_an_acknowledged_action_that_is_not_stored_is_lost(running: Example) -> None:
    """And whoever saw it saw what is not stored."""
    running.log = replace(running.log, actions=running.log.actions[:-1])
    assert {"lost", "unstored"} <= kinds(running)


def test_a_table_that_is_gone_is_lost(running: Example) -> None:
    """Its code was told to somebody."""
    (finding,) = check_table(running.history, None)
    assert finding.kind == "lost"


def test_an_action_that_is_stored_twice_is_doubled(running: Example) -> None:
    """By the id of its message."""
    first, *others = running.log.actions
    again = replace(others[-1], seat=first.seat, client=first.client)
    running.log = replace(running.log, actions=(first, *others[:-1], again))
    assert "doubled" in kinds(running)


def test_an_action_stored_before_one_acknowledged_earlier_is_out_of_order(
    running: Example,
) -> None:
    """What was asked for later stands later in the log."""
    requests = list(running.history.requests.values())
    requests[5].sent = [10_000]
    assert kinds(running) == {"order"}


def test_an_action_that_nobody_asked_for_is_invented(running: Example) -> None:
    """An owner's action needs an owner who asked."""
    key = next(iter(running.history.requests))
    del running.history.requests[key]
    assert "invented" in kinds(running)


def test_a_refused_action_that_is_stored_is_invented(running: Example) -> None:
    """A refusal for certain means that nothing has changed."""
    request = next(iter(running.history.requests.values()))
    request.answers = [Answer("refused", 12, code="illegal")]
    assert "invented" in kinds(running)


@pytest.mark.parametrize("answer", [Answer("lost", 12), Answer("refused", 12, code="trouble")])
def test_an_action_of_unknown_outcome_may_be_stored_or_not(
    running: Example, answer: Answer
) -> None:
    """Nobody could know."""
    request = list(running.history.requests.values())[-1]
    request.answers = [answer]
    assert kinds(running) == set()
    running.log = replace(running.log, actions=running.log.actions[:-1])
    for sight in running.history.sights:
        sight.rows.pop()
    assert kinds(running) == set()


def test_an_acknowledgement_with_another_count_of_events_is_noticed(running: Example) -> None:
    """What was told and what is stored must be the same."""
    request = list(running.history.requests.values())[3]
    request.answers[0].number = 999
    assert kinds(running) == {"changed"}


def test_stored_luck_that_the_seed_does_not_give_is_noticed(running: Example) -> None:
    """The log is played again, with the luck of its seed."""
    lucky = next(n for n, stored in enumerate(running.log.actions) if stored.luck)
    actions = list(running.log.actions)
    other = "W1" if actions[lucky].luck != "W1" else "W2"
    actions[lucky] = replace(actions[lucky], luck=other)
    running.log = replace(running.log, actions=tuple(actions))
    assert kinds(running) == {"log"}


def test_a_chip_seen_otherwise_than_stored_is_noticed(running: Example) -> None:
    """By the one viewer who saw it."""
    rows = running.history.sights[1].rows
    drawn = next(e for row in rows for e in row.events if e["event"] == "chip_drawn")
    drawn["kind"] = "W1" if drawn["kind"] != "W1" else "W2"
    assert "changed" in kinds(running)


def test_an_event_that_the_log_does_not_have_is_unstored(running: Example) -> None:
    """A viewer saw further than the log goes."""
    rows = running.history.sights[2].rows
    extra = next(row for row in rows[::-1] if row.events)
    last = rows[-1]
    rows.append(replace(extra, first=last.end, end=last.end + len(extra.events)))
    assert "unstored" in kinds(running)


def test_who_connects_and_sees_less_than_others_before_proves_something_unstored(
    running: Example,
) -> None:
    """Even if the same events are stored in the end."""
    view = running.history.sights[2].rows[0]
    late = running.history.look(None, "late joiner")
    late.opened = 10**9
    late.rows.append(replace(view, at=10**9 + 1))
    assert kinds(running) == {"unstored"}


def test_a_view_that_the_log_does_not_lead_to_is_noticed(running: Example) -> None:
    """As a spectator who joined was sent it."""
    view = running.history.sights[2].rows[0].view
    assert view is not None
    view["seats"][0]["rubies"] += 1
    assert kinds(running) == {"changed"}


def test_a_gap_in_the_events_of_a_viewer_is_noticed(running: Example) -> None:
    """And what it saw does not fold to the table."""
    rows = running.history.sights[0].rows
    gap = next(n for n in range(5, len(rows)) if rows[n].events)
    del rows[gap]
    assert "gap" in kinds(running)


def test_a_record_that_does_not_verify_is_noticed(over: Example) -> None:
    """Cut, missing, or of another state than the table's."""
    assert over.log.record is not None
    cut = over.log.record.replace("draw", "stop", 1)
    for log in (
        replace(over.log, record=cut),
        replace(over.log, record=None),
        replace(over.log, document=over.log.document.with_changes(state="playing")),
    ):
        found = check_table(over.history, log)
        assert {finding.kind for finding in found} == {"record"}
