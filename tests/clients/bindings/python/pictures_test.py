"""Fields as text, pixels and SVG."""

import unittest
import xml.etree.ElementTree

import numpy as np
import rensa
from rensa import _pictures

SCENE = _pictures.Scene(rensa.Field("R.....\nGO....").array(), np.array([[4, 5], [6, 7], [0, 0]], np.uint8), "hand 1")


class PicturesTest(unittest.TestCase):
    def test_text_has_the_rows_and_the_known_pairs(self) -> None:
        lines = _pictures.text_of([SCENE, SCENE]).splitlines()
        self.assertEqual(lines[9:], ["......   ......", "R.....   R.....", "GO....   GO....", "hand 1 RB YG", "hand 1 RB YG"])

    def test_pixels_have_the_cells_where_the_field_has_them(self) -> None:
        pixels = _pictures.pixels_of([SCENE])
        self.assertEqual(pixels.shape, (14 * 16, 10 * 16, 3))
        cell = pixels[8::16, 8::16]
        red, green, empty = cell[11, 1].tolist(), cell[12, 1].tolist(), cell[11, 2].tolist()
        self.assertGreater(red[0], red[1])
        self.assertGreater(green[1], green[0])
        self.assertEqual(cell[1, 6].tolist(), empty)
        self.assertEqual(cell[1, 8].tolist(), green, "the next pair: its child is green")

    def test_svg_is_well_formed_and_has_a_circle_for_each_cell(self) -> None:
        root = xml.etree.ElementTree.fromstring(_pictures.svg_of([SCENE]))
        circles = [child for child in root if child.tag.endswith("circle")]
        self.assertEqual(len(circles), 3 + 2)
        self.assertEqual([child.text for child in root if child.tag.endswith("text")], ["hand 1"])


if __name__ == "__main__":
    unittest.main()
