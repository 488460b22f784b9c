// A connection over TCP or a Unix socket, in Node alone.

import { connect } from "node:net";

import { framed, FrameSplitter } from "./frames.js";

/** @import {Listener, Transport} from "./play.js" */

const kUnix = "unix:";
/** So long the server may take to close its end. */
const kMaxCloseMs = 1000;

/** @param {string} server   "HOST:PORT" or "unix:PATH" @returns {{path: string} | {host: string, port: number}} */
export function addressOf(server) {
  if (server.startsWith(kUnix)) return { path: server.slice(kUnix.length) };
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([^\s:/[\]]+)):(\d+)$/i.exec(server) ?? [];
  if (port === undefined || Number(port) > 65535) {
    throw new TypeError(`a server is HOST:PORT, unix:PATH or ws://HOST:PORT/ws, and not "${server}"`);
  }
  return { host: bracketed ?? plain, port: Number(port) };
}

/** @param {string} server @param {Listener} listener @returns {Transport} */
export function connectStream(server, listener) {
  const socket = connect(addressOf(server));
  const splitter = new FrameSplitter();
  let why = "the server has closed the connection";
  let isOpen = true;
  socket.setNoDelay(true);
  socket.on("connect", () => isOpen && listener.opened());
  socket.on("data", (bytes) => {
    const messages = splitter.feed(bytes);
    if (!messages) return void socket.destroy(new Error("the server announces a message of more than 1 MiB"));
    for (const message of messages) if (isOpen) listener.received(message);
  });
  socket.on("error", ({ message }) => (why = message));
  socket.on("close", () => isOpen && listener.closed(why));
  return {
    send: (message) => void socket.write(framed(message)),
    close: () => {
      isOpen = false;
      socket.end();
      socket.unref();
      const timer = setTimeout(() => socket.destroy(), kMaxCloseMs);
      timer.unref();
      socket.once("close", () => clearTimeout(timer));
    },
  };
}
