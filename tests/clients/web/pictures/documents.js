// The pictures of docs/web.md: which page each shows, and how it is made smaller.

import { fileURLToPath } from "node:url";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("./picture.js").Setting} Setting */

export const kDocumentFolder = fileURLToPath(new URL("../../../../docs/web/", import.meta.url));
const kMaxWidth = 1024;
const kQuality = 0.85;

const kDesktop = { size: "1366x768", scheme: "dark", language: "en" };
/** page: its name in shown_pages.js @type {{file: string, page: string, setting: Setting}[]} */
export const kDocumentPictures = [
  { file: "home.jpg", page: "home", setting: kDesktop },
  { file: "play.jpg", page: "play", setting: kDesktop },
  { file: "play_phone.jpg", page: "play", setting: { size: "390x844", scheme: "dark", language: "ja" } },
  { file: "watch.jpg", page: "watch", setting: kDesktop },
  { file: "replay.jpg", page: "replay", setting: kDesktop },
  { file: "practice.jpg", page: "practice", setting: kDesktop },
  { file: "train.jpg", page: "train", setting: kDesktop },
  { file: "league.jpg", page: "tournament", setting: kDesktop },
];

/** Returns a picture as a document shows it: as JPEG, and not wider than its text.
 * @param {Browser} browser @param {Buffer} png @returns {Promise<Buffer>} */
export async function documentPicture(browser, png) {
  const page = await browser.newPage();
  try {
    const jpeg = await page.evaluate(async ({ address, most, quality }) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      const scale = Math.min(1, most / picture.width);
      const [width, height] = [picture.width, picture.height].map((side) => Math.round(side * scale));
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d");
      if (context) context.imageSmoothingQuality = "high";
      context?.drawImage(picture, 0, 0, width, height);
      return canvas.toDataURL("image/jpeg", quality).split(",")[1];
    }, { address: `data:image/png;base64,${png.toString("base64")}`, most: kMaxWidth, quality: kQuality });
    return Buffer.from(jpeg, "base64");
  } finally {
    await page.close();
  }
}
