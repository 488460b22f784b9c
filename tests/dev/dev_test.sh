#!/usr/bin/env bash
# ./dev says in one line what is wrong.
# shellcheck disable=SC2016 # the stand-ins expand their own variables
set -euo pipefail
source=$1
# shellcheck source=tests/dev/stand_ins.sh
source "$source/tests/dev/stand_ins.sh"

expect() { # name, status, regex of the last line of stderr, arguments of ./dev
  local name=$1 wanted=$2 pattern=$3 lines status
  shift 3
  call_dev "$@"
  lines=$(grep -c . "$scratch/err" || true)
  [ "$wanted" -eq 0 ] || [ "$(grep -vc '^dev: \(installing\|downloading\|configuring\)' "$scratch/err")" -eq 1 ] || lines=many
  if [ "$status" -ne "$wanted" ] || [ "$lines" = many ] || [[ ! $(tail -n 1 "$scratch/err") =~ $pattern ]]; then
    echo "FAILED $name: status $status instead of $wanted, or its message is not the line '$pattern':"
    sed 's/^/    /' "$scratch/err"
    failures=$((failures + 1))
  else
    echo "ok $name"
  fi
}

expect 'help is no error' 0 '' help
grep -q '^usage: ./dev' "$scratch/out" || fail "help does not help"
expect 'no command is help' 0 ''
expect 'unknown command' 1 "unknown command 'frobnicate'" frobnicate
expect 'seconds missing' 1 'needs a number of seconds' fuzz
expect 'seconds of no number' 1 'needs a number of seconds' fuzz 1x
expect 'not Debian' 1 'this is not Debian' run

stand_in dpkg-query 'exit 1'
stand_in dpkg 'exit 0'
stand_in apt-get 'exit 0'
stand_in id 'echo 1000'
expect 'unknown preset' 1 "no tests for the preset 'x'" test --preset x
expect 'preset without a name' 1 '--preset needs a name' test --long --preset
expect 'neither root nor sudo' 1 'neither root nor sudo to install them: g\+\+ cmake' test
stand_in sudo 'exit 1'
expect 'sudo refuses' 1 'sudo refuses' test

rm "$bin/sudo"
stand_in id 'echo 0'
stand_in apt-get 'echo "W: Failed to fetch http://x  Temporary failure resolving x"
[[ $* == *update* ]] || { echo "E: Unable to locate package g++"; exit 100; }'
expect 'no network' 1 'is there a network' run
stand_in apt-get 'echo "E: You have not enough free space in /var/cache/apt/archives/."; exit 100'
expect 'disk full' 1 'the disk is full' run
stand_in apt-get 'echo "E: Something else"; exit 100'
expect 'apt fails' 1 'cannot install packages: E: Something else' run

stand_in dpkg-query 'for p in "${@:4}"; do printf "\n%s installed\n" "$p"; done'
stand_in apt-get 'echo called >"'"$scratch"'/apt-was-called"'
stand_in cmake 'echo "CMake Error: no good"; exit 1'
expect 'cannot configure' 1 'cannot configure release: CMake Error: no good' run
[ ! -e "$scratch/apt-was-called" ] || fail "apt-get runs with nothing missing"
stand_in cmake 'mkdir -p build/release; echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >build/release/CMakeCache.txt
echo x >build/release/build.ninja; echo configured >>"'"$scratch"'/configured"'
stand_in ninja 'echo "a.cpp:1:1: error: wrong"; exit 1'
expect 'build fails' 1 'build of release failed: a.cpp:1:1: error: wrong \(log: .*release.log\)$' run
expect 'build fails again' 1 'build of release failed' run
[ "$(grep -c . "$scratch/configured")" -eq 1 ] ||
  fail "a good configuration is made again"
stand_in ninja 'mkdir -p build; echo "ninja: error: build.ninja:1: expected newline"; exit 1'
expect 'damaged tree is made again once' 1 'build of release failed' run
[ "$(grep -c . "$scratch/configured")" -eq 2 ] ||
  fail "a damaged build tree is not made again, once"

mkdir -p "$checkout/build/release/bin"
printf '#!/bin/bash\necho "$PWD: $*"\n' >"$checkout/build/release/bin/rensa"
chmod +x "$checkout/build/release/bin/rensa"
stand_in ninja 'exit 0'
stand_in ctest 'echo "RENSA_LONG is ${RENSA_LONG:-not set}: $*"'
expect 'test runs some cases of slow tests' 0 '' test --preset debug -R Route
grep -qx 'RENSA_LONG is not set: --preset debug .* --timeout 900 -j [0-9]* -R Route' "$scratch/out" ||
  fail "test runs $(cat "$scratch/out")"
