// Writes moving pictures as GIF (version 89a). A picture has an index into the palette for each pixel. Of each picture
// but the first, only the rectangle that has changed is written, and in it the unchanged pixels are transparent. Pure.

/** A palette has room for so many colours beside the transparent one. */
export const kMaxColours = 255;
/** The last index of the palette. */
const kTransparent = 255;
const kColourBits = 8;
const kMaxCodeBits = 12;
const kMaxCodes = 1 << kMaxCodeBits;
/** Places of the table of codes: a power of two. */
const kPlaces = 1 << 14;
const kMaxBlock = 255;

/** @typedef {{left: number, top: number, width: number, height: number}} Rectangle */

export class GifWriter {
  /** @param {number} width @param {number} height   in pixels
   * @param {[number, number, number][]} palette   up to kMaxColours colours, with channels 0..255 */
  constructor(width, height, palette) {
    this.width_ = width;
    this.height_ = height;
    /** @type {?Uint8Array} */
    this.previous_ = null;
    /** The time of the last picture, in hundredths of a second. */
    this.delay_ = 0;
    /** The bytes in which the delay of the last picture is to be written. @type {?Uint8Array} */
    this.lastControl_ = null;
    const colours = new Uint8Array(3 * (kMaxColours + 1));
    palette.forEach((colour, i) => colours.set(colour, 3 * i));
    /** @type {Uint8Array[]} */
    this.parts_ = [
      Uint8Array.of(...bytesOf("GIF89a"), ...word(width), ...word(height), 0x80 | 0x70 | (kColourBits - 1), 0, 0),
      colours,
      // The moving picture begins again at its end.
      Uint8Array.of(0x21, 0xff, 11, ...bytesOf("NETSCAPE2.0"), 3, 1, 0, 0, 0),
    ];
  }

  /** @param {Uint8Array} picture   is kept: the caller does not change it afterwards
   * @param {number} delay   how long it is shown, in hundredths of a second */
  add(picture, delay) {
    const changed = this.previous_ ? changedRectangle(this.previous_, picture, this.width_) : this.whole_();
    this.delay_ = changed ? delay : this.delay_ + delay;
    if (changed) this.write_(picture, changed);
    this.lastControl_?.set(word(Math.min(this.delay_, 0xffff)), 4);
  }

  /** @returns {Uint8Array<ArrayBuffer>} the whole file */
  finish() {
    const parts = [...this.parts_, Uint8Array.of(0x3b)];
    const file = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      file.set(part, at);
      at += part.length;
    }
    return file;
  }

  /** @returns {Rectangle} */
  whole_() {
    return { left: 0, top: 0, width: this.width_, height: this.height_ };
  }

  /** @param {Uint8Array} picture @param {Rectangle} rectangle */
  write_(picture, { left, top, width, height }) {
    const pixels = new Uint8Array(width * height);
    for (let y = 0; y < height; ++y) {
      for (let x = 0; x < width; ++x) {
        const at = (top + y) * this.width_ + left + x;
        pixels[y * width + x] = this.previous_ && this.previous_[at] === picture[at] ? kTransparent : picture[at];
      }
    }
    this.lastControl_ = Uint8Array.of(0x21, 0xf9, 4, 0x04 | (this.previous_ ? 1 : 0), 0, 0, kTransparent, 0);
    const place = Uint8Array.of(0x2c, ...word(left), ...word(top), ...word(width), ...word(height), 0, kColourBits);
    this.parts_.push(this.lastControl_, place, ...blocksOf(compressed(pixels, kColourBits)));
    this.previous_ = picture;
  }
}

/** @param {string} text */
const bytesOf = (text) => [...text].map((letter) => letter.charCodeAt(0));
/** @param {number} value @returns {[number, number]} */
const word = (value) => [value & 0xff, value >> 8];

/** Returns the smallest rectangle with all pixels that differ; null: none does.
 * @param {Uint8Array} before @param {Uint8Array} now @param {number} width @returns {?Rectangle} */
export function changedRectangle(before, now, width) {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let at = 0; at < now.length; ++at) {
    if (before[at] === now[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    if (top < 0) top = y;
    bottom = y;
    left = Math.min(left, x);
    right = Math.max(right, x);
  }
  return top < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** @param {Uint8Array} bytes */
function* blocksOf(bytes) {
  for (let at = 0; at < bytes.length; at += kMaxBlock) {
    const block = bytes.subarray(at, at + kMaxBlock);
    yield Uint8Array.of(block.length);
    yield block;
  }
  yield Uint8Array.of(0);
}

/** Collects codes of a growing number of bits, the lowest bit first. */
class BitBuffer {
  constructor() {
    this.bytes_ = new Uint8Array(1 << 12);
    this.length_ = 0;
    this.bits_ = 0;
    this.bitCount_ = 0;
  }

  /** @param {number} code @param {number} bits */
  write(code, bits) {
    this.bits_ |= code << this.bitCount_;
    for (this.bitCount_ += bits; this.bitCount_ >= 8; this.bitCount_ -= 8) this.writeByte_();
  }

  finish() {
    if (this.bitCount_ > 0) this.writeByte_();
    return this.bytes_.subarray(0, this.length_);
  }

  writeByte_() {
    if (this.length_ === this.bytes_.length) {
      const longer = new Uint8Array(2 * this.length_);
      longer.set(this.bytes_);
      this.bytes_ = longer;
    }
    this.bytes_[this.length_++] = this.bits_ & 0xff;
    this.bits_ >>>= 8;
  }
}

/** Compresses pixels by the method of Lempel, Ziv and Welch, as GIF wants it.
 * @param {Uint8Array} pixels   not empty @param {number} bits   of a pixel */
export function compressed(pixels, bits) {
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  const buffer = new BitBuffer();
  // The table is open: a string of pixels is the code of all but its last one, and this last one.
  const strings = new Int32Array(kPlaces).fill(-1);
  const codes = new Uint16Array(kPlaces);
  let [codeBits, next] = [bits + 1, end + 1];
  buffer.write(clear, codeBits);
  let code = pixels[0];
  for (let i = 1; i < pixels.length; ++i) {
    const string = (code << 8) | pixels[i];
    let place = Math.imul(string, 0x9e3779b1) >>> 18;
    while (strings[place] >= 0 && strings[place] !== string) place = (place + 1) & (kPlaces - 1);
    if (strings[place] === string) {
      code = codes[place];
      continue;
    }
    buffer.write(code, codeBits);
    if (next === 1 << codeBits && codeBits < kMaxCodeBits) ++codeBits;
    if (next < kMaxCodes) {
      strings[place] = string;
      codes[place] = next++;
    } else {
      buffer.write(clear, codeBits);
      strings.fill(-1);
      [codeBits, next] = [bits + 1, end + 1];
    }
    code = pixels[i];
  }
  buffer.write(code, codeBits);
  // The reader of the file has a new code after each one that it has read, so the last one may be longer, too.
  buffer.write(end, next === 1 << codeBits && codeBits < kMaxCodeBits ? codeBits + 1 : codeBits);
  return buffer.finish();
}
