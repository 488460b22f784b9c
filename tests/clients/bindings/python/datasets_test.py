"""Records as arrays, made here and by `rensa record export`."""

import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import rensa

RENSA = pathlib.Path(os.environ["RENSA_BIN"]) / "rensa"


def void_game() -> rensa.Record:
    """A game that ended without a result after the first decisions."""
    duel = rensa.Duel(players=("one", "two"))
    duel.start()
    duel.play({seat: duel.view(seat).placements[0] for seat in duel.due_seats})
    return duel.finish(cause="voided")


class DecisionArraysTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.record = rensa.play_game(("greedy", "potential"), seed=3)
        cls.arrays = rensa.decision_arrays(cls.record)

    def test_rows_are_the_decisions_of_both_seats(self) -> None:
        decisions = [one for seat in (0, 1) for one in self.record.decisions(seat)]
        self.assertEqual(len(self.arrays.own), len(decisions))
        for row, (view, placement) in enumerate(decisions):
            np.testing.assert_array_equal(self.arrays.own[row], view.own.field.array())
            np.testing.assert_array_equal(self.arrays.opponent[row], view.opponent.field.array())
            self.assertEqual(self.arrays.placement[row], -1 if placement is None else placement)
            self.assertEqual(np.flatnonzero(self.arrays.action_mask[row]).tolist(), view.placements)
            self.assertEqual((self.arrays.hand[row], self.arrays.clock[row]), (view.own.hand, view.clock))
            self.assertEqual(self.arrays.garbage[row].tolist(), [side.pending + side.fixed
                                                                 for side in (view.own, view.opponent)])
            self.assertEqual(self.arrays.scores[row].tolist(), [view.own.score, view.opponent.score])
            for side, pairs in ((view.own, self.arrays.pairs), (view.opponent, self.arrays.opponent_pairs)):
                letters = ["".join(".O?.RBYG"[cell] for cell in pair) for pair in pairs[row].tolist()]
                self.assertEqual([pair for pair in letters if pair != ".."], side.pairs)

    def test_shapes_and_types_are_those_of_the_guide(self) -> None:
        count = len(self.arrays.own)
        shapes = {"own": (14, 6), "opponent": (14, 6), "pairs": (3, 2), "opponent_pairs": (3, 2), "garbage": (2,),
                  "scores": (2,), "action_mask": (22,)}
        types = {"game": "i4", "seed": "u8", "seat": "i1", "hand": "i4", "clock": "i4", "own": "u1", "opponent": "u1",
                 "pairs": "u1", "opponent_pairs": "u1", "garbage": "i4", "scores": "i8", "action_mask": "i1",
                 "placement": "i1", "attack": "i4", "result": "i1"}
        for name, array in self.arrays._asdict().items():
            self.assertEqual(array.shape, (count, *shapes.get(name, ())), name)
            self.assertEqual(array.dtype, np.dtype(types[name]), name)
            self.assertTrue(array.flags.writeable and array.flags.c_contiguous, name)

    def test_attacks_and_results_are_those_of_the_game(self) -> None:
        for seat in (0, 1):
            rows = self.arrays.seat == seat
            counts = self.record.statistics(seat)
            self.assertEqual(self.arrays.attack[rows].sum(), counts["garbage_sent"] + counts["garbage_cancelled"])
            self.assertEqual(set(self.arrays.result[rows]), {1 if self.record.outcome.winner == seat else -1})
        self.assertGreater(self.arrays.attack.sum(), 0)

    def test_records_of_two_rulesets_are_refused(self) -> None:
        other = rensa.play_game(("greedy", "random"), ruleset="jaist-1")
        with self.assertRaisesRegex(ValueError, "jaist-1"):
            rensa.decision_arrays([self.record, other])
        with self.assertRaisesRegex(ValueError, "no records"):
            rensa.decision_arrays([])

    def test_game_without_a_decision_has_no_rows(self) -> None:
        arrays = rensa.decision_arrays(rensa.Duel(players=("one", "two")).finish(loser=0))
        self.assertEqual((arrays.own.shape, arrays.action_mask.shape), ((0, 14, 6), (0, 22)))

    def test_void_games_have_no_rows(self) -> None:
        record = void_game()
        arrays = rensa.decision_arrays([record, self.record])
        self.assertEqual(set(arrays.game), {1})
        self.assertEqual(len(rensa.decision_arrays(record).own), 0)


class ExportTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def recorded(self, ruleset: str) -> list[rensa.Record]:
        """Writes the records of a match to the folder `games`."""
        subprocess.run([RENSA, "match", "greedy", "random", "--games", "6", "--swap", "--seed", "5", "--quiet", "--ruleset",
                        ruleset, "--record", self.folder / "games"], check=True, stdout=subprocess.DEVNULL)
        return [rensa.Record(file.read_bytes()) for file in sorted((self.folder / "games").iterdir())]

    def export(self, *words: str) -> None:
        subprocess.run([RENSA, "record", "export", self.folder / "games", *words], check=True, stderr=subprocess.DEVNULL,
                       cwd=self.folder)

    def test_file_of_numpy_has_the_same_arrays(self) -> None:
        for ruleset in ("tsu-1", "jaist-1"):
            with self.subTest(ruleset):
                expected = rensa.decision_arrays(self.recorded(ruleset))._asdict()
                self.export("--npz", f"{ruleset}.npz")
                with np.load(self.folder / f"{ruleset}.npz", allow_pickle=False) as file:
                    self.assertEqual(file.files, list(expected))
                    for name, array in expected.items():
                        self.assertEqual(file[name].dtype, array.dtype, name)
                        np.testing.assert_array_equal(file[name], array, name)
                for record in (self.folder / "games").iterdir():
                    record.unlink()

    def test_training_and_test_data_are_all_rows(self) -> None:
        expected = rensa.decision_arrays(self.recorded("tsu-1"))
        self.export("--npz", "train.npz", "--test", "test.npz", "--test-percent", "50")
        with np.load(self.folder / "train.npz") as train, np.load(self.folder / "test.npz") as test:
            self.assertGreater(len(test["own"]), 0)
            self.assertGreater(len(train["own"]), 0)
            self.assertFalse(set(train["seed"]) & set(test["seed"]))
            order = np.argsort(np.concatenate([train["game"], test["game"]]), kind="stable")
            for name, array in expected._asdict().items():
                np.testing.assert_array_equal(np.concatenate([train[name], test[name]])[order], array, name)

    def test_lines_of_csv_are_the_same_decisions(self) -> None:
        expected = rensa.decision_arrays(self.recorded("tsu-1"))
        self.export("--csv", "rows.csv")
        with open(self.folder / "rows.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), len(expected.own))
        for row, line in enumerate(rows):
            for name in ("game", "seed", "seat", "hand", "clock", "attack", "result"):
                self.assertEqual(int(line[name]), expected._asdict()[name][row], name)
            for name in ("own", "opponent"):
                cells = [".OP?RBYG".index(letter) for letter in line[name]]
                self.assertEqual(cells, expected._asdict()[name][row].ravel().tolist(), name)
            self.assertEqual([int(line["garbage"]), int(line["opponent_garbage"])], expected.garbage[row].tolist())
            self.assertEqual([int(line["score"]), int(line["opponent_score"])], expected.scores[row].tolist())
            self.assertEqual([int(one) for one in line["placements"].split()],
                             np.flatnonzero(expected.action_mask[row]).tolist())
            self.assertEqual(int(line["placement"] or -1), expected.placement[row])
            self.assertEqual([".OP?RBYG".index(letter) for letter in line["pairs"].replace(" ", "")],
                             expected.pairs[row][expected.pairs[row] > 0].tolist())

    def test_void_games_are_left_out(self) -> None:
        self.recorded("tsu-1")
        self.export("--npz", "counted.npz")
        (self.folder / "games" / "void.rensa").write_bytes(void_game().to_bytes())
        self.export("--npz", "all.npz")
        with np.load(self.folder / "counted.npz") as counted, np.load(self.folder / "all.npz") as all_games:
            np.testing.assert_array_equal(all_games["own"], counted["own"])

    def test_memory_does_not_grow_with_the_records(self) -> None:
        self.recorded("jaist-1")
        # A process that is forked counts the memory of this one, which is larger than that of the program.
        measure = ("import os, sys\n"
                   "child = os.spawnv(os.P_NOWAIT, sys.argv[1], ['rensa', *sys.argv[2:]])\n"
                   "_, status, usage = os.wait4(child, 0)\n"
                   "print(usage.ru_maxrss)\n"
                   "sys.exit(status != 0)")
        peaks = []
        for folders in (1, 60):
            measured = subprocess.run(
                [sys.executable, "-I", "-S", "-c", measure, RENSA, "record", "export",
                 *[str(self.folder / "games")] * folders, "--npz", str(self.folder / f"{folders}.npz")],
                check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            peaks.append(int(measured.stdout))
        size = (self.folder / "60.npz").stat().st_size / 1024
        self.assertLess(peaks[1] - peaks[0], size / 4, "kilobytes that 59 times as many records need more")


if __name__ == "__main__":
    unittest.main()