stand_in apt-get 'echo "E: Something else"; exit 100'
expect 'proxies cannot be downloaded' 1 'cannot download packages: E: Something else' test --long --preset debug
proxies="$checkout/build/proxies"
stand_in apt-get 'echo "$*" >>"'"$scratch"'/downloaded"
for option; do [ "$option" != --download-only ] || : >"'"$proxies"'/archives/one.deb"; done'
expect 'a package has no program' 1 'do not have usr/sbin/nginx' test --long --preset debug
[ ! -e "$proxies/complete" ] || fail "proxies without a program are complete"
stand_in dpkg '[ "$*" != --configure\ -a ] || exit 0
[ "$1 $2 $3" = "-x '"$proxies/archives/one.deb $proxies/root"'" ] || exit 1
mkdir -p "$3/usr/sbin" "$3/usr/bin" "$3/usr/lib/nginx/modules"
for program in sbin/nginx sbin/haproxy bin/caddy lib/nginx/modules/ngx_stream_module.so; do : >"$3/usr/$program"; done'
: >"$scratch/downloaded"
expect 'unknown preset of long tests' 1 "no tests for the preset 'x'" test --long --preset x
[ ! -s "$scratch/downloaded" ] || fail "proxies are downloaded for an unknown preset"
expect 'test --long downloads proxies' 0 '' test --long --preset debug
grep -q -e '--download-only .*nginx libnginx-mod-stream haproxy caddy$' "$scratch/downloaded" ||
  fail "apt-get is called with $(cat "$scratch/downloaded")"
! grep -v -e '--download-only\| update$' "$scratch/downloaded" || fail "the proxies are installed"
stand_in apt-get 'echo "$*" >>"'"$scratch"'/downloaded"; [ "${*: -1}" = update ]'
rm "$scratch/downloaded"
for options in '--preset debug --long' '--long --preset debug'; do
  # shellcheck disable=SC2086 # these are several words
  expect "test $options runs all cases" 0 '' test $options -R Route
  grep -qx 'RENSA_LONG is 1: --preset debug .* --timeout 7200 -j [0-9]* -R Route' "$scratch/out" ||
    fail "test $options runs $(cat "$scratch/out")"
done
stand_in node ''
stand_in npm ''
expect 'libraries of aarch64 cannot be downloaded' 1 'cannot download packages: apt-get failed' test --long -R Route
grep -q -e '--download-only .* qemu-user-static$' "$scratch/downloaded" ||
  fail "apt-get is called with $(cat "$scratch/downloaded")"
! grep -v -e '--download-only\| update$' "$scratch/downloaded" || fail "what is of aarch64 is installed"
[ ! -e "$checkout/build/aarch64/complete" ] || fail "nothing was downloaded, and that is complete"
: >"$checkout/build/aarch64/complete"
rm "$scratch/downloaded"
expect 'test --long runs the sanitizers too' 0 '' test --long -R Route
[ "$(cut -d: -f1 "$scratch/out") $(grep -o 'preset [a-z]*' "$scratch/out")" = "$(
  printf 'RENSA_LONG is 1\nRENSA_LONG is not set preset release\npreset debug'
)" ] || fail "test --long runs $(cat "$scratch/out")"
[ ! -e "$scratch/downloaded" ] || fail "what is there is downloaded again"
expect 'match plays what it is told' 0 '' match random random --seed 7
grep -qx '/: match random random --seed 7' "$scratch/out" ||
  fail "match runs $(cat "$scratch/out")"
expect 'match without arguments plays the usual players' 0 '' match
grep -qx '/: match greedy random' "$scratch/out" ||
  fail "match runs $(cat "$scratch/out")"

stand_in cpack 'mkdir -p build/release/packages; : >build/release/packages/rensa-server_1_amd64.deb; echo "$*"'
expect 'packages are made and listed' 0 '' packages
[ "$(cat "$scratch/out")" = "$checkout/build/release/packages/rensa-server_1_amd64.deb" ] ||
  fail "packages lists $(cat "$scratch/out")"
stand_in cpack 'echo "CPack Error: no room"; exit 1'
expect 'packages cannot be made' 1 'cannot make the packages: CPack Error: no room \(log: .*cpack.log\)$' packages

cat >"$checkout/build/release/bin/rensa-server" <<END
#!/bin/bash
echo "rensa-server: http://x:1/  workers on x:2"
for _ in {1..3000}; do # until all workers have come; after five minutes the test hangs
  [ "\$(grep -c . "$scratch/workers")" -lt 8 ] || exit 0
  sleep 0.1
done
END
: >"$scratch/workers"
printf '#!/bin/bash\necho "$*" >>"%s/workers"\n' "$scratch" >"$checkout/build/release/bin/rensa-worker"
chmod +x "$checkout/build/release/bin/rensa-server" "$checkout/build/release/bin/rensa-worker"
expect 'run starts a server, open players and two that play each other' 0 '' run
grep -qxF '|  open http://x:1/ in a browser to play  |' "$scratch/out" || fail "run says $(cat "$scratch/out")"
[ "$(grep -c -e '--server x:2 ' "$scratch/workers")" -eq 8 ] || fail "not eight workers: $(cat "$scratch/workers")"
for player in random greedy potential joseki gaze champion; do
  grep -q -e "--player $player --name $player --open 4 " "$scratch/workers" || fail "$player takes no challenges"
