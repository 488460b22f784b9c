"""Duels, as they are played and as they were recorded, and the view of a seat, which is all that a player is given."""

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from rensa import _abi
from rensa._library import Engine, EngineObject, encoded, names
from rensa.fields import Chain, Field, chain_of, placements_of, text_of_pair
from rensa.rulesets import Ruleset

SEATS = range(_abi.RENSA_SEATS)


class Outcome(NamedTuple):
    """The end of a game. The winner is a seat, or None after a draw. The clock is the last frame or turn."""

    winner: int | None
    cause: str
    clock: int


def _outcome_of(raw: Any) -> Outcome:
    winner = None if raw.winner == _abi.RENSA_NO_SEAT else raw.winner
    return Outcome(winner, names(_abi.RENSA_NAMES_CAUSES)[raw.cause], raw.clock)


class Side:
    """One side of a game, as far as a seat may see it. It is read from the struct when it is asked for."""

    def __init__(self, raw: Any) -> None:
        self.raw = raw  # rensa_side of rensa.h

    def __repr__(self) -> str:
        facts = f"hand {self.hand}: pairs {' '.join(self.pairs)}, score {self.score}, garbage {self.fixed + self.pending}"
        return f"<Side {facts}>\n{self.field}"

    @cached_property
    def field(self) -> Field:
        return Field.from_cells(self.raw.field.cells)

    @cached_property
    def pairs(self) -> list[str]:
        """The current pair first."""
        raw = self.raw
        return [text_of_pair(raw.pairs[i]) for i in range(raw.pair_count)]

    @property
    def score(self) -> int:
        return int(self.raw.score)

    @property
    def hand(self) -> int:
        """The number of the current pair; 1 is the first."""
        return int(self.raw.hand)

    @property
    def link(self) -> int:
        """The number of the running link; 0 without a chain."""
        return int(self.raw.link)

    @property
    def pending(self) -> int:
        """Garbage that waits, and that a running chain may still add to."""
        return int(self.raw.pending)

    @property
    def fixed(self) -> int:
        """Garbage that waits, and falls at the end of the turn."""
        return int(self.raw.fixed)

    @property
    def phase(self) -> int:
        return int(self.raw.phase)


class View:
    """A game as one seat may see it. The hidden rows of the opponent and its secrets are not in it."""

    def __init__(self, raw: Any, possible: int) -> None:
        self.raw = raw  # rensa_view of rensa.h
        self._possible = possible

    def __repr__(self) -> str:
        place = f"seat {self.seat}, clock {self.clock}, placements {self.placements}"
        return f"<View {place}>\nown: {self.own}\nopponent: {self.opponent}"

    @property
    def seat(self) -> int:
        return int(self.raw.seat)

    @property
    def clock(self) -> int:
        """Frames or turns that were played."""
        return int(self.raw.clock)

    @property
    def is_decision_due(self) -> bool:
        return bool(self.raw.is_decision_due)

    @cached_property
    def outcome(self) -> Outcome | None:
        return _outcome_of(self.raw.outcome) if self.raw.has_ended else None

    @cached_property
    def placements(self) -> list[int]:
        """The placements that the pair can reach; none if no decision is due."""
        return placements_of(self._possible)

    @cached_property
    def own(self) -> Side:
        return Side(self.raw.own)

    @cached_property
    def opponent(self) -> Side:
        return Side(self.raw.opponent)


def possible_placements_of(engine: Engine, raw: Any) -> int:
    """The placements that the pair of a view of rensa.h can reach, a bit for each."""
    return engine.number("rensa_view_placements", ctypes.c_uint32, ctypes.byref(raw))


def _view_of(engine: Engine, raw: Any) -> View:
    return View(raw, possible_placements_of(engine, raw))


class Game(EngineObject):
    """The state of a duel or of a replay."""

    def view(self, seat: int) -> View:
        return _view_of(self._engine, self._engine.value("rensa_game_view", _abi.rensa_view, self._handle, seat))

    def placements(self, seat: int) -> list[int]:
        """The placements that the pair of a seat can reach now; none if no decision is due."""
        return placements_of(self._engine.number("rensa_game_placements", ctypes.c_uint32, self._handle, seat))

    def threat(self, seat: int) -> Chain:
        """The largest chain that a seat can fire now with its current pair and the next one."""
        return chain_of(self._engine.value("rensa_game_threat", _abi.rensa_chain, self._handle, seat))

    def url(self, seat: int) -> str:
        """A URL of puyop with the next decision of a seat, and all pairs from there on."""
        return self._engine.text("rensa_game_url", self._handle, seat)

    def _state(self) -> Any:
        return self._engine.value("rensa_game_get", _abi.rensa_game_state, self._handle)

    @property
    def clock(self) -> int:
        """Frames or turns that were played."""
        return int(self._state().clock)

    @property
    def hash(self) -> int:
        """A hash of the whole state."""
        return int(self._state().hash)

    @property
    def due_seats(self) -> list[int]:
        """The seats that have to choose a placement now."""
        state = self._state()
        return [seat for seat in SEATS if state.is_decision_due[seat]]

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        state = self._state()
        return _outcome_of(state.outcome) if state.has_ended else None


