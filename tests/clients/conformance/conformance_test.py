"""Runs the cases of cases.json with the client that CONFORMANCE_CLIENT names: js, python or cpp.

Also with a lost or damaged line, a client plays the number of matches that it was to play, answers each question of the
server, sends nothing that the server did not ask for, and its bot is asked no question twice. All matches are played
beside each other, because most of the time clients wait before they connect again."""

import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import threading
import unittest
from typing import Any

import messages
from scripted_server import LIMIT_SECONDS, Case, ScriptedServer
from wire import WireError, decode, encode

HERE = pathlib.Path(__file__).resolve().parent
CLIENT = os.environ["CONFORMANCE_CLIENT"]
CASES: list[dict[str, Any]] = json.loads((HERE / "cases.json").read_text(encoding="utf-8"))
# The abilities that a case may need, by client.
ABILITIES = {"cpp": {"slots"}, "python": {"slots", "opponent"}, "js": {"slots", "opponent", "stops"}}
CUTS_IN_A_ROW = 12  # one client loses the line so often inside of messages of one kind
KINDS_OF_ENDS = ("game_end", "match_end")
# After a cut inside of one of these, the client makes no progress before the next one: it loses the line only once.
KINDS_BEFORE_A_MATCH = ("error", "challenged", "challenge_ended")


class Play:
    """One client on one server."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.has_failed = threading.Event()
        self.server = ScriptedServer(case, self.fail)
        self.process: "subprocess.Popen[str] | None" = None
        self.code: int | None = None
        self.lines: list[dict[str, Any]] = []
        self.told = ""

    def fail(self) -> None:
        """Ends the client, which could wait for ever otherwise."""
        self.has_failed.set()
        if self.process is not None:
            self.process.kill()

    def options(self) -> dict[str, Any]:
        case = self.case
        return {"server": self.server.address, "clock": case.clock, "ruleset": case.ruleset, "matches": case.matches,
                "slots": case.slots, "token": case.token, "opponent": case.opponent, "stops": case.stops}


def worker(play: Play) -> list[str]:
    case = play.case
    command = [os.environ["RENSA_BIN"] + "/rensa-worker", "--server", play.server.address, "--player", "random",
               "--seed", "1", "--slots", str(case.slots), "--quiet"]
    if case.token:
        return [*command, "--token", case.token]
    return [*command, "--clock", case.clock, "--ruleset", case.ruleset, "--matches", str(case.matches)]


def run(command: list[str], plays: list[Play], given: str = "") -> None:
    """Runs one program that plays on all these servers, and gives each of them its lines."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        for play in plays:
            play.process = process
            if play.has_failed.is_set():
                process.kill()
        try:
            out, err = process.communicate(given, LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            err += f"the client did not end within {LIMIT_SECONDS} s"
    lines = [json.loads(line) for line in out.splitlines()] if given else []
    reasons = [f"{play.case.title}: {play.server.violations}" for play in plays if play.server.violations]
    for index, play in enumerate(plays):
        play.code = process.returncode
        play.lines = [line for line in lines if line["play"] == index]
        play.told = f"{play.case.title}: {'; '.join(reasons)}\n{play.lines}\n{err[-2000:]}"


def play_all(cases: list[Case]) -> list[Play]:
    plays = [Play(case) for case in cases]
    if CLIENT == "cpp":
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda play: run(worker(play), [play]), plays))
    else:
        program = ["node", str(HERE / "js_client.js")] if CLIENT == "js" else [
            sys.executable, "-B", str(HERE / "python_client.py")]
        run(program, plays, json.dumps([play.options() for play in plays]))
    for play in plays:
        play.server.stop()
    return plays


def is_possible(case: dict[str, Any]) -> bool:
    return all(name in ABILITIES[CLIENT] for name in ("slots", "opponent", "stops") if name in case)


def with_cuts(case: dict[str, Any], whole: Play) -> list[Case]:
    cases = []
    if case.get("cuts_every_message"):
        for of, count in whole.server.counts.items():
            cases += [Case(case, {"of": of, "message": message}) for message in range(1, count + 1)]
    for kind in case.get("cuts_every_byte_of", ()):
        size = max(whole.server.sizes.get(kind, 0), 20)  # a standing is not sent in a whole play
        cuts = 1 if kind in KINDS_BEFORE_A_MATCH else CUTS_IN_A_ROW
        for begin in range(0, size, cuts):
            sizes = list(range(begin, min(begin + cuts, size)))
            matches = len(sizes) if kind in KINDS_OF_ENDS else 1
            cases.append(Case({**case, "matches": matches}, {"inside": kind, "bytes": sizes}))
    return cases


