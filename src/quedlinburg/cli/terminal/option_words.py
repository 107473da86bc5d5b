"""Questions and their options in words: what is asked, and what each answer brings.

The words of an answer are the page's: `option.QUESTION.ANSWER`, or `option.ANSWER` where it means
the same at every question, each with a note if there is one.
"""

from __future__ import annotations

from quedlinburg.bots.cautious.situation import prices
from quedlinburg.cli.terminal.event_words import reward_name
from quedlinburg.engine.draw_odds import draw_odds, explosion_chance
from quedlinburg.engine.names import KIND
from quedlinburg.engine.preview import Option
from quedlinburg.engine.view import SeatView, View
from quedlinburg.rules.constants import GLASS_REWARDS, SPACE_COINS, SPACE_POINTS, SPACE_RUBY
from quedlinburg.text import Catalogue, Entry, percent


def own_seat(view: View) -> SeatView:
    """The seat that a view belongs to."""
    return view.seats[view.viewer or 0]


def asked(view: View, texts: Catalogue) -> Entry:
    """The title and the words of a view's question."""
    return texts.entry(f"question.{view.question.id}") if view.question else Entry("", "")


def about(view: View, texts: Catalogue) -> str:
    """What the question is about, where its words do not say it: the chips in question."""
    question = view.question
    if question is None:
        return ""
    if question.id == "brew":
        return texts.say("question.stirred") if view.stirred else ""
    chips = texts.listed(question.about) if question.about else ""
    if view.looked:
        return texts.say("question.looked", chips=chips)
    key = f"question.{question.id}.about"
    coins = int(chips) if chips.isdecimal() else 0
    return texts.find(key, chips=chips, coins=coins, tails=own_seat(view).tails)


def risk_words(view: View, seat: int, texts: Catalogue) -> str:
    """The chance that a seat's next draw explodes, in words."""
    odds = draw_odds(view, seat)
    if not odds:
        return texts.say("risk.empty")
    bad = sum(one.count for one in odds if one.explodes)
    if not bad:
        return texts.say("odds.none")
    chance = percent(float(explosion_chance(view, seat)))
    chips = sum(one.count for one in odds)
    shield = view.seats[seat].shield > 0
    return texts.say("risk.some", chance=chance, n=bad, of=chips, shield=shield)


def space_words(space: int, texts: Catalogue) -> str:
    """What a scoring space is worth, in words."""
    coins, points = SPACE_COINS[space], SPACE_POINTS[space]
    return texts.say("worth", coins=coins, points=points, ruby=bool(SPACE_RUBY[space]))


def brings(view: View, option: Option, texts: Catalogue) -> str:
    """What an option brings, in words."""
    own = own_seat(view)
    verb, *rest = str(option.action).split()
    word = rest[0] if rest else ""
    match verb:
        case "draw":
            return risk_words(view, view.viewer or 0, texts)
        case "stop":
            return space_words(own.scoring, texts)
        case "flask":
            if own.bowl:
                return texts.say("brings.bowl")
            return texts.say("flask.back", chip=own.pot[-1][0])
        case "short":
            return _short(own, option, texts)
        case "stir":
            return texts.say("brings.stir")
        case "back":
            return texts.say("aside.back", chip=word)
        case "spend":
            return f"{texts.say(f'spend.{word}')}{_next_glass(view, word, texts)}"
        case "done":
            return texts.say("rubies.keep")
    if word in KIND:
        return _chip(view, option, word, texts)
    return _answer(view, option, word, texts)


def _short(own: SeatView, option: Option, texts: Catalogue) -> str:
    """What passing up extra spaces makes of the pot (R4.7)."""
    scoring = own.scoring + option.spaces
    told = texts.say(
        "short.told",
        n=-option.spaces,
        chip=own.pot[-1][0],
        space=scoring - 1,
        scoring=scoring,
        coins=SPACE_COINS[scoring],
        points=SPACE_POINTS[scoring],
    )
    return f"{told}, {texts.say('space.is.ruby')}" if SPACE_RUBY[scoring] else told


def _next_glass(view: View, word: str, texts: Catalogue) -> str:
    """What the next glass holds, behind the words of an answer that reaches it (R7.2)."""
    glass = own_seat(view).glass + 1
    if word != "glass" or glass >= len(GLASS_REWARDS):
        return ""
    return f": {reward_name(GLASS_REWARDS[glass], texts)}"


def _chip(view: View, option: Option, kind: str, texts: Catalogue) -> str:
    """What choosing a chip does: what it makes of the pot, where it goes, or what it is worth."""
    question = view.question.id if view.question else ""
    own = own_seat(view)
    if option.white_sum:
        key = "option.explodes" if option.explodes else "option.sum"
        return texts.say(key, n=option.white_sum, limit=own.limit)
    if own.state == "brewing" and view.phase == "potions" and view.looked.get(kind):
        return texts.say("option.safe")
    if option.space:
        return texts.say("brings.place", space=option.space)
    note = texts.find(f"option.{question}.chip")
    return note or texts.say("brings.price", coins=prices(view.setup)[kind])


def _answer(view: View, option: Option, word: str, texts: Catalogue) -> str:
    """What any other answer is called, and what it brings."""
    question = view.question
    if question is None:
        return ""
    traded = word.split("-")
    if len(traded) == 2:
        return texts.say("option.trade", **dict(zip(("from", "to"), traded, strict=True)))
    own = own_seat(view)
    values: dict[str, int | str] = {
        "n": option.points,
        "coins": option.coins,
        "spaces": option.spaces,
        "about": ", ".join(question.about),
        "vp": own.vp,
        "then": own.vp + option.points,
    }
    key = f"option.{question.id}.{word}"
    title = texts.find(key, **values) or texts.say(f"option.{word}", **values)
    note = texts.find(f"{key}.note", **values)
    return f"{title}: {note}" if note else f"{title}{_next_glass(view, word, texts)}"
