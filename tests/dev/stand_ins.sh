# shellcheck shell=bash
# A copy of ./dev in $checkout, which runs with nothing on its path but $bin: a few basic programs, and stand-ins for
# others. So no package is touched, and the build that runs the test is not disturbed. Sourced by the tests of ./dev, with
# `source` set to the checkout.

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
checkout="$scratch/a checkout"
bin="$scratch/bin"
mkdir -p "$checkout" "$bin"
# shellcheck disable=SC2154 # the test sets it
cp -r "$source/dev" "$source/scripts" "$source/CMakePresets.json" "$checkout"
for program in bash cat cp df dirname env flock grep mkdir mktemp nproc readlink rm sed sleep tail tee tr; do
  ln -s "$(command -v "$program")" "$bin/$program"
done
ln -s "$checkout/dev" "$scratch/link"
cd /
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

stand_in() { # program body
  printf '#!/bin/bash\n%s\n' "$2" >"$bin/$1"
  chmod +x "$bin/$1"
}

call_dev() { # arguments of ./dev; sets `status`, and writes $scratch/out and $scratch/err
  status=0
  env -i PATH="$bin" "$scratch/link" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
}