done
[ "$(grep -c -e '-demo --clock real' "$scratch/workers")" -eq 2 ] || fail "no two play each other"

# Programs that write to their logs and run until they are stopped.
logs="$checkout/build/log"
cat >"$checkout/build/release/bin/rensa-server" <<END
#!/bin/bash
trap 'exit 0' TERM
echo "event=entered" >&2
echo "rensa-server: http://x:1/  workers on x:2"
echo \$\$ >>"$scratch/processes"
while true; do sleep 0.1; done
END
cat >"$checkout/build/release/bin/rensa-worker" <<END
#!/bin/bash
echo "lost x:2: the server closed the connection" >&2
echo \$\$ >>"$scratch/processes"
exec sleep 600
END

soon() { # condition; five minutes, after which the test would hang
  local i
  for ((i = 0; i < 3000; ++i)); do
    if eval "$1"; then return; fi
    sleep 0.1
  done
  fail "this does not become true: $1"
}

run_in_background() {
  : >"$scratch/processes"
  env -i PATH="$bin" "$scratch/link" run >"$scratch/out" 2>"$scratch/err" </dev/null &
  run=$!
  soon '[ "$(grep -c . "$scratch/processes")" -eq 9 ] && [ "$(tail -n 1 "$scratch/out")" = "$box_edge" ]'
}

box_edge='+-----------------------------------------+'
running() { # the processes that have not ended, without those that only wait to be reaped
  local process
  while read -r process; do
    if [ -e "/proc/$process/stat" ] && ! grep -q ') Z ' "/proc/$process/stat"; then echo "$process"; fi
  done <"$scratch/processes"
}

run_in_background
[ "$(tail -n 3 "$scratch/out")" = "$box_edge
|  open http://x:1/ in a browser to play  |
$box_edge" ] || fail "the address is not the last on the screen: $(cat "$scratch/out")"
grep -qxF "The logs are $logs/server.log and $logs/players.log" "$scratch/out" ||
  fail "the logs are not named: $(cat "$scratch/out")"
soon '[ "$(grep -c "event=entered" "$logs/server.log")" -eq 1 ]'
soon '[ "$(grep -c "closed the connection" "$logs/players.log")" -eq 8 ]'
lines=$(grep -c '' "$scratch/out")
kill -TERM "$run"
wait "$run" || fail "run stops with status $?"
[ "$(sed "1,${lines}d" "$scratch/out" | grep .)" = 'Rensa stops.' ] || fail "run stops with $(cat "$scratch/out")"
[ ! -s "$scratch/err" ] || fail "run stops with the errors $(cat "$scratch/err")"
[ -z "$(running)" ] || fail "run stops, but not its processes $(running)"
echo 'ok run shows the address last, and stops with one line'

if setpriv=$(command -v setpriv); then
  ln -s "$setpriv" "$bin/setpriv"
  run_in_background
  kill -KILL "$run"
  soon '[ -z "$(running)" ]'
  echo 'ok the processes of a run that is killed end with it'
fi

printf '#!/bin/bash\necho "--worker-socket TEXT  path of a socket for workers on this machine"\n' \
  >"$checkout/build/release/bin/rensa-server"
: >"$scratch/workers"
expect 'run --help shows only the help of the server' 0 '' run --help
[ "$(cat "$scratch/out")" = '--worker-socket TEXT  path of a socket for workers on this machine' ] ||
  fail "run --help says $(cat "$scratch/out")"
[ ! -s "$scratch/workers" ] || fail "run --help starts players: $(cat "$scratch/workers")"
expect_end() { # name, status, lines of stderr
  call_dev run
  if [ "$status" -ne "$2" ] || [ "$(cat "$scratch/err")" != "$3" ]; then
    fail "$1: run ends with status $status and says $(cat "$scratch/err")"
  else
    echo "ok $1"
  fi
}
printf '#!/bin/bash\necho "rensa-server: the port is taken" >&2; exit 1\n' >"$checkout/build/release/bin/rensa-server"
expect_end 'run says why the server does not start' 1 "rensa-server: the port is taken
dev: the server has ended with status 1 (log: $logs/server.log)"
cat >"$checkout/build/release/bin/rensa-server" <<END
#!/bin/bash
printf '%s\n' {1..9} >&2
echo "rensa-server: http://x:1/  workers on x:2"
for _ in {1..3000}; do # until all workers have come; after five minutes the test hangs
  [ "\$(grep -c . "$scratch/processes")" -lt 8 ] || break
  sleep 0.1
done
echo "this has failed" >&2
exit 3
END
: >"$scratch/processes"
expect_end 'run says why the server has ended' 3 "6
7
8
9
this has failed
dev: the server has ended with status 3 (log: $logs/server.log)"

[ "$failures" -eq 0 ]
