# shellcheck shell=bash
# The main job: a server on this machine, players that take every challenge, and two that play each other all the time.
# Sourced by ../dev.

serve() { # arguments of rensa-server
  local server=$root/build/release/bin/rensa-server worker=$root/build/release/bin/rensa-worker
  local address page seed=1 player status=0
  said=$(mktemp)
  server_log=$root/build/log/server.log
  players_log=$root/build/log/players.log
  running=()
  trap 'rm -f "$said"' EXIT
  trap 'stop_all "Rensa stops."' INT TERM
  : >"$server_log"
  : >"$players_log"

  (cd "$root" && exec_child "$server" "$@") >"$said" 2>>"$server_log" &
  running+=($!)
  until grep -q '^rensa-server: http.* workers on ' "$said"; do # the text of --help speaks of workers, too
    if ! kill -0 "${running[0]}" 2>/dev/null; then # its output says why, or is the answer to an option like --help
      wait "${running[0]}" || status=$?
      cat "$said"
      [ "$status" -eq 0 ] || tell_end "$status"
      return "$status"
    fi
    sleep 0.05
  done
  address=$(sed -n 's/.*workers on \([^ ]*\).*/\1/p' "$said")
  page=$(sed -n 's/^rensa-server: \([^ ]*\).*/\1/p' "$said")
  for player in random greedy potential joseki gaze champion; do # each on one thread, and far behind the server
    exec_child "$worker" --server "$address" --player "$player" --name "$player" --open 4 --seed "$seed" --quiet \
      >>"$players_log" 2>&1 &
    running+=($!)
    seed=$((seed + 1))
  done
  # The first page shows this match in full: the two strongest players, whose chains are worth seeing.
  for player in champion gaze; do
    exec_child "$worker" --server "$address" --player "$player" --name "$player-demo" --clock real --games 10 \
      --seed "$seed" --quiet >>"$players_log" 2>&1 &
    running+=($!)
    seed=$((seed + 1))
  done
  echo "Six players take challenges, and two play each other. Ctrl-C stops everything."
  echo "The logs are ${server_log#"$PWD"/} and ${players_log#"$PWD"/}"
  print_box "open $page in a browser to play"
  wait "${running[0]}" || true
  stop_all "The server has ended."
}

# Becomes the program, which ends with this shell, even if the shell is killed.
exec_child() {
  if command -v setpriv >/dev/null; then exec setpriv --pdeathsig TERM "$@"; fi
  exec "$@"
}

print_box() { # text
  local line
  line=$(printf '%*s' $((${#1} + 4)) '')
  printf '+%s+\n|  %s  |\n+%s+\n' "${line// /-}" "$1" "${line// /-}"
}

# Tells why the server has ended: the end of its log, and where the log is.
tell_end() { # exit status
  tail -n 5 "$server_log" >&2
  echo "dev: the server has ended with status $1 (log: ${server_log#"$PWD"/})" >&2
}

# The players leave first, so that none of their matches is left, which would go on at the next start.
stop_all() { # text for the screen
  trap '' INT TERM
  local status=0
  printf '\n%s\n' "$1"
  if [ ${#running[@]} -gt 1 ]; then
    kill -TERM "${running[@]:1}" 2>/dev/null || true
    wait "${running[@]:1}" || true
  fi
  kill -TERM "${running[0]}" 2>/dev/null || true
  wait "${running[0]}" || status=$?
  wait || true
  [ "$status" -eq 0 ] || tell_end "$status"
  exit "$status"
}
