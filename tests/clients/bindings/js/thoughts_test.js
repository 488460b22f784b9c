import assert from "node:assert/strict";
import { test } from "node:test";

import { Thoughts } from "../../../../clients/bindings/js/thoughts.js";
import { IllegalPlacement } from "./library.js";

/** @param {number} clock @returns {any} */
const viewAt = (clock) => ({ clock, placements: [1, 2] });

/** A bot that chooses when the test says so. */
function slowBot() {
  /** @type {{clock: number, signal: AbortSignal, choose: (placement: number) => void,
   *   fail: (error: Error) => void}[]} */
  const asked = [];
  /** @type {unknown[]} */
  const heard = [];
  const thoughts = new Thoughts(
    ({ clock }, signal) => new Promise((choose, fail) => asked.push({ clock, signal, choose, fail })), {
      chosen: ({ key }, ticket, placement) => heard.push([key, ticket, placement]),
      failed: (error) => heard.push(error),
    });
  return { asked, heard, thoughts };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a choice is told with its seat and its question", async () => {
  const { asked, heard, thoughts } = slowBot();
  thoughts.think({ seat: { key: "a" }, ticket: 1, view: viewAt(5) });
  thoughts.think({ seat: { key: "b" }, ticket: 2, view: viewAt(6) });
  asked[1].choose(2);
  asked[0].choose(1);
  await settled();
  assert.deepEqual(heard, [["b", 2, 2], ["a", 1, 1]]);
});

test("a seat thinks about one question at a time, and then about the newest", async () => {
  const { asked, heard, thoughts } = slowBot();
  for (const clock of [1, 2, 3]) thoughts.think({ seat: { key: "a" }, ticket: clock, view: viewAt(clock) });
  assert.equal(asked.length, 1);
  assert.ok(asked[0].signal.aborted);
  asked[0].choose(1);
  await settled();
  assert.deepEqual([asked.length, asked[1].clock, heard.length], [2, 3, 0]);
  asked[1].choose(2);
  await settled();
  assert.deepEqual(heard, [["a", 3, 2]]);
});

test("a choice that is withdrawn is not told, and neither is the error of a bot that gave it up", async () => {
  const { asked, heard, thoughts } = slowBot();
  thoughts.think({ seat: { key: "a" }, ticket: 1, view: viewAt(1) });
  thoughts.withdraw({ key: "a" });
  asked[0].fail(new Error("given up"));
  await settled();
  assert.deepEqual(heard, []);
});

test("errors of the bot and impossible placements are told", async () => {
  const { asked, heard, thoughts } = slowBot();
  const error = new Error("broken");
  thoughts.think({ seat: { key: "a" }, ticket: 1, view: viewAt(1) });
  thoughts.think({ seat: { key: "b" }, ticket: 2, view: viewAt(1) });
  asked[0].fail(error);
  asked[1].choose(22);
  await settled();
  assert.equal(heard[0], error);
  assert.ok(heard[1] instanceof IllegalPlacement);
});
