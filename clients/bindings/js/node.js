// The package in Node, from version 18 on.

import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";

import { makeEngine } from "../../web/rules/engine.js";
import { makeLibrary } from "./library.js";
import { connectStream } from "./stream_socket.js";
import { connectWebSocket } from "./web_socket.js";

/** @type {import("./play.js").Platform["connect"]} */
async function connect(server, listener) {
  if (!/^wss?:/.test(server)) return connectStream(server, listener);
  const Socket = globalThis.WebSocket ?? (await import("ws")).WebSocket; // Node itself has one from version 22 on
  return connectWebSocket(server, listener, Socket);
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
