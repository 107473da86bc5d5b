"""The generator's luck as a port, so that the plain machine can play in step with the compiled."""

from quedlinburg.rules.table import Table
from quedlinburg.sim import generator


class Fast:
    """Luck from the generator in the table record: quick, and foreseeable by whoever sees it."""

    def chip(self, t: Table, seat: int) -> int:
        """Draw a chip."""
        return generator.pick_chip(t, seat)

    def look(self, t: Table, seat: int, count: int) -> list[int]:
        """Look at chips, one after the other."""
        kinds = []
        for ahead in range(count):
            kind = generator.pick_look(t, seat, ahead)
            t.looked[seat][kind] += 1
            kinds.append(kind)
        for kind in kinds:
            t.looked[seat][kind] -= 1
        return kinds

    def die(self, t: Table, seat: int) -> int:
        """Roll the die."""
        return generator.pick_face(t, seat)

    def card(self, t: Table) -> int:
        """Turn up a card."""
        return generator.pick_card(t)

    def start(self, players: int) -> int:
        """Begin with seat 0; tables that draw the start player by lot ask the generator."""
        return 0
