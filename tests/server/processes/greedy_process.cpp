// greedy_process: a program that exceeds its limits. It ends after ten minutes, and has at most two thousand processes,
// also if nothing limits it.
//   bomb: processes that start processes, each in a session of its own
//   threads COUNT: threads that do nothing
//   busy COUNT: threads that are always busy; each moves itself to all cores again and again
//   calls: tries system calls, and names those that the kernel has for it

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sched.h>
#include <string>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using namespace std::chrono_literals;

constexpr int kMostProcesses = 2'000;
constexpr auto kLife = 10min;

[[noreturn]] void bomb() {
  void* const shared =
      mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto& processes = *new (shared) std::atomic<int>(0);
  const auto end = std::chrono::steady_clock::now() + kLife;
  while (std::chrono::steady_clock::now() < end) {
    if (processes >= kMostProcesses) {
      std::this_thread::sleep_for(10ms);
    } else if (++processes <= kMostProcesses && fork() == 0) {
      setsid();
    }
  }
  _exit(0);
}

void go_everywhere() {
  cpu_set_t all;
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core) CPU_SET(core, &all);
  sched_setaffinity(0, sizeof all, &all);
}

template <typename Work>
void run_threads(int count, Work work) {
  const auto end = std::chrono::steady_clock::now() + kLife;
  std::vector<std::jthread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&] {
      while (std::chrono::steady_clock::now() < end) work();
    });
  }
  std::puts("ready");
  std::fflush(stdout);
}

void name_if(bool works, const char* kind, const char* name) {
  if (works) std::printf("%s %s\n", kind, name);
}

// Returns true if the kernel has the call. Its arguments make no sense, so it fails in other ways.
bool has_call(long number) { return syscall(number, 0, 0, 0, 0, 0) >= 0 || errno != ENOSYS; }

void try_calls() {
  const auto has_socket = [](int family, int type) { return socket(family, type, 0) >= 0; };
  name_if(has_socket(AF_UNIX, SOCK_STREAM), "socket", "unix");
  name_if(has_socket(AF_INET, SOCK_STREAM), "socket", "inet");
  name_if(has_socket(AF_NETLINK, SOCK_RAW), "socket", "netlink");
  name_if(has_socket(AF_VSOCK, SOCK_STREAM), "socket", "vsock");
  name_if(has_socket(AF_PACKET, SOCK_RAW), "socket", "packet");
  name_if(has_socket(AF_ALG, SOCK_SEQPACKET), "socket", "alg");
  name_if(has_call(SYS_getpid), "call", "getpid");
  name_if(has_call(SYS_io_uring_setup), "call", "io_uring_setup");
  name_if(has_call(SYS_bpf), "call", "bpf");
  name_if(has_call(SYS_perf_event_open), "call", "perf_event_open");
  name_if(has_call(SYS_keyctl), "call", "keyctl");
}

}  // namespace

int main(int count, char** arguments) {
  const std::string mode = count > 1 ? arguments[1] : "";
  const int many = count > 2 ? std::atoi(arguments[2]) : 1;
  if (mode == "bomb") bomb();
  if (mode == "threads") run_threads(many, [] { std::this_thread::sleep_for(20ms); });
  if (mode == "busy") run_threads(many, go_everywhere);
  if (mode == "calls") try_calls();
}
