# shellcheck shell=bash
# Runs tests again and again beside busy loops, and counts how often each of them fails. Sourced by ../dev.

stress() { # rounds [--preset P] [--busy N] [ARGS of ctest...]
  local rounds=${1:-} preset=release busy=0
  [[ $rounds =~ ^[1-9][0-9]*$ ]] || die "stress needs a number of rounds"
  shift
  while true; do
    case ${1:-} in
      --preset)
        preset=${2:-}
        shift 2 || die "--preset needs a name"
        ;;
      --busy)
        busy=${2:-}
        [[ $busy =~ ^[0-9]+$ ]] || die "--busy needs a number of loops"
        shift 2
        ;;
      *) break ;;
    esac
  done
  take_lock
  build_tests "$preset"

  local logs=$root/build/log/stress round
  rm -rf "$logs"
  mkdir -p "$logs"
  loops=()
  trap stop_loops EXIT
  for ((; busy > 0; busy--)); do
    busy_loop 9>&- &
    loops+=($!)
  done
  for ((round = 1; round <= rounds; round++)); do
    stress_round "$preset" "$round" "$@"
  done
  stress_table "$logs"
  [ ! -s "$logs/failures" ] || die "tests failed (preset $preset)"
}

busy_loop() { # ends with ./dev, even if that is killed
  local i
  while kill -0 $$ 2>/dev/null; do
    for ((i = 0; i < 100000; i++)); do :; done
  done
}

stop_loops() {
  [ ${#loops[@]} -eq 0 ] || kill "${loops[@]}" 2>/dev/null || true
}

stress_round() { # preset round [ARGS of ctest...]; adds the names of its tests to `runs`, and of the failed ones to `failures`
  local preset=$1 round=$2 output=$logs/round-$2.log started=$SECONDS temporary=$root/build/$1/Testing/Temporary name names
  shift 2
  if ! run_ctest "$preset" -j "$(job_count)" "$@" >"$output" 2>&1 && [ ! -s "$temporary/LastTestsFailed.log" ]; then
    die "ctest cannot run the tests: $(tail -n 1 "$output") (log: $output)"
  fi
  names=$(sed -n 's|^[0-9]*/[0-9]* Testing: ||p' "$temporary/LastTest.log")
  echo "$names" >>"$logs/runs"
  while read -r name; do
    echo "$name" >>"$logs/failures"
    [ -e "$(log_of_stress "$name")" ] || text_of_test "$preset" "$name" >"$(log_of_stress "$name")"
  done < <(failed_names "$preset")
  echo "round $round: $(wc -l <<<"$names") tests, $(failed_names "$preset" | wc -l) failed, $((SECONDS - started)) s"
}

log_of_stress() { # test
  echo "$logs/${1//\//_}.log"
}

stress_table() { # logs; a row for each test that has failed, and one for all others
  awk -v logs="$1" 'FILENAME ~ /failures$/ { failures[$0]++; next }
    { if (!runs[$0]++) order[++total] = $0 }
    END {
      printf "%-60s %6s %8s  %s\n", "test", "runs", "failures", "log of the first failure"
      for (i = 1; i <= total; i++) {
        name = order[i]
        if (!failures[name]) { others++; runs_of_others += runs[name]; continue }
        file = name
        gsub("/", "_", file)
        printf "%-60s %6d %8d  %s\n", name, runs[name], failures[name], logs "/" file ".log"
      }
      if (others) printf "%-60s %6d %8d\n", (total > others ? "other" : "all") " tests (" others ")", runs_of_others, 0
    }' "$1/runs" "$(ls "$1/failures" 2>/dev/null || echo /dev/null)"
}
