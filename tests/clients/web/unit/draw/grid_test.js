import assert from "node:assert/strict";
import { test } from "node:test";

import { connectedSides, connectedSquares, findUnsupported } from "../../../../../clients/web/draw/grid.js";
import { field, picture } from "./field_picture.js";

const kNoneLoose = new Uint8Array(84);

test("a cell with a gap anywhere below it is unsupported", () => {
  const loose = findUnsupported(field("R..B..", "RO..Y.", ".O....", "RO.GG."));
  assert.deepEqual(picture(loose, 4), ["1..1..", "1...1.", "......", "......"]);
});

test("cells of one colour connect with their neighbours", () => {
  const sides = connectedSides(field("R.....", "RR.BY.", "RGGBY."), kNoneLoose);
  assert.deepEqual(picture(sides, 3), ["4.....", "78.44.", "12811."]);
});

test("four that connect all around are a square, three are none", () => {
  assert.deepEqual(connectedSquares(connectedSides(field("..GGG.", "RRGGG.", "R.GG.."), kNoneLoose)), [2, 8, 9]);
  assert.deepEqual(connectedSquares(connectedSides(field("RR....", "RG...."), kNoneLoose)), []);
});

test("garbage connects with nothing", () => {
  assert.deepEqual(picture(connectedSides(field("OO....", "OO...."), kNoneLoose), 2), ["......", "......"]);
});

test("nothing connects across the edge of the field", () => {
  assert.deepEqual(picture(connectedSides(field("R.....", ".....R"), kNoneLoose), 2), ["......", "......"]);
});

test("cells that fall connect with nothing", () => {
  const cells = field("RR....", ".R....");
  assert.deepEqual(picture(connectedSides(cells, findUnsupported(cells)), 2), [".4....", ".1...."]);
});

test("a hidden cell does not connect with the one below it", () => {
  const rows = Array.from({ length: 13 }, () => "B.....");
  const drawn = picture(connectedSides(field(...rows), kNoneLoose), 13);
  assert.equal(drawn[0], "......");
  assert.equal(drawn[1], "4.....");
});
