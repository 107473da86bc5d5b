"""The numbers of the options: what a seat can answer (the notation of them is in `engine`).

An option from 0 to 17 is a kind. Purchases are BUY + first + 19 * second, the lower kind first,
with NO_KIND where there is none.
"""

(
    NONE,
    RETURN,
    KEEP,
    RESTART,
    CONTINUE,
    CHOOSE_DONE,
    POT,
    GLASS,
    VP,
    COINS,
    MOVE,
    STAY,
    PAY,
    ZERO,
    ONE,
    TWO,
    THREE,
    DROPLET,
    THREE_RUBIES,
) = range(18, 37)

# A trade (R5.10): TRADE + 4 * line + colour, lines 1→2, 2→4, 1→4, colours green, blue, red, yellow.
TRADE = 37

DRAW, STOP, FLASK = range(49, 52)
# Putting a red chip back: BACK + 0, 1, 2 for R1, R2, R4.
BACK = 52
SPEND_DROPLET, SPEND_FLASK, SPEND_GLASS, DONE = range(55, 59)
SHORT, STIR = range(59, 61)

BUY = 64
BUY_WIDTH = 19
OPTIONS = BUY + BUY_WIDTH * BUY_WIDTH
