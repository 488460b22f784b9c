// Answers a page in place of the server's game line, by messages that are known beforehand: so a page shows the same
// frames of the same games each time. All else that the page asks for comes from the server.

import { setTimeout as wait } from "node:timers/promises";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").WebSocketRoute} WebSocketRoute */
/** @typedef {import("../../../../clients/web/net/wire.js").ServerMessage} ServerMessage */

/** The messages of a client by their number in the protocol (ClientMessage of proto/rensa/v1). */
const kClientMessages = { 1: "hello", 2: "listLobby", 4: "challenge", 8: "watch", 12: "ping" };

/** The messages that answer a message of the page. @typedef {(message: any) => ServerMessage[]} Answer */
/** @typedef {{listLobby?: Answer, challenge?: Answer, watch?: Answer}} Script */
/**
 * Sends messages on all lines that are open. cut() closes them, and no new line opens until mend() is called. hasAnswered()
 * waits until the page has so many answers of a kind. hellos: the first message of each line, as the text in its bytes
 * @typedef {((messages: ServerMessage[]) => void) & {cut: () => Promise<void>, mend: () => void, hellos: string[],
 *   hasAnswered: (kind: keyof Script, count: number) => Promise<void>}} ScriptedLine
 */

/**
 * Plays the server for all lines that the page opens from now on. Answers are JSON, which a page also reads that sends
 * bytes. A message in bytes is known by its kind, and a wish to watch also by its match.
 * @param {Page} page @param {Script} script
 * @returns {Promise<ScriptedLine>}
 */
export async function playServer(page, script) {
  /** @type {WebSocketRoute[]} */
  const sockets = [];
  let isCut = false;
  /** @type {Record<keyof Script, number>} */
  const answers = { listLobby: 0, challenge: 0, watch: 0 };
  /** @type {(() => void)[]} */
  const waiting = [];
  /** @type {string[]} */
  const hellos = [];
  await page.routeWebSocket("**/ws", (socket) => {
    if (isCut) return void socket.close();
    sockets.push(socket);
    socket.onMessage(async (data) => {
      const { kind, message } = messageOf(data);
      if (kind === "hello") {
        hellos.push(data.toString("latin1"));
        send(socket, [{ welcome: { version: 1, name: "ann" } }]);
      }
      if (kind !== "listLobby" && kind !== "challenge" && kind !== "watch") return;
      await wait(0);
      send(socket, script[kind]?.(message) ?? []);
      ++answers[kind];
      for (const look of waiting.splice(0)) look();
    });
  });
  return Object.assign((/** @type {ServerMessage[]} */ messages) => sockets.forEach((socket) => send(socket, messages)), {
    cut: async () => {
      isCut = true;
      await Promise.all(sockets.splice(0).map((socket) => socket.close()));
    },
    mend: () => void (isCut = false),
    hellos,
    hasAnswered: async (/** @type {keyof Script} */ kind, /** @type {number} */ count) => {
      while (answers[kind] < count) await new Promise((/** @type {(value: void) => void} */ look) => waiting.push(look));
      // When the page answers this question, it has all messages that were sent before.
      await page.evaluate(() => undefined);
    },
  });
}

/** @param {WebSocketRoute} socket @param {ServerMessage[]} messages */
function send(socket, messages) {
  for (const message of messages) socket.send(JSON.stringify(message));
}

/** @param {string|Buffer} data @returns {{kind: string, message: any}} */
function messageOf(data) {
  if (typeof data === "string") {
    const [[kind, message]] = Object.entries(JSON.parse(data));
    return { kind, message };
  }
  // A protobuf message begins with the number of its field, and then has its length. In these short messages each
  // takes one byte. Watch begins with the number of the match.
  const number = /** @type {keyof typeof kClientMessages} */ (data[0] >> 3);
  const kind = kClientMessages[number] ?? "";
  return { kind, message: kind === "watch" ? { match: String(data[3]) } : {} };
}
