"""Fields, chains and what can be placed, by the package rensa."""

import concurrent.futures
import copy
import pickle
import unittest

import numpy as np
import rensa


class FieldTest(unittest.TestCase):
    def test_picture_is_read_and_written(self) -> None:
        field = rensa.Field("R.....\nRB....")
        self.assertEqual(field[1, 1], "R")
        self.assertEqual(field[2, 1], "B")
        self.assertEqual(field[1, 2], "R")
        self.assertEqual(field[6, 14], ".")
        self.assertEqual(rensa.Field(str(field)), field)
        self.assertEqual(field.height(1), 2)

    def test_digits_are_read_and_written(self) -> None:
        field = rensa.Field("R.O...")
        self.assertTrue(field.digits().endswith("401000"))
        self.assertEqual(rensa.Field(field.digits()), field)

    def test_cells_are_bytes(self) -> None:
        field = rensa.Field("R....G")
        self.assertEqual(len(field.cells), 84)
        self.assertEqual((field.cells[0], field.cells[5]), (4, 7))
        self.assertEqual(rensa.Field.from_cells(field.cells), field)
        self.assertEqual(rensa.Field.from_cells(bytearray(field.cells)), field)
        with self.assertRaises(ValueError):
            rensa.Field.from_cells(bytes(83))
        with self.assertRaises(ValueError):
            rensa.Field.from_cells(bytes([3] * 84))
        with self.assertRaises(TypeError):
            rensa.Field.from_cells("R.....")

    def test_cells_are_arrays_of_numpy(self) -> None:
        field = rensa.Field("R....G\nOYBPOP")
        cells = field.array()
        self.assertEqual((cells.shape, cells.dtype), ((14, 6), np.uint8))
        self.assertEqual(cells[1].tolist(), [4, 0, 0, 0, 0, 7])
        self.assertEqual(cells.tobytes(), field.cells)
        self.assertEqual(rensa.Field.from_cells(cells), field)
        cells[13, 5] = 1
        self.assertEqual(rensa.Field.from_cells(cells)[6, 14], "O")
        self.assertEqual(field[6, 14], ".", "the array is a copy")
        with self.assertRaises(ValueError):
            rensa.Field.from_cells(np.zeros((14, 12), np.uint8)[:, ::2])
        with self.assertRaises(ValueError):
            rensa.Field.from_cells(np.zeros((14, 6), np.int64))
        with self.assertRaisesRegex(ValueError, "one byte"):
            rensa.Field.from_cells(np.zeros(21, np.int32))  # 84 bytes

    def test_fields_are_copied_and_pickled(self) -> None:
        field = rensa.Field("R....G")
        self.assertEqual(copy.deepcopy(field), field)
        self.assertEqual(pickle.loads(pickle.dumps(field)), field)

    def test_url_is_written_and_read(self) -> None:
        field = rensa.Field("RRR...")
        for site in ("puyop", "ips"):
            again, pairs = rensa.Field.from_url(field.url(["RB", "YG"], site))
            self.assertEqual(again, field)
            self.assertEqual(pairs, ["RB", "YG"])
        with self.assertRaises(ValueError):
            field.url(site="nowhere")

    def test_equal_fields_have_equal_hashes(self) -> None:
        self.assertEqual(hash(rensa.Field("R.....")), hash(rensa.Field("R.....")))
        self.assertNotEqual(rensa.Field("R....."), rensa.Field("B....."))
        self.assertNotEqual(rensa.Field("R....."), "R.....")
        self.assertEqual(len({rensa.Field("R....."), rensa.Field("R....."), rensa.Field(".R....")}), 2)

    def test_chain_of_two_links(self) -> None:
        field = rensa.Field("B.....\nRY....\nRB....\nRB....\nRB....")
        after, chain = field.simulate()
        self.assertEqual(chain.links, 2)
        self.assertEqual(chain.score, 40 + 320)
        links, score, frames, is_quick = chain
        self.assertEqual((links, score, is_quick), (2, 360, False))
        self.assertEqual(frames, chain.frames)
        self.assertEqual(str(after).replace(".", "").split(), ["Y"])
        self.assertEqual(field[1, 1], "R", "the field itself does not change")

    def test_cells_fall_with_settle(self) -> None:
        self.assertEqual(rensa.Field("R.....\n......").settle(), rensa.Field("R....."))

    def test_placements_are_those_that_fit(self) -> None:
        self.assertEqual(rensa.Field().placements(), list(range(22)))
        wall = rensa.Field("\n".join(["O....."] * 12))
        self.assertNotIn(0, wall.placements())
        self.assertEqual(np.flatnonzero(wall.action_mask()).tolist(), wall.placements())

    def test_pair_is_placed(self) -> None:
        after, chain = rensa.Field("RRR...").place("RB", 3)
        self.assertEqual(chain.links, 1)
        self.assertEqual(str(after).split()[-1], "...B..")
        with self.assertRaises(ValueError):
            rensa.Field().place("RX", 0)
        with self.assertRaisesRegex(rensa.RensaError, "placement"):
            rensa.Field().place("RB", 22)

    def test_pair_is_not_placed_on_a_cell_of_row_14(self) -> None:
        tower = rensa.Field("\n".join(["O....."] * 14))
        with self.assertRaisesRegex(rensa.RensaError, "row 14"):
            tower.place("RB", 0)
        self.assertEqual(tower.place("RB", 1)[0][2, 1], "R")

    def test_threat_is_the_best_chain_of_two_pairs(self) -> None:
        self.assertEqual(rensa.Field("RRR...").threat(["RB"]).links, 1)
        self.assertEqual(rensa.Field("RRR...").threat(["GB"]).links, 0)

    def test_possible_chains_name_the_missing_cells(self) -> None:
        chains = rensa.Field("R.....\nRB....\nRBB...").possible_chains()
        best = chains[0]
        self.assertEqual(chains, sorted(chains, key=lambda one: -one.score))
        self.assertGreaterEqual(best.links, 1)
        self.assertTrue(best.needed and set(best.needed) <= set("RBYGP"))

    def test_impossible_text_is_an_error_that_says_where(self) -> None:
        with self.assertRaises(rensa.RensaError) as caught:
            rensa.Field("R....?")
        self.assertEqual(caught.exception.status, 4)
        self.assertTrue(str(caught.exception))
        with self.assertRaises(rensa.RensaError):
            rensa.Field("R.....\n......").simulate()
        with self.assertRaises(IndexError):
            rensa.Field()[0, 1]


