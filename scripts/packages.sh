# shellcheck shell=bash
# Installs the Debian packages that a command needs, where they are missing. Sourced by ../dev.

need() { # package...
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    die "this is not Debian, whose packages are needed: $*"
  local installed missing=() package
  installed=$(dpkg-query -W -f '\n${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
  for package; do
    [[ $installed$'\n' == *$'\n'"$package installed"$'\n'* ]] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] || install_packages "${missing[@]}"
}

become_root() { # package...; sets `sudo` of the caller
  [ "$(id -u)" -ne 0 ] || return 0
  command -v sudo >/dev/null || die "missing packages, and neither root nor sudo to install them: $*"
  if [ -t 0 ]; then sudo -v; else sudo -n true; fi 2>/dev/null ||
    die "missing packages, and sudo refuses to install them: $*"
  sudo=(sudo)
}

install_packages() {
  local log=$root/build/log/packages.log sudo=()
  become_root "$@"
  echo "dev: installing $*" >&2
  : >"$log"
  # An install that was cut short before leaves packages unpacked but not configured: finish that first. A fault
  # of the lists or of dpkg shows in the install, so only its result counts.
  apt_get update || true
  as_root dpkg --configure -a >>"$log" 2>&1 || true
  apt_get install --fix-broken --no-install-recommends "$@" ||
    die "cannot install packages: $(why_no_packages "$log") (log: $log)"
  hash -r
}

download_packages() { # folder package...; with the packages that these need and that are not installed
  local log=$root/build/log/packages.log sudo=() folder=$1
  shift
  command -v dpkg >/dev/null && command -v apt-get >/dev/null || die "this is not Debian, whose packages are needed: $*"
  become_root "$@"
  echo "dev: downloading $*" >&2
  : >"$log"
  apt_get update || true
  apt_get install --download-only --reinstall --no-install-recommends -o Dir::Cache::archives="$folder" "$@" ||
    die "cannot download packages: $(why_no_packages "$log") (log: $log)"
}

as_root() { # the lock stays ours: a daemon that a package starts must not inherit it
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@" </dev/null 9>&-
}

apt_get() { # apt-get, waiting while another process holds its locks
  local attempt result
  for attempt in {1..60}; do
    result=0
    as_root apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=2 -o Acquire::http::Timeout=20 \
      -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold "$@" >"$log.part" 2>&1 || result=$?
    cat "$log.part" >>"$log" # also of an update that went well, which network errors do not keep it from
    if [ $result -eq 0 ] || ! grep -q 'Could not get lock\|Unable to lock' "$log.part"; then return $result; fi
    [ "$attempt" -gt 1 ] || echo "dev: waiting for another process that installs packages" >&2
    sleep 5
  done
  return 1
}

why_no_packages() { # log
  if grep -q 'No space left on device\|enough free space' "$1"; then
    echo "the disk is full"
  elif grep -q 'Temporary failure resolving\|Could not resolve\|Could not connect\|connection timed out' "$1"; then
    echo "the package mirror cannot be reached, is there a network?"
  else
    grep '^E: ' "$1" | tail -n 1 || echo "apt-get failed"
  fi
}
