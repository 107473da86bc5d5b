"""Copying a table into another, for those who look ahead: the original stays as it is."""

from quedlinburg.rules.table import FIELDS, Table


def copy_table(t: Table, into: Table) -> None:
    """Make `into` the same table as `t`; it keeps its own luck and log."""
    for name, shape in FIELDS:
        value = getattr(t, name)
        match len(shape):
            case 0:
                setattr(into, name, value)
            case 1:
                getattr(into, name)[:] = value
            case _:
                setattr(into, name, [row[:] for row in value])
