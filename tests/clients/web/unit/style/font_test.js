import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inflateSync } from "node:zlib";

import { kChanceTexts } from "../../../../../clients/web/text/chance_texts.js";
import { kHowToPlayTexts } from "../../../../../clients/web/text/how_to_play_texts.js";
import { kOrganiseTexts } from "../../../../../clients/web/text/organise_texts.js";
import { kTexts } from "../../../../../clients/web/text/texts.js";

const kRoot = new URL("../../../../../", import.meta.url);
const kWeights = ["bold", "text"];

/** The tables of a WOFF file by their names, as they are without compression. @param {Buffer} file */
function tablesOf(file) {
  /** @type {Map<string, Buffer>} */
  const tables = new Map();
  for (let i = 0; i < file.readUInt16BE(12); ++i) {
    const entry = 44 + 20 * i;
    const [offset, packed, whole] = [4, 8, 12].map((at) => file.readUInt32BE(entry + at));
    const bytes = file.subarray(offset, offset + packed);
    tables.set(file.toString("latin1", entry, entry + 4), packed < whole ? inflateSync(bytes) : bytes);
  }
  return tables;
}

/** @param {string} weight */
const kept = (weight) => readFileSync(new URL(`clients/web/style/rensa_${weight}.woff`, kRoot));

test("the fonts of the pages are those that their program draws", () => {
  for (const weight of kWeights) {
    const drawn = execFileSync("python3", [new URL("scripts/page_font.py", kRoot).pathname, weight]);
    const [one, other] = [tablesOf(kept(weight)), tablesOf(drawn)];
    assert.deepEqual([...one.keys()], [...other.keys()]);
    for (const [name, bytes] of one) assert.ok(other.get(name)?.equals(bytes), `${weight}: ${name}`);
  }
});

/** The characters that a font has, from its table cmap in format 4. @param {Buffer} cmap */
function charactersOf(cmap) {
  const table = cmap.subarray(cmap.readUInt32BE(8));
  const count = table.readUInt16BE(6) / 2;
  return Array.from({ length: count - 1 }, (_, i) => {
    const [last, first] = [table.readUInt16BE(14 + 2 * i), table.readUInt16BE(16 + 2 * (count + i))];
    return Array.from({ length: last - first + 1 }, (__, k) => String.fromCodePoint(first + k));
  }).flat();
}

test("both fonts have the letters and digits of the English texts, and the digits have one width", () => {
  for (const weight of kWeights) {
    const tables = tablesOf(kept(weight));
    const characters = charactersOf(/** @type {Buffer} */ (tables.get("cmap")));
    const texts = Object.values({ ...kTexts, ...kChanceTexts, ...kHowToPlayTexts, ...kOrganiseTexts });
    const used = new Set(texts.flatMap(({ en }) => [...en]).filter((one) => /[A-Za-z0-9 .,:!?()]/.test(one)));
    assert.deepEqual([...used].filter((one) => !characters.includes(one)), []);
    const widths = /** @type {Buffer} */ (tables.get("hmtx"));
    // Glyph 0 is that of unknown characters; the others come in the order of their characters.
    const glyphOf = (/** @type {string} */ one) => [...characters].sort().indexOf(one) + 1;
    assert.equal(new Set([..."0123456789"].map((digit) => widths.readUInt16BE(4 * glyphOf(digit)))).size, 1);
  }
});
