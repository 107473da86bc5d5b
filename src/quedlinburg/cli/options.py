"""Questions and their options in words: what is asked, and what each answer brings."""

from __future__ import annotations

from quedlinburg.bots.sight import prices, value
from quedlinburg.cli.words import amount, listed
from quedlinburg.engine.draw_odds import draw_odds, explodes, explosion_chance
from quedlinburg.engine.names import KIND
from quedlinburg.engine.preview import Option
from quedlinburg.engine.view import SeatView, View
from quedlinburg.rules import rewards
from quedlinburg.rules.tables import (
    GLASS_REWARDS,
    KIND_CODES,
    NEXT_KIND,
    REWARD_CHIP,
    REWARD_POINTS,
    REWARD_RUBIES,
    REWARD_SECOND_CHIP,
    REWARD_STEPS,
    SPACE_RUBY,
)
from quedlinburg.text import Entry, text

# What a word answers, where that does not depend on the table.
_WORDS = {
    ("blue_1", "none"): "place none of them",
    ("strong_ingredient", "none"): "place none of them",
    ("second_chance", "restart"): "put all chips of this round back into the bag and start again",
    ("second_chance", "continue"): "go on with the pot as it is",
    ("red_2", "done"): "leave what is aside where it is",
    ("green_2", "none"): "take no chip",
    ("green_3", "stay"): "leave the last chip where it is",
    ("green_4", "pay"): "pay a ruby: the droplet moves 1 space",
    ("green_4", "keep"): "keep the ruby",
    ("purple_4", "none"): "trade nothing",
    ("opportune_moment", "none"): "trade nothing",
    ("choose_wisely", "droplet"): "the droplet moves 2 spaces",
    ("only_one", "rubies"): "3 rubies",
    ("wheel_and_deal", "none"): "keep the ruby",
    ("just_in_time", "vp"): "4 VP",
    ("just_in_time", "W1"): "put a W1 from the bag back into the supply, for good",
    ("schadenfreude", "none"): "take no chip",
    ("droplet", "pot"): "the droplet in the pot moves 1 space",
}


def own_seat(view: View) -> SeatView:
    """The seat that a view belongs to."""
    return view.seats[view.viewer or 0]


def asked(view: View) -> Entry:
    """The title and the words of a view's question."""
    return text(f"question.{view.question.id}") if view.question else Entry("", "")


def about(view: View) -> str:
    """What the question is about, where its words do not say it: the chips in question."""
    question = view.question
    if question is None:
        return ""
    if question.id == "brew" and view.stirred:
        return "All choose in secret, then draw together (R4.10)."
    match question.id:
        case "blue_1" | "strong_ingredient" | "opportune_moment":
            return f"You look at {listed(question.about)}."
        case "yellow_1" | "well_stirred":
            return f"The white chip is {question.about[0]}."
        case "green_2":
            return f"The spider is {question.about[0]}."
        case "shop":
            return f"You have {amount(int(question.about[0]), 'coin')}."
        case "good_start":
            return f"You have {amount(own_seat(view).tails, 'rat tail')}."
    return ""


def percent(chance: float) -> str:
    """A chance in whole percent; one that is small but not nothing is never called nothing.

    >>> percent(0), percent(0.001), percent(1 / 3), percent(0.999), percent(1)
    ('0 %', '<1 %', '33 %', '>99 %', '100 %')
    """
    if 0 < chance < 0.01:
        return "<1 %"
    if 0.99 < chance < 1:
        return ">99 %"
    return f"{round(100 * chance)} %"


def risk_words(view: View, seat: int) -> str:
    """The chance that a seat's next draw explodes, in words."""
    odds = draw_odds(view, seat)
    if not odds:
        return "the bag is empty"
    chips = sum(one.count for one in odds)
    bad = sum(one.count for one in odds if one.explodes)
    if not bad:
        return "the next draw can't explode"
    chance = percent(float(explosion_chance(view, seat)))
    covered = ", the shield would hold" if view.seats[seat].shield > 0 else ""
    return f"the next draw explodes with {chance} ({bad} of {chips} chips{covered})"


def brings(view: View, option: Option) -> str:
    """What an option brings, in words."""
    question = view.question.id if view.question else ""
    verb, *rest = str(option.action).split()
    word = rest[0] if rest else ""
    if (question, word) in _WORDS:
        return _WORDS[question, word]
    if question == "brew":
        return _brew(view, option, verb, word)
    if verb == "spend":
        return _spend(view, word)
    if verb == "done":
        return "keep the rubies that are left"
    if verb == "back":
        return f"put {word} from aside back into the bag"
    if word in KIND:
        return _chip(view, question, word)
    return _by_question(view, option, question, word)


