"""Matches and sequential tests in this process are those of the programs `rensa match` and `rensa sprt`."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

import rensa

RENSA = pathlib.Path(os.environ["RENSA_BIN"]) / "rensa"


def first(view: rensa.View) -> int:
    return view.placements[0]


class Middle:
    """A bot with a method, which counts its decisions."""

    def __init__(self) -> None:
        self.decisions = 0

    def choose(self, view: rensa.View) -> int:
        self.decisions += 1
        return view.placements[len(view.placements) // 2]


class MatchTest(unittest.TestCase):
    def recorded(self, *words: str) -> list[bytes]:
        """The records of `rensa match` with these arguments, in the order of the games."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([RENSA, "match", *words, "--quiet", "--record", folder], check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            return [file.read_bytes() for file in sorted(pathlib.Path(folder).iterdir())]

    def test_games_are_those_of_the_program(self) -> None:
        for swap in (False, True):
            for ruleset in ("tsu-1", "jaist-1"):
                with self.subTest(swap=swap, ruleset=ruleset):
                    result = rensa.match("gaze:nodes=50", "random", games=4, seed=9, ruleset=ruleset, swap=swap,
                                         keep_records=True)
                    expected = self.recorded("gaze:nodes=50", "random", "--games", "4", "--seed", "9", "--ruleset", ruleset,
                                             *["--swap"] * swap)
                    self.assertEqual([record.to_bytes() for record in result.records], expected)

    def test_jobs_change_no_game(self) -> None:
        results = [rensa.match("greedy", first, games=7, seed=3, jobs=jobs, keep_records=True) for jobs in (1, 3)]
        records = [[record.to_bytes() for record in result.records] for result in results]
        self.assertEqual(records[0], records[1])
        self.assertEqual(results[0].wins, results[1].wins)

    def test_players_may_be_objects_with_a_method(self) -> None:
        middle = Middle()
        result = rensa.match(middle, first, games=2, keep_records=True)
        hands = [record.statistics(0)["hands"] for record in result.records]
        self.assertGreaterEqual(middle.decisions, sum(hands))
        self.assertEqual(result.records[0].players, ["Middle", "first"])

    def test_ruleset_that_is_not_known_is_named_with_those_that_are(self) -> None:
        for wrong in (lambda: rensa.match("random", "random", ruleset="tsu2"), lambda: rensa.Ruleset("tsu2")):
            with self.assertRaisesRegex(rensa.RensaError, "there is no ruleset 'tsu2'; there are .*tsu-1"):
                wrong()

    def test_wrong_players_are_named(self) -> None:
        with self.assertRaisesRegex(ValueError, "no player nobody; there are"):
            rensa.match("nobody", "random")
        with self.assertRaisesRegex(ValueError, "nodes has to be a number"):
            rensa.match("gaze:nodes=0", "random")
        with self.assertRaisesRegex(ValueError, "reads no weights"):
            rensa.match("gaze:weights=mine.json", "random")
        with self.assertRaisesRegex(TypeError, "7 is no player"):
            rensa.match(7, "random")
        with self.assertRaisesRegex(ValueError, "one job"):
            rensa.match("greedy", "random", jobs=0)

    def test_error_of_a_function_ends_a_match_of_several_threads(self) -> None:
        calls = []
        def failing(view: rensa.View) -> int:
            calls.append(threading.get_ident())
            raise KeyError("mine")
        with self.assertRaisesRegex(KeyError, "mine"):
            rensa.match(failing, "random", games=1000, jobs=2)
        self.assertLess(len(calls), 1000)

    def test_python_runs_while_a_built_in_player_thinks(self) -> None:
        # The player thinks for minutes, and this program ends long before: its other thread runs meanwhile. Threads get
        # no turn by time, so that this one runs only because the other has given up Python's lock. It takes the lock more
        # often than the few short calls before the player thinks give it up.
        code = ("import os, sys, threading, time, rensa\n"
                "sys.setswitchinterval(1e6)\n"
                "asked = threading.Event()\n"
                "def first(view):\n"
                "    asked.set()\n"
                "    return view.placements[0]\n"
                "threading.Thread(target=rensa.match, args=(first, 'gaze:nodes=100000000'), daemon=True).start()\n"
                "asked.wait()\n"
                "for turn in range(1000):\n"
                "    time.sleep(0.001)\n"
                "print('free', flush=True)\n"
                "os._exit(0)\n")
        done = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True, timeout=600)
        self.assertEqual(done.stdout, "free\n")


