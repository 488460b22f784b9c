#!/usr/bin/env bash
# ./dev looks again at failed tests, and repeats tests under stress. The real ctest runs a few tests that fail as often as
# the file $scratch/failing says.
# shellcheck disable=SC2016 # the stand-ins expand their own variables
set -euo pipefail
source=$1
# shellcheck source=tests/dev/stand_ins.sh
source "$source/tests/dev/stand_ins.sh"
for program in awk ls rmdir wc; do ln -s "$(command -v "$program")" "$bin/$program"; done
stand_in dpkg-query 'for p in "${@:4}"; do printf "\n%s installed\n" "$p"; done'
stand_in dpkg ''
stand_in apt-get 'exit 1'
stand_in ninja ''
stand_in node ''
stand_in npm ''
stand_in cmake 'exit 1' # the build is configured
stand_in ctest 'echo "$*" >>"'"$scratch"'/calls"; exec "'"$(command -v ctest)"'" "$@"'

# entry NAME: fails in its first N runs, where a line `NAME N` is in $scratch/failing.
cat >"$scratch/entry" <<'END'
#!/bin/bash
echo "$1" >>"$0.runs"
run=$(grep -cx "$1" "$0.runs")
echo "this is run $run of $1"
grep -ls "${0%/*}/[l]ink" /proc/[0-9]*/cmdline | wc -l >"$0.processes"
failures=$(sed -n "s|^$1 ||p" "${0%/*}/failing")
[ "$run" -gt "${failures:-0}" ]
END
cat >"$scratch/skipped" <<'END'
#!/bin/bash
printf '%s\n' '/a/b_test.cpp:12: Skipped' "$1" '' '[  SKIPPED ] Some.Test (0 ms)'
END
chmod +x "$scratch/entry" "$scratch/skipped"
mkdir -p "$checkout/build/release"
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$checkout" >"$checkout/build/release/CMakeCache.txt"
echo x >"$checkout/build/release/build.ninja"
for name in Passes Folder/Flickers Fails; do
  echo "add_test(\"$name\" \"$scratch/entry\" \"$name\")"
done >"$checkout/build/release/CTestTestfile.cmake"

expect() { # name, status, failing tests, arguments of ./dev
  local name=$1 wanted=$2
  printf '%s\n' "$3" >"$scratch/failing"
  shift 3
  : >"$scratch/calls"
  : >"$scratch/entry.runs"
  call_dev "$@"
  echo "== $name"
  [ "$status" -eq "$wanted" ] || {
    fail "$name: status $status instead of $wanted"
    sed 's/^/    /' "$scratch/out" "$scratch/err"
  }
}

runs_of() { grep -cx "$1" "$scratch/entry.runs" || true; }

expect_runs() { # of Passes, Folder/Flickers and Fails
  local got
  got="$(runs_of Passes) $(runs_of Folder/Flickers) $(runs_of Fails)"
  [ "$got" = "$*" ] || fail "the tests have run $got times instead of $*"
}

expect_line() { # file, regex of a whole line
  grep -qsx -e "$2" "$1" || {
    fail "no line '$2' in $1:"
    sed 's/^/    /' "$1" || true
  }
}

kept=$checkout/build/log/unstable/release

expect 'tests that pass run once' 0 '' test
expect_runs 1 1 1
! grep -q '^unstable: ' "$scratch/out" || fail "a test that passes is unstable"

expect 'a test that fails once is unstable' 0 'Folder/Flickers 1' test
expect_runs 1 2 1
expect_line "$scratch/out" "unstable: Folder/Flickers (failed 1 of 2; log: $kept/Folder_Flickers.log)"
expect_line "$kept/Folder_Flickers.log" 'this is run 1 of Folder/Flickers'
! grep -q 'run 2' "$kept/Folder_Flickers.log" || fail "the log is not that of the first failure alone"
[ "$(grep -c . "$scratch/calls")" -eq 2 ] || fail "ctest is called with $(cat "$scratch/calls")"
expect_line "$scratch/calls" '--preset release -j 1 --rerun-failed'

expect 'a test that fails twice is unstable' 0 'Folder/Flickers 2' test
expect_runs 1 3 1
expect_line "$scratch/out" "unstable: Folder/Flickers (failed 2 of 3; log: $kept/Folder_Flickers.log)"
expect_line "$kept/Folder_Flickers.log" 'this is run 1 of Folder/Flickers'

