"""Bots: players that take a view and the legal actions and return an action."""

from quedlinburg.bots.bot import Bot
from quedlinburg.bots.make import BOT_NAMES, LEVELS, make_bot

__all__ = ["BOT_NAMES", "LEVELS", "Bot", "make_bot"]
