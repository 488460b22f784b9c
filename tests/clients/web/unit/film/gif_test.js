import assert from "node:assert/strict";
import { test } from "node:test";

import { changedRectangle, GifWriter, kMaxColours } from "../../../../../clients/web/film/gif.js";
import { readGif } from "./gif_reader.js";

/** @type {[number, number, number][]} */
const kPalette = Array.from({ length: kMaxColours }, (_, i) => [i, 255 - i, (i * 7) & 255]);

/** Numbers that look drawn, and are the same each time. @param {number} seed */
function sequence(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
}

/** @param {number} width @param {number} height @param {Uint8Array[]} pictures */
function written(width, height, pictures) {
  const writer = new GifWriter(width, height, kPalette);
  for (const picture of pictures) writer.add(picture, 5);
  return readGif(writer.finish());
}

test("a reader sees every picture as it was written", () => {
  const [width, height] = [61, 47];
  const next = sequence(5);
  const pictures = [new Uint8Array(width * height).map(() => next(4))];
  for (let i = 0; i < 12; ++i) {
    const picture = pictures[i].slice();
    for (let change = 0; change < 40; ++change) picture[next(picture.length)] = next(kMaxColours);
    pictures.push(picture);
  }
  const gif = written(width, height, pictures);
  assert.deepEqual([gif.width, gif.height, gif.repeats], [width, height, true]);
  assert.deepEqual(gif.palette.slice(0, kMaxColours), kPalette);
  assert.equal(gif.pictures.length, pictures.length);
  gif.pictures.forEach(({ pixels, delay }, i) => {
    assert.deepEqual(pixels, pictures[i], `picture ${i}`);
    assert.equal(delay, 5);
  });
});

test("pictures of every length are whole, also where codes get longer and the table is full", () => {
  for (const colours of [1, 2, kMaxColours]) {
    const next = sequence(colours);
    // The table of 4096 codes is full after about 4000 pixels that look drawn.
    for (const length of [1, 2, 3, 253, 254, 255, 256, 257, 766, 767, 768, 3838, 3839, 3840, 3841, 20_000]) {
      const picture = new Uint8Array(length).map(() => next(colours));
      const [{ pixels }] = written(length, 1, [picture]).pictures;
      assert.deepEqual(pixels, picture, `${length} pixels, ${colours} colours`);
    }
  }
});

test("a picture without a change makes the one before longer", () => {
  const picture = Uint8Array.of(1, 2, 3, 4);
  const other = Uint8Array.of(1, 2, 9, 4);
  const gif = written(2, 2, [picture, picture.slice(), picture.slice(), other, other.slice()]);
  assert.deepEqual(gif.pictures.map(({ delay }) => delay), [15, 10]);
});

test("only the rectangle that has changed is written", () => {
  const before = new Uint8Array(50 * 20);
  const now = before.slice();
  assert.equal(changedRectangle(before, now, 50), null);
  now[7 * 50 + 12] = 1;
  now[9 * 50 + 11] = 1;
  assert.deepEqual(changedRectangle(before, now, 50), { left: 11, top: 7, width: 2, height: 3 });
});
