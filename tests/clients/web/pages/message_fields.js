// The bytes of messages as a stranger reads them: Protobuf's fields by their numbers.

/** @param {Uint8Array} bytes of a message
 * @returns {Map<number, number | Uint8Array>} numbers, and the bytes of texts and messages; these are not copied */
export function fieldsOf(bytes) {
  /** @type {Map<number, number | Uint8Array>} */
  const fields = new Map();
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      value += (bytes[at] & 127) * scale;
      if (bytes[at++] < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const size = varint();
    if ((tag & 7) === 0) fields.set(tag >> 3, size);
    else fields.set(tag >> 3, bytes.subarray(at, (at += size)));
  }
  return fields;
}

/** A message in a field, with fields of its own. @param {Uint8Array} bytes @param {number} number
 * @returns {?Map<number, number | Uint8Array>} null: it is not there */
export function messageIn(bytes, number) {
  const inner = fieldsOf(bytes).get(number);
  return inner instanceof Uint8Array ? fieldsOf(inner) : null;
}
