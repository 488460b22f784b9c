#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rensa::architecture {

// The words that no file and no type may be named with: pictures and riddles that once stood for things of the field.
const std::vector<std::string>& forbidden_words();

// The words of a name, in lower case: "SpectatorGroup", "spectator_group" and "spectatorGroup" have the same two.
std::vector<std::string> words_of(std::string_view name);

// The names of the types that a C++ or JavaScript source file defines.
std::vector<std::string> types_in(std::string_view text);

// Reads every source file of engine, proto, server and clients below `root`, and returns the files and types with a
// forbidden word, each as "file: the name has the word ...".
std::vector<std::string> check_names(const std::filesystem::path& root);

// Counts the source files in each folder of engine, proto, server and clients, not those in the folders below it.
std::map<std::string, int> count_files_by_folder(const std::filesystem::path& root);

struct CommentCount {
  int lines = 0;
  int with_riddles = 0;  // lines with who, whoever, whom, whose, nobody, somebody, anybody or what
};

// Counts the lines of a source text that begin with a comment.
CommentCount count_comments(std::string_view text);

// The same over all source files of engine, proto, server and clients.
CommentCount count_comments_below(const std::filesystem::path& root);

}  // namespace rensa::architecture
