"""The best decision, where it leads, and how much was neglected."""

import pytest

from analysis.brute import lay
from quedlinburg import Game, Scripted, SeatView, Seeded
from quedlinburg.analysis import (
    EXACT,
    PATIENT,
    QUICK,
    FunctionObjective,
    Limits,
    best,
    distribution,
    explain,
    named_objective,
    solve,
)

MIDDLE = "bag W1x3 W2 W3 O1x2 G1 B2 R1 Y1 P1 pot W2@2 O1@3 W1@4 G1@5"


def test_a_sure_explosion_is_not_drawn_into() -> None:
    """R4.3: with only bombs in the bag one stops."""
    view = lay("books 4 card alms", "flask empty bag W3 W2 pot W3@3 W3@6").view(0)
    answer = best(view)
    assert answer.best == "stop"
    assert answer.of("draw").exploding == 1
    assert answer.of("stop").exploding == 0


def test_a_shield_makes_the_same_draw_worth_it() -> None:
    """R4.12: with a shield an explosion keeps both points and coins."""
    seat = "flask empty bag W3 W2 pot W3@3 W3@6 {}@10"
    assert best(lay("books 2 card alms", seat.format("B4")).view(0)).best == "draw"
    assert best(lay("books 2 card alms", seat.format("G4")).view(0)).best == "stop"


def test_the_neglected_chance_and_the_error_fall_with_the_cut() -> None:
    """An answer says how much it did not look into; nothing neglected means exact."""
    view = lay("books 1 card alms", MIDDLE).view(0)
    found = [solve(view, limits=Limits(cut)) for cut in (1e-1, 1e-2, 1e-3, 0.0)]
    neglected = [one.distribution().neglected for one in found]
    exact = found[-1].values["draw"]
    errors = [abs(one.values["draw"] - exact) for one in found]
    assert neglected == sorted(neglected, reverse=True)
    assert neglected[0] > 0.5
    assert neglected[-1] == 0
    assert errors[2] < 0.1 < errors[0]
    for one in found:
        assert sum(one.distribution().results.values()) == pytest.approx(1, abs=1e-9)


def test_the_quick_answer_is_the_exact_one_where_there_is_danger() -> None:
    """R4.2: the cut leaves decisions alone that are not close."""
    for head in ("books 1", "books 2", "books 3", "books 4"):
        view = lay(f"{head} card alms", "bag W1x2 W2 W3 O1x2 G1 B2 R1 Y1 pot W2@2 W3@5 O1@6").view(
            0
        )
        assert best(view, limits=QUICK).best == best(view, limits=EXACT).best


def test_the_distribution_is_that_of_the_value_asked_for() -> None:
    """R4.9: who only counts safe spaces explodes less often than who takes either."""
    view = lay("books 4 card alms", MIDDLE).view(0)
    safe = distribution(view, named_objective("space", view, 0), limits=PATIENT)
    bold = distribution(
        view, FunctionObjective(lambda b: float(b.space), needs={"space"}), limits=PATIENT
    )
    assert safe.exploding < bold.exploding
    assert safe.mean_space < bold.mean_space
    assert sum(safe.spaces.values()) == pytest.approx(1, abs=1e-9)


def test_explanations_name_every_legal_action_the_best_first() -> None:
    """The page's hint: action, value, chance of exploding, words."""
    game = lay("books 2 card alms", "bag W1x3 W3 O1 R1 aside R2 pot W3@3 W2@5")
    rows = explain(game.view(0))
    assert {row[0] for row in rows} == {str(action) for action in game.legal_actions(0)}
    assert [row[1] for row in rows] == sorted((row[1] for row in rows), reverse=True)
    assert all(row[2] is not None and 0 <= row[2] <= 1 and row[3] for row in rows)
    words = {row[0]: row[3] for row in rows}
    assert words["draw"] == "17 % to explode now"
    assert words["flask"] == "W2 goes back, flask empty"


