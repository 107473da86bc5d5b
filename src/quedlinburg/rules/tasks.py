"""What can stand on an agenda: tasks that the machine performs, and questions that wait for a seat.

The numbers of questions begin at QUESTION. A question's name is its id in the contract.
"""

# Tasks of a seat.
(
    DRAW_CHIP,
    TURN_UP,
    DIE_ROLLS,
    DIE_FACE,
    TAKE,
    CHIP_ACTIONS,
    SCORE_POT,
    ROUND_ENDS,
    ROUND_NINE,
) = range(1, 10)

# Tasks of the table: each waits until every seat is through.
(
    BEGIN_ROUND,
    TURN_UP_CARD,
    SHARE,
    COUNT_RATS,
    BREW_POTIONS,
    STIR,
    ALL_STOPPED,
    STRONG,
    EVALUATE,
    SCORE,
    END_ROUND,
) = range(50, 61)

# Questions of a seat.
QUESTION = 100
(
    BREW,
    BLUE_1,
    YELLOW_1,
    WELL_STIRRED,
    SECOND_CHANCE,
    RED_2,
    STRONG_INGREDIENT,
    DROPLET,
    EXPLODED,
    GREEN_2,
    GREEN_3,
    GREEN_4,
    PURPLE_1,
    PURPLE_2,
    PURPLE_4,
    CHOOSE_WISELY,
    ONLY_ONE,
    WHEEL_AND_DEAL,
    GOOD_START,
    OPPORTUNE_MOMENT,
    JUST_IN_TIME,
    RATS_ARE_FRIENDS,
    SCHADENFREUDE,
    SHOP,
    RUBIES,
) = range(QUESTION, QUESTION + 25)
