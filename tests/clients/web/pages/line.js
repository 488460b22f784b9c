// A line to the server, which a test can cut and mend. It may be slow and stall now and then: then every byte comes, in
// order, but late.

import { connect, createServer } from "node:net";

/** @typedef {import("node:net").Socket} Socket */

/** Returns a function that gives the same numbers from 0 to 1 in each run. */
function fixedRandom() {
  let state = 7;
  return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
}

/** leadTo: leads new connections to another server
 * @typedef {{origin: string, cut: () => void, mend: () => void, leadTo: (origin: string) => void,
 *   close: () => void}} Line */

/**
 * @param {string} origin of the server @param {{oneWay: number, stall: number, share: number}} [speed]
 *   milliseconds one way, and of a stall; share: of the pieces that stall, 0..1
 * @returns {Promise<Line>}
 */
export async function lineTo(origin, { oneWay, stall, share } = { oneWay: 0, stall: 0, share: 0 }) {
  let server = new URL(origin);
  let isCut = false;
  const random = fixedRandom();
  /** @type {Set<Socket>} */
  const open = new Set();

  /** @param {Socket} from @param {Socket} to */
  const carry = (from, to) => {
    /** @type {{at: number, action: () => void}[]} in their order, which timers of their own would not keep */
    const underWay = [];
    const arrive = () => {
      while (underWay.length > 0 && underWay[0].at <= performance.now()) underWay.shift()?.action();
      if (underWay.length > 0) setTimeout(arrive, underWay[0].at - performance.now());
    };
    /** @param {number} wait @param {() => void} action */
    const after = (wait, action) => {
      underWay.push({ at: Math.max(underWay.at(-1)?.at ?? 0, performance.now() + wait), action });
      if (underWay.length === 1) setTimeout(arrive, wait);
    };
    from.on("data", (piece) => {
      after(oneWay + (random() < share ? stall : 0), () => to.writable && to.write(piece));
    });
    from.on("close", () => after(oneWay, () => to.destroy()));
    from.on("error", () => to.destroy());
  };

  const proxy = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(server.port), server.hostname);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      open.add(socket);
      socket.on("close", () => open.delete(socket));
    }
    carry(near, far);
    carry(far, near);
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", () => resolve(undefined)));
  // A test that fails before it closes its line must end all the same.
  proxy.unref();
  const address = /** @type {import("node:net").AddressInfo} */ (proxy.address());
  const cut = () => {
    isCut = true;
    open.forEach((socket) => socket.destroy());
  };
  return {
    origin: `http://127.0.0.1:${address.port}`,
    cut,
    mend: () => (isCut = false),
    leadTo: (origin) => (server = new URL(origin)),
    close: () => {
      cut();
      proxy.close();
    },
  };
}
