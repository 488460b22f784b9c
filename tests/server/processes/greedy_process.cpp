// greedy_process: a program that exceeds its limits. It ends after ten minutes, and has at most two thousand processes,
// also if nothing limits it.
//   bomb: processes that start processes, each in a session of its own
//   threads COUNT: threads that do nothing
//   busy COUNT: threads that are always busy; each moves itself to all cores again and again
//   memory MEGABYTES COUNT: processes with so much memory each
//   shared MEGABYTES COUNT: processes that have the same memory
//   headless MEGABYTES COUNT: processes whose first thread has ended, and whose second one has so much memory
//   files MEGABYTES: so much in files in /tmp, and as much again in /dev/shm
//   calls: tries system calls, and names those that the kernel has for it
//   call32: makes a system call as programs of 32 bits do, and names it if it succeeds

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <pthread.h>
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

// Returns true if the kernel has the call. Its arguments make no sense, so it fails in other ways, and makes nothing.
bool has_call(long number) { return syscall(number, -1, 0, 0, 0, 0) >= 0 || errno != ENOSYS; }

bool can_map(int flags, int file) {
  constexpr std::size_t kBytes = 4096;
  return mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, flags, file, 0) != MAP_FAILED;
}

constexpr std::size_t kMegabyte = 1 << 20;

// Keeps memory of its own, which is not freed.
void take_memory(int megabytes) {
  auto* const memory = new char[static_cast<std::size_t>(megabytes) * kMegabyte];
  for (std::size_t at = 0; at < static_cast<std::size_t>(megabytes) * kMegabyte; at += 1024) {
    static_cast<volatile char*>(memory)[at] = 1;
  }
}

[[noreturn]] void wait_long() {
  std::puts("ready");
  std::fflush(stdout);
  std::this_thread::sleep_for(kLife);
  _exit(0);
}

// Processes that have the same memory, or memory of their own each. The last is this process.
[[noreturn]] void be_large(int megabytes, int processes, bool is_shared) {
  if (is_shared) take_memory(megabytes);
  while (--processes > 0 && fork() != 0) {
  }
  if (!is_shared) take_memory(megabytes);
  wait_long();
}

[[noreturn]] void be_large_without_first_thread(int megabytes, int processes) {
  while (--processes > 0 && fork() != 0) {
  }
  std::thread([megabytes] {
    take_memory(megabytes);
    wait_long();
  }).detach();
  pthread_exit(nullptr);
}

[[noreturn]] void fill_files(int megabytes) {
  const std::vector<char> content(kMegabyte);
  for (const char* path : {"/tmp/file", "/dev/shm/file"}) {
    const int file = open(path, O_WRONLY | O_CREAT, 0600);
    for (int i = 0; i < megabytes; ++i) {
      if (write(file, content.data(), content.size()) < 0) std::puts("full");
    }
  }
  wait_long();
}

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
  name_if(has_call(SYS_memfd_create), "call", "memfd_create");
  name_if(has_call(SYS_shmget), "call", "shmget");
  name_if(has_call(SYS_semget), "call", "semget");
  name_if(has_call(SYS_msgget), "call", "msgget");
  name_if(has_call(SYS_vmsplice), "call", "vmsplice");
  name_if(can_map(MAP_PRIVATE | MAP_ANONYMOUS, -1), "memory", "private");
  name_if(can_map(MAP_SHARED | MAP_ANONYMOUS, -1), "memory", "shared");
  const int zero = open("/dev/zero", O_RDWR);
  char byte = 1;
  name_if(read(zero, &byte, 1) == 1 && byte == 0, "device", "zero");
  name_if(can_map(MAP_SHARED, zero), "memory", "of-device");
  const int file = open("/dev/shm/greedy", O_RDWR | O_CREAT | O_TRUNC, 0600);
  unlink("/dev/shm/greedy");
  name_if(can_map(MAP_SHARED, file), "memory", "of-file");
}

// Calls getpid as a program of 32 bits does.
void call_with_32_bits() {
#if defined(__x86_64__)
  constexpr int kGetpid = 20;
  int result = kGetpid;
  asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
  name_if(result > 0, "call", "of 32 bits");
#endif
}

}  // namespace

int main(int count, char** arguments) {
  const std::string mode = count > 1 ? arguments[1] : "";
  const int many = count > 2 ? std::atoi(arguments[2]) : 1;
  if (mode == "bomb") bomb();
  if (mode == "threads") run_threads(many, [] { std::this_thread::sleep_for(20ms); });
  if (mode == "busy") run_threads(many, go_everywhere);
  if (mode == "calls") try_calls();
  if (mode == "call32") call_with_32_bits();
  if (mode == "memory") be_large(many, count > 3 ? std::atoi(arguments[3]) : 1, false);
  if (mode == "shared") be_large(many, count > 3 ? std::atoi(arguments[3]) : 1, true);
  if (mode == "headless") be_large_without_first_thread(many, count > 3 ? std::atoi(arguments[3]) : 1);
  if (mode == "files") fill_files(many);
}
