import assert from "node:assert/strict";
import { test } from "node:test";

import { framed, FrameSplitter } from "../../../../clients/bindings/js/frames.js";
import { addressOf } from "../../../../clients/bindings/js/stream_socket.js";

test("messages that are cut at every byte arrive whole", () => {
  const messages = [Uint8Array.of(1, 2, 3), new Uint8Array(0), new Uint8Array(300).fill(7)];
  const stream = Uint8Array.from(messages.flatMap((message) => [...framed(message)]));
  for (let at = 0; at <= stream.length; ++at) {
    const splitter = new FrameSplitter();
    const heard = [stream.subarray(0, at), stream.subarray(at)].flatMap((bytes) => splitter.feed(bytes) ?? []);
    assert.deepEqual(heard, messages, `${at}`);
  }
  const splitter = new FrameSplitter();
  assert.deepEqual([...stream].flatMap((byte) => splitter.feed(Uint8Array.of(byte)) ?? []), messages);
});

test("a long message in small pieces is joined once", () => {
  const message = new Uint8Array(1024 * 1024).map((_, index) => index % 251);
  const stream = framed(message);
  const splitter = new FrameSplitter();
  const heard = [];
  for (let at = 0; at < stream.length; at += 7) heard.push(...(splitter.feed(stream.subarray(at, at + 7)) ?? []));
  assert.equal(heard.length, 1);
  assert.equal(Buffer.compare(heard[0], message), 0);
});

test("a message of more than 1 MiB is none", () => {
  assert.equal(new FrameSplitter().feed(Uint8Array.of(1, 0, 16, 0)), null);
});

test("addresses name a host and a port, or a path", () => {
  assert.deepEqual(addressOf("127.0.0.1:8733"), { host: "127.0.0.1", port: 8733 });
  assert.deepEqual(addressOf("[::1]:8733"), { host: "::1", port: 8733 });
  assert.deepEqual(addressOf("unix:/run/rensa.sock"), { path: "/run/rensa.sock" });
  for (const wrong of ["nowhere", "host:", ":80", "host:70000", "http://host:80"]) {
    assert.throws(() => addressOf(wrong), TypeError, wrong);
  }
});
