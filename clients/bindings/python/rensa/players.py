"""The built-in players: rensa.players.gaze(nodes=2000)."""

import ctypes
from dataclasses import dataclass

from rensa import _abi, _native
from rensa._library import EngineObject, encoded, engine
from rensa.games import Duel


@dataclass(frozen=True)
class BuiltIn:
    """A built-in player by its name. `nodes` limits the fields that it evaluates for a pair; 0 is its own number."""

    name: str
    nodes: int = 0

    def __post_init__(self) -> None:
        if self.name not in names():
            raise ValueError(f"there is no player {self.name!r}; there are {', '.join(names())}")

    @classmethod
    def of(cls, text: str) -> "BuiltIn":
        """Reads a player as the command line takes it, such as "gaze:nodes=2000"."""
        name, nodes, weights = _native.player_spec(text)
        if weights:
            raise ValueError(f"{text}: the package for Python reads no weights")
        return cls(name, nodes)

    def __str__(self) -> str:
        return f"{self.name}:nodes={self.nodes}" if self.nodes else self.name

    def seated(self, duel: Duel, seat: int, seed: int) -> "SeatedPlayer":
        """Makes the player for one seat of one game."""
        return SeatedPlayer(self, duel, seat, seed)


class SeatedPlayer(EngineObject):
    """A built-in player in one seat of one game. It chooses once for each decision of its seat."""

    def __init__(self, player: BuiltIn, duel: Duel, seat: int, seed: int) -> None:
        self._duel = duel
        self._seat = seat
        super().__init__(duel._engine, duel._engine.handle(
            "rensa_player_create", duel.ruleset._handle, *encoded(player.name), player.nodes, seed))

    def choose(self) -> int:
        return self._engine.number("rensa_player_choose", ctypes.c_uint32, self._handle, self._duel._handle, self._seat)


def names() -> list[str]:
    """The names of all built-in players."""
    count = engine().number("rensa_player_count", ctypes.c_uint32)
    return [engine().text("rensa_player_name", index) for index in range(count)]


def greedy(nodes: int = 0) -> BuiltIn:
    return BuiltIn("greedy", nodes)


def gaze(nodes: int = 0) -> BuiltIn:
    return BuiltIn("gaze", nodes)


def joseki(nodes: int = 0) -> BuiltIn:
    return BuiltIn("joseki", nodes)


def potential(nodes: int = 0) -> BuiltIn:
    return BuiltIn("potential", nodes)


def random(nodes: int = 0) -> BuiltIn:
    return BuiltIn("random", nodes)


def champion(nodes: int = 0) -> BuiltIn:
    return BuiltIn("champion", nodes)
