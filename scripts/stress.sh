# shellcheck shell=bash
# Runs tests again and again beside busy loops, and counts how often each of them fails. Sourced by ../dev.

stress() { # rounds [--preset P] [--busy N] [ARGS of ctest...]
  local rounds=${1:-} preset=release busy=0 ctest_arguments
  [[ $rounds =~ ^[1-9][0-9]*$ ]] || die "stress needs a number of rounds"
  shift
  read_test_options '--preset --busy' "$@"
  take_lock
  build_tests "$preset"

  local round
  logs_of_stress=$root/build/log/stress
  loops_of_stress=()
  rm -rf "$logs_of_stress"
  mkdir -p "$logs_of_stress"
  trap end_stress EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  for ((; busy > 0; busy--)); do
    busy_loop 9>&- &
    loops_of_stress+=($!)
  done
  for ((round = 1; round <= rounds; round++)); do
    stress_round "$preset" "$round" "$logs_of_stress" "${ctest_arguments[@]}"
  done
  [ ! -s "$logs_of_stress/failures" ] || die "tests failed (preset $preset)"
}

busy_loop() { # ends with ./dev, even if that is killed
  local i
  while kill -0 $$ 2>/dev/null; do
    for ((i = 0; i < 100000; i++)); do :; done
  done
}

end_stress() { # at whatever ends it, what has been seen is shown
  [ ${#loops_of_stress[@]} -eq 0 ] || kill "${loops_of_stress[@]}" 2>/dev/null || true
  [ ! -e "$logs_of_stress/runs" ] || stress_table "$logs_of_stress"
}

stress_round() { # preset round logs [ARGS of ctest...]; adds its tests to the files `runs` and `failures`
  local preset=$1 round=$2 logs=$3 output=$3/round-$2.log started=$SECONDS names
  shift 3
  if ! run_ctest "$preset" -j "$(job_count)" "$@" >"$output" 2>&1 && [ -z "$(failed_names "$preset")" ]; then
    die "ctest cannot run the tests: $(tail -n 1 "$output") (log: $output)"
  fi
  names=$(sed -n 's|^[0-9]*/[0-9]* Testing: ||p' "$root/build/$preset/Testing/Temporary/LastTest.log")
  echo "$names" >>"$logs/runs"
  failed_names "$preset" >>"$logs/failures"
  keep_failures "$preset" "$logs"
  echo "round $round: $(wc -l <<<"$names") tests, $(failed_names "$preset" | wc -l) failed, $((SECONDS - started)) s"
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
    }' "$1/failures" "$1/runs"
}