class Duel(Game):
    """A game of two seats. One thread at a time should use it; different duels do not wait for each other."""

    def __init__(self, ruleset: "str | Ruleset" = "tsu-1", seed: int = 1, *,
                 queue: str = "", players: Sequence[str] = ()) -> None:
        """`queue` has pairs as letters, "RB YG", instead of those of the seed. With the names of two players the game is
        recorded."""
        used = Engine()
        self.ruleset = Ruleset(ruleset.json() if isinstance(ruleset, Ruleset) else ruleset, used)
        pairs = None
        if queue:
            pairs = ctypes.byref(used.value("rensa_queue_from_text", _abi.rensa_queue, *encoded(queue)))
        super().__init__(used, used.handle("rensa_duel_create", self.ruleset._handle, seed, pairs))
        self.has_turns = self.ruleset.has_turns
        if players:
            one, two = players
            used.call("rensa_duel_record", self._handle, *encoded(one), *encoded(two))

    def play(self, placements: Mapping[int, int]) -> None:
        """Gives seats their placements, and goes on until a seat has to choose again or the game has ended. A placement
        that cannot be reached is refused, and the seat has to choose again a frame later."""
        inputs = (_abi.rensa_input * _abi.RENSA_SEATS)()
        for seat, placement in placements.items():
            if seat not in SEATS or not 0 <= placement < _abi.RENSA_PLACEMENTS:
                raise ValueError(f"seat {seat} cannot place a pair at {placement}")
            inputs[seat] = _abi.rensa_input(_abi.RENSA_INPUT_PLACEMENT, 0, placement, 0)
        count = ctypes.byref(ctypes.c_uint32())
        self._engine.call("rensa_duel_step", self._handle, inputs, None, 0, count)
        while True:
            state = self._state()
            if state.has_ended or any(state.is_decision_due) or self.has_turns:
                return
            self._engine.call("rensa_duel_advance", self._handle, 2**31 - 1, None, 0, count)

    def start(self) -> None:
        """Goes on to the first decision."""
        if not self.due_seats and self.outcome is None:
            self.play({})

    def finish(self, loser: int | None = None, cause: str = "resigned") -> "Record":
        """Ends the recording. A game that the rules have not ended ends with a cause, such as "resigned", and the loser."""
        outcome = None
        if self.outcome is None:
            causes = names(_abi.RENSA_NAMES_CAUSES)
            winner = _abi.RENSA_NO_SEAT if loser is None else 1 - loser
            outcome = ctypes.byref(_abi.rensa_outcome(winner, causes.index(cause), self.clock))
        return Record._of(self._engine, self._engine.handle("rensa_duel_finish", self._handle, outcome))


class Replay(Game):
    """A record, at any frame or turn."""

    def seek(self, clock: int) -> None:
        self._engine.call("rensa_replay_seek", self._handle, clock)


class Decision(NamedTuple):
    """The view of a seat, and the placement that it chose; None if the game ended before the pair locked."""

    view: View
    placement: int | None


class Record(EngineObject):
    """A finished game with everything to verify it. Reading it verifies it: it is played again, and all must agree."""

    def __init__(self, data: bytes | str) -> None:
        """Reads the bytes of a record, or its JSON."""
        used = Engine()
        if isinstance(data, str):
            handle = used.handle("rensa_record_from_json", *encoded(data))
        else:
            array = (ctypes.c_uint8 * len(data)).from_buffer_copy(data)
            handle = used.handle("rensa_record_from_bytes", array, len(data))
        super().__init__(used, handle)

    @classmethod
    def _of(cls, used: Engine, handle: int) -> "Record":
        record = cls.__new__(cls)
        EngineObject.__init__(record, used, handle)
        return record

    def to_bytes(self) -> bytes:
        return bytes(self._engine.list("rensa_record_to_bytes", ctypes.c_uint8, self._handle))

    def json(self) -> str:
        return self._engine.text("rensa_record_to_json", self._handle)

    def _info(self) -> Any:
        return self._engine.value("rensa_record_get", _abi.rensa_record_info, self._handle)

    @property
    def seed(self) -> int:
        return int(self._info().seed)

    @property
    def outcome(self) -> Outcome:
        return _outcome_of(self._info().outcome)

    @property
    def ruleset(self) -> Ruleset:
        return Ruleset._of(self._engine, self._engine.handle("rensa_record_ruleset", self._handle))

    @property
    def players(self) -> list[str]:
        return [self._engine.text("rensa_record_player", self._handle, seat) for seat in SEATS]

    def url(self, seat: int, site: str = "puyop") -> str:
        """A URL of all pairs of a seat and of the garbage that fell on it."""
        sites = {"puyop": _abi.RENSA_SITE_PUYOP, "ips": _abi.RENSA_SITE_IPS}
        return self._engine.text("rensa_record_url", self._handle, seat, sites[site])

    def statistics(self, seat: int) -> dict[str, int]:
        """The counts of a seat by their names."""
        both = (_abi.rensa_statistics * _abi.RENSA_SEATS)()
        self._engine.call("rensa_record_statistics", self._handle, both)
        return dict(zip(names(_abi.RENSA_NAMES_STATISTICS), both[seat].counts))

    def decisions(self, seat: int) -> Iterator[Decision]:
        """The decisions of a seat in their order."""
        for raw in self._engine.list("rensa_record_decisions", _abi.rensa_decision, self._handle, seat):
            placement = None if raw.placement == _abi.RENSA_NO_PLACEMENT else raw.placement
            yield Decision(_view_of(self._engine, _abi.rensa_view.from_buffer_copy(raw.view)), placement)

    def replay(self) -> Replay:
        """Opens the game at its begin."""
        return Replay(self._engine, self._engine.handle("rensa_replay_open", self._handle))
