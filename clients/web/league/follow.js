// Follows one tournament over a WebSocket, and says when anything about it has changed.

import { backoffMs } from "./backoff.js";

// The server closes who says nothing for longer than twenty seconds.
const kPingMs = 8_000;
const kVersion = 1;

/**
 * @param {string} tournament
 * @param {() => void} changed  also after a connection was made again, since something may have been missed
 */
export function follow(tournament, changed) {
  let failures = 0;

  function connect() {
    const url = new URL("/ws", location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url, "rensa.v1.json");
    /** @type {number | undefined} */
    let pings;
    /** @param {object} message */
    const say = (message) => socket.send(JSON.stringify(message));
    socket.addEventListener("open", () => {
      say({ hello: { versionMin: kVersion, versionMax: kVersion, software: "rensa league page" } });
      pings = window.setInterval(() => say({ ping: { nonce: "1" } }), kPingMs);
    });
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.welcome) {
        say({ follow: { tournament } });
      } else if (message.tournamentState) {
        failures = 0;
        changed();
      }
    });
    socket.addEventListener("close", () => {
      window.clearInterval(pings);
      failures += 1;
      window.setTimeout(connect, backoffMs(failures, Math.random()));
    });
  }

  connect();
}
