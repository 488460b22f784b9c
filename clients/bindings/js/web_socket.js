// A connection by WebSocket: each message of it is a message of the protocol.

/** @import {Listener, Transport} from "./play.js" */

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
    },
  };
}
