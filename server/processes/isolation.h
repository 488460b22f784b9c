#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rensa::processes {

// Isolation of programs by bubblewrap (bwrap). An isolated program runs in a sandbox: it has its own picture of the
// file system, no network except for one Unix socket, and no sight of other processes. Its resources are limited by the
// supervisor.

// The isolation that a host wants for the programs of players.
struct Isolation {
  std::string isolator = "bwrap";     // bubblewrap: a name to be found in PATH, or a path
  std::vector<std::string> hidden{};  // files and folders that no program may see, by path_without_links()
  std::vector<std::string> shown{};   // folders in hidden ones: a program may name what lies in them, not themselves
};
// Returns the absolute path of a file or folder without symbolic links, as far as it exists.
std::string path_without_links(const std::string& path);

// The program that a player names, and the files and folders that it may read besides those of the system.
struct WantedFiles {
  std::string program;                              // a name to be found in PATH, or a path
  std::optional<std::vector<std::string>> files{};  // nullopt: the folder of the program, and that of its script
  std::vector<std::string> arguments{};             // of the program; the first one that names a file is its script
};

// A file or folder that a program sees.
struct VisiblePath {
  std::string path;  // absolute
  std::string real;  // without symbolic links
  friend bool operator==(const VisiblePath&, const VisiblePath&) = default;
};

// The files and folders that a program sees besides those of the system.
struct VisibleFiles {
  std::string program;             // the path of the program without symbolic links, as far as it exists
  std::string name;                // its absolute path as it was given
  std::vector<VisiblePath> paths;  // a path that leads through a symbolic link is there twice: with and without it
  std::string why_not;             // a sentence that says why some of them cannot be shown; empty: all can
};
// Returns false if the path is gone, or leads to another file than when it was looked up.
bool is_unchanged(const VisiblePath& visible);

// Relative paths are relative to our working directory.
VisibleFiles visible_files(const WantedFiles& wanted, const Isolation& isolation);

// Returns the paths under which a program would see some of these files and folders, which are not its own. `others`
// are paths without symbolic links.
std::vector<std::string> paths_to_cover(const std::vector<VisiblePath>& visible,
                                        const std::vector<std::string>& others);

// The part of the file system that an isolated program sees. It can write only to its own /tmp and /dev/shm, and to the
// working directory if that has no visible files.
struct Sandbox {
  std::string isolator;               // the path of bubblewrap
  std::string program;                // the path of the program that is run
  std::vector<std::string> readable;  // files and folders besides those of the system
  std::vector<std::string> covered;   // files and folders below these that the program must not see
  std::string server_socket;          // a socket that the program sees as kServerSocketInSandbox; empty: none
  std::uint64_t writable_bytes = 0;   // in each folder that it can write to; 0: no limit
};
inline constexpr const char* kServerSocketInSandbox = "/run/rensa/server";

// Returns the command line that starts the program of the sandbox, without the arguments of that program. `supervisor`
// is the path of rensa-keeper, which is also the first process in the sandbox (starter.h).
std::vector<std::string> words_of_isolator(const Sandbox& sandbox, const std::string& supervisor);
// The whole environment of an isolated program, besides the variables that its command sets.
std::vector<std::string> environment_in_sandbox();

// Returns a sentence that says why programs cannot be isolated on this machine; empty: they can. Isolates a program to
// find out, which takes some milliseconds, and at most three seconds.
std::string why_isolation_fails(const std::string& supervisor, const Isolation& isolation);
// Tells what makes isolation work, as the beginning of a sentence.
inline constexpr const char* kHowToIsolate = "Install Debian's package bubblewrap and allow user namespaces";

}  // namespace rensa::processes
