// Limits for the programs that a test starts, and for its waits. A limit only ends a test that hangs, and says why: it
// never says how fast a program is, because a busy machine may take long for everything.

/** Milliseconds. */
export const kLimit = 300_000;
/** For a program that starts. */
export const kStartLimit = 120_000;
/** For all that a test does with a page. */
export const kUseLimit = 600_000;

/**
 * Waits for a promise until the limit.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} limit   ms
 * @param {() => string} reason   the text of the error at the limit
 * @returns {Promise<T>}
 */
export async function within(promise, limit, reason) {
  /** @type {NodeJS.Timeout|undefined} */
  let timer;
  /** @type {Promise<never>} */
  const end = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`after ${limit / 1000} s: ${reason()}`)), limit);
  });
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
  }
}
