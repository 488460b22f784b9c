// Messages in a stream of bytes: four bytes of length, little-endian, and then the message.

/** Longer messages do not exist. */
export const kMaxMessageBytes = 1024 * 1024;
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
    /** @type {Uint8Array[]} the bytes of a message that is not whole yet */
    this.chunks_ = [];
    this.size_ = 0; // of all chunks
    this.neededSize_ = kHeaderBytes; // with so many bytes, a header or a message is whole
  }

  /** @param {Uint8Array} bytes @returns {?Uint8Array[]} the messages that are whole now; null: the stream has none */
  feed(bytes) {
    this.chunks_.push(bytes);
    this.size_ += bytes.length;
    // The chunks of a long message are joined once.
    if (this.size_ < this.neededSize_) return [];
    const input = joined(this.chunks_, this.size_);
    const view = new DataView(input.buffer);
    const messages = [];
    let at = 0;
    this.neededSize_ = kHeaderBytes;
    while (input.length - at >= kHeaderBytes) {
      const length = view.getUint32(at, true);
      if (length > kMaxMessageBytes) return null;
      const end = at + kHeaderBytes + length;
      if (input.length < end) {
        this.neededSize_ = kHeaderBytes + length;
        break;
      }
      messages.push(input.slice(at + kHeaderBytes, end));
      at = end;
    }
    this.chunks_ = [input.slice(at)];
    this.size_ = input.length - at;
    return messages;
  }
}

/** @param {Uint8Array[]} chunks @param {number} size   of all of them */
function joined(chunks, size) {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
