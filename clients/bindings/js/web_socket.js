// A connection by WebSocket: each message of it is a message of the protocol.

/** @import {Listener, Transport} from "./play.js" */

/** So long the server may take to answer that it closes, too. */
const kMaxCloseMs = 1000;

/** @param {string} url @param {Listener} listener @param {typeof WebSocket} Socket   the class
 * @returns {Transport} */
export function connectWebSocket(url, listener, Socket) {
  const socket = new Socket(url, ["rensa.v1.pb"]);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => listener.opened();
  socket.onmessage = ({ data }) => listener.received(new Uint8Array(data));
  socket.onerror = () => {}; // onclose follows
  socket.onclose = () => listener.closed("the connection is closed");
  return {
    send: (message) => socket.send(message),
    close: () => {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
      closeSoon(socket);
    },
  };
}

/** The package ws waits half a minute for the server's answer, and so long Node would not end.
 * @param {WebSocket & {terminate?: () => void}} socket */
function closeSoon(socket) {
  if (!socket.terminate) return;
  const timer = setTimeout(() => socket.terminate?.(), kMaxCloseMs);
  socket.onclose = () => clearTimeout(timer);
}
