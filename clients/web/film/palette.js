// Chooses the colours of a moving picture that may have only a few, and finds the nearest of them to each pixel. Pure.

/** Colours are told apart by so many bits of each channel. */
const kBits = 5;
const kShift = 8 - kBits;
const kMaxChannel = (1 << kBits) - 1;

/** The known colours, as numbers of three channels. @typedef {{colour: number, count: number}} Counted */
/** @typedef {[number, number, number]} Colour   channels 0..255 */

/** @param {number} r @param {number} g @param {number} b */
const numberOf = (r, g, b) => ((r >> kShift) << (2 * kBits)) | ((g >> kShift) << kBits) | (b >> kShift);
/** @param {number} colour @param {number} channel   0: red */
const channelOf = (colour, channel) => (colour >> ((2 - channel) * kBits)) & kMaxChannel;
/** @param {number} value   of kBits bits */
const wide = (value) => Math.round((value * 255) / kMaxChannel);

export class Palette {
  /** @param {Uint8ClampedArray[]} pictures   some of the moving picture, with four bytes for each pixel
   * @param {number} most   the greatest number of colours */
  constructor(pictures, most) {
    this.colours = chosenColours(pictures, most);
    /** The index of the nearest colour, by the number of a colour; -1: not looked for yet. */
    this.nearest_ = new Int16Array(1 << (3 * kBits)).fill(-1);
  }

  /** @param {Uint8ClampedArray} pixels   four bytes for each pixel
   * @returns {Uint8Array} the index of a colour for each pixel */
  indicesOf(pixels) {
    const indices = new Uint8Array(pixels.length / 4);
    for (let i = 0; i < indices.length; ++i) {
      const colour = numberOf(pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2]);
      if (this.nearest_[colour] < 0) this.nearest_[colour] = nearestOf(this.colours, colour);
      indices[i] = this.nearest_[colour];
    }
    return indices;
  }
}

/** @param {Colour[]} colours @param {number} colour @returns {number} the index of the nearest */
function nearestOf(colours, colour) {
  let [best, least] = [0, Infinity];
  colours.forEach((one, i) => {
    const distance = [0, 1, 2].reduce((sum, channel) =>
      sum + (one[channel] - wide(channelOf(colour, channel))) ** 2, 0);
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

/** Divides all colours into groups, each time the one with the greatest span at its middle, and takes the mean of each.
 * @param {Uint8ClampedArray[]} pictures @param {number} most @returns {Colour[]} */
function chosenColours(pictures, most) {
  const counts = new Uint32Array(1 << (3 * kBits));
  for (const pixels of pictures) {
    for (let at = 0; at < pixels.length; at += 4) ++counts[numberOf(pixels[at], pixels[at + 1], pixels[at + 2])];
  }
  /** @type {Counted[]} */
  const all = [];
  counts.forEach((count, colour) => count > 0 && all.push({ colour, count }));
  if (all.length === 0) return [[0, 0, 0]];
  const groups = [widestOf(all)];
  while (groups.length < most) {
    // Large groups are divided first, but a rare colour that is far from the others also gets one.
    const largest = groups.reduce((best, one) => (one.weight > best.weight ? one : best));
    if (largest.weight === 0) break;
    groups.splice(groups.indexOf(largest), 1, ...halves(largest).map(widestOf));
  }
  return groups.map(({ colours }) => meanOf(colours));
}

/** @typedef {{colours: Counted[], channel: number, weight: number}} Group   channel: the one with the greatest span */

/** @param {Counted[]} colours @returns {Group} */
function widestOf(colours) {
  const spans = [0, 1, 2].map((channel) => {
    let [low, high] = [kMaxChannel, 0];
    for (const { colour } of colours) {
      low = Math.min(low, channelOf(colour, channel));
      high = Math.max(high, channelOf(colour, channel));
    }
    return high - low;
  });
  const channel = spans.indexOf(Math.max(...spans));
  const count = colours.reduce((sum, one) => sum + one.count, 0);
  return { colours, channel, weight: spans[channel] * Math.cbrt(count) };
}

/** @param {Group} group @returns {Counted[][]} */
function halves({ colours, channel }) {
  const sorted = [...colours].sort((a, b) => channelOf(a.colour, channel) - channelOf(b.colour, channel));
  const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
  let [at, sum] = [0, 0];
  while (at < sorted.length - 2 && sum + sorted[at].count <= half) sum += sorted[at++].count;
  return [sorted.slice(0, at + 1), sorted.slice(at + 1)];
}

/** @param {Counted[]} colours @returns {Colour} */
function meanOf(colours) {
  const count = colours.reduce((sum, one) => sum + one.count, 0);
  const mean = (/** @type {number} */ channel) =>
    wide(colours.reduce((sum, one) => sum + one.count * channelOf(one.colour, channel), 0) / count);
  return [mean(0), mean(1), mean(2)];
}
