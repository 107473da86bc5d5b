"""The bot `cautious`: stops by risk, shops by a fixed list, and has a reason for every answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quedlinburg.bots import brewing, cards, evaluating
from quedlinburg.bots.sight import Sight, see
from quedlinburg.engine.actions import Action
from quedlinburg.engine.luck import Seeded
from quedlinburg.engine.view import View

# How far the risk that a bot accepts may lie from the table's, in hundredths.
NERVE = 3

Judgement = Callable[[Sight], str]

# The reasoned answer to each question; `brew` and `second_chance` also ask for the nerve.
JUDGEMENTS: dict[str, Judgement] = {
    "blue_1": brewing.blue_1,
    "yellow_1": brewing.yellow_1,
    "well_stirred": brewing.well_stirred,
    "red_2": brewing.red_2,
    "strong_ingredient": brewing.strong_ingredient,
    "droplet": evaluating.droplet,
    "exploded": evaluating.exploded,
    "shop": evaluating.shop,
    "rubies": evaluating.rubies,
    "green_2": evaluating.green_2,
    "green_3": evaluating.green_3,
    "green_4": evaluating.green_4,
    "purple_1": evaluating.purple_1,
    "purple_2": evaluating.purple_2,
    "purple_4": evaluating.purple_4,
    "choose_wisely": cards.choose_wisely,
    "only_one": cards.only_one,
    "wheel_and_deal": cards.wheel_and_deal,
    "good_start": cards.good_start,
    "opportune_moment": cards.opportune_moment,
    "just_in_time": cards.just_in_time,
    "rats_are_friends": cards.rats_are_friends,
    "schadenfreude": cards.schadenfreude,
}


class CautiousBot:
    """A player that counts its bag before every draw."""

    name = "cautious"

    def __init__(self, seed: int | str) -> None:
        """Draw from the seed how bold this one is, within a few hundredths of risk."""
        luck = Seeded(f"bot cautious {seed}")
        self._nerve = luck.number(b"nerve", 2 * NERVE + 1) - NERVE

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """Answer by judgement."""
        sight = see(view, legal_actions)
        return legal_actions[sight.options.index(self._answer(sight))]

    def _answer(self, sight: Sight) -> str:
        """The notation of the answer."""
        question = sight.question.id
        if question == "brew":
            return brewing.brew(sight, self._nerve)
        if question == "second_chance":
            return brewing.second_chance(sight, self._nerve)
        return JUDGEMENTS[question](sight)
