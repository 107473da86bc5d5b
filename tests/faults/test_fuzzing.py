"""The fuzzer makes every message of the protocol, and its values are those that the types allow."""

from __future__ import annotations

import json
import random

from fuzzing import Fuzzer, is_well_formed

from quedlinburg.server.protocol.client_messages import FromClient


def test_every_kind_of_message_is_made_and_nearly_all_are_well_formed() -> None:
    """A new message of the protocol is fuzzed without anybody's doing."""
    fuzzer = Fuzzer(random.Random(3))
    made = [fuzzer.any_message() for _ in range(12_000)]
    wanted = {shape.__struct_config__.tag for shape in FromClient.__args__}
    assert {message["type"] for message in made} == wanted
    assert sum(is_well_formed(json.dumps(message)) for message in made) > 0.9 * len(made)


def test_damaged_messages_are_mostly_malformed() -> None:
    """Some survive what happened to them."""
    fuzzer = Fuzzer(random.Random(4))
    left = [is_well_formed(fuzzer.damaged()) for _ in range(2000)]
    assert 0 < sum(left) < len(left) / 2


def test_actions_at_a_question_are_legal_or_nearly_so() -> None:
    """Four of five take one of the legal actions at the right question."""
    fuzzer = Fuzzer(random.Random(5))
    ask = {"question": {"number": 7}, "legal": [{"action": "draw"}, {"action": "stop"}]}
    made = [fuzzer.action(ask, 0) for _ in range(1000)]
    right = [m for m in made if m["question"] == 7 and m["action"] in ("draw", "stop")]
    assert 500 < len(right) < 900
    assert len({m["id"] for m in made}) == len(made)
