"""Views as arrays: the input of a network that chooses for many seats."""

import unittest

import numpy as np

import rensa


class ViewArraysTest(unittest.TestCase):
    def test_arrays_are_those_of_the_same_decisions_in_a_record(self) -> None:
        for ruleset in ("tsu-1", "jaist-1"):
            record = rensa.match("greedy", "random", games=1, seed=3, ruleset=ruleset, keep_records=True).records[0]
            wanted = rensa.decision_arrays(record)._asdict()
            views = [decision.view for seat in (0, 1) for decision in record.decisions(seat)]
            arrays = rensa.view_arrays(views, record.ruleset)
            self.assertEqual(len(arrays.own), len(views))
            for name, array in arrays._asdict().items():
                np.testing.assert_array_equal(array, wanted[name], name)

    def test_masks_are_the_placements_of_the_views(self) -> None:
        duel = rensa.Duel(seed=5)
        duel.start()
        views = [duel.view(0), duel.view(1)]
        arrays = rensa.view_arrays(views)
        self.assertEqual(arrays.pairs.shape, (2, 3, 2))
        for view, mask in zip(views, arrays.action_mask):
            self.assertEqual(np.flatnonzero(mask).tolist(), view.placements)


if __name__ == "__main__":
    unittest.main()
