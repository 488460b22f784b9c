"""Runs the cases of cases.json with the client that CONFORMANCE_CLIENT names: js, python or cpp.

Whatever happens to the line, a client plays the number of matches that it was to play, answers each question of the
server, sends nothing that the server did not ask for, and its bot is asked no question twice."""

import json
import os
import pathlib
import subprocess
import sys
import unittest
from typing import Any

from scripted_server import LIMIT_SECONDS, Case, ScriptedServer

HERE = pathlib.Path(__file__).parent
CLIENT = os.environ["CONFORMANCE_CLIENT"]
CASES = json.loads((HERE / "cases.json").read_text(encoding="utf-8"))


def command(server: str, case: Case) -> list[str]:
    options = json.dumps({"clock": case.clock, "ruleset": case.ruleset, "matches": case.matches, "slots": case.slots,
                          "token": case.token})
    if CLIENT == "js":
        return ["node", str(HERE / "js_client.js"), server, options]
    if CLIENT == "python":
        return [sys.executable, "-B", str(HERE / "python_client.py"), server, options]
    worker = [os.environ["RENSA_BIN"] + "/rensa-worker", "--server", server, "--player", "random", "--seed", "1",
              "--slots", str(case.slots), "--quiet"]
    if case.token:
        return [*worker, "--token", case.token]
    return [*worker, "--clock", case.clock, "--ruleset", case.ruleset, "--matches", str(case.matches)]


def has_slots(case: Case) -> bool:
    return case.slots == 1 or CLIENT != "python"  # which plays one match at a time


class ConformanceTest(unittest.TestCase):
    def play(self, case: Case) -> ScriptedServer:
        server = ScriptedServer(case)
        self.addCleanup(server.stop)
        done = subprocess.run(command(server.address, case), capture_output=True, text=True, timeout=LIMIT_SECONDS,
                              check=False, stdin=subprocess.DEVNULL)
        server.stop()
        told = f"{case.title}:\n{done.stdout}{done.stderr}"
        self.assertEqual(server.violations, [], told)
        # The player of a tournament of ours that is over has failed to play on: the worker says so.
        self.assertIn(done.returncode, (0, 1) if case.token and CLIENT == "cpp" else (0,), told)
        played = [match for match in server.matches.values() if match.has_ended]
        self.assertGreaterEqual(len(played), case.matches if case.cut is None else 1, told)
        for match in played:
            self.assertEqual(len(match.answers), case.decisions + len(case.refused), told)
        if CLIENT != "cpp":
            *lines, end = [json.loads(line) for line in done.stdout.splitlines()]
            self.assertEqual(end["matches"], case.matches, told)
            self.assertLess(end["connectionsLost"], server.connections, told)
            if case.matches == 1 or CLIENT == "js":
                asked = [tuple(line["asked"]) for line in lines]
                self.assertEqual(len(asked), len(set(asked)), told)
        return server


def add(case: dict[str, Any]) -> None:
    def test(self: ConformanceTest) -> None:
        if not has_slots(Case(case)):
            self.skipTest("this client plays one match at a time")
        whole = self.play(Case(case))
        if not case.get("cuts_every_message"):
            return
        for of, count in whole.counts.items():
            for message in range(1, count + 1):
                with self.subTest(of=of, message=message):
                    self.play(Case(case, {"of": of, "message": message}))

    name = case["name"].replace(",", "").replace(" ", "_")
    setattr(ConformanceTest, f"test_{name}", test)


for one in CASES:
    add(one)

if __name__ == "__main__":
    unittest.main()
