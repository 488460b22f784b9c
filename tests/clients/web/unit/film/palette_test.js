import assert from "node:assert/strict";
import { test } from "node:test";

import { Palette } from "../../../../../clients/web/film/palette.js";

/** @param {number[][]} colours */
const pixelsOf = (colours) => Uint8ClampedArray.from(colours.flatMap((colour) => [...colour, 255]));

test("a picture with few colours keeps them all", () => {
  const colours = [[0, 0, 0], [255, 255, 255], [255, 0, 0], [0, 132, 255]];
  const palette = new Palette([pixelsOf(colours)], 255);
  assert.equal(palette.colours.length, colours.length);
  const shown = [...palette.indicesOf(pixelsOf(colours))].map((index) => palette.colours[index]);
  assert.deepEqual(shown, colours);
});

test("many colours become few, and each pixel gets one that is near", () => {
  const colours = Array.from({ length: 4096 }, (_, i) => [(i & 15) * 17, ((i >> 4) & 15) * 17, (i >> 8) * 17]);
  const palette = new Palette([pixelsOf(colours)], 255);
  assert.equal(palette.colours.length, 255);
  const indices = palette.indicesOf(pixelsOf(colours));
  colours.forEach((colour, i) => {
    const distance = Math.hypot(...palette.colours[indices[i]].map((value, channel) => value - colour[channel]));
    assert.ok(distance < 50, `${colour} became ${palette.colours[indices[i]]}`);
  });
});

test("a rare colour that is far from all others has its own", () => {
  const many = Array.from({ length: 20_000 }, (_, i) => [0, 0, (i % 200) + 20]);
  const palette = new Palette([pixelsOf([...many, [255, 200, 0]])], 255);
  const [index] = palette.indicesOf(pixelsOf([[255, 200, 0]]));
  assert.ok(palette.colours[index][0] > 240);
});
