"""rensa.play() brings bots to a real server: RENSA_BIN is the folder of its programs."""

import contextlib
import json
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import threading
import unittest
from collections.abc import Iterator
from typing import Any, cast

import rensa
from rensa import _messages, client
from rensa._wire import Connection, WireError, decode, encode

BIN = pathlib.Path(os.environ["RENSA_BIN"])


class Server:
    """A server with a folder of its own."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="rensa-python-")
        self.socket = f"{self.folder.name}/workers"  # stays when the server is started again
        self._start()

    def _start(self) -> None:
        self.process = subprocess.Popen(
            [BIN / "rensa-server", "--data", self.folder.name, "--worker-port", "0", "--web-port", "0",
             "--worker-socket", self.socket],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r"(http://\S+)/  workers on (127\.0\.0\.1:\d+)", line):
                self.url, self.address = found.groups()
                return
        raise AssertionError("the server has not started")

    def kill_and_start_again(self) -> None:
        self._kill()
        self._start()

    def token(self, name: str, *options: str) -> str:
        made = subprocess.run(
            [BIN / "rensa-server", "token", "create", "--name", name, "--data", self.folder.name, *options],
            capture_output=True, check=True, text=True)
        return made.stdout.strip()

    def start_tournament(self, plan: dict[str, Any]) -> None:
        folder = pathlib.Path(self.folder.name)
        (folder / "plan.json").write_text(json.dumps(plan))
        (folder / "boss").write_text(self.token("boss", "--administrator"))
        subprocess.run([BIN / "rensa", "tournament", "start", folder / "plan.json", "--server", self.url,
                        "--token-file", folder / "boss"], capture_output=True, check=True)

    @contextlib.contextmanager
    def opponent(self, *options: str) -> Iterator[None]:
        """Lets a built-in player ask for quick matches."""
        worker = subprocess.Popen([BIN / "rensa-worker", "--server", f"unix:{self.socket}", "--player", "random", "--seed", "1",
                                   "--quiet", *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield
        finally:
            worker.terminate()
            worker.wait()

    def _kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()

    def stop(self) -> None:
        self._kill()
        self.folder.cleanup()


class Line:
    """A line to a server that can be cut. The next connection goes through it again."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self._listener.getsockname()[1]
        self._open: list[socket.socket] = []  # of the last connection
        self._all: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near = self._listener.accept()[0]
                host, port = self._server.split(":")
                far = socket.create_connection((host, int(port)))
                self._open = [near, far]
                self._all += self._open
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    @staticmethod
    def _carry(one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        for end in self._open:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listener.close()
        self.cut()
        for end in self._all:
            end.close()


def first(view: rensa.View) -> int:
    return view.placements[0]


class PlayTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)

    def test_matches_are_played_with_each_clock(self) -> None:
        for clock, ruleset in (("virtual", "tsu-1"), ("turns", "jaist-1")):
            with self.subTest(clock=clock), self.server.opponent("--clock", clock, "--ruleset", ruleset):
                summary = rensa.play(self.server.address, bot=first, name="first", clock=clock, ruleset=ruleset, matches=2)
            self.assertEqual(summary.matches, 2)
            self.assertEqual(summary.won + summary.drawn + summary.lost, 2)
            self.assertEqual(summary.connections_lost, 0)

    def test_real_clock_asks_once_for_a_pair(self) -> None:
        hands: list[int] = []
        def bot(view: rensa.View) -> int:
            hands.append(view.own.hand)
            return 2 if 2 in view.placements else view.placements[0]  # the column of the choke
        with self.server.opponent("--clock", "real"):
            summary = rensa.play(self.server.address, bot=bot, clock="real", matches=1)
        self.assertEqual(summary.matches, 1)
        self.assertEqual(hands, sorted(set(hands)), "one choice for a pair, in their order")

    def test_token_gives_the_bot_its_name(self) -> None:
        heard: list[str] = []
        with self.server.opponent():
            rensa.play(self.server.address, self.server.token("pythonista"), first, matches=1, notice=heard.append)
        self.assertIn("playing as pythonista", heard)

    def test_bot_may_be_an_object(self) -> None:
        class Counting:
            choices = 0
            def choose(self, view: rensa.View) -> int:
                self.choices += 1
                return view.placements[-1]
        bot = Counting()
        with self.server.opponent():
            rensa.play(self.server.address, bot=bot, matches=1)
        self.assertGreater(bot.choices, 3)

    def test_lost_line_is_not_noticed_by_the_bot(self) -> None:
        line = Line(self.server.address)
        self.addCleanup(line.close)
        asked: list[tuple[int, int]] = []
        def bot(view: rensa.View) -> int:
            asked.append((view.clock, view.own.hand))
            if len(asked) in (2, 5):
                line.cut()
            return view.placements[len(asked) % len(view.placements)]
        with self.server.opponent():
            summary = rensa.play(line.address, bot=bot, matches=1)
        self.assertEqual(summary.matches, 1)
        self.assertEqual(summary.connections_lost, 2)
        self.assertEqual(len(asked), len(set(asked)), "no position is asked twice")

    def test_unknown_token_and_terms_are_refused(self) -> None:
        with self.assertRaises(rensa.PlayError):
            rensa.play(self.server.address, "no-such-token", first)
        with self.assertRaises(rensa.PlayError):
            rensa.play(self.server.address, bot=first, ruleset="no-such-ruleset")
        with self.assertRaises(ValueError):
            rensa.play("nowhere", bot=first)

    def test_errors_of_the_bot_are_passed_on(self) -> None:
        def broken(view: rensa.View) -> int:
            raise ZeroDivisionError
        with self.server.opponent(), self.assertRaises(ZeroDivisionError):
            rensa.play(self.server.address, bot=broken)
        with self.server.opponent(), self.assertRaises(rensa.IllegalPlacement):
            rensa.play(self.server.address, bot=lambda view: 22)


