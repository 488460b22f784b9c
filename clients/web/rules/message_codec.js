// The messages of the protocol as bytes (rensa.v1.pb), by the engine.

/** @import {ServerMessage} from "../net/wire.js" */
/** @import {Engine} from "./engine.js" */

const kDecoder = new TextDecoder();
const kEncoder = new TextEncoder();
const kFirstRoom = 4096;

export class MessageCodec {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
    this.from_ = { at: 0, size: 0 };
    this.to_ = { at: 0, size: 0 };
    this.grow_(this.from_, kFirstRoom);
    this.grow_(this.to_, kFirstRoom);
  }

  /** @param {Uint8Array} bytes of a message of the server @returns {?ServerMessage} null: they are not a message */
  decode(bytes) {
    const json = this.convert_(bytes, this.engine_.exports.page_json_of_server_message);
    return json && JSON.parse(kDecoder.decode(json));
  }

  /** @param {object} message of a client @returns {Uint8Array<ArrayBuffer>} its bytes */
  encode(message) {
    const json = JSON.stringify(message);
    const bytes = this.convert_(kEncoder.encode(json), this.engine_.exports.page_bytes_of_client_message);
    if (!bytes) throw new Error(`not a message: ${json}`);
    return bytes.slice();
  }

  /** @param {{at: number, size: number}} room @param {number} size */
  grow_(room, size) {
    this.engine_.exports.free(room.at);
    room.at = this.engine_.exports.malloc(size);
    room.size = size;
  }

  /** @param {Uint8Array} input
   * @param {(from: number, size: number, to: number, capacity: number) => number} call
   * @returns {?Uint8Array<ArrayBuffer>} valid until the engine is called; null: the input is wrong */
  convert_(input, call) {
    if (input.length > this.from_.size) this.grow_(this.from_, 2 * input.length);
    this.engine_.bytes.set(input, this.from_.at);
    let size = call(this.from_.at, input.length, this.to_.at, this.to_.size);
    if (size > this.to_.size) {
      this.grow_(this.to_, 2 * size);
      size = call(this.from_.at, input.length, this.to_.at, this.to_.size);
    }
    return size < 0 ? null : this.engine_.bytes.subarray(this.to_.at, this.to_.at + size);
  }
}
