"""rensa.play() brings bots to a real server: RENSA_BIN is the folder of its programs."""

import asyncio
import contextlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request
from collections.abc import Iterator
from typing import Any
from unittest import mock

import rensa

BIN = pathlib.Path(os.environ["RENSA_BIN"])


class Server:
    """A server with a folder of its own."""

    def __init__(self, *options: str) -> None:
        self._options = options
        self.folder = tempfile.TemporaryDirectory(prefix="rensa-python-")
        self.socket = f"{self.folder.name}/workers"  # stays when the server is started again
        self._start()

    def _start(self) -> None:
        self.process = subprocess.Popen(
            [BIN / "rensa-server", "--data", self.folder.name, "--worker-port", "0", "--web-port", "0",
             "--worker-socket", self.socket, *self._options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r"(https?://\S+)/  workers on (127\.0\.0\.1:\d+)", line):
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

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self.url}/api/v1/{path}") as answer:
            return json.load(answer)

    def games(self) -> list[dict[str, Any]]:
        """The games that the server has stored."""
        return list(self.get("games")["games"])

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
        self.assertIn(f"connected to {self.server.address} as pythonista", heard)

    def test_token_of_the_environment_is_not_sent_to_another_server(self) -> None:
        heard: list[str] = []
        account = {"RENSA_SERVER": "127.0.0.1:1", "RENSA_TOKEN": self.server.token("faithful")}
        with self.server.opponent(), mock.patch.dict(os.environ, account):
            rensa.play(self.server.address, bot=first, name="a guest", matches=1, notice=heard.append)
        self.assertIn(f"connected to {self.server.address} as a guest", heard)
        self.assertIn("RENSA_TOKEN is not used", heard[0])

    def test_notices_are_printed_unless_another_function_or_none_is_given(self) -> None:
        for notice, expected in (("", f"connected to {self.server.address} as talker\n"), (", notice=None", "")):
            program = (f"import rensa\nrensa.play({self.server.address!r}, bot=lambda view: view.placements[0], "
                       f"name='talker', matches=1{notice})")
            with self.subTest(notice), self.server.opponent():
                done = subprocess.run([sys.executable, "-B", "-W", "error", "-c", program], capture_output=True, text=True,
                                      check=True)
            self.assertEqual(done.stderr, expected)

    def test_bot_without_an_opponent_is_told_so(self) -> None:
        class Told(Exception):
            pass
        def tell(text: str) -> None:
            if "waits for an opponent, who asks for a quick match of jaist-1 (turns, 3 games)" in text:
                raise Told
        terms: dict[str, Any] = {"bot": first, "ruleset": "jaist-1", "clock": "turns", "games": 3, "notice": tell}
        with mock.patch("rensa._waiting._SECONDS", 0.0):
            self.assertRaises(Told, rensa.play, self.server.address, **terms)
            with self.assertRaises(Told):
                asyncio.run(rensa.play_async(self.server.address, **terms))

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

    def test_many_seats_are_played_in_batches(self) -> None:
        test = self
        class Many:
            choices = 0
            def choose_many(self, views: list[rensa.View]) -> Any:
                test.assertLessEqual(len(views), 3)
                self.choices += len(views)
                masks = rensa.view_arrays(views).action_mask
                return masks.argmax(axis=1)
        bot = Many()
        with self.server.opponent("--slots", "8"):
            summary = rensa.play(self.server.address, bot=bot, matches=12, slots=8, batch=3)
        self.assertEqual(summary.matches, 12)
        self.assertGreater(bot.choices, 36)

    def test_other_seats_are_asked_while_a_coroutine_waits(self) -> None:
        asked: list[int] = []
        async def play() -> rensa.Summary:
            is_second_asked = asyncio.Event()
            async def choose(view: rensa.View) -> int:
                asked.append(view.clock)
                if len(asked) == 1:
                    await is_second_asked.wait()
                is_second_asked.set()
                return view.placements[0]
            return await rensa.play_async(self.server.address, bot=choose, matches=2, slots=2)
        with self.server.opponent("--slots", "2"):
            self.assertEqual(asyncio.run(play()).matches, 2)

    def test_batches_are_played_in_an_event_loop(self) -> None:
        class Many:
            running = 0
            async def choose_many(self, views: list[rensa.View]) -> list[int]:
                assert self.running == 0, "one batch after the other"
                self.running += 1
                await asyncio.sleep(0)
                self.running -= 1
                return [view.placements[0] for view in views]
        with self.server.opponent("--slots", "4"):
            summary = asyncio.run(rensa.play_async(self.server.address, bot=Many(), matches=6, slots=4))
        self.assertEqual(summary.matches, 6)

    def test_errors_of_a_coroutine_are_passed_on(self) -> None:
        async def broken(view: rensa.View) -> int:
            raise ZeroDivisionError
        with self.server.opponent("--slots", "2"), self.assertRaises(ZeroDivisionError):
            asyncio.run(rensa.play_async(self.server.address, bot=broken, slots=2))
        with self.assertRaises(rensa.PlayError):
            asyncio.run(rensa.play_async(self.server.address, "no-such-token", first))

    def causes_of(self, name: str, count: int = 1) -> list[str]:
        """Waits until so many games of this player are stored, and returns their causes."""
        while len(games := [game for game in self.server.games() if name in game["players"]]) < count:
            time.sleep(0.02)
        return [game["cause"] for game in games]

    def ended_by(self, number: int, name: str, arguments: str = "", call: str = "rensa.play({})") -> "tuple[int, str, str]":
        """Lets a program play in real time, and sends it a signal while it is asked. Returns its status and output."""
        wanted = call.format(f"{self.server.address!r}, bot=bot, name={name!r}, clock='real', notice=None{arguments}")
        program = ("import asyncio, rensa\ndef bot(view):\n    print('asked', flush=True)\n"
                   f"    return view.placements[0]\nprint({wanted})\n")
        with self.server.opponent("--clock", "real"):
            with subprocess.Popen(["/usr/bin/python3", "-B", "-c", program], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True) as process:
                assert process.stdout
                self.assertEqual(process.stdout.readline(), "asked\n")
                process.send_signal(number)
                out, err = process.communicate()
            self.assertEqual(self.causes_of(name), ["resigned"])
        return process.returncode, out, err

    def test_interrupted_bot_resigns_its_matches_and_returns_its_results(self) -> None:
        status, out, err = self.ended_by(signal.SIGINT, "interrupted")
        self.assertEqual((status, err), (0, ""))
        self.assertIn("Summary(matches=1, won=0, drawn=0, lost=1,", out)

    def test_interrupt_before_all_matches_are_played_is_passed_on(self) -> None:
        _, out, err = self.ended_by(signal.SIGINT, "impatient", ", matches=5")
        self.assertIn("KeyboardInterrupt", err)
        self.assertNotIn("Summary", out)

    def test_sigterm_resigns_the_matches(self) -> None:
        for call in ("rensa.play({})", "asyncio.run(rensa.play_async({}))"):
            with self.subTest(call):
                status, out, err = self.ended_by(signal.SIGTERM, f"ended-{len(call)}", "", call)
                self.assertEqual((status, err), (143, ""))
                self.assertNotIn("Summary", out)

    def test_interrupted_event_loop_resigns_the_matches(self) -> None:
        _, _, err = self.ended_by(signal.SIGINT, "unlooped", "", "asyncio.run(rensa.play_async({}))")
        self.assertIn("KeyboardInterrupt", err)

    def test_error_of_the_bot_resigns_its_matches(self) -> None:
        def broken(view: rensa.View) -> int:
            raise ZeroDivisionError
        async def broken_later(view: rensa.View) -> int:
            raise ZeroDivisionError
        with self.server.opponent("--slots", "2"):
            self.assertRaises(ZeroDivisionError, rensa.play, self.server.address, bot=broken, name="broken")
            self.assertEqual(self.causes_of("broken"), ["resigned"])
            with self.assertRaises(ZeroDivisionError):
                asyncio.run(rensa.play_async(self.server.address, bot=broken_later, name="broken-later"))
            self.assertEqual(self.causes_of("broken-later"), ["resigned"])

    def test_cancelled_task_resigns_its_matches(self) -> None:
        async def play() -> None:
            is_asked = asyncio.Event()
            async def choose(view: rensa.View) -> int:
                is_asked.set()
                return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]
            playing = asyncio.create_task(rensa.play_async(self.server.address, bot=choose, name="cancelled"))
            await is_asked.wait()
            playing.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await playing
        with self.server.opponent():
            asyncio.run(play())
            self.assertEqual(self.causes_of("cancelled"), ["resigned"])

    def test_ruleset_of_ones_own_is_known(self) -> None:
        ruleset = rensa.Ruleset("jaist-1")
        with self.server.opponent("--clock", "turns", "--ruleset", "jaist-1"):
            summary = rensa.play(self.server.address, bot=first, clock="turns", ruleset=ruleset, matches=1)
        self.assertEqual(summary.matches, 1)

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
        with self.assertRaises(ValueError):
            rensa.play(self.server.address, bot=first, ruleset="no-such-ruleset")
        with self.assertRaises(ValueError):
            rensa.play("nowhere", bot=first)

    def test_errors_of_the_bot_are_passed_on(self) -> None:
        def broken(view: rensa.View) -> int:
            raise ZeroDivisionError
        with self.server.opponent(), self.assertRaises(ZeroDivisionError):
            rensa.play(self.server.address, bot=broken)

    def test_placement_that_cannot_be_reached_resigns_one_match(self) -> None:
        heard: list[str] = []
        asked = 0
        def bot(view: rensa.View) -> int:
            nonlocal asked
            asked += 1
            return 22 if asked == 3 else view.placements[0]
        with self.server.opponent("--slots", "2"):
            summary = rensa.play(self.server.address, bot=bot, name="careless", matches=2, slots=2, notice=heard.append)
        self.assertEqual(summary.matches, 2)
        self.assertRegex(next(text for text in heard if "resigned" in text), r"^match \d+ is resigned: the bot chose 22 of \[.*\], hand \d+ in http://www.puyop.com/")
        self.assertCountEqual([cause == "resigned" for cause in self.causes_of("careless", 2)], [True, False])

    def test_answer_that_is_no_number_ends_the_bot(self) -> None:
        def split(view: rensa.View) -> Any:
            return float(view.placements[0])
        with self.server.opponent(), self.assertRaisesRegex(rensa.IllegalPlacement, "which is no whole number"):
            rensa.play(self.server.address, bot=split)