class RestartTest(unittest.TestCase):
    def test_bot_plays_on_when_its_server_is_killed(self) -> None:
        for clock, ruleset in (("real", "tsu-1"), ("virtual", "tsu-1"), ("turns", "jaist-1")):
            with self.subTest(clock=clock):
                server = Server()
                self.addCleanup(server.stop)
                asked = 0
                def bot(view: rensa.View) -> int:
                    nonlocal asked
                    asked += 1
                    if asked in (2, 4):
                        server.kill_and_start_again()
                    return 2 if 2 in view.placements else view.placements[0]  # the column of the choke
                with server.opponent("--clock", clock, "--ruleset", ruleset, "--matches", "1"):
                    summary = rensa.play(f"unix:{server.socket}", bot=bot, clock=clock, ruleset=ruleset, matches=1)
                self.assertEqual(summary.matches, 1)
                self.assertEqual(summary.won + summary.drawn + summary.lost, 1)
                self.assertGreaterEqual(summary.connections_lost, 2)


class Recorder:
    """A connection that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def send(self, body: str, message: dict[str, Any]) -> None:
        self.sent.append((body, message))

    def take(self) -> list[tuple[str, dict[str, Any]]]:
        sent, self.sent = self.sent, []
        return sent


class SeatTest(unittest.TestCase):
    """A bot in a match, without a server: what it says to what it hears."""

    def setUp(self) -> None:
        self.connection = Recorder()
        self.asked: list[int] = []

        def choose(view: rensa.View) -> int:
            self.asked.append(view.clock)
            return view.placements[0]

        self.player = client._Player(choose, "", "bot", {}, 2, False, lambda text: None)

    def hear(self, body: str, **message: Any) -> list[tuple[str, dict[str, Any]]]:
        self.player._hear(cast(Connection, self.connection), body, message)
        return self.connection.take()

    def begin(self, clock: int) -> None:
        self.hear("welcome", name="bot")
        self.hear("match_start", match=31, seat=1, players=["bot", "other"], token="key", terms={"clock": clock})

    def update(self, number: int, clock: int, **more: Any) -> list[tuple[str, dict[str, Any]]]:
        side = {"field": "0" * 84, "pairs": "455664", "hand": 1, "phase": _messages.PHASE_CONTROL,
                "falling": {"x": 3, "y": 12, "fall_counter": 16}}
        view = {"seat": 1, "clock": clock, "decision_due": True, "own": side, "opponent": side}
        return self.hear("update", match=31, seat=1, number=number, game=1, answer_due=True, view=view, **more)

    def test_bot_comes_back_when_the_server_has_told_it_to(self) -> None:
        self.hear("error", code=_messages.ERROR_CODE_BUSY, text="come back in 13 s", retry_after_milliseconds=12_500)
        self.assertEqual(self.player.next_pause(), 12.5)
        self.assertLessEqual(self.player.next_pause(), 1, "the next one is its own again")

    def test_seat_that_another_session_takes_over_is_forgotten(self) -> None:
        for code in (_messages.ERROR_CODE_NOT_YOURS, _messages.ERROR_CODE_ELSEWHERE):
            self.setUp()
            self.begin(_messages.CLOCK_VIRTUAL)
            self.assertEqual(self.hear("error", code=_messages.ERROR_CODE_UNKNOWN_MATCH, text="over", match=31), [])
            sent = self.hear("error", code=code, text="taken over", match=31)
            self.assertEqual([body for body, _ in sent], ["quick_match"])
            self.assertEqual(self.player.summary.matches, 1)

    def test_placement_that_was_refused_while_the_line_was_lost_is_chosen_anew(self) -> None:
        for clock in (_messages.CLOCK_REAL, _messages.CLOCK_VIRTUAL):
            self.setUp()
            self.begin(clock)
            self.update(1, 73)
            self.hear("welcome", name="bot")
            event = {"kind": _messages.EVENT_KIND_PLACEMENT_REFUSED, "seat": 1}
            self.assertEqual([body for body, _ in self.update(2, 73, events=[event])], ["decide"])
            self.assertEqual(self.asked, [73, 73])

    def test_answer_that_was_lost_is_sent_again_with_the_newest_clock(self) -> None:
        self.begin(_messages.CLOCK_REAL)
        self.update(1, 73)
        self.hear("welcome", name="bot")
        [(body, decide)] = self.update(2, 90)
        self.assertEqual((body, decide["clock"], self.asked), ("decide", 90, [73]))

    def test_another_game_with_the_same_number_is_asked_anew(self) -> None:
        for clock in (_messages.CLOCK_REAL, _messages.CLOCK_VIRTUAL):
            self.setUp()
            for commitment in ("one", "two"):
                self.begin(clock)
                self.hear("game_start", match=31, seat=1, game=1, commitment=commitment)
                self.update(1, 73)
            self.assertEqual(self.asked, [73, 73])


class TournamentTest(unittest.TestCase):
    def test_program_plays_a_tournament_of_its_host(self) -> None:
        with tempfile.TemporaryDirectory(prefix="rensa-python-") as folder:
            bot = pathlib.Path(folder) / "bot.py"
            bot.write_text(
                f"#!/usr/bin/python3 -B\nimport sys\nsys.path.insert(0, {str(pathlib.Path(rensa.__file__).parents[1])!r})\n"
                "import rensa\nrensa.play(bot=lambda view: view.placements[0])\n")
            bot.chmod(0o755)
            plan = pathlib.Path(folder) / "plan.json"
            plan.write_text('{"name": "cup", "seed": 1, "pairs": 1, "audit": 0, "players": ["random", '
                            f'{{"name": "snake", "exec": ["{bot}"]}}]}}')
            run = subprocess.run([BIN / "rensa", "tournament", "run", plan, "--folder", f"{folder}/run", "--quiet",
                                  "--exec-isolation", "none"],
                                 capture_output=True, text=True, cwd=folder)
            self.assertEqual(run.returncode, 0, run.stderr)
            shown = subprocess.run([BIN / "rensa", "tournament", "show", plan, "--folder", f"{folder}/run", "--format", "csv"],
                                   capture_output=True, text=True, check=True)
            snake = next(line for line in shown.stdout.splitlines() if "snake" in line)
            self.assertIn(",2,", snake)


    def test_account_plays_as_a_guest_until_it_is_stopped(self) -> None:
        server = Server()
        self.addCleanup(server.stop)
        token = server.token("ann")
        class Over(Exception):
            pass
        asked: list[int] = []
        def bot(view: rensa.View) -> int:
            asked.append(view.own.hand)
            if len(asked) > 3:
                raise Over
            return view.placements[0]
        server.start_tournament({"name": "cup", "seed": 1, "pairs": 1, "audit": 0,
                                 "players": ["random", {"name": "ann", "guest": True}]})
        self.assertRaises(Over, rensa.play, server.address, token, bot, origin="host")

    def test_origins_that_cannot_be_are_refused(self) -> None:
        for wrong in ({"origin": "guests"}, {"origin": "host", "matches": 2}, {"origin": "host", "token": ""}):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                rensa.play("127.0.0.1:1", **{"token": "a", "bot": first, **wrong})


class WireTest(unittest.TestCase):
    def test_messages_are_written_and_read(self) -> None:
        message = {"advice": {"question": 2**63, "candidates": [
            {"place": {"x": 3, "r": 1}, "worth": -5}, {"place": {"x": 6}, "worth": 2**40}]}}
        self.assertEqual(decode("ClientMessage", encode("ClientMessage", message)), message)
        start = {"match_start": {"players": ["é", ""], "wins": [0, 300], "token": "t"}}
        self.assertEqual(decode("ServerMessage", encode("ServerMessage", start)), start)
        chance = {"game_start": {"chance": 2**64 - 1, "game": 1}}
        self.assertEqual(decode("ServerMessage", encode("ServerMessage", chance)), chance)
        event = {"update": {"events": [{"number": -1, "amount": 7}], "answer_due": True}}
        self.assertEqual(decode("ServerMessage", encode("ServerMessage", event)), event)

    def test_unknown_fields_are_left_out(self) -> None:
        self.assertEqual(decode("Pong", b"\x08\x2a\xf8\x07\x01\xfa\x07\x01x"), {"nonce": 42})

    def test_message_that_is_cut_is_refused_or_shorter(self) -> None:
        whole = encode("ServerMessage", {"welcome": {"version": 1, "name": "bot", "features": ["arranged"]}})
        for length in range(len(whole)):
            with contextlib.suppress(WireError):
                self.assertLess(len(encode("ServerMessage", decode("ServerMessage", whole[:length]))), len(whole))

    def test_enumerators_are_those_of_the_schema(self) -> None:
        self.assertEqual((_messages.CLOCK_TURNS, _messages.ERROR_CODE_BENCHED), (3, 17))


if __name__ == "__main__":
    unittest.main()
