# shellcheck shell=bash
# The main job: a server on this machine, players that take every challenge, and two that play each other all the time.
# Sourced by ../dev.

serve() { # arguments of rensa-server
  local server=$root/build/release/bin/rensa-server worker=$root/build/release/bin/rensa-worker
  local address page seed=1 player
  said=$(mktemp)
  running=()
  trap 'rm -f "$said"' EXIT
  trap stop_all INT TERM

  (cd "$root" && exec "$server" "$@") >"$said" &
  running+=($!)
  until grep -q '^rensa-server: http.* workers on ' "$said"; do # the text of --help speaks of workers, too
    if ! kill -0 "${running[0]}" 2>/dev/null; then # its output says why, or is the answer to an option like --help
      cat "$said"
      wait "${running[0]}"
      return
    fi
    sleep 0.05
  done
  sed 's/  workers on.*//; s/^rensa-server: /Rensa is at /' "$said"
  address=$(sed -n 's/.*workers on \([^ ]*\).*/\1/p' "$said")
  page=$(sed -n 's/^rensa-server: \([^ ]*\).*/\1/p' "$said")
  for player in random greedy potential joseki gaze champion; do # each on one thread, and far behind the server
    "$worker" --server "$address" --player "$player" --name "$player" --open 4 --seed $((seed++)) --quiet &
    running+=($!)
  done
  # The first page shows this match in full: the two strongest players, whose chains are worth seeing.
  for player in champion gaze; do
    "$worker" --server "$address" --player "$player" --name "$player-demo" --clock real --games 10 --seed $((seed++)) \
      --quiet &
    running+=($!)
  done
  echo "Six players take challenges, and two play each other. Ctrl-C stops everything."
  echo "open $page in a browser to play"
  wait "${running[0]}" || true
  stop_all
}

# The players leave first, so that no match is left for which the server would wait.
stop_all() {
  trap '' INT TERM
  local status=0
  [ ${#running[@]} -lt 2 ] || kill -TERM "${running[@]:1}" 2>/dev/null || true
  kill -TERM "${running[0]}" 2>/dev/null || true
  wait "${running[0]}" || status=$?
  wait || true
  exit "$status"
}
