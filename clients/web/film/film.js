// Makes a film of a span of a replay, as a moving GIF.

import { RestingCells } from "../draw/bounce.js";
import { FilmCanvas, kFilmHeight, kFilmWidth } from "./film_canvas.js";
import { GifWriter, kMaxColours } from "./gif.js";
import { Palette } from "./palette.js";

/** @import {Look} from "../draw/look.js" */
/** @import {DuelScene} from "../draw/scene.js" */
/** @import {Span} from "./span.js" */

/** The number of clocks from one picture to the next, and the time of a picture, in hundredths of a second. */
const kWithFrames = { step: 3, delay: 5 };
const kWithTurns = { step: 1, delay: 100 };
/** The last picture is shown longer, before the film begins again. */
const kLastDelay = 150;
/** The colours are chosen by so many pictures. */
const kSamples = 12;
/** So many pictures are made before the page may do other things. */
const kPicturesAtOnce = 4;

/**
 * Returns the scenes of a span. The replay stands at another clock afterwards.
 * @param {{seek: (clock: number) => void, scene: () => DuelScene, countsTurns: boolean}} game @param {Span} span
 * @returns {DuelScene[]}
 */
export function scenesOf(game, { begin, end }) {
  const { step } = game.countsTurns ? kWithTurns : kWithFrames;
  /** @type {DuelScene[]} */
  const scenes = [];
  const [ownResting, otherResting] = [new RestingCells(), new RestingCells()];
  // Cells that come to rest are known by the scene before theirs, so every scene is made.
  for (let clock = begin; clock <= end; ++clock) {
    game.seek(clock);
    const { own, other, attacks } = game.scene();
    const scene = {
      own: { ...own, rested: ownResting.next(own) },
      other: other && { ...other, rested: otherResting.next(other) },
      attacks,
    };
    if ((clock - begin) % step === 0 || clock === end) scenes.push(scene);
  }
  return scenes;
}

/**
 * @param {DuelScene[]} scenes @param {{look: Look, countsTurns: boolean, show: (share: number) => void}} options
 *   show: is told how much is done, 0..1
 * @returns {Promise<Uint8Array<ArrayBuffer>>} the file
 */
export async function filmOf(scenes, { look, countsTurns, show }) {
  const { delay } = countsTurns ? kWithTurns : kWithFrames;
  const canvas = new FilmCanvas(look);
  const every = Math.max(1, Math.ceil(scenes.length / kSamples));
  const samples = scenes.filter((_, i) => i % every === 0).map((scene) => canvas.pixelsOf(scene));
  const palette = new Palette(samples, kMaxColours);
  const writer = new GifWriter(kFilmWidth, kFilmHeight, palette.colours);
  for (const [i, scene] of scenes.entries()) {
    writer.add(palette.indicesOf(canvas.pixelsOf(scene)), i === scenes.length - 1 ? kLastDelay : delay);
    if (i % kPicturesAtOnce !== 0) continue;
    show(i / scenes.length);
    await new Promise((/** @type {(value: void) => void} */ done) => setTimeout(done));
  }
  return writer.finish();
}
