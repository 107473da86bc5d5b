"""All that people read, in every language: rules, books, cards, questions, events, hints.

>>> from quedlinburg.text import catalogue, describe, text
>>> text("rule.R1.4").title
'The bonus die'
>>> text("rule.R1.4", "de").title
'Der Bonuswürfel'
>>> [entry.title for entry in describe("orange_1")]
['Pumpkin', 'Prices']
>>> catalogue("de").say("end.lead", n=1)
'1 Punkt.'
"""

from quedlinburg.text.bots import bot_names, free_name
from quedlinburg.text.catalogue import (
    LANGUAGES,
    Catalogue,
    Entry,
    capital,
    catalogue,
    close_words,
    keys,
    percent,
    text,
)
from quedlinburg.text.lookup import describe, names

__all__ = [
    "LANGUAGES",
    "Catalogue",
    "Entry",
    "bot_names",
    "capital",
    "catalogue",
    "close_words",
    "describe",
    "free_name",
    "keys",
    "names",
    "percent",
    "text",
]