def _brew(view: View, option: Option, verb: str, word: str) -> str:
    """What brewing on or stopping brings (R4.2)."""
    own = own_seat(view)
    match verb:
        case "draw":
            return risk_words(view, view.viewer or 0)
        case "stop":
            ruby = " and a ruby" if SPACE_RUBY[own.scoring] else ""
            return f"{option.points} VP, {amount(option.coins, 'coin')}{ruby}"
        case "flask":
            last = own.pot[-1][0] if own.pot else "the chip"
            chip = "the chip in the bowl" if own.bowl else last
            return f"put {chip} back into the bag; the flask is empty then"
        case "short":
            scoring = own.scoring + option.spaces
            ruby = ", with a ruby" if SPACE_RUBY[scoring] else ""
            return f"pass up the extra spaces of {own.pot[-1][0]}: scoring space {scoring}{ruby}"
        case "stir":
            return "all draw together in this round, each choice in secret"
    return f"put {word} from aside back into the bag"


def _spend(view: View, word: str) -> str:
    """What two rubies buy (R5.F)."""
    match word:
        case "droplet":
            return f"2 rubies: the droplet moves to {own_seat(view).droplet + 1}"
        case "flask":
            return "2 rubies: the flask is full again"
    return f"2 rubies: the next glass, {_next_glass(view)}"


def _next_glass(view: View) -> str:
    """What the next glass holds."""
    glass = own_seat(view).glass + 1
    reward = GLASS_REWARDS[glass] if glass < len(GLASS_REWARDS) else "nothing"
    return reward.replace("vp", "VP")


def _chip(view: View, question: str, kind: str) -> str:
    """What choosing a chip does."""
    own = own_seat(view)
    match question:
        case "blue_1":
            warning = ", and the pot explodes" if explodes(own, kind) else ""
            return f"place it{warning}"
        case "red_2" | "strong_ingredient":
            return f"place it: {amount(value(kind), 'space')} further"
        case "opportune_moment":
            return f"trade it for {KIND_CODES[NEXT_KIND[KIND[kind]]]}"
        case "wheel_and_deal":
            return f"pay a ruby and take it (price {prices(view.setup)[kind]})"
    return f"take it (price {prices(view.setup)[kind]})"


def _reward(row: int) -> str:
    """What a row of the rewards pays, in words (R5.7, R5.8)."""
    parts = [KIND_CODES[kind] for kind in (REWARD_CHIP[row], REWARD_SECOND_CHIP[row]) if kind >= 0]
    if REWARD_POINTS[row]:
        parts.append(f"{REWARD_POINTS[row]} VP")
    if REWARD_RUBIES[row]:
        parts.append("a ruby" if REWARD_RUBIES[row] == 1 else f"{REWARD_RUBIES[row]} rubies")
    if REWARD_STEPS[row]:
        parts.append(f"the droplet {amount(REWARD_STEPS[row], 'space')}")
    return " and ".join([*([", ".join(parts[:-1])] if parts[1:] else []), parts[-1]])


def _by_question(view: View, option: Option, question: str, word: str) -> str:
    """What the remaining answers bring."""
    match question:
        case "purple_1":
            return _reward(rewards.PURPLE_1 + int(word) - 1)
        case "purple_2":
            if word == "0":
                return "give nothing back"
            return f"give back {word}: {_reward(rewards.PURPLE_2 + int(word) - 1)}"
        case "purple_4":
            old, new = word.split("-")
            return f"give {old} from the pot, take {new} into the bag"
        case "exploded":
            return f"{option.points} VP" if word == "vp" else amount(option.coins, "coin")
        case "green_3":
            return f"the last chip moves {amount(option.spaces, 'space')} on"
        case "good_start":
            rubies = amount(int(word), "ruby", "rubies")
            return (
                f"give up {amount(int(word), 'tail')} for {rubies}" if word != "0" else "keep all"
            )
        case "rats_are_friends":
            return f"{option.points} VP"
        case "droplet":
            return f"the next glass: {_next_glass(view)}"
        case "yellow_1" | "well_stirred":
            kind = view.question.about[0] if view.question else "it"
            back = f"put {kind} back into the bag"
            return back if word == "return" else f"leave {kind} in the pot"
    return ""
