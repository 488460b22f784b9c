"""A server that plays matches by a case of cases.json, and cuts the line where the case says so."""

import socket
import struct
import threading
from collections.abc import Callable
from typing import Any

import messages
from wire import Message, decode, encode

ONE, TWO = messages.SEAT_ONE, messages.SEAT_TWO
LIMIT_SECONDS = 300.0  # for a client that hangs
_CLOCKS = {"virtual": messages.CLOCK_VIRTUAL, "real": messages.CLOCK_REAL, "turns": messages.CLOCK_TURNS}
_ERRORS = {"busy": messages.ERROR_CODE_BUSY, "draining": messages.ERROR_CODE_DRAINING}


class LineCut(Exception):
    """The case ends the connection here."""


class Match:
    """A match of one game, as the server remembers it. The other seat needs no player."""

    def __init__(self, number: int, case: "Case", name: str) -> None:
        self.number = number
        self.player = name
        self.seat = TWO if number % 2 else ONE
        self.token = f"key-{number}"
        self.case = case
        self.update_number = 0
        self.decision = 0  # the index of the decision that is due
        self.refusals = 0
        self.is_announced = False  # the client has been sent its beginning
        self.has_ended = False
        self.is_taken = False  # another session has the seat
        self.answers: list[int] = []  # the clocks that were answered, in their order
        self.clock = 73

    def name(self) -> Message:
        return {"match": self.number, "seat": self.seat}

    def start(self) -> Message:
        terms = {"ruleset": self.case.ruleset, "clock": _CLOCKS[self.case.clock], "games": 1}
        players = [self.player, "other"] if self.seat == ONE else ["other", self.player]
        return {"match_start": {**self.name(), "players": players, "terms": terms, "token": self.token,
                                "grace_seconds": 60}}

    def game_start(self) -> Message:
        return {"game_start": {**self.name(), "game": 1, "chance": 7}}

    def update(self, was_refused: bool = False) -> Message:
        """The state in which the next decision is due: an empty field, so that every placement is possible."""
        self.update_number += 1
        hand = self.decision + 1
        side = {"field": "0" * 84, "pairs": "455664", "hand": hand, "phase": messages.PHASE_CONTROL}
        if self.case.clock != "turns":
            side["falling"] = {"x": 3, "y": 12, "fall_counter": 16}
        update = {**self.name(), "number": self.update_number, "game": 1, "answer_due": self.case.clock != "real",
                  "view": {"seat": self.seat, "clock": self.clock, "decision_due": True, "own": side, "opponent": side}}
        if was_refused:
            update["events"] = [{"kind": messages.EVENT_KIND_PLACEMENT_REFUSED, "seat": self.seat, "x": 1}]
        return {"update": update}

    def end(self) -> list[Message]:
        self.has_ended = True
        wins = [1, 0] if self.seat == ONE else [0, 1]
        outcome = {"winner": self.seat, "clock": self.clock, "cause": messages.CAUSE_CHOKED}
        return [{"game_end": {**self.name(), "game": 1, "outcome": outcome, "scores": [0, 0]}},
                {"match_end": {**self.name(), "wins": wins, "winner": self.seat}}]

    def answer(self, decide: Message) -> list[Message]:
        """The messages that follow from a decision."""
        self.answers.append(self.clock)
        if self.decision in self.case.refused and self.refusals == 0:
            self.refusals += 1
            self.clock += 1
            return [self.update(was_refused=True)]
        self.refusals = 0
        self.decision += 1
        self.clock += 30
        return self.end() if self.decision == self.case.decisions else [self.update()]


class Case:
    """A case of cases.json, with a cut of the line if the case has one.

    A cut is after a message, {"of": "client" or "server", "message": its number}, or inside of messages of one kind,
    {"inside": kind, "bytes": [the number of bytes that arrive in one connection, in the next one, ...]}."""

    def __init__(self, case: dict[str, Any], cut: dict[str, Any] | None = None) -> None:
        self.title = f"{case['name']}, cut {cut}" if cut else case["name"]
        self.clock: str = case.get("clock", "virtual")
        self.ruleset = "jaist-1" if self.clock == "turns" else "tsu-1"
        self.matches: int = case.get("matches", 1)
        self.slots: int = case.get("slots", 1)
        self.decisions: int = case.get("decisions", 2)
        self.refused: list[int] = case.get("refused", [])
        self.refuses_requests: list[str] = list(case.get("refuses_requests", []))
        self.refuses_hello: list[str] = list(case.get("refuses_hello", []))
        self.drains_at: int | None = case.get("drains_at")
        self.in_pieces: bool = case.get("in_pieces", False)
        self.opponent: str = case.get("opponent", "")
        self.moves_clock: bool = case.get("moves_clock", False)  # while the line is lost
        self.takes_first_seat: bool = case.get("takes_first_seat", False)  # for another session
        self.stops: bool = case.get("stops", False)  # the bot is stopped while it thinks, and answers all the same
        self.token: str = case.get("token", "")
        self.cut = cut


