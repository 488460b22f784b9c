// The package in browsers.

import { loadEngine } from "../../web/rules/engine.js";
import { makeLibrary } from "./library.js";
import { connectWebSocket } from "./web_socket.js";

export const {
  columnsOf, Field, IllegalPlacement, kColumns, kPlacements, kRows, play, PlayError, RensaError,
} = makeLibrary({
  engine: await loadEngine(),
  connect: (server, listener) => connectWebSocket(server, listener, WebSocket),
  clientId: () => crypto.getRandomValues(new BigUint64Array(1))[0].toString(16),
  environment: {},
});
