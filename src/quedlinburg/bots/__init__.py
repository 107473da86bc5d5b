"""Bots: players that take a view and the legal actions and return an action."""

from quedlinburg.bots.policy_bot import master_values
from quedlinburg.bots.protocol import Bot
from quedlinburg.bots.registry import BOT_NAMES, LEVELS, make_bot

__all__ = ["BOT_NAMES", "LEVELS", "Bot", "make_bot", "master_values"]
