"""The luck of compiled games for plain ones, so that both see the same chips."""

from __future__ import annotations

from quedlinburg.rules.table import Table
from quedlinburg.sim import generator
from quedlinburg.sim.luck import Fast


class Sown(Fast):
    """Luck of a deal's seed: what compiled games draw from the same seed."""

    def __init__(self, seed: int) -> None:
        """Take the luck of a seed."""
        blank = Table(self)
        generator.sow(blank, seed)
        self._words = blank.rng
        self._blank = blank

    def _keyed(self, t: Table) -> Table:
        """The table, with its streams keyed by the seed."""
        t.rng[:] = self._words
        return t

    def chip(self, t: Table, seat: int) -> int:
        """Draw a chip."""
        return super().chip(self._keyed(t), seat)

    def look(self, t: Table, seat: int, count: int) -> list[int]:
        """Look at chips, one after the other."""
        return super().look(self._keyed(t), seat, count)

    def die(self, t: Table, seat: int) -> int:
        """Roll the die."""
        return super().die(self._keyed(t), seat)

    def card(self, t: Table) -> int:
        """Turn up a card."""
        return super().card(self._keyed(t))

    def start(self, players: int) -> int:
        """Draw the start player by lot."""
        self._blank.players = players
        return generator.pick_start(self._blank)
