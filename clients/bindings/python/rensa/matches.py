"""Matches in this process: built-in players and functions play each other without a server."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Union

from rensa.games import SEATS, Duel, Record, View
from rensa.players import BuiltIn
from rensa.rulesets import Ruleset

Choose = Callable[[View], int]  # a function that chooses a placement for a view
Player = Union[str, BuiltIn, Choose]


@dataclass
class MatchResult:
    """The games of the first player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    records: list[Record] = field(default_factory=list)


class IllegalPlacement(Exception):
    """A function has chosen a placement that its pair cannot reach."""


def _name_of(player: Player) -> str:
    if isinstance(player, str):
        return player
    return player.name if isinstance(player, BuiltIn) else getattr(player, "__name__", type(player).__name__)[:64]


def _chooser(player: Player, duel: Duel, seat: int, seed: int) -> Callable[[], int]:
    """A function that chooses for a seat of a game."""
    if isinstance(player, str):
        player = BuiltIn(player)
    if isinstance(player, BuiltIn):
        return player.seated(duel, seat, seed).choose
    choose = player

    def chosen() -> int:
        view = duel.view(seat)
        placement = choose(view)
        if placement not in view.placements:
            raise IllegalPlacement(f"{_name_of(choose)} chose {placement} of {view.placements} in {duel.url(seat)}")
        return placement

    return chosen


def play_game(players: "tuple[Player, Player]", seed: int = 1, ruleset: "str | Ruleset" = "tsu-1") -> Record:
    """Plays one game between two seats, in which thinking costs no time. A player is the name of a built-in player, such
    a player, or a function of a view."""
    duel = Duel(ruleset, seed, players=[_name_of(player) for player in players])
    choosers = [_chooser(player, duel, seat, seed * 2 + seat) for seat, player in enumerate(players)]
    duel.start()
    while duel.outcome is None:
        duel.play({seat: choosers[seat]() for seat in SEATS if seat in duel.due_seats})
    return duel.finish()


def play_match(one: Player, two: Player, games: int = 2, seed: int = 1, ruleset: "str | Ruleset" = "tsu-1", *,
               keep_records: bool = False) -> MatchResult:
    """Plays some games between two players. Each queue of pairs is played twice, with the seats changed."""
    result = MatchResult()
    for game in range(games):
        first = game % 2  # the seat of the first player
        record = play_game((two, one) if first else (one, two), seed + game // 2, ruleset)
        winner = record.outcome.winner
        if winner is None:
            result.draws += 1
        elif winner == first:
            result.wins += 1
        else:
            result.losses += 1
        if keep_records:
            result.records.append(record)
    return result
