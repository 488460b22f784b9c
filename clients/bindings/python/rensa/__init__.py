"""Rensa's engine for Python: fields and chains, duels, records, built-in players, and matches in this process.

docs/python.md is the guide. The engine is the shared library librensa, which ctypes calls; nothing is compiled, and
nothing but the standard library is needed. Arrays are plain memory, which numpy reads without a copy.
"""

from rensa import players
from rensa._library import RensaError
from rensa.client import PlayError, Summary, play
from rensa.fields import COLUMNS, PLACEMENTS, ROWS, Chain, Field, Fields, PossibleChain
from rensa.games import Decision, Duel, Outcome, Record, Replay, Side, View
from rensa.matches import IllegalPlacement, MatchResult, play_game, play_match
from rensa.rulesets import Ruleset, published_rulesets, queue

__all__ = [
    "COLUMNS", "PLACEMENTS", "ROWS", "Chain", "Decision", "Duel", "Field", "Fields", "IllegalPlacement", "MatchResult",
    "Outcome", "PlayError", "PossibleChain", "Record", "RensaError", "Replay", "Ruleset", "Side", "Summary", "View", "play",
    "play_game", "play_match", "players", "published_rulesets", "queue",
]
