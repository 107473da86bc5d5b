"""What a question offers beside its own options, and who may call for a stir (R4.16, R7.4).

An *action* here is a word of the notation: `draw`, `choose keep`, `back R1`.
"""

from collections.abc import Sequence

LAST_ROUND = 9


def backs(aside: Sequence[str]) -> list[str]:
    """List the red chips that may be put back into the bag, equal ones once (R4.16)."""
    return [f"back {kind}" for kind in ("R1", "R2", "R4") if kind in aside]


def answers_itself(options: Sequence[str], aside: Sequence[str]) -> bool:
    """Tell whether a question is not asked because there is nothing to choose (R4.2, R4.16).

    A single option is taken at once, and what could be put back does not count. But `draw` always
    waits for the player, and a forced stop waits for a chip aside.
    """
    if list(options) == ["draw"]:
        return False
    if list(options) == ["stop"]:
        return len(aside) == 0
    return len(options) < 2


def legal(
    options: Sequence[str], aside: Sequence[str], *, held: bool = False, sealed: bool = False
) -> list[str]:
    """List everything that a seat may do at a question with these options of its own (R4.16).

    Who is held (R3.6) or sealed (R4.10) is not asked, nor is who has nothing to choose.
    """
    if held or sealed or answers_itself(options, aside):
        return []
    return [*options, *backs(aside)]


def is_stirred(setting: str, round_no: int, *, called: bool) -> bool:
    """Tell whether a round is stirred: by the table's setting, or on demand (R7.4)."""
    assert setting in ("last", "always", "never")
    if setting == "always":
        return True
    if setting == "last" and round_no == LAST_ROUND:
        return True
    return called


def may_stir(setting: str, round_no: int, *, called: bool, drawn: Sequence[bool]) -> bool:
    """Tell whether a seat that is asked to draw may call for a stir (R7.4).

    `drawn` says of every seat whether it has drawn in this round, whatever became of the chip.
    """
    if setting == "never" or is_stirred(setting, round_no, called=called):
        return False
    return not any(drawn)
