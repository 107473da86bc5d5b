"""The version of the rules' behaviour, stored in every record: change behaviour, change it."""

RULES_VERSION = 2


def other_rules(version: int) -> str:
    """Why a game of another version is not played or replayed, in one line.

    >>> other_rules(1)
    'rules 1: this program plays rules 2'
    """
    return f"rules {version}: this program plays rules {RULES_VERSION}"
