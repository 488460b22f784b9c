#!/usr/bin/env bash
# ./dev looks again at failed tests, and repeats tests under stress. The real ctest runs a few tests that fail as often as
# the file $scratch/failing says.
# shellcheck disable=SC2016 # the stand-ins expand their own variables
set -euo pipefail
source=$1
# shellcheck source=tests/dev/stand_ins.sh
source "$source/tests/dev/stand_ins.sh"
for program in awk mv rmdir wc; do ln -s "$(command -v "$program")" "$bin/$program"; done
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
cat >"$scratch/skips_parts" <<'END'
#!/bin/bash
echo '  ﹣ draws on a canvas (0.47ms) # no canvas'
echo "test_prints (text_test.Text.test_prints) ... skipped 'no printer'"
END
chmod +x "$scratch/entry" "$scratch/skipped" "$scratch/skips_parts"
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
expect_line "$scratch/calls" '--preset release .* -j 1 --rerun-failed'
expect_line "$kept/Folder_Flickers.log" 'Folder/Flickers (Failed)'

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

expect '--strict counts wherever it stands' 1 'Folder/Flickers 1' test -R Flickers --strict
expect_runs 0 1 0
expect 'a preset counts wherever it stands' 1 '' test -R Passes --preset x
expect_line "$scratch/err" "dev: no tests for the preset 'x': .*"
for arguments in --strikt '-R Passes --strikt' '--busy 3' 'Passes' '-R'; do
  # shellcheck disable=SC2086 # these are several words
  expect "test $arguments" 1 '' test $arguments
  expect_runs 0 0 0
  [ "$(grep -c '^dev: ' "$scratch/err")" -eq 1 ] || fail "test $arguments says $(cat "$scratch/err")"
done

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

for arguments in '' 'x' '0' '3 --busy x' '3 -R Passes --busy x' '3 --preset' '3 --preset x' '2 -R Nothing' '2 --strict'; do
  # shellcheck disable=SC2086 # these are several words
  expect "stress $arguments" 1 '' stress $arguments
  [ "$(grep -c '^dev: ' "$scratch/err")" -eq 1 ] || fail "stress $arguments says $(cat "$scratch/err")"
done

# The table of stress is there, too, if ctest can run no further round.
stand_in ctest '[ ! -e "'"$scratch"'/runs_no_more" ] || { echo "CMake Error: no more"; exit 8; }
: >"'"$scratch"'/runs_no_more"; exec "'"$(command -v ctest)"'" "$@"'
expect 'stress shows what it has seen' 1 'Fails 1' stress 3
expect_line "$scratch/out" "Fails  *1  *1  $table/Fails.log"
expect_line "$scratch/err" 'dev: ctest cannot run the tests: CMake Error: no more (log: .*)'
stand_in ctest 'exec "'"$(command -v ctest)"'" "$@"'

# A process that a test leaves behind does not keep the lock.
cat >"$scratch/leaves_process" <<'END'
#!/bin/bash
sleep 300 </dev/null >/dev/null 2>&1 &
echo $! >"$0.pid"
END
# Hangs until it is ended, where the file $scratch/hanging is.
cat >"$scratch/hangs" <<'END'
#!/bin/bash
echo run >>"$0.runs"
[ ! -e "${0%/*}/hanging" ] || exec sleep 300
END
chmod +x "$scratch/leaves_process" "$scratch/hangs"
{
  echo "add_test(LeavesProcess \"$scratch/leaves_process\")"
  echo "add_test(Hangs \"$scratch/hangs\")"
  for name in Prepares Needs; do echo "add_test($name \"$scratch/entry\" \"$name\")"; done
  echo 'set_tests_properties(Prepares PROPERTIES FIXTURES_SETUP prepared)'
  echo 'set_tests_properties(Needs PROPERTIES FIXTURES_REQUIRED prepared)'
  for ((i = 1; i <= 21; i++)); do echo "add_test(Many.$i \"$scratch/entry\" \"Many.$i\")"; done
} >>"$checkout/build/release/CTestTestfile.cmake"

ln -s "$(command -v sleep)" "$bin/sleep" 2>/dev/null || true
expect 'a test leaves a process behind' 0 '' test -R LeavesProcess
flock -n "$checkout/build/lock" true || fail "a process that a test has left behind keeps the lock"
kill "$(cat "$scratch/leaves_process.pid")"

: >"$scratch/hanging"
expect 'a test that hangs has one more run' 1 '' test -R Hangs --timeout 10  # bash may take long to start
expect_line "$kept/Hangs.log" 'Hangs (Timeout)'
[ "$(grep -c . "$scratch/hangs.runs")" -eq 2 ] || fail "a test that hangs has run $(grep -c . "$scratch/hangs.runs") times"
rm "$scratch/hanging"

expect 'a test that could not run is not unstable' 0 'Prepares 1' test -R Needs
expect_line "$scratch/out" "unstable: Prepares (failed 1 of 2; .*"
! grep -q '^unstable: Needs' "$scratch/out" || fail "a test that could not run is unstable"
expect_line "$kept/Needs.log" 'Needs (Not Run)'
expect_line "$kept/Needs.log" 'Failed test dependencies: Prepares'

many=$(for ((i = 1; i <= 21; i++)); do echo "Many.$i 1"; done)
expect 'as many failures as chance can have' 0 "$(head -n 20 <<<"$many")" test -R Many
[ "$(grep -c '^unstable: Many' "$scratch/out")" -eq 20 ] || fail "not each of 20 unstable tests is named"
expect 'more failures than chance can have' 1 "$many" test -R Many
expect_line "$scratch/err" 'dev: tests failed (preset release): 21 are too many to be chance, and are not looked at again'
[ "$(runs_of Many.1)" -eq 1 ] || fail "many failures are looked at again"

for name in Alone Beside Behind; do
  reason='no terminals here'
  [ "$name" != Alone ] || reason='no second core'
  echo "add_test(Skips.$name \"$scratch/skipped\" \"$reason\")"
  echo "set_tests_properties(Skips.$name PROPERTIES SKIP_REGULAR_EXPRESSION SKIPPED)"
done >>"$checkout/build/release/CTestTestfile.cmake"
echo "add_test(Skips.Parts \"$scratch/skips_parts\")" >>"$checkout/build/release/CTestTestfile.cmake"
expect 'a skipped test says why' 0 '' test -j 1
expect_line "$scratch/out" 'skipped: Skips.Parts (no canvas)'
expect_line "$scratch/out" 'skipped: Skips.Parts (no printer)'
expect_line "$scratch/out" 'skipped: Skips.Alone (no second core)'
expect_line "$scratch/out" 'skipped: Skips.Beside and 1 more (no terminals here)'
expect 'a skipped test says why beside one that fails' 0 'Fails 1' test
expect_line "$scratch/out" 'skipped: Skips.Alone (no second core)'

[ "$failures" -eq 0 ]
