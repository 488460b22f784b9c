// The messages of the protocol as bytes (rensa.v1.pb), by the engine.

/** @import {ServerMessage} from "../net/wire.js" */
/** @import {Engine} from "./engine.js" */

const kDecoder = new TextDecoder();
const kEncoder = new TextEncoder();
const kFirstCapacity = 4096;

export class MessageCodec {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
    this.inputBuffer_ = { at: 0, size: 0 };
    this.outputBuffer_ = { at: 0, size: 0 };
    this.grow_(this.inputBuffer_, kFirstCapacity);
    this.grow_(this.outputBuffer_, kFirstCapacity);
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

  /** @param {{at: number, size: number}} buffer @param {number} size */
  grow_(buffer, size) {
    this.engine_.exports.free(buffer.at);
    buffer.at = this.engine_.exports.malloc(size);
    buffer.size = size;
  }

  /** @param {Uint8Array} input
   * @param {(input: number, size: number, output: number, capacity: number) => number} call
   * @returns {?Uint8Array<ArrayBuffer>} valid until the engine is called; null: the input is wrong */
  convert_(input, call) {
    if (input.length > this.inputBuffer_.size) this.grow_(this.inputBuffer_, 2 * input.length);
    this.engine_.bytes.set(input, this.inputBuffer_.at);
    let size = call(this.inputBuffer_.at, input.length, this.outputBuffer_.at, this.outputBuffer_.size);
    if (size > this.outputBuffer_.size) {
      this.grow_(this.outputBuffer_, 2 * size);
      size = call(this.inputBuffer_.at, input.length, this.outputBuffer_.at, this.outputBuffer_.size);
    }
    return size < 0 ? null : this.engine_.bytes.subarray(this.outputBuffer_.at, this.outputBuffer_.at + size);
  }
}
