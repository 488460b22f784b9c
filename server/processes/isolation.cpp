#include "server/processes/isolation.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <initializer_list>
#include <system_error>
#include <utility>

#include "server/processes/program.h"
#include "server/processes/starter.h"

namespace rensa::processes {

namespace {

namespace fs = std::filesystem;

// Folders of the system. On most systems all but the first are symbolic links into it.
constexpr std::array<const char*, 7> kSystemFolders{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
// The files of /etc by which programs find libraries, other programs and the time zone. The others are not shown: some
// of them are secret, and programs that need one can name it.
constexpr std::array<const char*, 6> kSystemFiles{"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf",
                                                  "/etc/ld.so.conf.d", "/etc/localtime",   "/etc/nsswitch.conf"};
// A program may not see these folders as they are, because the sandbox has others in their place or because they hold
// too much.
constexpr std::array<const char*, 7> kRefusedFolders{"/", "/dev", "/proc", "/run", "/sys", "/tmp", "/var/tmp"};
constexpr std::array<const char*, 3> kRefusedTrees{"/dev", "/proc", "/sys"};

// Returns true if `path` is `folder` or lies in it. Both are absolute and normal.
bool is_in(const fs::path& path, const fs::path& folder) {
  const auto [in_folder, in_path] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return in_folder == folder.end();
}

bool is_in_any(const fs::path& path, const std::vector<std::string>& folders) {
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) { return is_in(path, folder); });
}

bool is_of_system(const fs::path& path) {
  return std::any_of(kSystemFolders.begin(), kSystemFolders.end(),
                     [&](const char* folder) { return is_in(path, folder); });
}

// An absolute path without `.`, `..` and a slash at its end. Symbolic links stay.
fs::path normal_path(const std::string& path) {
  fs::path normal = fs::absolute(path).lexically_normal();
  return normal.has_filename() || normal == normal.root_path() ? normal : normal.parent_path();
}

fs::path real_path_of(const fs::path& path) {
  std::error_code error;
  fs::path found = fs::weakly_canonical(path, error);
  return error ? path : found;
}

// Returns a sentence that says why a program may not see this path; empty: it may.
std::string why_hidden(const fs::path& path, const Isolation& isolation) {
  const bool is_refused =
      std::any_of(kRefusedFolders.begin(), kRefusedFolders.end(), [&](const char* one) { return path == one; }) ||
      std::any_of(kRefusedTrees.begin(), kRefusedTrees.end(), [&](const char* one) { return is_in(path, one); });
  if (is_refused) {
    return "an isolated program cannot see " + path.string() +
           ": put it into a folder of its own, or name its files with \"files\"";
  }
  const bool is_shown = std::any_of(isolation.shown.begin(), isolation.shown.end(),
                                    [&path](const fs::path& shown) { return path != shown && is_in(path, shown); });
  for (const std::string& hidden : isolation.hidden) {
    if (is_in(path, hidden) && !is_shown) {
      return "an isolated program cannot see " + path.string() + ", because it is in " + hidden;
    }
  }
  return "";
}

void show_path(const fs::path& given, const Isolation& isolation, VisibleFiles& files) {
  std::error_code error;
  if (!fs::exists(given, error)) {
    files.why_not = "there is no file or folder " + given.string();
    return;
  }
  const fs::path real = real_path_of(given);
  if (std::string why = why_hidden(real, isolation); !why.empty()) {
    files.why_not = std::move(why);
    return;
  }
  if (is_of_system(real) && is_of_system(given)) return;
  for (const fs::path& path : {real, given}) {
    const VisiblePath visible{.path = path.string(), .real = real.string()};
    const bool is_there = std::find(files.paths.begin(), files.paths.end(), visible) != files.paths.end();
    if (!is_there && !is_of_system(path)) files.paths.push_back(visible);
  }
}

// Shows the script of an interpreter of the system, such as python3, as if the script were the program: with its
// folder, or by itself where the folder holds too much.
void show_script(const std::vector<std::string>& arguments, const Isolation& isolation, VisibleFiles& files) {
  for (const std::string& argument : arguments) {
    if (argument.empty() || argument.starts_with('-')) continue;
    const fs::path script = normal_path(argument);
    std::error_code error;
    if (!fs::is_regular_file(script, error) || is_of_system(script)) continue;
    for (const fs::path& path : {script, real_path_of(script)}) {
      const bool is_folder_shown = why_hidden(real_path_of(path.parent_path()), isolation).empty();
      show_path(is_folder_shown ? path.parent_path() : path, isolation, files);
    }
    return;
  }
}

// One change of the sandbox's file system.
struct Mount {
  enum class Kind { folder_to_write, readable, cover } kind = Kind::readable;
  fs::path path;
};

bool comes_before(const Mount& one, const Mount& two) {
  if (one.path != two.path) return one.path < two.path;  // compares name by name, so a folder is before its content
  return one.kind < two.kind;
}

// The folder in which the program starts: ours, if it is in the sandbox or can be made there.
fs::path working_folder_in(const Sandbox& sandbox) {
  std::error_code error;
  fs::path folder = fs::current_path(error);
  const bool is_refused =
      error || is_in_any(folder, sandbox.covered) ||
      std::any_of(kRefusedTrees.begin(), kRefusedTrees.end(), [&](const char* one) { return is_in(folder, one); });
  return is_refused ? "/" : folder;
}

// The changes in their order. The content of a folder comes after the folder.
std::vector<Mount> mounts_of(const Sandbox& sandbox, const fs::path& working_folder) {
  std::vector<Mount> mounts;
  for (const std::string& path : sandbox.readable) mounts.push_back({Mount::Kind::readable, path});
  for (const std::string& path : sandbox.covered) mounts.push_back({Mount::Kind::cover, path});
  const bool is_visible = is_of_system(working_folder) || is_in_any(working_folder, sandbox.readable);
  if (!is_visible && working_folder != "/" && working_folder != "/tmp") {
    mounts.push_back({Mount::Kind::folder_to_write, working_folder});
  }
  std::sort(mounts.begin(), mounts.end(), comes_before);
  return mounts;
}

class Words {
 public:
  void add(std::initializer_list<std::string> more) { words_.insert(words_.end(), more); }
  std::vector<std::string> take() { return std::move(words_); }

