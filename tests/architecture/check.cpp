#include "tests/architecture/check.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

#include "tests/architecture/source.h"

namespace rensa::architecture {
namespace {

namespace fs = std::filesystem;

const std::set<std::string> kProjectFolders{"engine", "proto", "server", "clients", "tests"};
// An .inl is text that several .cpp files compile each in their own way; everything else holds for it too.
const std::set<std::string> kCodeEndings{".h", ".cpp", ".inl", ".proto"};
const std::set<std::string> kForeignEndings{".hpp", ".hh", ".hxx", ".ipp", ".inc",  ".tpp",
                                            ".c",   ".cc", ".cxx", ".C",   ".cppm", ".ixx"};

// The programs in C that test the engine's surface in C.
constexpr std::string_view kCPrograms = "tests/clients/bindings/c";

bool is_below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool is_generated(std::string_view path) { return path.ends_with(".pb.h"); }
bool is_protobuf(std::string_view path) { return is_generated(path) || path.starts_with("google/protobuf/"); }

std::string top_of(const std::string& path) { return path.substr(0, path.find('/')); }

bool matches(std::string_view header, std::string_view forbidden) {
  return forbidden.ends_with('/') ? header.starts_with(forbidden) : header == forbidden;
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> files_below(const fs::path& root) {
  std::vector<std::string> files;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator(); ++it) {
    const std::string name = it->path().filename().string();
    if (it->is_directory()) {
      const bool made = it.depth() == 0 && (name.starts_with("build") || name == "var" || name == "coverage");
      if (made || name.starts_with('.') || name == "node_modules") it.disable_recursion_pending();
    } else {
      files.push_back(it->path().lexically_relative(root).generic_string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Check {
 public:
  Check(const fs::path& root, const std::vector<Folder>& table) : root_(root), table_(table) {}

  std::vector<std::string> run() {
    for (const std::string& file : files_below(root_)) {
      const std::string ending = fs::path(file).extension().string();
      const bool is_c_program = ending == ".c" && is_below(file, kCPrograms);
      if (kForeignEndings.contains(ending) && !is_c_program) report(file, 1, "C++ files end in .h, .cpp or .inl here");
      if (kCodeEndings.contains(ending)) check_file(file, ending);
    }
    return std::move(found_);
  }

 private:
  void report(const std::string& file, int line, const std::string& what) {
    found_.push_back(file + ":" + std::to_string(line) + ": " + what);
  }

  const Folder* folder_of(std::string_view path) const {
    const Folder* longest = nullptr;
    for (const Folder& folder : table_) {
      if (is_below(path, folder.path) && (longest == nullptr || folder.path.size() > longest->path.size())) {
        longest = &folder;
      }
    }
    return longest;
  }

  void check_file(const std::string& file, const std::string& ending) {
    const Folder* folder = folder_of(file);
    if (folder == nullptr) return report(file, 1, "its folder is not in the table of folders");
    const std::string text = read_file(root_ / file);
    if (ending == ".proto") return check_schema(file, text);
    const Source source = read_source(text);
    for (const Include& include : source.includes) check_include(file, *folder, include);
    for (std::size_t i = 0; i < source.code.size(); ++i) {
      for (const std::string& word : folder->never_says) {
        if (says(source.code[i], word)) {
          report(file, static_cast<int>(i) + 1, folder->path + " must never say " + word);
        }
      }
    }
    if (ending == ".h") check_pragma(file, source);
    if (ending == ".cpp") check_own_header(file, source);
  }

  void check_include(const std::string& file, const Folder& folder, const Include& include) {
    if (include.path.empty()) return report(file, include.line, "an include must name its file");
    if (file.ends_with(".h") && is_below(file, "proto") && is_protobuf(include.path)) {
      report(file, include.line, "Protobuf headers are for .cpp files only");
    }
    for (const std::string& forbidden : folder.never_includes) {
      if (matches(include.path, forbidden)) {
        return report(file, include.line, folder.path + " must never see <" + include.path + ">");
      }
    }
    if (!include.quoted && !kProjectFolders.contains(top_of(include.path))) return;  // of the system or a library
    check_project_include(file, folder, include);
  }

  void check_project_include(const std::string& file, const Folder& folder, const Include& include) {
    const std::string& path = include.path;
    if (!include.quoted) return report(file, include.line, "files of the project are included in quotes: " + path);
    if (is_generated(path)) {
      const bool allowed = folder.path == "proto" || may_include(folder, "proto");
      if (!allowed) report(file, include.line, folder.path + " may not include proto: " + path);
      return;
    }
    if (!kProjectFolders.contains(top_of(path)) || fs::path(path).lexically_normal().generic_string() != path) {
      return report(file, include.line, "not a path from the root: " + path);
    }
    const Folder* target = folder_of(path);
    if (!fs::is_regular_file(root_ / path)) return report(file, include.line, "there is no file " + path);
    if (target == &folder || may_include(folder, path)) return;
    report(file, include.line,
           folder.path + " may not include " + (target ? target->path : top_of(path)) + ": " + path);
  }

  static bool may_include(const Folder& folder, std::string_view path) {
    return std::any_of(folder.may_include.begin(), folder.may_include.end(),
                       [&](const std::string& allowed) { return is_below(path, allowed); });
  }

  void check_schema(const std::string& file, const std::string& text) {
    if (!is_below(file, "proto")) report(file, 1, "schemas live in proto");
    for (const Include& import : read_imports(text)) {
      const bool ours = fs::is_regular_file(root_ / "proto" / import.path);
      if (!ours && !import.path.starts_with("google/protobuf/")) {
        report(file, import.line, "not a path from proto: " + import.path);
      }
    }
  }

  void check_pragma(const std::string& file, const Source& source) {
    for (std::size_t i = 0; i < source.code.size(); ++i) {
      const std::string& line = source.code[i];
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      if (line.starts_with("#pragma once")) return;
      return report(file, static_cast<int>(i) + 1, "a header starts with #pragma once");
    }
    report(file, 1, "a header starts with #pragma once");
  }

  void check_own_header(const std::string& file, const Source& source) {
    const std::string header = file.substr(0, file.size() - 4) + ".h";
    if (!fs::exists(root_ / header)) return;
    if (source.includes.empty() || source.includes.front().path != header) {
      report(file, source.includes.empty() ? 1 : source.includes.front().line, "must include first " + header);
    }
  }

  const fs::path& root_;
  const std::vector<Folder>& table_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> check_tree(const fs::path& root, const std::vector<Folder>& table) {
  return Check(root, table).run();
}

}  // namespace rensa::architecture
