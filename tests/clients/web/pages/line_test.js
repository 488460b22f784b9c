import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { test } from "node:test";

import { lineTo } from "./line.js";

/** @typedef {import("node:net").AddressInfo} AddressInfo */

/** Starts a server that sends back what it receives. @returns {Promise<{origin: string, close: () => void}>} */
async function startEcho() {
  const echo = createServer((socket) => socket.pipe(socket));
  await new Promise((resolve) => echo.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {AddressInfo} */ (echo.address());
  return { origin: `http://127.0.0.1:${port}`, close: () => echo.close() };
}

/** @param {string} origin */
function connectTo(origin) {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.setNoDelay(true);
  socket.on("error", () => {});  // a line that is cut may reset the connection
  return socket;
}

/** @param {import("node:net").Socket} socket */
const closing = (socket) => new Promise((resolve) => socket.on("close", resolve));

test("a slow line keeps the order of what it carries, however it stalls", async (t) => {
  const kPieces = 300;
  const echo = await startEcho();
  const line = await lineTo(echo.origin, { oneWay: 10.4, stall: 15.3, share: 0.3 });
  t.after(() => {
    line.close();
    echo.close();
  });
  const socket = connectTo(line.origin);
  await once(socket, "connect");
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

test("a line that is cut carries nothing until it is mended", async (t) => {
  const echo = await startEcho();
  const line = await lineTo(echo.origin);
  t.after(() => {
    line.close();
    echo.close();
  });
  const before = connectTo(line.origin);
  before.write("before");
  assert.equal(String((await once(before, "data"))[0]), "before");
  line.cut();
  await closing(before);
  const meanwhile = connectTo(line.origin);
  meanwhile.on("data", () => assert.fail("the line is cut"));
  meanwhile.write("meanwhile");
  await closing(meanwhile);
  line.mend();
  const after = connectTo(line.origin);
  after.write("after");
  assert.equal(String((await once(after, "data"))[0]), "after");
  after.destroy();
});
