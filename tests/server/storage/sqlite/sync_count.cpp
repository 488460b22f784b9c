#include "tests/server/storage/sqlite/sync_count.h"

#include <atomic>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

std::atomic<long> syncs = 0;

}  // namespace

extern "C" int fsync(int descriptor) {
  ++syncs;
  return static_cast<int>(syscall(SYS_fsync, descriptor));
}

extern "C" int fdatasync(int descriptor) {
  ++syncs;
  return static_cast<int>(syscall(SYS_fdatasync, descriptor));
}

namespace rensa::storage::test {

long sync_count() { return syncs; }

}  // namespace rensa::storage::test
