"""The numbers that stand for colours, kinds, pages, cards, phases and states (R0).

Rules speak in whole numbers, so that a compiler takes them unchanged; the names that people
read are made from these in `engine`. The order of kinds and cards is that of the tables.
"""

# Colours, in the order of the kinds (R1.1).
WHITE, ORANGE, GREEN, BLUE, RED, YELLOW, PURPLE, BLACK = range(8)

# Kinds: a colour and a value.
W1, W2, W3, O1, G1, G2, G4, B1, B2, B4, R1, R2, R4, Y1, Y2, Y4, P1, K1 = range(18)
KINDS = 18
NO_KIND = 18

# Pages of the books: ten times the colour, and the number of the book.
ORANGE_1 = 11
GREEN_1, GREEN_2, GREEN_3, GREEN_4 = range(21, 25)
BLUE_1, BLUE_2, BLUE_3, BLUE_4 = range(31, 35)
RED_1, RED_2, RED_3, RED_4 = range(41, 45)
YELLOW_1, YELLOW_2, YELLOW_3, YELLOW_4 = range(51, 55)
PURPLE_1, PURPLE_2, PURPLE_3, PURPLE_4 = range(61, 65)
BLACK_1, BLACK_2 = range(71, 73)
NO_PAGE = 0

# Fortune cards, in the order of fortune.toml (R6).
(
    CHOOSE_WISELY,
    POT_FILLING_UP,
    ALMS,
    LESS_IS_MORE,
    ONLY_ONE,
    WHEEL_AND_DEAL,
    GOOD_START,
    DONATIONS,
    OPPORTUNE_MOMENT,
    BEGINNERS_BONUS,
    RAT_INFESTATION,
    JUST_IN_TIME,
    RATS_ARE_FRIENDS,
    LIVING_IN_LUXURY,
    SEASONED_PERFECTLY,
    LUCKY_DEVIL,
    SHINING_BRIGHT,
    SCHADENFREUDE,
    WELL_STIRRED,
    POT_IS_FULL,
    SECOND_CHANCE,
    STRONG_INGREDIENT,
    PUMPKIN_PARTY,
    MAGIC_POTION,
) = range(24)
CARDS = 24
NO_CARD = -1

# Phases of a round (R3); OVER after round 9.
FORTUNE, RATS, POTIONS, EVALUATION, CLEAN_UP, OVER = range(6)

# What a pot is doing.
BREWING, STOPPED, EXPLODED = range(3)

# What luck is asked for; each seat has a stream for each of them (R3.6).
DRAW, LOOK, DIE, CARD = range(4)

# Where a chip comes from when it is placed.
FROM_BAG, FROM_ASIDE = range(2)

# The row of the agenda, and of the luck, that belongs to the table and to no seat.
TABLE = 4

# Which rounds are stirred (R7.4).
STIR_LAST, STIR_ALWAYS, STIR_NEVER = range(3)

# The states of a flask's chance (R4.5): closed, open for the pot's last chip,
# or, from BOWL_CHANCE on, open for the kind that last went into the bowl (R7.3).
CLOSED, POT_CHANCE, BOWL_CHANCE = range(3)

# The bare space of a chip that has no extra spaces to pass up (R4.7): chips stand from 1 on.
NO_SPACE = 0
