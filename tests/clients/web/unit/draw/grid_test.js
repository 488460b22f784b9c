import assert from "node:assert/strict";
import { test } from "node:test";

import { connections, squares, unsupported } from "../../../../../clients/web/draw/grid.js";
import { field, picture } from "./field_picture.js";

const kNoneLoose = new Uint8Array(84);

test("a cell with a gap anywhere below it is unsupported", () => {
  const loose = unsupported(field("R..B..", "RO..Y.", ".O....", "RO.GG."));
  assert.deepEqual(picture(loose, 4), ["1..1..", "1...1.", "......", "......"]);
});

test("cells of one colour connect with their neighbours", () => {
  const sides = connections(field("R.....", "RR.BY.", "RGGBY."), kNoneLoose);
  assert.deepEqual(picture(sides, 3), ["4.....", "78.44.", "12811."]);
});

test("four that connect all around are a square, three are none", () => {
  assert.deepEqual(squares(connections(field("..GGG.", "RRGGG.", "R.GG.."), kNoneLoose)), [2, 8, 9]);
  assert.deepEqual(squares(connections(field("RR....", "RG...."), kNoneLoose)), []);
});

test("garbage connects with nothing", () => {
  assert.deepEqual(picture(connections(field("OO....", "OO...."), kNoneLoose), 2), ["......", "......"]);
});

test("nothing connects across the edge of the field", () => {
  assert.deepEqual(picture(connections(field("R.....", ".....R"), kNoneLoose), 2), ["......", "......"]);
});

test("cells that fall connect with nothing", () => {
  const cells = field("RR....", ".R....");
  assert.deepEqual(picture(connections(cells, unsupported(cells)), 2), [".4....", ".1...."]);
});

test("a hidden cell does not connect with the one below it", () => {
  const rows = Array.from({ length: 13 }, () => "B.....");
  const drawn = picture(connections(field(...rows), kNoneLoose), 13);
  assert.equal(drawn[0], "......");
  assert.equal(drawn[1], "4.....");
});