class ScriptedServer:
    """Serves one client over one connection after the other, until stop() is called. When the client breaks a rule,
    `on_failure` is called, from a thread of the server's."""

    def __init__(self, case: Case, on_failure: Callable[[], None] = lambda: None) -> None:
        self.case = case
        self._on_failure = on_failure
        self.matches: dict[int, Match] = {}
        self.violations: list[str] = []
        self.connections = 0
        self.counts = {"client": 0, "server": 0}
        self.sizes: dict[str, int] = {}  # the bytes of the longest message of each kind
        cut = case.cut or {}
        self.cuts_left: list[int] = list(cut.get("bytes", []))
        # The client has made progress since the last cut, so that it comes again soon.
        self._can_cut = cut.get("inside") != "standing"  # which follows a lost line
        self._client_name = ""
        self._challenge = 10  # the number of the last challenge
        self._loses_answers = False  # what the client has sent is heard, and the line is lost then
        self._connection: socket.socket | None = None
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(LIMIT_SECONDS)
        self.address = "127.0.0.1:%d" % self._listener.getsockname()[1]
        self._is_stopped = False
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._is_stopped = True
        for end in (self._connection, self._listener):
            if end is not None:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        self._thread.join(LIMIT_SECONDS)
        self._listener.close()

    def _serve(self) -> None:
        while not self._is_stopped:
            try:
                self._connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            with self._connection as connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                try:
                    self._converse(connection)
                except (LineCut, OSError):
                    pass
                except Exception as error:  # a message that is none
                    self.violations.append(f"{type(error).__name__}: {error}")
            if self.violations:
                self._on_failure()

    def _converse(self, connection: socket.socket) -> None:
        is_greeted = False
        while True:
            body, message = self._hear(connection)
            if body == "hello":
                if is_greeted:
                    self.violations.append("a second hello")
                is_greeted = True
                if self.case.refuses_hello:
                    self._say(connection, {"error": {"code": _ERRORS[self.case.refuses_hello.pop(0)], "text": "later"}})
                    return
                # The old connection of a guest may still have its name.
                self._client_name = "bot" if self.case.token or self.connections == 1 else f"bot-{self.connections}"
                features = ["arranged"] if self.case.token else []
                self._say(connection, {"welcome": {"version": 1, "name": self._client_name, "features": features}})
                if self.case.token:
                    self._arrange(connection)
                continue
            if not is_greeted:
                self.violations.append(f"{body} before hello")
            self._answer(connection, body, message)

    def _challenge_match(self, connection: socket.socket, challenge: Message) -> None:
        """A third player challenges the client first, and takes its challenge back. Then the opponent accepts."""
        if challenge.get("opponent") != self.case.opponent:
            self.violations.append(f"a wrong challenge: {challenge}")
        self._challenge += 2
        own, other, terms = self._challenge, self._challenge - 1, challenge["terms"]
        self._say(connection, {"challenged": {"challenge": other, "from": "carl", "terms": terms}})
        self._say(connection, {"challenged": {"challenge": own, "from": self._client_name, "terms": terms}})
        self._say(connection, {"challenge_ended": {"challenge": other, "why": "withdrawn"}})
        self._say(connection, {"challenge_ended": {"challenge": own, "why": "accepted"}})
        self._announce(connection, self._new_match())

    def _answer(self, connection: socket.socket, body: str, message: Message) -> None:
        if body == ("quick_match" if self.case.opponent else "challenge"):
            return self.violations.append(f"{body} was not expected")
        if body == "challenge":
            return self._challenge_match(connection, message)
        if body == "decline":
            if message.get("challenge", 0) % 2 == 0:
                self.violations.append("the client declines its own challenge")
            return None
        if body == "quick_match":
            if self.case.refuses_requests:
                code = _ERRORS[self.case.refuses_requests.pop(0)]
                return self._say(connection, {"error": {"code": code, "text": "later"}})
            return self._announce(connection, self._new_match())
        match = self.matches.get(message.get("match", 0))
        if match is None or message.get("seat") != match.seat:
            self.violations.append(f"{body} names no seat of the client: {message}")
        elif body == "resume":
            self._resume(connection, match, message)
        elif body == "decide":
            self._decide(connection, match, message)
        elif body != "leave" or not self.case.stops:
            self.violations.append(f"{body} was not expected")
        else:
            self._end(connection, match)

    def _arrange(self, connection: socket.socket) -> None:
        """Begins the matches of a tournament, one after the other, and then has no more."""
        running = [match for match in self.matches.values() if not match.has_ended]
        if running or len(self.matches) < self.case.matches:
            match = running[0] if running else self._new_match()
            return None if match.is_announced else self._announce(connection, match)
        self._say(connection, {"error": {"code": messages.ERROR_CODE_BENCHED, "text": "the tournament is over"}})

    def _new_match(self) -> Match:
        match = Match(31 + len(self.matches), self.case, self._client_name)
        self.matches[match.number] = match
        return match

    def _announce(self, connection: socket.socket, match: Match) -> None:
        for message in (match.start(), match.game_start(), match.update()):
            self._say(connection, message, match)

    def _end(self, connection: socket.socket, match: Match) -> None:
        if not match.has_ended:
            for message in match.end():
                self._say(connection, message)

    def _resume(self, connection: socket.socket, match: Match, resume: Message) -> None:
        if resume.get("token") != match.token or resume.get("last", 0) > match.update_number:
            self.violations.append(f"a wrong resume: {resume}")
        if resume.get("holder") and not resume.get("back"):
            self.violations.append("a client that reconnects by itself, and names itself, has to say so")
        if match.has_ended:
            error = {"code": messages.ERROR_CODE_UNKNOWN_MATCH, "text": "it is over", "match": match.number}
            self._say(connection, {"error": error})
        else:
            self._client_name = match.player
            match.clock += 17 if self.case.moves_clock else 0
            for message in (match.start(), match.game_start(), match.update(),
                            {"standing": {"match": match.number}}):
                self._say(connection, message)

    def _decide(self, connection: socket.socket, match: Match, decide: Message) -> None:
        if self.case.stops:
            return self.violations.append("a bot that is stopped decides")
        if match.has_ended or decide.get("clock") != match.clock:
            error = {"code": messages.ERROR_CODE_LATE, "text": "late", "match": match.number}
            return self._say(connection, {"error": error})
        if decide.get("game") != 1 or "place" not in decide:
            self.violations.append(f"a wrong decision: {decide}")
        if self.case.drains_at == match.decision:
            self._say(connection, {"drain": {"seconds": 300}})
        if self.case.takes_first_seat and match.number == 31:
            match.has_ended = match.is_taken = True
            error = {"code": messages.ERROR_CODE_NOT_YOURS, "text": "taken over", "match": match.number}
            return self._say(connection, {"error": error})
        for message in match.answer(decide):
            self._say(connection, message)
        if self.case.token and match.has_ended:
            self._arrange(connection)

    def _hear(self, connection: socket.socket) -> tuple[str, Message]:
        while True:
            (length,) = struct.unpack("<I", self._take(connection, 4))
            message = decode("ClientMessage", self._take(connection, length))
            [(body, content)] = message.items()
            if body == "ping":
                self._write(connection, {"pong": {"nonce": content.get("nonce", 0)}})
                continue
            self.counts["client"] += 1
            self._loses_answers = self._is_cut_at("client")
            return body, content

    @staticmethod
    def _take(connection: socket.socket, count: int) -> bytes:
        data = b""
        while len(data) < count:
            more = connection.recv(count - len(data))
            if not more:
                raise LineCut
            data += more
        return data

    def _say(self, connection: socket.socket, message: Message, announced: Match | None = None) -> None:
        if self._loses_answers:
            raise LineCut
        self.counts["server"] += 1
        self._write(connection, message)
        if announced is not None:
            announced.is_announced = True
        if self._is_cut_at("server"):
            raise LineCut

    def _is_cut_at(self, sender: str) -> bool:
        """The line is lost after a message of the server, whose answer is lost then, or after one of the client."""
        cut = self.case.cut
        return cut is not None and (cut.get("of"), cut.get("message")) == (sender, self.counts[sender])

    def _write(self, connection: socket.socket, message: Message) -> None:
        data = encode("ServerMessage", message)
        data = struct.pack("<I", len(data)) + data
        [body] = message
        self.sizes[body] = max(self.sizes.get(body, 0), len(data))
        if self.cuts_left and self._can_cut and self.case.cut and self.case.cut["inside"] == body:
            connection.sendall(data[:self.cuts_left.pop(0)])
            self._can_cut = body == "update"
            raise LineCut
        for piece in [data[i:i + 1] for i in range(len(data))] if self.case.in_pieces else [data]:
            connection.sendall(piece)
        if body == "update" and not self._can_cut:
            self._can_cut = True
            if self.cuts_left:
                raise LineCut  # the next connection is cut inside of a message
