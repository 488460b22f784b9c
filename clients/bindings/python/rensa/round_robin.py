"""A round robin in this process: rensa.run([function, "gaze"])."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rensa.games import Record
from rensa.matches import Player, match, name_of, read_player
from rensa.rulesets import Ruleset


@dataclass
class Standing:
    """A player of a round robin, with the results of its games."""

    name: str
    player: Player
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2


@dataclass
class Standings:
    """The table of a round robin, the best first. As a text it is a table for people."""

    rows: list[Standing]
    records: list[Record] = field(default_factory=list)

    def __iter__(self) -> Iterator[Standing]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: int) -> Standing:
        return self.rows[place]

    def __str__(self) -> str:
        width = max(len(row.name) for row in self.rows)
        lines = [f"{'':{width}}  points  won  drawn  lost"]
        lines += [f"{row.name:{width}}  {row.points:6g}  {row.wins:3}  {row.draws:5}  {row.losses:4}" for row in self.rows]
        return "\n".join(lines)


def _names(players: Sequence[Player]) -> list[str]:
    """The names of the players, in which a number tells those with the same name apart."""
    names: list[str] = []
    for player in players:
        name = name_of(player)
        same = sum(one == name or one.startswith(f"{name} (") for one in names)
        names.append(f"{name} ({same + 1})" if same else name)
    return names


def run(players: Sequence[Player], games: int = 2, seed: int = 1, ruleset: "str | Ruleset" = "tsu-1", *, jobs: int = 1,
        keep_records: bool = False) -> Standings:
    """Lets all players meet each other in `games` games of each pair, each queue of pairs twice with the seats changed. A
    player is a name such as "gaze:nodes=200", a function of a view, or an object with a method `choose`. All pairs of
    players get the same queues. `jobs` is that of match()."""
    read = [read_player(player) for player in players]
    if len(read) < 2:
        raise ValueError("a round robin needs at least two players")
    if games % 2:
        raise ValueError(f"games has to be even, because each queue is played twice, and is {games}")
    table = Standings([Standing(name, player) for name, player in zip(_names(read), read)])
    for one, two in combinations(table.rows, 2):
        result = match(one.player, two.player, games, seed, ruleset, swap=True, jobs=jobs, keep_records=keep_records)
        for row, wins, losses in ((one, result.wins, result.losses), (two, result.losses, result.wins)):
            row.wins += wins
            row.draws += result.draws
            row.losses += losses
        table.records += result.records
    table.rows.sort(key=lambda row: -row.points)
    return table
