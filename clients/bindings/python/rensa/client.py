"""Brings a bot to a Rensa server: rensa.play(server, token, bot)."""

import os
import random
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Union

from rensa import _abi, _messages
from rensa._library import engine
from rensa._wire import Connection, Message, WireError
from rensa.fields import COLUMNS, ROWS
from rensa.games import View, _view_of
from rensa.matches import Choose, IllegalPlacement

_CLOCKS = {"real": _messages.CLOCK_REAL, "virtual": _messages.CLOCK_VIRTUAL, "turns": _messages.CLOCK_TURNS}
_PING_SECONDS = 5.0
_SHORTEST_PAUSE = 0.25
_LONGEST_PAUSE = 30.0
_LONGEST_TOLD_PAUSE = 300.0  # of those that the server wants
# After these errors it is of no use to go on.
_FATAL = {
    _messages.ERROR_CODE_MALFORMED, _messages.ERROR_CODE_TOO_LARGE, _messages.ERROR_CODE_VERSION,
    _messages.ERROR_CODE_TOKEN, _messages.ERROR_CODE_TERMS, _messages.ERROR_CODE_NAME, _messages.ERROR_CODE_ELSEWHERE,
}
# With a match, these errors say that another session has the seat.
_SEAT_IS_TAKEN = {_messages.ERROR_CODE_NOT_YOURS, _messages.ERROR_CODE_ELSEWHERE}


class PlayError(Exception):
    """The server has refused the bot, for example its token. Trying again is of no use."""


@dataclass
class Summary:
    """The number of matches that have ended, and the results of their games."""

    matches: int = 0
    won: int = 0  # games
    drawn: int = 0
    lost: int = 0
    connections_lost: int = 0


@dataclass
class _Seat:
    """A seat of a running match."""

    token: str
    has_turns: bool
    is_real: bool
    number: int = 0  # of the last update
    answered: tuple[int, int] = (0, 0)  # the game and the clock, or under the real clock the pair, of the last answer
    answer: Message = field(default_factory=dict)
    commitment: str = ""  # to the seed of the current game
    is_resuming: bool = False  # the connection is new: no update has come yet


def _raw_side(side: Message, raw: Any) -> None:
    digits = side.get("field", "").rjust(COLUMNS * ROWS, "0")
    for index, digit in enumerate(digits):  # the highest row is first
        row, column = divmod(index, COLUMNS)
        raw.field.cells[(ROWS - 1 - row) * COLUMNS + column] = int(digit)
    pairs = side.get("pairs", "")
    raw.pair_count = len(pairs) // 2
    for index in range(raw.pair_count):
        raw.pairs[index] = _abi.rensa_pair(int(pairs[2 * index]), int(pairs[2 * index + 1]))
    raw.score = side.get("score", 0)
    raw.phase = max(side.get("phase", 0) - 1, 0)
    raw.hand = side.get("hand", 0)
    raw.link = side.get("link", 0)
    raw.pending = side.get("pending_garbage", 0)
    raw.fixed = side.get("fixed_garbage", 0)
    falling = side.get("falling")
    if falling is not None:
        raw.has_falling_pair = 1
        for name in ("x", "y", "r", "turn_lock", "arrow_lock", "quick_turn_window", "fall_counter", "touches", "touching"):
            setattr(raw, name, int(falling.get(name, 0)))


def view_of_message(message: Message, has_turns: bool) -> View:
    """A view of the protocol as the engine's own. Raises RensaError if it is impossible."""
    raw = _abi.rensa_view()
    raw.seat = message.get("seat", 1) - 1
    raw.pacing = _abi.RENSA_PACING_TURNS if has_turns else _abi.RENSA_PACING_FRAMES
    raw.clock = message.get("clock", 0)
    raw.is_decision_due = int(message.get("decision_due", False))
    raw.outcome.winner = _abi.RENSA_NO_SEAT
    _raw_side(message.get("own", {}), raw.own)
    _raw_side(message.get("opponent", {}), raw.opponent)
    return _view_of(engine(), raw)


def _wire_placement(placement: int) -> Message:
    for first, count, r, column in ((0, 6, 0, 1), (6, 5, 1, 1), (11, 6, 2, 1), (17, 5, 3, 2)):
        if first <= placement < first + count:
            return {"x": placement - first + column, "r": r}
    raise IllegalPlacement(f"{placement} is no placement")


