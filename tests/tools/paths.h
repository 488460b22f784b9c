#pragma once

#include <string>
#include <string_view>

// The paths of the checkout whose build a test belongs to. No path is compiled into a test program, so that a compiler
// cache serves every checkout. ctest says in RENSA_BUILD where the build folder is. Without that variable, it is the
// folder above the running program that CMake has configured. CMake notes there where the sources are. All functions
// throw std::runtime_error, with a sentence that says what is missing.
namespace rensa::tests {

// Returns the path of a file or folder of the checkout: source_path("docs/protocol.md"). Without a name, the checkout.
std::string source_path(std::string_view name = {});

// Returns the path of a file or folder in tests/data: data_path("store_v5.db.gz").
std::string data_path(std::string_view name);

// Returns the path of a program, or of a shared library, that the build has made: program_path("rensa-server").
std::string program_path(std::string_view name);

// Returns the build folder that `said`, the value of RENSA_BUILD, names; if it is null, the one in which `program`
// lies.
std::string find_build_folder(const char* said, const std::string& program);

}  // namespace rensa::tests
