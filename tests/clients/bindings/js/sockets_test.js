// Connections to servers that do not close their end.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:net";
import { test } from "node:test";
import { WebSocket } from "ws";

import { connectStream } from "../../../../clients/bindings/js/stream_socket.js";
import { connectWebSocket } from "../../../../clients/bindings/js/web_socket.js";
import { kLimit, within } from "../../web/pages/limit.js";

/** @import {Socket} from "node:net" */

/** A server that never closes a connection. @param {import("node:test").TestContext} t
 * @param {(socket: Socket) => void} serve @returns {Promise<{address: string, ended: Promise<void>}>}
 *   ended: the connection of the client is closed, by both directions */
async function silentServer(t, serve) {
  /** @type {() => void} */
  let end = () => {};
  const ended = within(new Promise((resolve) => (end = () => resolve(undefined))), kLimit, () => "it is open");
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    socket.on("close", end);
    serve(socket);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  t.after(() => server.close());
  return { address: `127.0.0.1:${/** @type {any} */ (server.address()).port}`, ended: /** @type {any} */ (ended) };
}

/** @param {(opened: () => void) => {close: () => void} | Promise<any>} connect */
async function openAndClose(connect) {
  /** @type {() => void} */
  let opened = () => {};
  const isOpen = new Promise((resolve) => (opened = () => resolve(undefined)));
  const transport = await connect(opened);
  await isOpen;
  transport.close();
}

test("a stream is closed without the server's answer", async (t) => {
  const { address, ended } = await silentServer(t, (socket) => {
    socket.resume();
    // A connection that is closed in one direction alone takes all this.
    const write = () => socket.writable && socket.write("....", () => setImmediate(write));
    socket.on("end", write);
  });
  const listener = { received: () => {}, closed: () => {} };
  await openAndClose((opened) => connectStream(address, { ...listener, opened }));
  await ended;
});

test("a WebSocket is closed without the server's answer", async (t) => {
  const { address, ended } = await silentServer(t, (socket) => {
    socket.once("data", (bytes) => {
      const [, key] = /sec-websocket-key: (\S+)/i.exec(String(bytes)) ?? [];
      const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: rensa.v1.pb\r\n\r\n`);
    });
    socket.on("end", () => socket.end());
  });
  const listener = { received: () => {}, closed: () => {} };
  /** @type {any} */
  const Socket = class extends WebSocket {
    /** @override @param {() => void} [done] */
    terminate(done) {
      terminated = true;
      super.terminate();
      done?.();
    }
  };
  let terminated = false;
  await openAndClose((opened) => connectWebSocket(`ws://${address}/ws`, { ...listener, opened }, Socket));
  await ended;
  assert.ok(terminated, "the package ws itself would wait for 30 s");
});