class _Player:
    """One bot with its seats, over one connection after the other."""

    def __init__(self, choose: Choose, token: str, name: str, terms: Message, matches: int | None, is_offered: bool,
                 notice: Callable[[str], None]) -> None:
        self._choose = choose
        self._token = token
        self._name = name
        self._terms = terms
        self._matches = matches
        self._notice = notice
        self._client_id = secrets.token_hex(8)
        self._seats: dict[tuple[int, int], _Seat] = {}
        self._is_offered = is_offered  # to all hosts of the server
        self._is_bound = False  # the token is of one tournament
        self._has_request = False
        self._is_benched = False
        self._retry_at: float | None = None
        self.summary = Summary()
        self.pause = _SHORTEST_PAUSE
        self._told_pause = 0.0

    def is_finished(self) -> bool:
        has_played_all = self._matches is not None and self.summary.matches >= self._matches and not self._is_bound
        return not self._seats and (has_played_all or self._is_benched)

    def converse(self, connection: Connection) -> None:
        """Plays over a connection until all is played. Raises OSError when the connection is lost."""
        offer = "arranged:1" if self._is_offered else "arranged:1:bound"
        features = [offer, f"client:{self._client_id}"] if self._token else []
        if self._seats:
            features.append("returning:seat")
        connection.send("hello", {
            "version_min": 1, "version_max": 1, "token": self._token, "name": self._name, "software": "rensa for Python",
            "features": features})
        self._has_request = False
        stopped = threading.Event()
        pinger = threading.Thread(target=self._ping, args=(connection, stopped), daemon=True)
        pinger.start()
        try:
            while not self.is_finished():
                self._hear(connection, *connection.receive())
                if self._retry_at is not None and time.monotonic() >= self._retry_at:
                    self._retry_at = None
                    self._request(connection)
        finally:
            stopped.set()

    @staticmethod
    def _ping(connection: Connection, stopped: threading.Event) -> None:
        """Shows signs of life, also while the bot thinks."""
        nonce = 0
        while not stopped.wait(_PING_SECONDS if nonce else 0.5):
            nonce += 1
            try:
                connection.send("ping", {"nonce": nonce})
            except OSError:
                return  # the reader learns of it, too

    def _request(self, connection: Connection) -> None:
        if self._is_offered or self._is_bound or self._has_request or self._seats or self.is_finished():
            return
        self._has_request = True
        connection.send("quick_match", {"terms": self._terms, "subscription": _messages.SUBSCRIPTION_EVENTS})

    def _hear(self, connection: Connection, body: str, message: Message) -> None:
        key = (message.get("match", 0), message.get("seat", 0))
        seat = self._seats.get(key)
        if body == "welcome":
            self._is_bound = "arranged" in message.get("features", [])
            self._notice(f"playing as {message.get('name', '')}")
            self.pause = _SHORTEST_PAUSE
            for (match, number), lost in self._seats.items():
                lost.is_resuming = True
                connection.send("resume", {
                    "match": match, "seat": number, "token": lost.token, "last": lost.number,
                    "subscription": _messages.SUBSCRIPTION_EVENTS, "holder": self._client_id, "back": True})
            self._request(connection)
        elif body == "match_start":
            self._has_request = False
            clock = message.get("terms", {}).get("clock", 0)
            if seat is None:
                self._seats[key] = _Seat(message.get("token", ""), clock == _messages.CLOCK_TURNS,
                                         clock == _messages.CLOCK_REAL)
        elif body == "game_start" and seat is not None:
            # A server that has crashed may have lost the start of a game: another game then has the same number.
            if message.get("commitment", "") != seat.commitment:
                seat.answered = (0, 0)
            seat.commitment = message.get("commitment", "")
        elif body == "update" and seat is not None:
            seat.number = message.get("number", 0)
            self._answer(connection, key, seat, message)
        elif body == "game_end" and seat is not None:
            outcome = message.get("outcome", {})
            winner = outcome.get("winner", 0)
            if outcome.get("cause", 0) != _messages.CAUSE_VOIDED:
                self.summary.won += winner == key[1]
                self.summary.drawn += winner == 0
                self.summary.lost += winner == 3 - key[1]
        elif body == "match_end" and seat is not None:
            self.summary.matches += 1
            del self._seats[key]
            self._request(connection)
        elif body == "error":
            self._refused(connection, message)

    def _refused(self, connection: Connection, error: Message) -> None:
        code = error.get("code", 0)
        text = error.get("text", "")
        if told := error.get("retry_after_milliseconds", 0):
            self._told_pause = min(told / 1000, _LONGEST_TOLD_PAUSE)
        match = error.get("match", 0)
        if code == _messages.ERROR_CODE_BENCHED:
            self._notice(text)
            self._is_benched = self._is_bound
        elif match and code in _SEAT_IS_TAKEN | {_messages.ERROR_CODE_UNKNOWN_MATCH}:
            # The end of a match that is being played is announced by match_end: an error about it comes too late.
            kept = {key: seat for key, seat in self._seats.items()
                    if key[0] != match or not (code in _SEAT_IS_TAKEN or seat.is_resuming)}
            self.summary.matches += len(self._seats) - len(kept)  # they ended while the line was lost
            self._seats = kept
            self._request(connection)
        elif code in _FATAL:
            raise PlayError(text)
        elif code in (_messages.ERROR_CODE_BUSY, _messages.ERROR_CODE_DRAINING) and self._has_request:
            self._has_request = False
            self._retry_at = time.monotonic() + self.next_pause()
        elif code != _messages.ERROR_CODE_LATE:
            self._notice(text)

    def _answer(self, connection: Connection, key: tuple[int, int], seat: _Seat, update: Message) -> None:
        view = update.get("view", {})
        is_due = view.get("decision_due", False)
        is_resuming, seat.is_resuming = seat.is_resuming, False
        if not (is_due if seat.is_real else update.get("answer_due", False)):
            return
        game = update.get("game", 0)
        refused = any(event.get("kind") == _messages.EVENT_KIND_PLACEMENT_REFUSED and event.get("seat") == key[1]
                      for event in update.get("events", []))
        asked = (game, view.get("own", {}).get("hand", 0) if seat.is_real else view.get("clock", 0))
        if asked == seat.answered and not refused:
            if not seat.is_real or is_resuming:  # the connection was lost, and the answer with it
                connection.send("decide", {**seat.answer, "clock": view.get("clock", 0)})
            return
        seat.answer = {"match": key[0], "seat": key[1], "game": game, "clock": view.get("clock", 0)}
        if is_due:
            position = view_of_message(view, seat.has_turns)
            placement = self._choose(position)
            if placement not in position.placements:
                raise IllegalPlacement(f"the bot chose {placement} of {position.placements}")
            seat.answer["place"] = _wire_placement(placement)
        else:
            seat.answer["pass"] = True
        seat.answered = asked
        connection.send("decide", seat.answer)

    def next_pause(self) -> float:
        """The seconds to wait before the next attempt: those that the server wants, or else twice as long each time, and
        partly random."""
        pause = self.pause
        self.pause = min(2 * pause, _LONGEST_PAUSE)
        told, self._told_pause = self._told_pause, 0.0
        return told or pause * random.uniform(0.5, 1)


