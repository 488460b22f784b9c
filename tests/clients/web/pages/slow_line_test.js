import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { test } from "node:test";

import { slowLine } from "./slow_line.js";

/** @typedef {import("node:net").AddressInfo} AddressInfo */

test("a slow line keeps the order of what it carries, however it stalls", async (t) => {
  const kPieces = 300;
  const echo = createServer((socket) => socket.pipe(socket));
  await new Promise((resolve) => echo.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {AddressInfo} */ (echo.address());
  const line = await slowLine(`http://127.0.0.1:${port}`, { oneWay: 10.4, stall: 15.3, share: 0.3 });
  const socket = connect(Number(new URL(line.origin).port), "127.0.0.1");
  socket.setNoDelay(true);
  await once(socket, "connect");
  t.after(() => {
    line.close();
    echo.close();
  });
  let heard = "";
  const all = new Promise((resolve) => socket.on("data", (piece) => {
    heard += piece;
    if (heard.split("\n").length > kPieces) resolve(undefined);
  }));
  for (let i = 0; i < kPieces; ++i) {
    socket.write(`${i}\n`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await all;
  assert.equal(heard, Array.from({ length: kPieces }, (_, i) => `${i}\n`).join(""));
});