 private:
  std::vector<std::string> words_;
};

void add_namespaces(Words& words) {
  words.add({"--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts",
             "--unshare-cgroup-try", "--disable-userns", "--cap-drop", "ALL", "--die-with-parent", "--as-pid-1"});
}

void add_system(Words& words) {
  std::error_code error;
  for (const char* folder : kSystemFolders) {
    if (fs::is_symlink(folder, error)) {
      words.add({"--symlink", fs::read_symlink(folder, error).string(), folder});
    } else if (fs::is_directory(folder, error)) {
      words.add({"--ro-bind", folder, folder});
    }
  }
  for (const char* file : kSystemFiles) words.add({"--ro-bind-try", file, file});
  // A server that runs as root could otherwise be changed through /proc/sys, for which root needs no capability.
  words.add({"--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"});
  // A mapping of /dev/zero is memory that no limit counts. /dev/full gives the same bytes, and cannot be mapped.
  words.add({"--dev-bind", "/dev/full", "/dev/zero", "--remount-ro", "/dev"});
}

void add_folder_to_write(Words& words, const std::string& path, std::uint64_t bytes) {
  if (bytes > 0) words.add({"--size", std::to_string(bytes)});
  words.add({"--tmpfs", path});
}

void add_mounts(Words& words, const Sandbox& sandbox, const fs::path& working_folder) {
  std::vector<std::string> covers;
  for (const Mount& mount : mounts_of(sandbox, working_folder)) {
    const std::string path = mount.path.string();
    std::error_code error;
    if (mount.kind == Mount::Kind::folder_to_write) {
      add_folder_to_write(words, path, sandbox.writable_bytes);
    } else if (mount.kind == Mount::Kind::readable) {
      words.add({"--ro-bind", path, path});
    } else if (fs::is_directory(path, error)) {
      words.add({"--tmpfs", path});
      covers.push_back(path);
    } else if (fs::exists(path, error)) {
      words.add({"--ro-bind", "/dev/null", path});  // a device cannot be opened in a sandbox
    }
  }
  for (const std::string& path : covers) words.add({"--remount-ro", path});
}

}  // namespace

std::string path_without_links(const std::string& path) { return real_path_of(normal_path(path)).string(); }

bool is_unchanged(const VisiblePath& visible) {
  std::error_code error;
  return fs::exists(visible.path, error) && path_without_links(visible.path) == visible.real;
}

VisibleFiles visible_files(const WantedFiles& wanted, const Isolation& isolation) {
  const std::string found = path_of_program(wanted.program);
  const fs::path given = normal_path(found.empty() ? wanted.program : found);
  const fs::path real = real_path_of(given);
  VisibleFiles files{.program = real.string(), .name = given.string(), .paths = {}, .why_not = {}};
  if (found.empty()) return files;  // its start will fail
  if (wanted.files) {
    for (const std::string& path : *wanted.files) show_path(normal_path(path), isolation, files);
    show_path(real, isolation, files);
    return files;
  }
  show_path(given.parent_path(), isolation, files);
  show_path(real.parent_path(), isolation, files);
  if (is_of_system(real)) show_script(wanted.arguments, isolation, files);
  return files;
}

std::vector<std::string> paths_to_cover(const std::vector<VisiblePath>& visible,
                                        const std::vector<std::string>& others) {
  std::vector<std::string> covered;
  for (const std::string& other : others) {
    const bool is_own =
        std::any_of(visible.begin(), visible.end(), [&](const VisiblePath& own) { return own.real == other; });
    for (const VisiblePath& own : visible) {
      if (is_own || !is_in(other, own.real)) continue;
      covered.push_back((fs::path(own.path) / fs::path(other).lexically_relative(own.real)).string());
    }
  }
  return covered;
}

std::vector<std::string> words_of_isolator(const Sandbox& sandbox, const std::string& supervisor) {
  const fs::path working_folder = working_folder_in(sandbox);
  Words words;
  words.add({sandbox.isolator});
  add_namespaces(words);
  add_system(words);
  add_folder_to_write(words, "/dev/shm", sandbox.writable_bytes);
  add_folder_to_write(words, "/tmp", sandbox.writable_bytes);
  add_mounts(words, sandbox, working_folder);
  words.add({"--ro-bind", supervisor, kStarterInSandbox});
  if (!sandbox.server_socket.empty()) words.add({"--ro-bind", sandbox.server_socket, kServerSocketInSandbox});
  words.add({"--remount-ro", "/", "--chdir", working_folder.string(), "--", kStarterInSandbox, kStarterFlag});
  words.add({sandbox.program});
  return words.take();
}

std::vector<std::string> environment_in_sandbox() {
  return {"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/tmp", "LANG=C.UTF-8"};
}

}  // namespace rensa::processes