def play(server: str = "", token: str = "", bot: "Union[Choose, Any]" = None, *, name: str = "", ruleset: str = "tsu-1",
         clock: str = "virtual", games: int = 1, matches: int | None = None, origin: str = "requests",
         notice: Callable[[str], None] = lambda text: None) -> Summary:
    """Plays matches on a server with a bot, which is a function of a view, or an object with a method `choose`.

    The bot asks for `matches` quick matches, one after the other, or goes on until it is interrupted. With the origin
    "host" it asks for none, and plays those that the hosts of tournaments on the server arrange for it, until it is
    interrupted: so the account of its token plays as a guest. With a token that belongs to one tournament it plays the
    matches of that tournament, and returns when it takes no further part. Without a server, the
    address and the token are those that a host of tournaments gives to the programs that it starts (RENSA_SERVER and
    RENSA_TOKEN). A lost connection is opened again, and the bot does not notice. Raises PlayError if the server refuses
    the bot, and passes on what the bot raises.
    """
    if bot is None:
        raise TypeError("play() needs a bot")
    if not server:
        server, token = os.environ.get("RENSA_SERVER", ""), token or os.environ.get("RENSA_TOKEN", "")
        if not server:
            raise ValueError("no server is named, and RENSA_SERVER is not set")
    if origin not in ("requests", "host"):
        raise ValueError(f"origin is \"requests\" or \"host\", and not {origin!r}")
    if origin == "host" and matches is not None:
        raise ValueError("a host arranges as many matches as it wants: leave matches out")
    if origin == "host" and not token:
        raise ValueError("a host arranges matches for accounts: a token is needed")
    choose = bot.choose if hasattr(bot, "choose") else bot
    terms: Message = {"ruleset": ruleset, "clock": _CLOCKS[clock], "games": games}
    if clock == "virtual":
        terms["charge"] = _messages.CHARGE_NONE
    player = _Player(choose, token, name, terms, matches, origin == "host", notice)
    while True:
        connection = None
        try:
            connection = Connection(server)
            player.converse(connection)
            return player.summary
        except (OSError, WireError) as error:
            player.summary.connections_lost += connection is not None
            notice(f"the connection is lost: {error}")
        finally:
            if connection is not None:
                connection.close()
        time.sleep(player.next_pause())
