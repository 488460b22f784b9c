"""The spaces behave as Gymnasium's."""

import unittest
from collections.abc import Mapping

import numpy as np
from rensa.spaces import Box, Dict, Discrete


class SpacesTest(unittest.TestCase):
    def test_discrete_contains_its_numbers(self) -> None:
        space = Discrete(22)
        for number in (0, 21, np.int8(3), np.array(3)):
            self.assertIn(number, space)
        for number in (-1, 22, 1.0, np.float32(1), np.array([1]), "1", None):
            self.assertNotIn(number, space)
        self.assertEqual((space.n, space.start, space.shape, space.dtype), (22, 0, (), np.int64))
        self.assertEqual((space, repr(space)), (Discrete(22), "Discrete(22)"))
        self.assertNotEqual(space, Discrete(21))

    def test_discrete_samples_within_a_mask(self) -> None:
        space = Discrete(4)
        space.seed(1)
        self.assertEqual({int(space.sample()) for _ in range(200)}, {0, 1, 2, 3})
        mask = np.array([0, 1, 0, 1], np.int8)
        self.assertEqual({int(space.sample(mask)) for _ in range(200)}, {1, 3})
        self.assertEqual(space.sample(np.zeros(4, np.int8)), 0)
        with self.assertRaises(ValueError):
            space.sample(np.zeros(3, np.int8))

    def test_box_contains_arrays_of_its_shape_and_type(self) -> None:
        space = Box(0, 7, (2, 3), np.uint8)
        self.assertIn(np.zeros((2, 3), np.uint8), space)
        for wrong in (np.zeros((3, 2), np.uint8), np.zeros((2, 3), np.int64), np.full((2, 3), 8, np.uint8), [[0] * 3] * 2):
            self.assertNotIn(wrong, space)
        self.assertIn(space.sample(), space)
        self.assertEqual((space, repr(space)), (Box(0, 7, (2, 3), np.uint8), "Box(0, 7, (2, 3), uint8)"))

    def test_dict_contains_dictionaries_of_its_keys(self) -> None:
        space = Dict({"one": Discrete(2), "two": Box(0, 1, (2,), np.int8)})
        self.assertIn(space.sample(), space)
        self.assertNotIn({"one": 0}, space)
        self.assertNotIn({"one": 2, "two": np.zeros(2, np.int8)}, space)
        self.assertEqual(space["one"], Discrete(2))
        self.assertEqual(space, Dict({"one": Discrete(2), "two": Box(0, 1, (2,), np.int8)}))

    def test_dict_is_a_mapping_of_keys_to_spaces(self) -> None:
        space = Dict({"one": Discrete(2), "two": Discrete(3)})
        self.assertIsInstance(space, Mapping)
        self.assertEqual((list(space), len(space)), (["one", "two"], 2))
        self.assertEqual(list(space.items()), [("one", Discrete(2)), ("two", Discrete(3))])
        self.assertIn("one", space.keys())
        self.assertEqual(list(space.values()), [Discrete(2), Discrete(3)])
        self.assertEqual(dict(space), space.spaces)

    def test_equal_seeds_give_equal_samples(self) -> None:
        space = Dict({"one": Discrete(1000), "two": Box(0, 1000, (5,), np.int32)})
        samples = []
        for _ in range(2):
            space.seed(7)
            sample = space.sample()
            samples.append((int(sample["one"]), sample["two"].tolist()))
        self.assertEqual(samples[0], samples[1])


if __name__ == "__main__":
    unittest.main()