class FieldsTest(unittest.TestCase):
    def test_chains_of_many_fields_are_those_of_each(self) -> None:
        some = [rensa.Field("RRRR.."), rensa.Field("RRR..."), rensa.Field("B.....\nRY....\nRB....\nRB....\nRB....")]
        fields = rensa.Fields(some)
        chains = fields.simulate()
        self.assertEqual(len(fields), 3)
        self.assertEqual(chains["links"].tolist(), [1, 0, 2])
        self.assertEqual(chains.tolist(), [tuple(field.simulate()[1]) for field in some])
        self.assertEqual(list(fields), [field.simulate()[0] for field in some])
        self.assertEqual(fields[-1], some[2].simulate()[0])
        with self.assertRaises(IndexError):
            fields[3]

    def test_cells_of_many_fields_are_one_array(self) -> None:
        cells = rensa.Field("RRRR..").cells + rensa.Field("G.....").cells
        fields = rensa.Fields(cells)
        array = fields.cells()
        self.assertEqual((array.shape, array.dtype), ((2, 14, 6), np.uint8))
        self.assertEqual(array.tobytes(), cells)
        self.assertEqual(list(rensa.Fields(array)), list(fields))
        before = fields.copy()
        fields.simulate()
        self.assertEqual(before.cells().tobytes(), cells)
        with self.assertRaises(TypeError):
            rensa.Fields(["R....."])
        with self.assertRaises(ValueError):
            rensa.Fields(cells[1:])
        with self.assertRaisesRegex(ValueError, "one byte"):
            rensa.Fields(np.zeros((3, 14, 6), np.int64))

    def test_threads_that_share_fields_see_each_chain_once(self) -> None:
        fields = rensa.Fields([rensa.Field("RRRR..")] * 20_000)
        with concurrent.futures.ThreadPoolExecutor(4) as threads:
            chains = [task.result() for task in [threads.submit(fields.simulate) for _ in range(8)]]
        self.assertEqual(sum(int(one["links"].sum()) for one in chains), 20_000)

    def test_a_field_that_hangs_in_the_air_changes_nothing(self) -> None:
        fields = rensa.Fields([rensa.Field("RRRR.."), rensa.Field("R.....\n......")])
        with self.assertRaises(rensa.RensaError):
            fields.simulate()
        self.assertEqual(fields[0], rensa.Field("RRRR.."))


if __name__ == "__main__":
    unittest.main()
