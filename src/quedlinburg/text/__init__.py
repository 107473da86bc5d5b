"""The words of the game: rules, books, cards and questions in every language.

>>> from quedlinburg.text import describe, text
>>> text("card.alms").title
'Alms'
>>> text("card.alms", "de").title
'Almosen'
>>> [entry.title for entry in describe("blue_3")]
['Crow skull, book 3', 'Prices']
"""

from quedlinburg.text.callings import bot_names, free_name
from quedlinburg.text.lookup import describe, names
from quedlinburg.text.texts import LANGUAGES, Entry, keys, text

__all__ = ["LANGUAGES", "Entry", "bot_names", "describe", "free_name", "keys", "names", "text"]