expect 'a test that fails three times fails the run' 1 'Fails 3' test
expect_runs 1 1 3
expect_line "$scratch/err" 'dev: tests failed (preset release)'
! grep -q '^unstable: ' "$scratch/out" || fail "a test that always fails is unstable"
expect_line "$kept/Fails.log" 'this is run 1 of Fails'

expect 'an unstable test is named beside one that always fails' 1 $'Folder/Flickers 1\nFails 3' test
expect_runs 1 2 3
expect_line "$scratch/out" "unstable: Folder/Flickers (failed 1 of 2; .*"

expect 'two unstable tests are named' 0 $'Folder/Flickers 1\nFails 2' test
expect_runs 1 2 3
expect_line "$scratch/out" "unstable: Folder/Flickers (failed 1 of 2; .*"
expect_line "$scratch/out" "unstable: Fails (failed 2 of 3; .*"

expect 'with --strict, the first failure counts' 1 'Folder/Flickers 1' test --strict
expect_runs 1 1 1
expect_line "$scratch/err" 'dev: tests failed (preset release)'
expect_line "$kept/Folder_Flickers.log" 'this is run 1 of Folder/Flickers'

expect 'with --strict, tests that pass are no failure' 0 '' test --strict
expect_runs 1 1 1

expect 'arguments of ctest choose the tests' 0 'Fails 1' test -R Fails
expect_runs 0 0 2

expect 'no test at all is a failure' 1 '' test -R Nothing
expect_runs 0 0 0
expect_line "$scratch/err" 'dev: tests failed (preset release)'

table=$checkout/build/log/stress
expect 'stress without failures' 0 '' stress 3
expect_runs 3 3 3
expect_line "$scratch/out" 'round 3: 3 tests, 0 failed, [0-9]* s'
expect_line "$scratch/out" 'test  *runs *failures  log of the first failure'
expect_line "$scratch/out" 'all tests (3)  *9  *0'
processes=$(cat "$scratch/entry.processes")

expect 'stress counts failures, without a second look' 1 $'Folder/Flickers 2\nFails 3' stress 3
expect_runs 3 3 3
expect_line "$scratch/out" "Folder/Flickers  *3  *2  $table/Folder_Flickers.log"
expect_line "$scratch/out" "Fails  *3  *3  $table/Fails.log"
expect_line "$scratch/out" 'other tests (1)  *3  *0'
expect_line "$scratch/err" 'dev: tests failed (preset release)'
expect_line "$table/Folder_Flickers.log" 'this is run 1 of Folder/Flickers'

expect 'stress of some tests, beside busy loops' 0 '' stress 2 --preset release --busy 2 -R Passes
expect_runs 2 0 0
expect_line "$scratch/out" 'all tests (1)  *2  *0'
[ "$(cat "$scratch/entry.processes")" -eq $((processes + 2)) ] ||
  fail "beside the tests run $(cat "$scratch/entry.processes") processes, and $processes without busy loops"
for _ in {1..3000}; do # until the loops have ended; after five minutes they have not
  grep -qs "$scratch/[l]ink" /proc/[0-9]*/cmdline || break
  sleep 0.1
done
! grep -qs "$scratch/[l]ink" /proc/[0-9]*/cmdline || fail "busy loops go on after stress"

for arguments in '' 'x' '0' '3 --busy x' '3 --preset' '3 --preset x' '2 -R Nothing'; do
  # shellcheck disable=SC2086 # these are several words
  expect "stress $arguments" 1 '' stress $arguments
  [ "$(grep -c '^dev: ' "$scratch/err")" -eq 1 ] || fail "stress $arguments says $(cat "$scratch/err")"
done

for name in Alone Beside Behind; do
  reason='no terminals here'
  [ "$name" != Alone ] || reason='no second core'
  echo "add_test(Skips.$name \"$scratch/skipped\" \"$reason\")"
  echo "set_tests_properties(Skips.$name PROPERTIES SKIP_REGULAR_EXPRESSION SKIPPED)"
done >>"$checkout/build/release/CTestTestfile.cmake"
expect 'a skipped test says why' 0 '' test -j 1
expect_line "$scratch/out" 'skipped: Skips.Alone (no second core)'
expect_line "$scratch/out" 'skipped: Skips.Beside and 1 more (no terminals here)'
expect 'a skipped test says why beside one that fails' 0 'Fails 1' test
expect_line "$scratch/out" 'skipped: Skips.Alone (no second core)'

[ "$failures" -eq 0 ]
