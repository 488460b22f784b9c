"""Records as arrays of numpy, one row a decision, from which programs learn.

`rensa record export --npz` writes the same arrays of many records to a file, in constant memory. numpy is loaded by the
first call.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from rensa import _abi
from rensa._view_arrays import arrays_of_structs
from rensa.games import SEATS, Record, possible_placements_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class DecisionArrays(NamedTuple):
    """The decisions of n rows: by game, then by seat, then by hand. P pairs are visible in the ruleset of the games.

    A cell is a number: 0 empty, 1 garbage, 2 purple, 4 red, 5 blue, 6 yellow, 7 green. Fields have row 1 first.
    """

    game: NDArray[np.int32]  # (n,): the index of the record
    seed: NDArray[np.uint64]  # (n,): the seed of the game
    seat: NDArray[np.int8]  # (n,): 0 or 1
    hand: NDArray[np.int32]  # (n,): the number of the pair, 1 is the first
    clock: NDArray[np.int32]  # (n,): frames or turns that were played before the decision
    own: NDArray[np.uint8]  # (n, 14, 6): the cells of the seat
    opponent: NDArray[np.uint8]  # (n, 14, 6): those of its opponent, whose rows 13 and 14 are hidden
    pairs: NDArray[np.uint8]  # (n, P, 2): the current pair and the next ones, first the axis; 0 if not known
    opponent_pairs: NDArray[np.uint8]  # (n, P, 2): those of the opponent
    garbage: NDArray[np.int32]  # (n, 2): garbage that waits for the seat, and for its opponent
    scores: NDArray[np.int64]  # (n, 2): of the seat, and of its opponent
    action_mask: NDArray[np.int8]  # (n, 22): 1 if the pair can reach this placement
    placement: NDArray[np.int8]  # (n,): where the pair locked; -1 if the game ended before
    attack: NDArray[np.int32]  # (n,): garbage that the chain of this pair was worth, sent or used against waiting one
    result: NDArray[np.int8]  # (n,): of the seat in this game: 1 won, 0 drawn, -1 lost


def _attacks(record: Record, seat: int, hands: Any) -> Any:
    """The attack of each of these hands of a seat."""
    attacks = {hand.number: hand.sent + hand.cancelled
               for hand in record._engine.list("rensa_record_hands", _abi.rensa_hand, record._handle)
               if hand.seat == seat}
    return [attacks.get(number, 0) for number in hands.tolist()]


def _arrays_of_seat(record: Record, game: int, seat: int, visible_pairs: int) -> DecisionArrays:
    import numpy as np

    raw = record._engine.list("rensa_record_decisions", _abi.rensa_decision, record._handle, seat)
    kind = np.dtype(_abi.rensa_decision)
    rows: Any = np.frombuffer(raw, kind) if len(raw) else np.zeros(0, kind)
    views = rows["view"]
    possible = [possible_placements_of(record._engine, decision.view) for decision in raw]
    seen = arrays_of_structs(views, possible, visible_pairs)
    count = len(rows)
    winner = record.outcome.winner
    hands = views["own"]["hand"].astype(np.int32)
    return DecisionArrays(
        game=np.full(count, game, np.int32),
        seed=np.full(count, record.seed, np.uint64),
        seat=np.full(count, seat, np.int8),
        hand=hands,
        clock=views["clock"].astype(np.int32),
        **seen._asdict(),
        placement=rows["placement"].astype(np.int8),
        attack=np.array(_attacks(record, seat, hands), np.int32),
        result=np.full(count, 0 if winner is None else 1 if winner == seat else -1, np.int8))


def decision_arrays(records: Record | Iterable[Record]) -> DecisionArrays:
    """The decisions of both seats of some records, as arrays. All records need the same ruleset. Void games, which have
    no result, have no rows. `_asdict()` gives the
    arrays by their names, as numpy.savez() takes them and as `rensa record export --npz` writes them."""
    import numpy as np

    given = [records] if isinstance(records, Record) else list(records)
    if not given:
        raise ValueError("there are no records")
    values = given[0].ruleset.values
    parts = []
    for game, record in enumerate(given):
        ruleset = record.ruleset
        if ruleset.values.digest != values.digest:
            raise ValueError(f"record {game} has the ruleset {ruleset.id}, and record 0 {given[0].ruleset.id}")
        for seat in SEATS:
            part: tuple[Any, ...] = _arrays_of_seat(record, game, seat, values.visible_pairs)
            parts.append(tuple(array[:0] for array in part) if record.outcome.cause == "voided" else part)
    return DecisionArrays(*(np.concatenate(arrays) for arrays in zip(*parts)))
