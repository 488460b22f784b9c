// Plays the tournament of tournament.js anew, and keeps what the server stores of it. The server plays it by the virtual
// clock with a fixed seed, and the players search a fixed number of fields. Run it by `node pictures/play_tournament.js`.

import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { startServer } from "../pages/server.js";
import { kArchive, kTournament } from "./tournament.js";

const kPlan = {
  name: "Autumn Cup",
  seed: 11,
  stages: [
    { format: "round-robin", pairs: 2 },
    { format: "knock-out", take: 4, best_of: 3, third_place: true },
  ],
  players: [
    { name: "champion", player: "champion:nodes=1500" },
    { name: "gaze", player: "gaze:nodes=1500" },
    { name: "joseki", player: "joseki:nodes=1500" },
    { name: "bestfirst", player: "bestfirst:nodes=1500" },
    "greedy",
    "random",
  ],
  audit: 0,
};

const server = await startServer();
try {
  const answer = await fetch(`${server.origin}/api/v1/tournaments?jobs=2&force=1`, {
    method: "POST",
    headers: { Authorization: `Bearer ${await server.administrator()}` },
    body: JSON.stringify(kPlan),
  });
  if (!answer.ok) throw new Error(`the tournament does not start: ${await answer.text()}`);
  await server.until(async () => (await server.json(`/api/v1/tournaments/${kTournament}`)).state === "over");
  await server.kill();
  await promisify(execFile)("tar", ["-czf", kArchive, "-C", server.data, "tournaments"]);
} finally {
  await server.stop();
}
