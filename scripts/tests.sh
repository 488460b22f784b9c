# shellcheck shell=bash
# Runs the tests of a preset, and the failed ones again, by themselves. Sourced by ../dev.

most_failures_by_chance=20 # more have a common cause, and are not looked at again
test_limit=900             # seconds; the limit only ends a test that hangs
long_test_limit=7200

run_tests() {
  local preset='' is_long=0 is_strict=0 ctest_arguments
  read_test_options '--preset --long --strict' "$@"
  [ "$is_long" = 0 ] || export RENSA_LONG=1 # tests/tools/long_tests.h
  take_lock
  test_preset "${preset:-release}" "$is_strict" "${ctest_arguments[@]}"
  if [ "$is_long" = 1 ] && [ -z "$preset" ]; then
    unset RENSA_LONG # the sanitizers make the slow tests much slower
    test_preset debug "$is_strict" "${ctest_arguments[@]}"
  fi
}

long_packages() { # those that only long tests need: Japanese letters in pictures, a bare Debian, code for aarch64
  [ "${RENSA_LONG:-0}" = 0 ] || echo fonts-noto-cjk debootstrap dpkg-dev file "${aarch64_compiler[@]}"
}

missing_node() { # the packages of it, where no other is there
  command -v node >/dev/null && command -v npm >/dev/null || echo nodejs npm
}

test_preset() { # preset is_strict [ARGS of ctest...]
  local preset=$1 is_strict=$2
  shift 2
  build_tests "$preset"
  local passed=1
  run_ctest "$preset" -j "$(job_count)" "$@" || passed=0
  print_skipped "$preset"
  [ "$passed" = 0 ] || return 0
  [ -n "$(failed_names "$preset")" ] || die "tests failed (preset $preset)" # ctest itself has failed, and has said why
  rm -rf "$(folder_of_failures "$preset")"
  keep_failures "$preset" "$(folder_of_failures "$preset")"
  [ "$is_strict" = 0 ] || die "tests failed (preset $preset)"
  look_again "$preset" "$@"
}

build_tests() { # preset
  local preset=$1 targets=() browser=''
  case $preset in
    release)
      need "${build_packages[@]}"
      need "${browser_packages[@]}" "${python_packages[@]}" $(missing_node) $(long_packages) & # while the build runs, which does not use them
      browser=$!
      ;;
    debug | tsan | coverage) need "${build_packages[@]}" ;;
    clang | fuzz) need "${build_packages[@]}" "${clang_packages[@]}" ;;
    *) die "no tests for the preset '$preset': it is one of release, clang, debug, fuzz, tsan" ;;
  esac
  [ "$preset" != fuzz ] || targets=(fuzzers tests)
  [ "${RENSA_LONG:-0}" = 0 ] || unpack_proxies
  [ "${RENSA_LONG:-0}" = 0 ] || [ "$preset" != release ] || unpack_aarch64
  build "$preset" "${targets[@]}"
  [ -z "$browser" ] || wait "$browser" || exit
}

# The files in Testing/Temporary and the output are there afterwards only if this run has written them. Nothing that a
# test leaves behind inherits the lock of this checkout.
run_ctest() { # preset [ARGS...]
  local preset=$1 temporary=$root/build/$1/Testing/Temporary limit=$test_limit
  shift
  [ "${RENSA_LONG:-0}" = 0 ] || limit=$long_test_limit
  [[ " $* " == *' --rerun-failed '* ]] || rm -f "$temporary/LastTestsFailed.log" "$temporary/LastTest.log"
  rm -f "$(output_of_ctest "$preset")"
  (cd "$root" && exec ctest --preset "$preset" --output-log "$(output_of_ctest "$preset")" --timeout "$limit" "$@" 9>&-)
}

output_of_ctest() { # preset
  echo "$root/build/log/tests-$1.log"
}

