import assert from "node:assert/strict";
import { test } from "node:test";

import { newEngine } from "./engine_file.js";

test("the page's messages become the bytes of the schema", async () => {
  const { messages } = await newEngine();
  const hello = { versionMin: 1, versionMax: 1, software: "rensa-web", name: undefined };
  assert.deepEqual([...messages.encode({ hello })], [10, 15, 8, 1, 16, 1, 42, 9, ...Buffer.from("rensa-web")]);
  const decide = { match: "300", seat: "SEAT_TWO", game: 1, clock: 7, id: 0, at: 9, keys: 0 };
  assert.deepEqual([...messages.encode({ decide })], [82, 13, 8, 172, 2, 16, 2, 24, 1, 32, 7, 56, 0, 72, 9]);
  assert.throws(() => messages.encode({ decide: { ...decide, speed: 1 } }), /not a message/);
});

test("the server's messages are read, also those that are large, and others are refused", async () => {
  const { messages } = await newEngine();
  assert.deepEqual(messages.decode(new Uint8Array([106, 2, 8, 5])), { pong: { nonce: "5" } });
  assert.deepEqual(messages.decode(new Uint8Array([250, 6, 1, 0, 74, 4, 16, 1, 24, 3])),
    { decided: { seat: "SEAT_ONE", id: 3 } });
  const name = "a".repeat(20000);
  const text = [34, 160, 156, 1, ...Buffer.from(name)];
  const comment = [154, 1, 164, 156, 1, ...text];
  assert.equal(messages.decode(new Uint8Array(comment))?.comment?.text, name);
  assert.equal(messages.decode(new Uint8Array(comment.slice(0, -1))), null);
  assert.equal(messages.decode(new Uint8Array([8, 1]))?.pong, undefined);
});
