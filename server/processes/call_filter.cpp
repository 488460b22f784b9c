#include "server/processes/call_filter.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <utility>
#include <vector>

namespace rensa::processes {

#if defined(__x86_64__) || defined(__aarch64__)

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#else
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#endif

// The calls of x32, a second interface of x86-64, have this bit. No other call has it.
constexpr std::uint32_t kX32Bit = 0x40000000;

constexpr int kMemfdSecret = 447;  // older headers lack its name
constexpr std::array kAllowedFamilies{AF_UNIX, AF_INET, AF_INET6};

// Interfaces of the kernel that no player needs. With io_uring, a program could make sockets that this filter does not
// see.
constexpr std::array kUnneededCalls{SYS_io_uring_setup,  SYS_io_uring_enter, SYS_io_uring_register, SYS_bpf,
                                    SYS_perf_event_open, SYS_userfaultfd,    SYS_add_key,           SYS_keyctl,
                                    SYS_request_key};

// Calls that make memory that no limit counts. A pipe that was given one byte by vmsplice can keep a page of 2 MB.
constexpr std::array kUncountedMemoryCalls{SYS_memfd_create, kMemfdSecret, SYS_shmget,
                                           SYS_semget,       SYS_msgget,   SYS_vmsplice};

// Both kinds of shared mappings have the first bit.
constexpr std::uint32_t kSharedWithoutFile = MAP_SHARED | MAP_ANONYMOUS;

// The instructions of a filter. It reads the data of a call word by word, and ends with an answer.
class Filter {
 public:
  void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset), 0, 0); }
  // Keeps these bits of the loaded word.
  void mask(std::uint32_t bits) { add(BPF_ALU | BPF_AND | BPF_K, bits, 0, 0); }
  void answer(std::uint32_t action) { add(BPF_RET | BPF_K, action, 0, 0); }
  // Skips instructions if the loaded word is this value, or if it is another one.
  void skip_if(std::uint32_t value, std::uint8_t count) { add(BPF_JMP | BPF_JEQ | BPF_K, value, count, 0); }
  void skip_unless(std::uint32_t value, std::uint8_t count) { add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count); }
  void skip_if_less(std::uint32_t value, std::uint8_t count) { add(BPF_JMP | BPF_JGE | BPF_K, value, 0, count); }

  std::vector<sock_filter> take() { return std::move(instructions_); }

 private:
  void add(int code, std::uint32_t value, std::uint8_t if_true, std::uint8_t if_false) {
    instructions_.push_back({.code = static_cast<std::uint16_t>(code), .jt = if_true, .jf = if_false, .k = value});
  }

  std::vector<sock_filter> instructions_;
};

// The lower half of an argument, on both kinds of processors.
constexpr std::size_t offset_of_argument(std::size_t number) {
  return offsetof(seccomp_data, args) + number * sizeof(std::uint64_t);
}

std::vector<sock_filter> instructions() {
  constexpr std::uint32_t kUnknownCall = SECCOMP_RET_ERRNO | ENOSYS;
  Filter filter;
  filter.load(offsetof(seccomp_data, arch));
  filter.skip_if(kArchitecture, 1);
  filter.answer(SECCOMP_RET_KILL_PROCESS);
  filter.load(offsetof(seccomp_data, nr));
  filter.skip_if_less(kX32Bit, 1);
  filter.answer(kUnknownCall);
  const auto refuse = [&filter](int call) {
    filter.skip_unless(static_cast<std::uint32_t>(call), 1);
    filter.answer(kUnknownCall);
  };
  std::for_each(kUnneededCalls.begin(), kUnneededCalls.end(), refuse);
  std::for_each(kUncountedMemoryCalls.begin(), kUncountedMemoryCalls.end(), refuse);
  filter.skip_unless(SYS_mmap, 5);
  filter.load(offset_of_argument(3));  // the flags
  filter.mask(kSharedWithoutFile);
  filter.skip_unless(kSharedWithoutFile, 1);
  filter.answer(SECCOMP_RET_ERRNO | EPERM);
  filter.answer(SECCOMP_RET_ALLOW);
  filter.skip_if(SYS_socket, 2);
  filter.skip_if(SYS_socketpair, 1);
  filter.answer(SECCOMP_RET_ALLOW);
  filter.load(offset_of_argument(0));
  for (const int family : kAllowedFamilies) {
    filter.skip_unless(static_cast<std::uint32_t>(family), 1);
    filter.answer(SECCOMP_RET_ALLOW);
  }
  filter.answer(SECCOMP_RET_ERRNO | EAFNOSUPPORT);
  return filter.take();
}

}  // namespace

int filter_calls() {
  std::vector<sock_filter> filter = instructions();
  sock_fprog program{.len = static_cast<unsigned short>(filter.size()), .filter = filter.data()};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}

#else

int filter_calls() { return ENOTSUP; }

#endif

}  // namespace rensa::processes
