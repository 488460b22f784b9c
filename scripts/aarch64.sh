# shellcheck shell=bash
# Unpacks the needs of a build for aarch64, which also runs there: Debian's libraries for aarch64, and qemu, into build/aarch64,
# where tests/install/aarch64_test.py finds them. They are not installed: the libraries would have to be those of another
# kind of machine, and qemu's package would tell the kernel to start programs of other machines. Sourced by ../dev.

aarch64_compiler=(g++-aarch64-linux-gnu)
aarch64_packages=(libc6-dev libstdc++-12-dev nlohmann-json3-dev libcli11-dev zlib1g-dev libgtest-dev libgmock-dev
  libbenchmark-dev libprotobuf-dev libboost1.81-dev libsqlite3-dev libssl-dev libicu-dev pybind11-dev python3-dev
  python3-numpy)

unpack_aarch64() {
  local folder=$root/build/aarch64 log=$root/build/log/packages.log package sudo=()
  [ ! -e "$folder/complete" ] || return 0
  rm -rf "$folder"
  mkdir -p "$folder"/{apt/lists/partial,apt/state,archives/partial,root/usr/{bin,lib},bin}
  download_packages "$folder/archives" qemu-user-static
  dpkg --fsys-tarfile "$folder"/archives/qemu-user-static_*.deb |
    tar -x -O ./usr/bin/qemu-aarch64-static >"$folder/bin/qemu" || die "cannot unpack qemu-user-static"
  chmod +x "$folder/bin/qemu"
  rm "$folder"/archives/*.deb

  # apt looks for packages of aarch64 as on a machine on which nothing is installed.
  : >"$folder/apt/status"
  cat >"$folder/apt/apt.conf" <<CONF
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
Dir::State "$folder/apt/state";
Dir::State::lists "$folder/apt/lists";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt";
Dir::Cache::archives "$folder/archives";
CONF
  echo "dev: downloading libraries for aarch64" >&2
  apt_get -c "$folder/apt/apt.conf" update || true
  apt_get -c "$folder/apt/apt.conf" install --download-only --no-install-recommends "${aarch64_packages[@]}" ||
    die "cannot download packages: $(why_no_packages "$log") (log: $log)"
  ln -s usr/lib "$folder/root/lib"
  ln -s usr/bin "$folder/root/bin"
  for package in "$folder"/archives/*.deb; do
    dpkg -x "$package" "$folder/root" || die "cannot unpack $package"
  done
  rm -rf "$folder/apt" "$folder/archives"
  # An installation would make these links.
  ln -s blas/libblas.so.3 lapack/liblapack.so.3 "$folder/root/usr/lib/aarch64-linux-gnu"
  # Python under qemu: programs that a test starts by `sys.executable` run there, too.
  cat >"$folder/bin/python3" <<PYTHON
#!/bin/sh
PYTHONHOME=/usr exec "$folder/bin/qemu" -L "$folder/root" -0 "\$0" "$folder/root/usr/bin/python3.11" "\$@"
PYTHON
  chmod +x "$folder/bin/python3"
  : >"$folder/complete"
}
