# shellcheck shell=bash
# Runs the fuzzers, several at a time, each from a copy of its seed corpus and with the words of NAME.dict if there are
# any. Sourced by ../dev.

fuzz() { # seconds [name...]
  [[ ${1:-} =~ ^[1-9][0-9]*$ ]] || die "fuzz needs a number of seconds"
  local seconds=$1 names=() name
  shift
  take_lock
  need "${build_packages[@]}" "${clang_packages[@]}"
  build fuzz fuzzers
  if [ $# -gt 0 ]; then
    names=("$@")
  else
    while read -r name; do names+=("$name"); done <"$root/build/fuzz/tests/fuzz/fuzzers.txt"
  fi
  [ ${#names[@]} -gt 0 ] || die "there are no fuzzers"
  for name in "${names[@]}"; do
    [ -x "$root/build/fuzz/tests/fuzz/fuzz_$name" ] || die "there is no fuzzer '$name'"
  done

  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  local running=0 failed=0
  for name in "${names[@]}"; do
    if [ "$running" -ge "$(nproc)" ]; then
      wait -n || failed=1
      running=$((running - 1))
    fi
    fuzz_one "$name" "$seconds" &
    running=$((running + 1))
  done
  for ((; running > 0; running--)); do wait -n || failed=1; done
  [ "$failed" -eq 0 ] || die "the fuzzers found something"
}

fuzz_one() { # name seconds; says on one line how it went
  local log=$root/build/log/fuzz-$1.log found=$root/build/findings/$1 corpus=$scratch/$1 words=()
  [ ! -e "$root/tests/fuzz/$1.dict" ] || words=("-dict=$root/tests/fuzz/$1.dict")
  mkdir -p "$found" "$corpus"
  cp -r "$root/tests/fuzz/corpus/$1/." "$corpus"
  if "$root/build/fuzz/tests/fuzz/fuzz_$1" -max_total_time="$2" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$found/" "${words[@]}" "$corpus" >"$log" 2>&1; then
    echo "fuzz $1: nothing found in $2 s, $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs"
  else
    echo "fuzz $1: FOUND $(grep -m 1 'ERROR: \|runtime error\|Assertion' "$log" || tail -n 1 "$log") (log: $log)"
    sed -n 's/.*Test unit written to /  /p' "$log"
    return 1
  fi
}
