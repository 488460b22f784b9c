// Messages in a stream of bytes: four bytes of length, little-endian, and then the message.

/** Longer messages do not exist. */
const kMaxMessageBytes = 1024 * 1024;
const kHeaderBytes = 4;

/** @param {Uint8Array} message @returns {Uint8Array} with its length before it */
export function framed(message) {
  const bytes = new Uint8Array(kHeaderBytes + message.length);
  new DataView(bytes.buffer).setUint32(0, message.length, true);
  bytes.set(message, kHeaderBytes);
  return bytes;
}

/** Cuts a stream into messages, however its bytes arrive. */
export class FrameSplitter {
  constructor() {
    this.input_ = new Uint8Array(0);
  }

  /** @param {Uint8Array} bytes @returns {?Uint8Array[]} the messages that are whole now; null: the stream has none */
  feed(bytes) {
    const input = new Uint8Array(this.input_.length + bytes.length);
    input.set(this.input_);
    input.set(bytes, this.input_.length);
    const view = new DataView(input.buffer);
    const messages = [];
    let at = 0;
    while (input.length - at >= kHeaderBytes) {
      const length = view.getUint32(at, true);
      if (length > kMaxMessageBytes) return null;
      const end = at + kHeaderBytes + length;
      if (input.length < end) break;
      messages.push(input.slice(at + kHeaderBytes, end));
      at = end;
    }
    this.input_ = input.slice(at);
    return messages;
  }
}
