"""Scripts by lot say what the oracle says, and come to every action and question of a brewing."""

import pytest
from oracle import scenes, scripts


@pytest.mark.parametrize("seed", range(100))
def test_script_holds_in_the_oracle(seed: int) -> None:
    """Read again as a scenario, every line is played and holds."""
    failures, played = scenes.play(scripts.script(seed))
    assert failures == []
    assert played > 1


def test_same_seed_same_script() -> None:
    """A script that fails can be told by its number."""
    assert scripts.script(7) == scripts.script(7) != scripts.script(8)


def test_scripts_come_to_everything() -> None:
    """Every action and every question of a brewing is among two hundred scripts."""
    lines = "".join(scripts.script(seed) for seed in range(200)).splitlines()
    actions = {" ".join(line.split()[1:3]) for line in lines if line[0].isdigit()}
    words = {action.split()[0] for action in actions}
    assert {"draw", "stop", "flask", "short", "stir", "back", "choose"} <= words
    answers = {"return", "keep", "restart", "continue", "done", "none", "R1", "W1"}
    assert {f"choose {answer}" for answer in answers} <= actions
    asked = {line.split()[-1] for line in lines if line.startswith("expect question")}
    questions = {"brew", "blue_1", "yellow_1", "well_stirred", "second_chance", "red_2"}
    assert questions | {"exploded"} <= asked
