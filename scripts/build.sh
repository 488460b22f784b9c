# shellcheck shell=bash
# Configures and builds a preset, one ./dev at a time. Sourced by ../dev.

take_lock() { # for as long as this process lives, or until release_lock
  mkdir -p "$root/build/log" 2>/dev/null && [ -w "$root/build/log" ] && { exec 9>>"$root/build/lock"; } 2>/dev/null ||
    die "cannot write to $root/build: $(why_no_writing)"
  flock -n 9 || {
    echo "dev: waiting for another ./dev in this checkout" >&2
    flock 9
  }
}

release_lock() { exec 9>&-; }

why_no_writing() {
  if disk_is_full; then echo "the disk is full"; else echo "it belongs to somebody else, or is read-only"; fi
}

disk_is_full() {
  local kilobytes
  kilobytes=$(df --output=avail "$root" | tail -n 1)
  [ "$kilobytes" -lt 1024 ]
}

job_count() { # as many compilers as there are cores, and 1.5 GB for each
  local kilobytes limit cores
  cores=$(nproc)
  kilobytes=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo 2>/dev/null || true)
  kilobytes=${kilobytes:-1572864}
  limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || true)
  if [[ $limit =~ ^[0-9]+$ ]] && [ $((limit / 1024)) -lt "$kilobytes" ]; then kilobytes=$((limit / 1024)); fi
  local fitting=$((kilobytes / 1572864))
  echo $((fitting < 1 ? 1 : fitting < cores ? fitting : cores))
}

build() { # preset [target...]
  local preset=$1 dir=$root/build/$1 log=$root/build/log/$1.log
  shift
  configure
  if compile "$@"; then return; fi
  # A build tree can be damaged, by a full disk for one; then it is made again, once.
  if grep -q "^ninja: error: \(build.ninja:\|loading\)\|CMakeCache.txt" "$log"; then
    rm -rf "$dir"
    configure
    if compile "$@"; then return; fi
  fi
  die "build of $preset failed: $(why_no_build "$log") (log: $log)"
}

configure() {
  # build.ninja is the last thing that CMake writes: without it the tree is a torso. A checkout may also have moved.
  if [ -e "$dir" ] && { [ ! -s "$dir/build.ninja" ] ||
    ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt"; }; then
    rm -rf "$dir"
  fi
  [ "$dir/build.ninja" -nt "$root/CMakePresets.json" ] && return
  echo "dev: configuring $preset" >&2
  (cd "$root" && cmake --preset "$preset") >"$log" 2>&1 </dev/null ||
    die "cannot configure $preset: $(why_no_build "$log") (log: $log)"
}

compile() { # [target...]: what ninja says goes to the log, and to the terminal if somebody watches
  if [ -t 2 ]; then
    ninja -C "$dir" -j "$(job_count)" "$@" 2>&1 </dev/null | tee "$log" |
      sed -u '/^ninja: \(no work to do\|Entering\)/d' >&2
  else
    ninja -C "$dir" -j "$(job_count)" "$@" >"$log" 2>&1 </dev/null
  fi
}

why_no_build() { # log
  if grep -qs 'No space left on device' "$1" || disk_is_full; then
    echo "the disk is full"
  elif grep -q 'Killed signal' "$1"; then
    echo "the compiler was killed, most likely for want of memory"
  else
    grep -m 1 ' error: \|undefined reference' "$1" || grep -m 1 -A 1 '^CMake Error\|FAILED: ' "$1" | tr -s '\n ' ' ' ||
      tail -n 1 "$1"
  fi
}