class ConformanceTest(unittest.TestCase):
    plays: dict[str, list[Play]]

    @classmethod
    def setUpClass(cls) -> None:
        cases = [case for case in CASES if is_possible(case)]
        whole = play_all([Case(case) for case in cases])
        cls.plays = {case["name"]: [play] for case, play in zip(cases, whole)}
        by_title = [(case["name"], cut) for case, play in zip(cases, whole) for cut in with_cuts(case, play)]
        for (name, _), play in zip(by_title, play_all([cut for _, cut in by_title])):
            cls.plays[name].append(play)

    def check(self, play: Play) -> None:
        case, server = play.case, play.server
        self.assertEqual(server.violations, [], play.told)
        # The player of a tournament of ours that is over has failed to play on: the worker says so.
        self.assertEqual(play.code, 1 if case.token and CLIENT == "cpp" else 0, play.told)
        self.assertEqual(server.cuts_left, [], play.told)
        ended = [match for match in server.matches.values() if match.has_ended]
        self.assertGreaterEqual(len(ended), case.matches if case.cut is None else 1, play.told)
        for match in ended:
            if not match.is_taken and not case.stops:
                self.assertEqual(len(match.answers), case.decisions + len(case.refused), play.told)
        if CLIENT == "cpp":
            return
        *lines, end = play.lines
        self.assertEqual(end["matches"], case.matches, play.told)
        self.assertLess(end["connectionsLost"], server.connections, play.told)
        if case.matches == 1 or CLIENT == "js":
            # Where the clock moves while the line is lost, a pair is one question.
            asked = [(line["match"], line["hand"] if case.moves_clock else line["clock"]) for line in lines]
            self.assertEqual(len(asked), len(set(asked)), play.told)


def add(case: dict[str, Any]) -> None:
    def test(self: ConformanceTest) -> None:
        if not is_possible(case):
            self.skipTest("this client has no such option")
        for play in self.plays[case["name"]]:
            with self.subTest(play.case.title):
                self.check(play)

    name = case["name"].replace(",", "").replace(" ", "_")
    setattr(ConformanceTest, f"test_{name}", test)


for one in CASES:
    add(one)


class CasesTest(unittest.TestCase):
    def test_every_message_to_a_player_is_cut(self) -> None:
        """All but the answers to pings, which no whole play has, and those that these clients do not ask for."""
        sent = re.findall(r'\{"(\w+)": ', (HERE / "scripted_server.py").read_text(encoding="utf-8"))
        known = {name for name, _, _ in messages.MESSAGES["ServerMessage"].values()}
        cut = {kind for case in CASES for kind in case.get("cuts_every_byte_of", ())}
        self.assertEqual(cut, set(sent) & known - {"pong"})


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

    def test_messages_are_those_of_the_schema(self) -> None:
        made = subprocess.run([sys.executable, HERE.parents[2] / "scripts/python_messages.py"], capture_output=True, check=True,
                              text=True)
        current = (HERE / "messages.py").read_text()
        self.assertEqual(made.stdout, current, "scripts/python_messages.py >tests/clients/conformance/messages.py")

    def test_enumerators_are_those_of_the_schema(self) -> None:
        self.assertEqual((messages.CLOCK_TURNS, messages.ERROR_CODE_BENCHED), (3, 17))


class ScriptedServerTest(unittest.TestCase):
    def test_malformed_message_of_a_client_is_a_violation(self) -> None:
        for message in (b"\xff\xff\xff\xff\xff", b""):
            has_failed = threading.Event()
            server = ScriptedServer(Case({"name": "a malformed message"}), has_failed.set)
            self.addCleanup(server.stop)
            host, port = server.address.split(":")
            with socket.create_connection((host, int(port))) as connection:
                connection.sendall(len(message).to_bytes(4, "little") + message)
                self.assertTrue(has_failed.wait(LIMIT_SECONDS))
            self.assertEqual(len(server.violations), 1, server.violations)


if __name__ == "__main__":
    unittest.main()
