// The package in browsers.

import { loadEngine } from "../../web/rules/engine.js";
import { makeLibrary } from "./library.js";
import { connectWebSocket } from "./web_socket.js";

export const {
  columnsOf, Field, IllegalPlacement, kColumns, kPlacements, kRows, play, PlayError, RensaError,
} = makeLibrary({
  engine: await loadEngine(),
  connect: (server, listener) => connectWebSocket(server, listener, WebSocket),
  clientId: () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
  environment: {},
});
