import assert from "node:assert/strict";
import { test } from "node:test";

import { pairPlaces } from "../../../../../clients/web/draw/next_pairs.js";
import { kVisiblePairs, sceneOf } from "../../../../../clients/web/draw/scene.js";
import { sideOf } from "../../../../../clients/web/net/wire.js";

const kCanvas = { width: 95, height: 200 };

test("two pairs stand as ever, however many of them are shown", () => {
  const places = pairPlaces(kCanvas, 2, "left");
  assert.deepEqual(places, [{ cell: 50, x: 0, y: 0 }, { cell: 37, x: 58, y: 115 }]);
  assert.deepEqual(pairPlaces(kCanvas, 1, "left"), places);
  assert.deepEqual(pairPlaces(kCanvas, 2, "right"), [{ cell: 50, x: 45, y: 0 }, { cell: 37, x: 0, y: 115 }]);
});

test("all next pairs of every number of visible pairs are on the canvas and apart", () => {
  for (const field of /** @type {const} */ (["left", "right"])) {
    for (let visible = 1; visible <= kVisiblePairs; ++visible) {
      const places = pairPlaces(kCanvas, visible - 1, field);
      assert.ok(places.length >= visible - 1);
      for (const [i, { cell, x, y }] of places.entries()) {
        assert.ok(x >= 0 && x + cell <= kCanvas.width, `pair ${i} of ${visible} in its width`);
        assert.ok(y >= 0 && y + 2 * cell <= kCanvas.height, `pair ${i} of ${visible} in its height`);
        if (i > 0) assert.ok(y >= places[i - 1].y + 2 * places[i - 1].cell, `pair ${i} is below the one before`);
      }
    }
  }
});

test("nothing is drawn on a canvas without a size", () => {
  assert.deepEqual(pairPlaces({ width: 0, height: 0 }, 4, "left"), []);
});

test("a side with any number of visible pairs goes from the wire into its scene", () => {
  for (const pairs of ["45", "4567", "456744", "45674455", "4567445566"]) {
    const side = sideOf({ pairs });
    assert.equal(side.pairs.length, pairs.length / 2);
    const facts = { ...side, waitInAll: 0, axisLands: 0, childLands: 0, linkScore: null, vanishing: new Uint8Array(84) };
    const scene = sceneOf(facts, { name: "Ada", wins: 0, allClear: false, landing: false });
    assert.deepEqual(scene.current, { axis: 4, child: 5 });
    assert.equal(scene.next.map(({ axis, child }) => `${axis}${child}`).join(""), pairs.slice(2));
  }
});