# A failure that does not come back is a fault, too, but not always one of the change that is tested. So each failed test
# has a second and a third run with nothing beside it. If one of them passes, the test is named as unstable. A test that
# has hung twice has no third run: it takes too long.
look_again() { # preset [ARGS of ctest...]
  local preset=$1 temporary=$root/build/$1/Testing/Temporary run before after dependent hung all_hung='' unstable=() name
  shift
  dependent=$(names_that_failed_as "$preset" 'Not Run')
  refuse_many "$preset" "$(failed_names "$preset" | grep -cvxF -- "${dependent:-/}" || true)"
  for run in 2 3; do
    before=$(failed_names "$preset")
    echo "dev: $(wc -l <<<"$before") failed: run $run of these tests, one at a time" >&2
    if run_ctest "$preset" "$@" -j 1 --rerun-failed; then rm -f "$temporary/LastTestsFailed.log"; fi
    after=$(failed_names "$preset")
    while read -r name; do
      if ! grep -qxF -- "$name" <<<"$after" && ! grep -qxF -- "$name" <<<"$dependent"; then
        unstable+=("unstable: $name (failed $((run - 1)) of $run; log: $(log_of_failure "$preset" "$name"))")
      fi
    done <<<"$before"
    hung=$(names_that_failed_as "$preset" Timeout)
    [ -z "$hung" ] || run_no_more "$preset" "$hung"
    all_hung+=$hung
    [ -n "$(failed_names "$preset")" ] || break
  done
  [ ${#unstable[@]} -eq 0 ] || printf '%s\n' "${unstable[@]}"
  [ -z "$all_hung$(failed_names "$preset")" ] || die "tests failed (preset $preset)"
}

refuse_many() { # preset count
  [ "$2" -le $most_failures_by_chance ] ||
    die "tests failed (preset $1): $2 are too many to be chance, and are not looked at again"
}

run_no_more() { # preset names; leaves tests out of those that --rerun-failed runs
  local failed=$root/build/$1/Testing/Temporary/LastTestsFailed.log
  awk 'NR == FNR { names[$0]; next } { name = $0; sub(/^[0-9]*:/, "", name) } !(name in names)' \
    <(echo "$2") "$failed" >"$failed.new"
  mv "$failed.new" "$failed"
}

failed_names() { # preset; the tests that have failed in the last run, a line each
  sed 's/^[0-9]*://' "$root/build/$1/Testing/Temporary/LastTestsFailed.log" 2>/dev/null || true
}

# ctest ends its output with a list: `	 12 - NAME (REASON)`, with the reasons Failed, Timeout, Not Run, SEGFAULT.
failures_with_reasons() { # preset
  sed -n '/^The following tests FAILED:/,$ s/^\t *[0-9][0-9]* - //p' "$(output_of_ctest "$1")" 2>/dev/null || true
}

names_that_failed_as() { # preset reason
  failures_with_reasons "$1" | sed -n "s/ ($2)\$//p"
}

folder_of_failures() { # preset
  echo "$root/build/log/unstable/$1"
}

log_of_failure() { # preset test
  echo "$(folder_of_failures "$1")/$(file_of_test "$2")"
}

file_of_test() { # test
  echo "${1//\//_}.log"
}

keep_failures() { # preset folder; each failed test's reason and whole text, unless the folder has an earlier one
  local preset=$1 folder=$2 name
  mkdir -p "$folder"
  while read -r name; do
    [ -z "$name" ] || [ -e "$folder/$(file_of_test "$name")" ] || {
      failures_with_reasons "$preset" | grep -F -- "$name (" || true
      text_of_test "$preset" "$name"
    } >"$folder/$(file_of_test "$name")"
  done < <(failed_names "$preset")
}

# A test's part of the log of the last run begins with `12/345 Testing: NAME`, and before it with the reason why the test
# has not run.
text_of_test() { # preset test
  awk -v name="$2" '/^[0-9]+\/[0-9]+ Testing: / {
      is_inside = substr($0, index($0, "Testing: ") + 9) == name
      if (is_inside && (before ~ /^Failed test dependencies: / || before ~ /^Unable to find executable: /)) print before
    }
    is_inside
    index($0, "\"" name "\" time elapsed:") == 1 { is_inside = 0 }
    $0 != "" { before = $0 }' "$root/build/$1/Testing/Temporary/LastTest.log"
}

# Prints a line for each reason. GoogleTest writes it below the place of GTEST_SKIP, Node after the name of the test, and
# Python's unittest between quotes.
print_skipped() { # preset
  local log=$root/build/$1/Testing/Temporary/LastTest.log
  [ -e "$log" ] || return 0
  awk '/^[0-9]+\/[0-9]+ Testing: / { name = substr($0, index($0, "Testing: ") + 9) }
    function add(reason) { if (!count[reason]++) { first[reason] = name; reasons[++total] = reason } }
    is_reason { add($0) }
    { is_reason = /: Skipped$/ }
    /^ *﹣ .* # ./ { add(substr($0, index($0, " # ") + 3)) }
    / \.\.\. skipped ./ { sub(/.* \.\.\. skipped ./, ""); sub(/.$/, ""); add($0) }
    END {
      for (i = 1; i <= total; i++) {
        reason = reasons[i]
        others = count[reason] == 1 ? "" : " and " count[reason] - 1 " more"
        print "skipped: " first[reason] others " (" reason ")"
      }
    }' "$log"
}
