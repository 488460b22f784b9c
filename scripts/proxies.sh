# shellcheck shell=bash
# Unpacks nginx, HAProxy and Caddy into build/proxies/root, where tests/e2e/proxy_programs_test.cpp finds them. They are
# not installed, because their packages would start services on this machine. Sourced by ../dev.

proxy_packages=(nginx libnginx-mod-stream haproxy caddy)
proxy_programs=(usr/sbin/nginx usr/lib/nginx/modules/ngx_stream_module.so usr/sbin/haproxy usr/bin/caddy)

unpack_proxies() {
  local folder=$root/build/proxies package program
  [ ! -e "$folder/complete" ] || return 0
  rm -rf "$folder"
  mkdir -p "$folder/archives/partial" "$folder/root"
  download_packages "$folder/archives" "${proxy_packages[@]}"
  for package in "$folder"/archives/*.deb; do
    dpkg -x "$package" "$folder/root" || die "cannot unpack $package"
  done
  for program in "${proxy_programs[@]}"; do
    [ -e "$folder/root/$program" ] || die "the packages ${proxy_packages[*]} do not have $program"
  done
  : >"$folder/complete"
}
