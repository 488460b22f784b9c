// Loads JSON from the API of the server.

/**
 * @param {string} path
 * @returns {Promise<any>} null: the server was not reached, or has answered with an error
 */
export async function fetchJson(path) {
  const answer = await fetchJsonIfFound(path);
  return answer === "not_found" ? null : answer;
}

/**
 * @param {string} path
 * @returns {Promise<any|"not_found">} "not_found": the server says that there is no such thing; null: the server was
 *   not reached, or has answered with another error
 */
export async function fetchJsonIfFound(path) {
  try {
    const answer = await fetch(path);
    if (answer.status === 404) return "not_found";
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
