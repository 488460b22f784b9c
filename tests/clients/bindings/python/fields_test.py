"""Fields, chains and what can be placed, by the package rensa."""

import unittest

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

    def test_chain_of_two_links(self) -> None:
        field = rensa.Field("B.....\nRY....\nRB....\nRB....\nRB....")
        after, chain = field.simulate()
        self.assertEqual(chain.links, 2)
        self.assertEqual(chain.score, 40 + 320)
        self.assertEqual(str(after).replace(".", "").split(), ["Y"])
        self.assertEqual(field[1, 1], "R", "the field itself does not change")

    def test_cells_fall_with_settle(self) -> None:
        self.assertEqual(rensa.Field("R.....\n......").settle(), rensa.Field("R....."))

    def test_placements_are_those_that_fit(self) -> None:
        self.assertEqual(rensa.Field().placements(), list(range(22)))
        wall = rensa.Field("\n".join(["O....."] * 12))
        self.assertNotIn(0, wall.placements())

    def test_pair_is_placed(self) -> None:
        after, chain = rensa.Field("RRR...").place("RB", 3)
        self.assertEqual(chain.links, 1)
        self.assertEqual(str(after).split()[-1], "...B..")
        with self.assertRaises(ValueError):
            rensa.Field().place("RX", 0)
        with self.assertRaisesRegex(rensa.RensaError, "placement"):
            rensa.Field().place("RB", 22)

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
        self.assertEqual([chain.links for chain in chains], [1, 0, 2])
        self.assertEqual([chain.score for chain in chains], [field.simulate()[1].score for field in some])
        self.assertEqual(list(fields), [field.simulate()[0] for field in some])

    def test_cells_of_many_fields_are_one_array(self) -> None:
        cells = rensa.Field("RRRR..").cells + rensa.Field("G.....").cells
        fields = rensa.Fields(cells)
        self.assertEqual(fields.cells(), cells)
        with self.assertRaises(ValueError):
            rensa.Fields(cells[1:])


if __name__ == "__main__":
    unittest.main()
