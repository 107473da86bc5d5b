"""Values by a simple rule, for callers that have no policy with numbers of its own."""

from __future__ import annotations

from quedlinburg.analysis.values import MOST_COINS, Values, derive_last_coins, derive_rubies
from quedlinburg.engine.luck import Scripted
from quedlinburg.engine.view import View
from quedlinburg.rules import ids
from quedlinburg.rules.constants import LAST_ROUND, VALUE

# In final victory points, for each round to come.
STEP = 0.45
COIN = 0.07
# In final victory points, while rounds are to come.
FLASK = 1.0
ASIDE = 0.2
LEAST_RUBY = 0.5


def simple_values(view: View) -> Values:
    """What things are worth in a round by plain guesses, in final victory points, to any seat.

    A step of the droplet and a coin pay in every round to come, a ruby is half a step, a chip is
    its price in coins, a red chip aside 0.2 for each of its value. In round 9 five coins or two
    rubies are a point, and the rest is nothing.
    """
    table = view.setup.to_table(Scripted(()))
    table.round_no = view.round
    rounds = LAST_ROUND - view.round
    values = Values()
    if rounds == 0:
        derive_last_coins(values)
    else:
        coin = COIN * rounds
        values.step = STEP * rounds
        values.ruby = max(LEAST_RUBY, values.step / 2)
        values.flask = FLASK
        values.chip = [price * coin for price in table.price]
        values.aside = [ASIDE * VALUE[kind] for kind in (ids.R1, ids.R2, ids.R4)]
        values.coins = [coins * coin for coins in range(MOST_COINS + 1)]
    derive_rubies(table, values)
    return values