RUBY_BEHIND = "vp 0 flask empty bag R1 W3x2 W2x2 pot O1@2 W3@5 W2@7"
FAR_BEHIND = "vp 0 flask empty bag R1 W3x2 W2x2 pot O1@2 O1@3 O1@4 W3@10 W2@12"


def after_red(head: str, seat: str) -> Game:
    """Seat 0 has just drawn its red chip."""
    game = lay(head, seat)
    game.set_luck(Scripted(["R1"], base=game.table.lucks))
    game.act(0, "draw")
    return game


@pytest.mark.parametrize("limits", [QUICK, PATIENT, EXACT])
def test_passing_up_a_space_is_weighed_beside_draw_and_stop(limits: Limits) -> None:
    """R4.7: for a ruby where it is worth more than a space, and not where there is none."""
    game = after_red("books 1 card shining_bright", RUBY_BEHIND)
    answer = best(game.view(0), limits=limits)
    assert {c.action for c in answer.choices} == {str(a) for a in game.legal_actions(0)}
    assert answer.best == "short"
    game.act(0, "short")
    after = best(game.view(0), limits=limits)
    assert answer.value == pytest.approx(after.value, abs=1e-9)
    other = best(after_red("books 1 card shining_bright", FAR_BEHIND).view(0), limits=limits)
    assert other.best == "stop"
    assert other.of("short").value < other.of("stop").value


def test_a_ruby_that_a_chip_may_stand_short_for_is_seen_before_it_is_drawn() -> None:
    """R4.7: a cut leaves out only what does not stop better."""
    game = lay("books 1 card shining_bright", RUBY_BEHIND.replace("W3x2 W2x2", "G2"))
    exact = best(game.view(0), limits=EXACT).values_by_action()
    assert best(game.view(0), limits=QUICK).values_by_action() == pytest.approx(exact, abs=1e-9)
    far = FunctionObjective(lambda b: float(b.space == 9), needs={"space", "end"})
    assert best(game.view(0), far, limits=QUICK).of("draw").value == 0.5


def test_another_seat_is_taken_to_draw_or_stop() -> None:
    """R3.6: what another seat is asked is hidden, what its bag holds is not."""
    game = lay("books 1 card alms", "bag W1 W3 O1 B1 pot W3@3 W2@5")
    assert best(game.view(1), seat=0).values_by_action() == best(game.view(0)).values_by_action()


def simulate(game: Game, seed: int, decided: dict[str, str]) -> SeatView:
    """Brew to the end as the quick solution says, with luck from a seed."""
    game = game.copy(Seeded(seed))
    while game.table.status[0] == 0:
        view = game.view(0)
        key = str(view.seats[0])
        if key not in decided:
            decided[key] = solve(view, named_objective("both", view, 0)).best
        game.act(0, decided[key])
    return game.view(0).seats[0]


def test_simulated_brews_of_a_large_bag_come_to_what_was_worked_out() -> None:
    """R4: means of many brews lie within four standard errors of those worked out."""
    seat = "bag W1x3 W2x2 W3 O1x3 G1 G2x2 R2 Y1x2 pot W2@2 O1@3 W2@5 G1@6 W1@7"
    game = lay("books 4 card alms", seat)
    view = game.view(0)
    spread = distribution(view, named_objective("both", view, 0), limits=PATIENT)
    decided: dict[str, str] = {}
    games = [simulate(game, seed, decided) for seed in range(150)]
    exploded = sum(seat.state == "exploded" for seat in games) / len(games)
    error = (spread.exploding * (1 - spread.exploding) / len(games)) ** 0.5
    assert abs(exploded - spread.exploding) < 4 * error + spread.neglected
    mean = sum(seat.scoring for seat in games) / len(games)
    width = sum(p * (s - spread.mean_space) ** 2 for s, p in spread.spaces.items()) ** 0.5
    assert abs(mean - spread.mean_space) < 4 * width / len(games) ** 0.5 + 0.5
