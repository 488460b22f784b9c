// Plays on the server that the suite names: `node js_client.js SERVER OPTIONS`. It prints a line for each question that
// the bot is asked, and one at the end.

import { play } from "../../../clients/bindings/js/node.js";

const [server, options] = process.argv.slice(2);
const { clock, ruleset, matches, slots, token } = JSON.parse(options);
const summary = await play({ server, clock, ruleset, slots, token, matches: token ? undefined : matches,
  notice: console.error }, ({ match, clock: at, placements }) => {
  console.log(JSON.stringify({ asked: [Number(match), at] }));
  return placements[0];
});
console.log(JSON.stringify({ matches: summary.matches, connectionsLost: summary.connectionsLost }));
