// The package in Node, from version 18 on.

import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";

import { makeEngine } from "../../web/rules/engine.js";
import { kMaxMessageBytes } from "./frames.js";
import { makeLibrary } from "./library.js";
import { connectStream } from "./stream_socket.js";
import { connectWebSocket } from "./web_socket.js";

/** @type {import("./play.js").Platform["connect"]} */
async function connect(server, listener) {
  if (!/^wss?:/.test(server)) return connectStream(server, listener);
  return connectWebSocket(server, listener, globalThis.WebSocket ?? (await limitedSocket()));
}

/** Node itself has a WebSocket from version 22 on. The one of the package ws takes messages of up to 100 MiB if it is
 * not told otherwise. */
async function limitedSocket() {
  const { WebSocket: Socket } = await import("ws");
  return class extends Socket {
    /** @param {string} url @param {string[]} protocols */
    constructor(url, protocols) {
      super(url, protocols, { maxPayload: kMaxMessageBytes });
    }
  };
}

const bytes = await readFile(new URL("../../web/rules/engine.wasm", import.meta.url));
const compiled = await WebAssembly.compile(/** @type {Uint8Array<ArrayBuffer>} */ (bytes));

export const {
  columnsOf, Field, IllegalPlacement, kColumns, kPlacements, kRows, play, PlayError, RensaError,
} = makeLibrary({
  engine: await makeEngine(compiled),
  connect,
  clientId: () => randomBytes(8).toString("hex"),
  environment: { RENSA_SERVER: process.env.RENSA_SERVER, RENSA_TOKEN: process.env.RENSA_TOKEN },
});
