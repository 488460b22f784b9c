"""Matches in this process: built-in players and functions play each other without a server."""

import hashlib
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Union

from rensa import _native
from rensa._bots import AnyBot, Choose, IllegalPlacement, check_bot, chosen_placement
from rensa.games import SEATS, Duel, Record, View
from rensa.players import BuiltIn
from rensa.rulesets import Ruleset

Player = Union[str, BuiltIn, AnyBot]


@dataclass
class MatchResult:
    """The games of the first player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    records: list[Record] = field(default_factory=list)

    def _add(self, half_points: int, record: Record | None) -> None:
        self.wins += half_points == 2
        self.draws += half_points == 1
        self.losses += half_points == 0
        if record is not None:
            self.records.append(record)


@dataclass
class SprtResult(MatchResult):
    """The answer of a test, and the games of the first player that led to it."""

    accepted: str = "open"  # "elo1": it is stronger; "elo0": it is not; "open": the games ran out before
    llr: float = 0.0
    bounds: tuple[float, float] = (0.0, 0.0)
    pairs: list[int] = field(default_factory=list)  # the pairs of games with 0, 1/2, 1, 3/2 and 2 points
    elo: tuple[float, float, float] = (0.0, float("-inf"), float("inf"))  # the difference, and its 95 % interval

    @property
    def is_stronger(self) -> bool | None:
        """None: there is no answer."""
        return None if self.accepted == "open" else self.accepted == "elo1"


# A name has at most 64 bytes, and this ending tells the same players of a test apart.
_OLD = " (old)"
_MAX_NAME_BYTES = 64 - len(_OLD)


def name_of(player: Player) -> str:
    name = str(player) if isinstance(player, BuiltIn) else str(getattr(player, "__name__", type(player).__name__))
    return name.encode()[:_MAX_NAME_BYTES].decode(errors="ignore")


def read_player(player: Player) -> Player:
    """Makes a built-in player of a text."""
    if isinstance(player, str):
        return BuiltIn.of(player)
    if not isinstance(player, BuiltIn):
        if not callable(player) and not hasattr(player, "choose") and not hasattr(player, "choose_many"):
            raise TypeError(f"{player!r} is no player: it is neither a name nor a function of a view")
        check_bot(player, may_wait=False)
    return player


class _Game(NamedTuple):
    """A game before it is played, with the players by seat."""

    players: tuple[Player, Player]
    names: tuple[str, str]
    seed: int
    player_seeds: tuple[int, int]
    first: int = 0  # the seat of the first player of the match


def _choose_of(player: Any) -> Choose:
    """The function by which a player chooses for one view."""
    if hasattr(player, "choose"):
        return player.choose  # type: ignore[no-any-return]
    if hasattr(player, "choose_many"):
        return lambda view: next(iter(player.choose_many([view])))  # type: ignore[no-any-return]
    return player  # type: ignore[no-any-return]


def _chooser(player: Player, duel: Duel, seat: int, seed: int) -> Callable[[], int]:
    """A function that chooses for a seat of a game."""
    if isinstance(player, BuiltIn):
        return player.seated(duel, seat, seed).choose
    choose = _choose_of(player)
    name = name_of(player)

    def next_choice() -> int:
        view = duel.view(seat)
        chosen = choose(view)
        try:
            return chosen_placement(chosen, view.placements, name)
        except IllegalPlacement as error:
            raise type(error)(f"{error} in {duel.url(seat)}") from None

    return next_choice


def _play(game: _Game, ruleset: "str | Ruleset") -> Record:
    duel = Duel(ruleset, game.seed, players=game.names)
    choosers = [_chooser(game.players[seat], duel, seat, game.player_seeds[seat]) for seat in SEATS]
    duel.start()
    while duel.outcome is None:
        duel.play({seat: choosers[seat]() for seat in SEATS if seat in duel.due_seats})
    return duel.finish()


def _half_points(game: _Game, record: Record) -> int:
    """Of the first player of the match: 2 for a win."""
    winner = record.outcome.winner
    return 1 if winner is None else 2 if winner == game.first else 0


def _played(games: Iterable[_Game], ruleset: "str | Ruleset", jobs: int) -> Generator[tuple[_Game, Record], None, None]:
    """Plays games on so many threads, and returns them in their order."""
    if jobs < 1:
        raise ValueError("a match needs at least one job")
    if jobs == 1:
        for game in games:
            yield game, _play(game, ruleset)
        return
    with ThreadPoolExecutor(jobs) as threads:
        waiting: deque[tuple[_Game, Future[Record]]] = deque()
        try:
            for game in games:
                waiting.append((game, threads.submit(_play, game, ruleset)))
                if len(waiting) == 2 * jobs:
                    first, record = waiting.popleft()
                    yield first, record.result()
            while waiting:
                first, record = waiting.popleft()
                yield first, record.result()
        finally:  # the caller needs no more games, or one has failed
            for _, unwanted in waiting:
                unwanted.cancel()


def play_game(players: "tuple[Player, Player]", seed: int = 1, ruleset: "str | Ruleset" = "tsu-1") -> Record:
    """Plays one game between two seats, in which thinking costs no time. A player is the name of a built-in player, such
    as "gaze:nodes=2000", or such a player, or a function of a view, or an object with a method `choose`."""
    if isinstance(players, str) or len(players) != 2:
        raise TypeError("players has to be a pair, as in play_game((\"greedy\", \"random\"))")
    _check_seed(seed)
    one, two = (read_player(player) for player in players)
    return _play(_Game((one, two), (name_of(one), name_of(two)), seed, (seed * 2, seed * 2 + 1)), ruleset)


def _check_seed(seed: int) -> None:
    if not isinstance(seed, int) or not 0 <= seed < 1 << 64:
        raise ValueError(f"the seed has to be a number from 0 to 2**64 - 1, not {seed!r}")


def _games_of_match(one: Player, two: Player, games: int, seed: int, swap: bool) -> Iterator[_Game]:
    names = name_of(one), name_of(two)
    for number in range(games):
        game_seed, seed_of_one, seed_of_two = _native.match_seeds(seed, number // 2 if swap else number)
        game = _Game((one, two), names, game_seed, (seed_of_one, seed_of_two))
        yield _swapped(game) if swap and number % 2 else game


def _swapped(game: _Game) -> _Game:
    """The same game with the seats changed."""
    one, two = game.players
    return _Game((two, one), game.names[::-1], game.seed, game.player_seeds[::-1], 1 - game.first)


def match(one: Player, two: Player, games: int = 2, seed: int = 1, ruleset: "str | Ruleset" = "tsu-1", *,
          swap: bool = False, jobs: int = 1, keep_records: bool = False) -> MatchResult:
    """Plays games between two players: the games of `rensa match` with the same arguments. With `swap` each queue of pairs
    is played twice, with the seats changed. `jobs` games are played at a time, each on a thread of its own, which
    changes no game. Functions are then called by several threads at once, each for another game."""
    _check_seed(seed)
    if games < 1:
        raise ValueError(f"the number of games has to be 1 or more, not {games!r}")
    if swap and games % 2:
        raise ValueError("with swap the number of games has to be even, because each queue is played twice")
    result = MatchResult()
    for game, record in _played(_games_of_match(read_player(one), read_player(two), games, seed, swap), ruleset, jobs):
        result._add(_half_points(game, record), record if keep_records else None)
    return result


def _tournament_seed(*parts: str) -> int:
    """A seed of a game of a tournament: server/tournament/plan/game_seeds.cpp."""
    text = "".join(f"{len(part.encode())}:{part}" for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def _games_of_sprt(one: Player, two: Player, games: int, seed: int) -> Iterator[_Game]:
    names = name_of(one), name_of(two)
    if names[0] == names[1]:
        names = names[0], names[1] + _OLD
    in_order = names[0].encode() < names[1].encode()
    lower, upper = names if in_order else names[::-1]
    for number in range(games):
        place = str(seed), lower, upper, str(number // 2), str(number % 2)
        seeds = [_tournament_seed("player", *place, name) for name in names]
        game = _Game((one, two), names, _tournament_seed("queue", *place), (seeds[0], seeds[1]))
        # The lower name has seat one in the first game of a pair.
        yield game if in_order == (number % 2 == 0) else _swapped(game)


def sprt(new: Player, old: Player, elo: tuple[float, float] = (0.0, 30.0), games: int = 100_000, seed: int = 1,
         ruleset: "str | Ruleset" = "tsu-1", *, alpha: float = 0.05, beta: float = 0.05, is_logistic: bool = False,
         jobs: int = 1, keep_records: bool = False) -> SprtResult:
    """Plays games until they show whether the first player is stronger. With the same arguments, `rensa sprt` plays the
    same games and gives the same answer. `elo` are the two differences between which the test decides, in normalised
    Elo, or in the logistic Elo of ratings. `jobs` is that of match()."""
    if games < 2 or games % 2:
        raise ValueError("the number of games has to be even and 2 or more, because they are played in pairs")
    _check_seed(seed)
    test = _native.Sprt(*elo, alpha, beta, is_logistic)
    result = SprtResult()
    half_points: list[int] = []
    played = _played(_games_of_sprt(read_player(new), read_player(old), games, seed), ruleset, jobs)
    try:
        for game, record in played:
            half_points.append(_half_points(game, record))
            result._add(half_points[-1], record if keep_records else None)
            if len(half_points) % 2 == 0:
                test.add_pair(half_points[-2] + half_points[-1])
                if test.verdict != "open":
                    break
    finally:
        played.close()
    result.accepted, result.llr, result.bounds, result.pairs = test.verdict, test.llr, test.bounds, test.pairs
    result.elo = test.elo()
    return result
