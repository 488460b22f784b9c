import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { kChainSize, kPossibleChainSize } from "../../../../clients/bindings/js/fields.js";
import { kViewSize } from "../../../../clients/bindings/js/views.js";
import { makeEngine } from "../../../../clients/web/rules/engine.js";
import { columnsOf, Field, kPlacements, RensaError } from "./library.js";

const kTwoLinks = `
B.....
RY....
RB....
RB....
RB....
`;

test("both sides of the border have structs of the same size", async () => {
  const wasm = readFileSync(new URL("../../../../clients/web/rules/engine.wasm", import.meta.url));
  const { exports } = await makeEngine(await WebAssembly.compile(wasm));
  for (const [which, size] of [[2, kChainSize], [8, kViewSize], [10, kPossibleChainSize]]) {
    assert.equal(exports.rensa_struct_size(which), size, `${which}`);
  }
});

test("a chain runs as in the game, and leaves the field as it was", () => {
  const before = new Field(kTwoLinks);
  const { field, chain } = before.simulate();
  assert.deepEqual({ links: chain.links, score: chain.score }, { links: 2, score: 360 });
  assert.equal(field.toString().trim(), ".Y....");
  assert.equal(before.at(1, 5), "B");
});

test("texts, digits, cells and addresses give the same field", () => {
  const field = new Field(kTwoLinks);
  assert.ok(field.equals(new Field(field.toString())));
  assert.ok(field.equals(Field.fromDigits(field.digits())));
  assert.ok(field.equals(Field.fromCells(field.cells)));
  const { field: shared, pairs } = Field.fromUrl(field.url(["RB", "YG"]));
  assert.ok(field.equals(shared));
  assert.deepEqual(pairs, ["RB", "YG"]);
  assert.ok(!field.equals(new Field()));
  assert.equal(new Field().toString().trim().replace(/[.\n]/g, ""), "");
});

test("an address may have any number of pairs", () => {
  const url = new Field().url(Array(100).fill("RB"));
  const { pairs } = Field.fromUrl(url + url.split("_")[1]);
  assert.equal(pairs.length, 200);
  assert.deepEqual([...new Set(pairs)], ["RB"]);
});

test("cells and heights are counted from the left and from the floor", () => {
  const field = new Field("RB....");
  assert.deepEqual([field.at(1, 1), field.at(2, 1), field.at(1, 2), field.height(1), field.height(6)],
    ["R", "B", ".", 1, 0]);
});

test("cells that hang in the air fall", () => {
  assert.ok(new Field("R.....\n......").settle().equals(new Field("R.....")));
});

test("a pair is placed and its chain runs", () => {
  const { field, chain } = new Field("RRR...").place("RB", 3);
  assert.equal(chain.links, 1);
  assert.equal(field.toString().trim(), "...B..");
  assert.equal(new Field("RRR...").placements().length, kPlacements);
});

test("threats and possible chains are found", () => {
  assert.equal(new Field("RRR...").threat(["RB"]).links, 1);
  const [best] = new Field("RRR...").possibleChains();
  assert.deepEqual([best.links, best.needed], [1, { R: 1 }]);
  assert.ok(best.after.equals(new Field()));
  assert.ok(new Field(kTwoLinks).simulate().field.possibleChains({ completions: 2, useBook: true }).length > 0);
});

test("wrong arguments are refused with a reason", () => {
  const field = new Field("RRR...");
  for (const wrong of [() => new Field("XX"), () => field.place("RX", 3), () => field.place("R", 3),
    () => field.place("RB", 22), () => field.at(0, 1), () => field.height(7), () => Field.fromUrl("nonsense"),
    () => field.place("RB", NaN), () => field.place("RB", /** @type {any} */ (undefined)),
    () => field.place("RB", 3.7), () => field.url([], /** @type {any} */ ("foo")),
    () => field.url([], /** @type {any} */ ("toString")), () => field.possibleChains({ completions: NaN }),
    () => Field.fromCells([1, 2]), () => field.possibleChains({ completions: 9 }), () => Field.fromDigits("12")]) {
    assert.throws(wrong, RensaError, String(wrong));
  }
  assert.equal(field.place("YB", 0).chain.links, 0, "the engine goes on");
});

test("a placement tells the columns of both halves", () => {
  assert.deepEqual([0, 6, 11, 17].map(columnsOf),
    [{ axis: 1, child: 1 }, { axis: 1, child: 2 }, { axis: 1, child: 1 }, { axis: 2, child: 1 }]);
  assert.throws(() => columnsOf(22), RangeError);
});
