"""Rensa's engine for Python: fields and chains, duels, records, built-in players, and matches in this process.

docs/python.md is the guide. The compiled module `_native` contains the engine. numpy is needed by all that gives or takes
arrays, and is loaded by it; so a bot that uses none starts without numpy. The environments are the modules
rensa.duel_v0 and rensa.solo.
"""

import pathlib as _pathlib

from rensa import _built_for

try:
    from rensa import _native
except ImportError as _error:
    raise _built_for.explained(_error, _pathlib.Path(__file__).parent) from None

from rensa import players
from rensa._bots import Chooser, IllegalPlacement, ManyChooser
from rensa._error import RensaError
from rensa._native import Sprt, VectorDuel
from rensa._view_arrays import ViewArrays, view_arrays
from rensa.client import PlayError, Summary, play, play_async
from rensa.datasets import DecisionArrays, decision_arrays
from rensa.fields import COLUMNS, PLACEMENTS, ROWS, Chain, Field, Fields, PossibleChain
from rensa.games import Decision, Duel, Outcome, Record, Replay, Side, View
from rensa.matches import MatchResult, SprtResult, match, play_game, sprt
from rensa.round_robin import Standing, Standings, run
from rensa.rulesets import Ruleset, published_rulesets, queue

__all__ = [
    "COLUMNS", "Chain", "Chooser", "Decision", "DecisionArrays", "Duel", "Field", "Fields", "IllegalPlacement", "ManyChooser", "MatchResult",
    "Outcome", "PLACEMENTS", "PlayError", "PossibleChain", "ROWS", "Record", "RensaError", "Replay", "Ruleset", "Side",
    "Sprt", "SprtResult", "Standing", "Standings", "Summary", "VectorDuel", "View", "ViewArrays", "decision_arrays",
    "match", "play", "play_async", "play_game", "players", "published_rulesets", "queue", "run", "sprt", "view_arrays",
]
