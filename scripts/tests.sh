# shellcheck shell=bash
# Runs the tests of a preset, and the failed ones again, by themselves. Sourced by ../dev.

run_tests() {
  local preset='' long=0 strict=0
  while true; do
    case ${1:-} in
      --preset)
        preset=${2:-}
        shift 2 || die "--preset needs a name"
        ;;
      --long)
        long=1
        export RENSA_LONG=1 # tests/tools/long_tests.h
        shift
        ;;
      --strict)
        strict=1
        shift
        ;;
      *) break ;;
    esac
  done
  take_lock
  test_preset "${preset:-release}" "$@"
  if [ "$long" = 1 ] && [ -z "$preset" ]; then
    unset RENSA_LONG # the sanitizers make the slow tests much slower
    test_preset debug "$@"
  fi
}

missing_node() { # the packages of it, where no other is there
  command -v node >/dev/null && command -v npm >/dev/null || echo nodejs npm
}

test_preset() { # preset [ARGS of ctest...]; reads `strict` of the caller
  local preset=$1
  shift
  build_tests "$preset"
  local passed=1
  run_ctest "$preset" -j "$(job_count)" "$@" || passed=0
  print_skipped "$preset"
  [ "$passed" = 0 ] || return 0
  local failed=$root/build/$preset/Testing/Temporary/LastTestsFailed.log
  [ -s "$failed" ] || die "tests failed (preset $preset)" # ctest itself has failed, and has said why
  keep_failures "$preset"
  [ "$strict" = 0 ] || die "tests failed (preset $preset)"
  look_again "$preset"
}

build_tests() { # preset
  local preset=$1 targets=() browser=''
  case $preset in
    release)
      need "${build_packages[@]}"
      need "${browser_packages[@]}" python3 $(missing_node) & # while the build runs, which does not use them
      browser=$!
      ;;
    debug | tsan | coverage) need "${build_packages[@]}" ;;
    clang | fuzz) need "${build_packages[@]}" "${clang_packages[@]}" ;;
    *) die "no tests for the preset '$preset': it is one of release, clang, debug, fuzz, tsan" ;;
  esac
  [ "$preset" != fuzz ] || targets=(fuzzers tests)
  [ "${RENSA_LONG:-0}" = 0 ] || unpack_proxies
  build "$preset" "${targets[@]}"
  [ -z "$browser" ] || wait "$browser" || exit
}

run_ctest() { # preset [ARGS...]; the logs are there afterwards only if this run has written them
  local preset=$1 temporary=$root/build/$1/Testing/Temporary
  shift
  [[ " $* " == *' --rerun-failed '* ]] || rm -f "$temporary/LastTestsFailed.log" "$temporary/LastTest.log"
  (cd "$root" && ctest --preset "$preset" "$@")
}

# A failure that does not come back is a fault, too, but not always one of the change that is tested. So each failed test
# has a second and a third run with nothing beside it. If one of them passes, the test is named as unstable.
look_again() { # preset
  local preset=$1 temporary=$root/build/$1/Testing/Temporary run before after unstable=() name
  for run in 2 3; do
    before=$(failed_names "$preset")
    echo "dev: $(wc -l <<<"$before") failed: run $run of these tests, one at a time" >&2
    if run_ctest "$preset" -j 1 --rerun-failed; then rm -f "$temporary/LastTestsFailed.log"; fi
    after=$(failed_names "$preset")
    while read -r name; do
      grep -qxF -- "$name" <<<"$after" ||
        unstable+=("unstable: $name (failed $((run - 1)) of $run; log: $(log_of_failure "$preset" "$name"))")
    done <<<"$before"
    [ -s "$temporary/LastTestsFailed.log" ] || break
  done
  [ ${#unstable[@]} -eq 0 ] || printf '%s\n' "${unstable[@]}"
  [ ! -s "$temporary/LastTestsFailed.log" ] || die "tests failed (preset $preset)"
}

failed_names() { # preset; the tests that have failed in the last run, a line each
  sed 's/^[0-9]*://' "$root/build/$1/Testing/Temporary/LastTestsFailed.log" 2>/dev/null || true
}

log_of_failure() { # preset test
  echo "$root/build/log/unstable/$1/${2//\//_}.log"
}

keep_failures() { # preset; the whole text of each failed test, from the log of the last run
  local preset=$1 name
  rm -rf "$root/build/log/unstable/$preset"
  mkdir -p "$root/build/log/unstable/$preset"
  while read -r name; do
    text_of_test "$preset" "$name" >"$(log_of_failure "$preset" "$name")"
  done < <(failed_names "$preset")
}

text_of_test() { # preset test; a test's part of the log of the last run begins with `12/345 Testing: NAME`
  awk -v heading="Testing: $2" '/^[0-9]+\/[0-9]+ Testing: / { inside = substr($0, index($0, "Testing: ")) == heading }
    inside' "$root/build/$1/Testing/Temporary/LastTest.log"
}

print_skipped() { # preset; a line for each reason, which GoogleTest writes below the place of GTEST_SKIP
  local log=$root/build/$1/Testing/Temporary/LastTest.log
  [ -e "$log" ] || return 0
  awk '/^[0-9]+\/[0-9]+ Testing: / { name = substr($0, index($0, "Testing: ") + 9) }
    is_reason { if (!count[$0]++) { first[$0] = name; reasons[++total] = $0 } }
    { is_reason = /: Skipped$/ }
    END {
      for (i = 1; i <= total; i++) {
        reason = reasons[i]
        others = count[reason] == 1 ? "" : " and " count[reason] - 1 " more"
        print "skipped: " first[reason] others " (" reason ")"
      }
    }' "$log"
}
