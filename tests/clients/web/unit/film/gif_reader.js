// Reads moving GIFs that the tests have written. It follows the description of the format and not the code that writes.

/** The shown picture after each part of the file, as indices into the palette, and for how many hundredths of a second.
 * @typedef {{pixels: Uint8Array, delay: number}} ShownPicture */
/** @typedef {{width: number, height: number, palette: number[][], repeats: boolean, pictures: ShownPicture[]}} Gif */

/** @param {Uint8Array} file @returns {Gif} */
export function readGif(file) {
  const word = (/** @type {number} */ at) => file[at] | (file[at + 1] << 8);
  if (String.fromCharCode(...file.slice(0, 6)) !== "GIF89a") throw new Error("no GIF");
  const [width, height] = [word(6), word(8)];
  const colours = 1 << ((file[10] & 7) + 1);
  const palette = Array.from({ length: colours }, (_, i) => [...file.slice(13 + 3 * i, 16 + 3 * i)]);
  /** @type {Gif} */
  const gif = { width, height, palette, repeats: false, pictures: [] };
  let shown = new Uint8Array(width * height);
  let [at, delay, transparent] = [13 + 3 * colours, 0, -1];
  const blocks = () => {
    const bytes = [];
    while (file[at] > 0) {
      bytes.push(...file.slice(at + 1, at + 1 + file[at]));
      at += 1 + file[at];
    }
    ++at;
    return bytes;
  };
  for (;;) {
    const kind = file[at++];
    if (kind === 0x3b) break;
    if (kind === 0x21) {
      const label = file[at++];
      const bytes = blocks();
      if (label === 0xff) gif.repeats = String.fromCharCode(...bytes.slice(0, 11)) === "NETSCAPE2.0";
      if (label === 0xf9) {
        delay = bytes[1] | (bytes[2] << 8);
        transparent = bytes[0] & 1 ? bytes[3] : -1;
      }
    } else if (kind === 0x2c) {
      const [left, top, wide, high] = [word(at), word(at + 2), word(at + 4), word(at + 6)];
      const bits = file[at + 9];
      at += 10;
      const pixels = unpacked(blocks(), bits);
      if (pixels.length !== wide * high) throw new Error(`${pixels.length} pixels instead of ${wide * high}`);
      shown = shown.slice();
      pixels.forEach((pixel, i) => {
        if (pixel !== transparent) shown[(top + Math.floor(i / wide)) * width + left + (i % wide)] = pixel;
      });
      gif.pictures.push({ pixels: shown, delay });
    } else throw new Error(`unknown part ${kind} at ${at - 1}`);
  }
  if (at !== file.length) throw new Error("bytes behind the end");
  return gif;
}

/** @param {number[]} bytes @param {number} bits @returns {number[]} */
function unpacked(bytes, bits) {
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  const first = Array.from({ length: end + 1 }, (_, i) => [i]);
  let table = first.slice();
  let codeBits = bits + 1;
  let bit = 0;
  /** @type {?number[]} */
  let before = null;
  /** @type {number[]} */
  const pixels = [];
  for (;;) {
    let code = 0;
    for (let i = 0; i < codeBits; ++i, ++bit) code |= ((bytes[bit >> 3] >> (bit & 7)) & 1) << i;
    if (code === end) return pixels;
    if (code === clear) {
      [table, codeBits, before] = [first.slice(), bits + 1, null];
      continue;
    }
    /** @type {?number[]} */
    const string = table[code] ?? (before && [...before, before[0]]);
    if (!string || code > table.length) throw new Error(`wrong code ${code}`);
    for (const pixel of string) pixels.push(pixel);
    if (before && table.length < 4096) table.push([...before, string[0]]);
    if (table.length === 1 << codeBits && codeBits < 12) ++codeBits;
    before = string;
  }
}
