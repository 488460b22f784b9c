"""Rensa's engine for Python: fields and chains, duels, records, built-in players, and matches in this process.

docs/python.md is the guide. The compiled module `_native` contains the engine. numpy is needed by all that gives or takes
arrays, and is loaded by it; so a bot that uses none starts without numpy. The environments are the modules
rensa.duel_v0 and rensa.solo.
"""

from rensa import players
from rensa._error import RensaError
from rensa._native import Sprt, VectorDuel
from rensa.client import PlayError, Summary, play
from rensa.datasets import DecisionArrays, decision_arrays
from rensa.fields import COLUMNS, PLACEMENTS, ROWS, Chain, Field, Fields, PossibleChain
from rensa.games import Decision, Duel, Outcome, Record, Replay, Side, View
from rensa.matches import IllegalPlacement, MatchResult, SprtResult, match, play_game, sprt
from rensa.rulesets import Ruleset, published_rulesets, queue

__all__ = [
    "COLUMNS", "PLACEMENTS", "ROWS", "Chain", "Decision", "DecisionArrays", "Duel", "Field", "Fields",
    "IllegalPlacement", "MatchResult", "Outcome", "PlayError", "PossibleChain", "Record", "RensaError", "Replay",
    "Ruleset", "Side", "Sprt", "SprtResult", "Summary", "VectorDuel", "View", "decision_arrays", "match", "play",
    "play_game", "players", "published_rulesets", "queue", "sprt",
]
