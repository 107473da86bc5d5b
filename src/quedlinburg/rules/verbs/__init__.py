"""The verbs: the only places where a table changes, each a few lines that note what happened.

Effects decide and verbs change. An amount of nothing changes nothing and is not noted.
"""
