// Loads JSON from the API of the server.

/**
 * @param {string} path
 * @returns {Promise<any>} null: the server was not reached, or has answered with an error
 */
export async function fetchJson(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
