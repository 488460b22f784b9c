#!/usr/bin/env bash
# Writes tests/data/versions/VERSION with the data of the version that is built: a data folder of a server, and the
# bytes that a worker and a bridge send in whole games. tests/e2e/versions_test.cpp reads the folders of all versions.
# Usage: scripts/write_version.sh [BUILD FOLDER]. Build rensa, rensa-server, rensa-fake-player and wire_recorder before.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-$root/build/release}
bin=$build/bin
version=$("$bin/rensa-server" --version | cut -d ' ' -f 2)
to=$root/tests/data/versions/$version
scratch=$(mktemp -d)

stop() { # process...
  local process
  for process in "$@"; do kill -TERM "$process" 2>/dev/null || true; done
  for process in "$@"; do wait "$process" 2>/dev/null || true; done
}
stop_all() {
  local running=()
  mapfile -t running < <(jobs -pr)
  stop "${running[@]}"
}
trap 'stop_all; rm -rf "$scratch"' EXIT

fail() {
  echo "write_version: $*" >&2
  exit 1
}

until_said() { # file, words: waits until the file has them
  for _ in $(seq 3000); do
    grep -q "$2" "$1" 2>/dev/null && return
    sleep 0.1
  done
  fail "$1 does not say '$2'"
}

serve() { # data folder: sets server, web and workers
  rm -f "$scratch/ports"
  "$bin/rensa-server" --data "$1" --worker-port 0 --web-port 0 >"$scratch/ports" 2>>"$scratch/server.log" &
  server=$!
  until_said "$scratch/ports" "workers on "
  web=http://127.0.0.1:$(sed -n 's|.*http://127.0.0.1:\([0-9]*\).*|\1|p' "$scratch/ports")
  workers=$(sed -n 's|.*workers on 127.0.0.1:\([0-9]*\).*|\1|p' "$scratch/ports")
}

tournament() { "$bin/rensa" tournament "$@"; }

until_over() { # tournament
  for _ in $(seq 3000); do
    tournament status "$1" --server "$web" --json | grep -q '"state": "over"' && return
    sleep 0.2
  done
  fail "the tournament $1 does not end"
}

[ -e "$to" ] && fail "$to is there already: the data of a version are never written again"
data=$scratch/data
mkdir "$data"
cat >"$scratch/cup.json" <<'PLAN'
{"name": "cup", "seed": 3, "pairs": 1, "audit": 0, "ruleset": "jaist-1", "players": ["greedy", "random", "potential"]}
PLAN
cat >"$scratch/guests.json" <<'PLAN'
{"name": "guests", "seed": 4, "pairs": 1, "audit": 0, "think_seconds": 600, "first_think_seconds": 600,
 "game_seconds": 36000, "players": [{"name": "worker", "guest": true}, {"name": "bridge", "guest": true}]}
PLAN

# A finished tournament, a match that two workers asked for, and a tournament that waits for its players.
serve "$data"
for name in ann bob worker bridge; do
  "$bin/rensa-server" token create --name "$name" --data "$data" >"$scratch/$name.token" 2>/dev/null
done
"$bin/rensa-server" token create --name boss --administrator --data "$data" >"$scratch/boss.token" 2>/dev/null
tournament start "$scratch/cup.json" --server "$web" --token-file "$scratch/boss.token"
until_over cup
pair=()
for name in ann bob; do
  "$bin/rensa-worker" --server "127.0.0.1:$workers" --token-file "$scratch/$name.token" --player random --seed 5 \
    --clock virtual --games 2 --matches 1 >>"$scratch/workers.log" &
  pair+=("$!")
done
wait "${pair[@]}"
tournament start "$scratch/guests.json" --server "$web" --token-file "$scratch/boss.token"
stop "$server"
rm -rf "$data"/tournaments/*/logs "$data"/tournaments/*/games/*.log
store=$("$bin/rensa-server" store verify --data "$data")
cup=$(tournament export "$data/tournaments/cup/plan.json" --folder "$data/tournaments/cup" --format csv)

# A worker and a bridge play the waiting tournament on a copy of these data.
cp -r "$data" "$scratch/played"
serve "$scratch/played"
declare -A recorder
for client in worker bridge; do
  "$build/tests/wire_recorder" "$workers" "$scratch/$client.bytes" >"$scratch/$client.port" &
  recorder[$client]=$!
  until_said "$scratch/$client.port" "[0-9]"
done
RENSA_FAKE_LOG=/dev/null RENSA_FAKE_MODE=play "$bin/rensa-bridge" --arranged --think-seconds 600 \
  --server "127.0.0.1:$(cat "$scratch/bridge.port")" --token-file "$scratch/bridge.token" \
  --exec "$build/tests/rensa-fake-player" >>"$scratch/workers.log" &
bridge=$!
"$bin/rensa-worker" --arranged --player greedy \
  --server "127.0.0.1:$(cat "$scratch/worker.port")" --token-file "$scratch/worker.token" >>"$scratch/workers.log" &
worker=$!
until_over guests
stop "$worker" "$bridge"
wait "${recorder[@]}"
guests=$(tournament status guests --server "$web" --format csv)
stop "$server"

mkdir -p "$to"
cp -r "$data" "$to/data"
gzip -9n "$to/data/rensa.db"
for client in worker bridge; do gzip -9nc "$scratch/$client.bytes" >"$to/$client.bytes.gz"; done
printf '%s\n' "$store" >"$to/store.txt"
printf '%s\n' "$cup" >"$to/cup.csv"
printf '%s\n' "$guests" >"$to/guests.csv"
bytes=$(du -sb "$to" | cut -f 1)
[ "$bytes" -lt 300000 ] || fail "$to has $bytes bytes: 300,000 are the most"
echo "$to: $bytes bytes"