class MatchTermsTest(unittest.TestCase):
    def test_terms_of_a_match_are_checked(self) -> None:
        for terms, text in (({"games": 0}, "1 or more"), ({"games": -1}, "1 or more"),
                            ({"games": 3, "swap": True}, "even"), ({"seed": -1}, "the seed has to be"),
                            ({"seed": "5"}, "the seed has to be"), ({"seed": 1 << 64}, "the seed has to be")):
            with self.subTest(terms), self.assertRaisesRegex(ValueError, text):
                rensa.match("random", "greedy", **terms)


class SprtTest(unittest.TestCase):
    def test_long_names_are_cut_between_characters(self) -> None:
        def chooses(view: rensa.View) -> int:
            return view.placements[0]
        for name in ("x" * 80, "\u540d" * 30):
            with self.subTest(name):
                chooses.__name__ = name
                record = rensa.sprt(chooses, chooses, games=2, keep_records=True).records[0]
                self.assertLessEqual(len(record.players[0].encode()), 64)
                self.assertTrue(name.startswith(min(record.players, key=len)))

    def test_seeds_are_numbers_of_64_bits(self) -> None:
        for seed in (-1, 1 << 64):
            with self.subTest(seed), self.assertRaisesRegex(ValueError, "the seed has to be a number from 0"):
                rensa.sprt("random", "greedy", games=2, seed=seed)

    def test_answer_is_that_of_the_program(self) -> None:
        for one, two, seed, games in (("greedy", "random", 1, 1000), ("random", "greedy", 2, 1000),
                                      ("random", "random", 3, 60), ("gaze:nodes=40", "gaze:nodes=60", 18, 20)):
            with self.subTest(one=one, two=two, seed=seed):
                done = subprocess.run([RENSA, "sprt", one, two, "--seed", str(seed), "--games", str(games), "--quiet",
                                       "--json"], capture_output=True, check=False, text=True)
                expected = json.loads(done.stdout)
                answer = rensa.sprt(one, two, games=games, seed=seed)
                self.assertEqual(answer.accepted, expected["accepted"])
                self.assertEqual(answer.pairs, expected["pairs"])
                self.assertAlmostEqual(answer.llr, expected["llr"], places=9)
                for here, there in zip(answer.bounds, expected["bounds"]):
                    self.assertAlmostEqual(here, there, places=9)
                self.assertEqual(answer.wins + answer.draws + answer.losses, expected["games"])
                self.assertEqual(answer.is_stronger, {"elo1": True, "elo0": False, "open": None}[expected["accepted"]])
                for here, name in zip(answer.elo, ("value", "low", "high")):
                    if expected["elo"][name] is not None:
                        self.assertAlmostEqual(here, expected["elo"][name], places=9)

    def test_jobs_change_no_answer(self) -> None:
        answers = [rensa.sprt("greedy", first, seed=4, jobs=jobs) for jobs in (1, 3)]
        self.assertEqual(answers[0], answers[1])
        self.assertTrue(answers[0].is_stronger)

    def test_terms_are_checked(self) -> None:
        for wrong in ({"games": 3}, {"games": 0}, {"elo": (30, 0)}, {"elo": (0, 900)}, {"alpha": 0.9}, {"beta": 0.0},
                      {"elo": (float("nan"), 30)}):
            with self.subTest(wrong), self.assertRaises(ValueError):
                rensa.sprt("greedy", "random", **wrong)

    def test_test_alone_takes_pairs_of_games(self) -> None:
        test = rensa.Sprt(elo0=0, elo1=60)
        with self.assertRaisesRegex(ValueError, "no game"):
            test.elo()
        while test.verdict == "open":
            test.add_pair(4)
        self.assertEqual((test.verdict, test.elo()[2]), ("elo1", float("inf")))
        self.assertGreater(test.los(), 0.9)
        with self.assertRaisesRegex(ValueError, "already"):
            test.add_pair(4)
        with self.assertRaisesRegex(ValueError, "half points"):
            rensa.Sprt().add_pair(5)


if __name__ == "__main__":
    unittest.main()
