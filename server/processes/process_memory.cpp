#include "server/processes/process_memory.h"

#include <algorithm>
#include <charconv>
#include <linux/magic.h>
#include <set>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>

#include "server/processes/process_tree.h"

namespace rensa::processes {

namespace {

constexpr std::uint64_t kBytesOfInode = 1024;  // that a file takes besides its content, about

// Returns the bytes in a line of a file of /proc such as "RssAnon:      1024 kB"; 0: there is no such line.
std::uint64_t bytes_in(std::string_view text, std::string_view name) {
  const std::string begin = '\n' + std::string(name) + ':';
  const std::size_t at = text.find(begin);
  if (at == std::string_view::npos) return 0;
  std::string_view rest = text.substr(at + begin.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  std::uint64_t kilobytes = 0;
  std::from_chars(rest.data(), rest.data() + rest.size(), kilobytes);
  return kilobytes << 10U;
}

// Returns a file of /proc with the sizes of a process's memory, among them this one. Once the first thread of a process
// has ended, the file of the process has none of them, and that of each other thread has all.
std::string read_sizes(pid_t process, const char* file, std::string_view size) {
  const auto has_sizes = [size](const std::string& text) { return text.find(size) != std::string::npos; };
  std::string text = read_process_file(process, file);
  if (has_sizes(text)) return text;
  for (const pid_t thread : threads_of(process)) {
    if (text = read_process_file(thread, file); has_sizes(text)) return text;
  }
  return {};
}

std::string read_status(pid_t process) { return read_sizes(process, "status", "RssAnon:"); }

}  // namespace

std::uint64_t memory_of(pid_t process) {
  const std::string status = read_status(process);
  return bytes_in(status, "RssAnon") + bytes_in(status, "RssShmem") + bytes_in(status, "VmSwap") +
         bytes_in(status, "VmPTE");
}

// A process whose pages cannot be read counts in full.
MemoryShare share_of_memory(pid_t process) {
  const std::string pages = read_sizes(process, "smaps_rollup", "Pss_Anon:");
  MemoryShare share{.own = bytes_in(pages, "Pss_Anon") + bytes_in(pages, "SwapPss"),
                    .shared = bytes_in(pages, "Pss_Shmem")};
  if (share.own + share.shared == 0) return {.own = memory_of(process)};
  share.own += bytes_in(read_status(process), "VmPTE");
  return share;
}

std::uint64_t files_in_memory_of(pid_t starter) {
  const std::string folder = "/proc/" + std::to_string(starter);
  std::uint64_t bytes = 0;
  std::set<dev_t> counted;
  for (const char* place : {"/root/tmp", "/root/dev/shm", "/cwd"}) {
    const std::string path = folder + place;
    struct stat found{};
    struct statfs kind{};
    struct statvfs use{};
    if (stat(path.c_str(), &found) != 0 || !counted.insert(found.st_dev).second) continue;
    if (statfs(path.c_str(), &kind) != 0 || kind.f_type != TMPFS_MAGIC || statvfs(path.c_str(), &use) != 0) continue;
    if ((use.f_flag & ST_RDONLY) != 0) continue;  // it shows files of the machine, or it is empty
    bytes += (use.f_blocks - use.f_bfree) * use.f_frsize + (use.f_files - use.f_ffree) * kBytesOfInode;
  }
  return bytes;
}

}  // namespace rensa::processes
