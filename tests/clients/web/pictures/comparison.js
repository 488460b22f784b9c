// Compares pictures with those that are kept in the repository. Both are decoded by a browser. The kept ones are small:
// they are compressed with loss, which the comparison hardly notices, because it compares the mean colours of squares.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("./picture.js").Setting} Setting */

const kReferences = fileURLToPath(new URL("reference/", import.meta.url));
/** The qualities with which a picture is compressed, until the loss is so small that the comparison does not notice it. */
const kQualities = [0.6, 0.75, 0.9, 1];
/** The side of a square, in pixels. */
const kSquare = 4;
/** Two squares are different if a channel of their mean colours differs by more, of 255. */
const kMaxDifference = 36;
/** Two pictures are different if more of their squares are, in parts of all. Another version of the browser draws the
 * edges of letters differently. */
export const kMaxShare = 0.004;
const kMaxLoss = kMaxShare / 4;

/** @param {Setting} setting @param {string} name */
export const referenceFile = ({ size, scheme, language }, name) =>
  join(kReferences, `${size}-${scheme}-${language}`, `${name}.webp`);

const kFirstByteOfPng = 0x89;

/** @param {Buffer} picture   PNG or WebP */
const addressOf = (picture) =>
  `data:image/${picture[0] === kFirstByteOfPng ? "png" : "webp"};base64,${picture.toString("base64")}`;

/** @param {Browser} browser @param {Buffer} png @returns {Promise<Buffer>} the picture as it is kept */
export async function compressed(browser, png) {
  /** @type {Buffer} */
  let webp = Buffer.alloc(0);
  for (const quality of kQualities) {
    webp = await compressedWith(browser, png, quality);
    if (await differenceOf(browser, png, webp) <= kMaxLoss) break;
  }
  return webp;
}

/** @param {Browser} browser @param {Buffer} png @param {number} quality @returns {Promise<Buffer>} */
async function compressedWith(browser, png, quality) {
  const page = await browser.newPage();
  try {
    const webp = await page.evaluate(async ({ address, quality }) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      const canvas = Object.assign(document.createElement("canvas"), { width: picture.width, height: picture.height });
      canvas.getContext("2d")?.drawImage(picture, 0, 0);
      return canvas.toDataURL("image/webp", quality).split(",")[1];
    }, { address: addressOf(png), quality });
    return Buffer.from(webp, "base64");
  } finally {
    await page.close();
  }
}

/** Returns the share of the squares that differ, 0..1; 1 if the pictures have different sizes.
 * @param {Browser} browser @param {Buffer} one   PNG or WebP @param {Buffer} other @returns {Promise<number>} */
export async function differenceOf(browser, one, other) {
  const page = await browser.newPage();
  try {
    return await page.evaluate(async ({ addresses, square, most }) => {
      const pictures = await Promise.all(addresses.map(async (address) =>
        createImageBitmap(await (await fetch(address)).blob())));
      const [{ width, height }, other] = pictures;
      if (other.width !== width || other.height !== height) return 1;
      const [wide, high] = [Math.floor(width / square), Math.floor(height / square)];
      /** Returns the mean colours of all squares, four numbers each. @param {ImageBitmap} picture */
      const meansOf = (picture) => {
        const canvas = Object.assign(document.createElement("canvas"), { width, height });
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
        context.drawImage(picture, 0, 0);
        const { data } = context.getImageData(0, 0, wide * square, high * square);
        const means = new Float32Array(wide * high * 4);
        for (let at = 0; at < data.length; ++at) {
          const [x, y] = [(at >> 2) % (wide * square), Math.floor((at >> 2) / (wide * square))];
          means[(Math.floor(y / square) * wide + Math.floor(x / square)) * 4 + (at & 3)] += data[at] / square ** 2;
        }
        return means;
      };
      const [one, two] = pictures.map(meansOf);
      let different = 0;
      for (let at = 0; at < one.length; at += 4) {
        if ([0, 1, 2].some((channel) => Math.abs(one[at + channel] - two[at + channel]) > most)) ++different;
      }
      return different / (wide * high);
    }, {
      addresses: [addressOf(one), addressOf(other)],
      square: kSquare, most: kMaxDifference,
    });
  } finally {
    await page.close();
  }
}

/** @param {Setting} setting @param {string} name @returns {Promise<?Buffer>} null: none is kept */
export async function keptPicture(setting, name) {
  return readFile(referenceFile(setting, name)).catch(() => null);
}