class ChallengeTest(unittest.TestCase):
    def test_bot_challenges_one_that_takes_challenges(self) -> None:
        server = Server()
        self.addCleanup(server.stop)
        taker = ("import rensa\nrensa.play({!r}, bot=lambda view: view.placements[0], name='taker', origin='challenges', slots=2,"
                 " notice=lambda text: print(text, flush=True))").format(server.address)
        with subprocess.Popen(["/usr/bin/python3", "-B", "-c", taker], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            self.assertIn("as taker", process.stdout.readline())
            summary = rensa.play(server.address, bot=first, name="challenger", opponent="taker", matches=3, slots=2)
            process.kill()
        self.assertEqual(summary.matches, 3)
        self.assertEqual({tuple(sorted(game["players"])) for game in server.games()}, {("challenger", "taker")})
        with self.assertRaisesRegex(rensa.PlayError, "the server refuses"):
            rensa.play(server.address, bot=first, opponent="nobody")

    def test_challenge_that_is_declined_ends_it(self) -> None:
        server = Server()
        self.addCleanup(server.stop)
        with server.opponent("--name", "loner"):  # declines challenges
            while "loner" not in str(server.get("players")):
                time.sleep(0.02)
            with self.assertRaisesRegex(rensa.PlayError, "loner does not play: declined"):
                rensa.play(server.address, bot=first, opponent="loner", games=3)


class GuideTest(unittest.TestCase):
    def test_bots_of_the_guide_play(self) -> None:
        server = Server()
        self.addCleanup(server.stop)
        guide = (pathlib.Path(__file__).parents[4] / "docs/python.md").read_text(encoding="utf-8")
        bots = guide[guide.index("## Bots"):guide.index("## Records\n")]
        programs = re.findall(r"```\n(import .*?)```", bots, re.DOTALL)
        self.assertEqual(len(programs), 3)
        for program in programs:
            with self.subTest(program), server.opponent("--slots", "64"):
                program = re.sub(r"matches=\d+", "matches=6", program.replace("127.0.0.1:8733", server.address))
                done = subprocess.run([sys.executable, "-B", "-W", "error", "-c", program], capture_output=True, text=True,
                                      check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("Summary(matches=6,", done.stdout)


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


class TournamentTest(unittest.TestCase):
    @staticmethod
    def play_cup(folder: str, choice: str, options: str = "") -> "dict[str, Any]":
        """Lets a program with this choice play two games, and returns its standing."""
        bot = pathlib.Path(folder) / "bot.py"
        bot.write_text(
            f"#!/usr/bin/python3 -B\nimport sys\nsys.path.insert(0, {str(pathlib.Path(rensa.__file__).parents[1])!r})\n"
            f"import rensa\nrensa.play(bot=lambda view: {choice})\n")
        bot.chmod(0o755)
        plan = pathlib.Path(folder) / "plan.json"
        plan.write_text(f'{{"name": "cup", "seed": 1, "pairs": 1, "audit": 0, {options}"players": ["random", '
                        f'{{"name": "snake", "exec": ["{bot}"]}}]}}')
        run = subprocess.run([BIN / "rensa", "tournament", "run", plan, "--folder", f"{folder}/run", "--quiet",
                              "--exec-isolation", "none"], capture_output=True, text=True, cwd=folder)
        assert run.returncode == 0, run.stderr
        shown = subprocess.run([BIN / "rensa", "tournament", "show", plan, "--folder", f"{folder}/run", "--json"],
                               capture_output=True, text=True, check=True)
        standings = json.loads(shown.stdout)["standings"]
        return next(row for row in standings if row["player"] == "snake")

    def test_program_plays_a_tournament_of_its_host(self) -> None:
        with tempfile.TemporaryDirectory(prefix="rensa-python-") as folder:
            self.assertEqual(self.play_cup(folder, "view.placements[0]")["games"], 2)

    def test_error_of_a_program_is_in_its_log_and_its_games_are_lost_by_a_crash(self) -> None:
        with tempfile.TemporaryDirectory(prefix="rensa-python-") as folder:
            standing = self.play_cup(folder, "view.no_such_thing", '"bench_after": 0, ')
            self.assertEqual(standing["lost_by"], {"crashed": 2})
            logs = list(pathlib.Path(folder).glob("run/logs/snake-*.log"))
            self.assertEqual(len(logs), 2)
            for log in logs:
                text = log.read_text()
                self.assertIn("Traceback (most recent call last):", text)
                self.assertTrue(text.splitlines()[-1].startswith("AttributeError: "), text)

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


if __name__ == "__main__":
    unittest.main()
