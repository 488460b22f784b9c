#include "tests/architecture/words.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

namespace rensa::architecture {
namespace {

namespace fs = std::filesystem;

const std::set<std::string> kSourceEndings{".h", ".cpp", ".inl", ".js", ".ts", ".py", ".proto"};

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> source_files(const fs::path& root) {
  std::vector<std::string> files;
  for (const char* top : {"engine", "proto", "server", "clients"}) {
    if (!fs::exists(root / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (!entry.is_regular_file() || !kSourceEndings.contains(entry.path().extension().string())) continue;
      files.push_back(entry.path().lexically_relative(root).generic_string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

std::string forbidden_word_of(std::string_view name) {
  const std::vector<std::string>& forbidden = forbidden_words();
  for (const std::string& word : words_of(name)) {
    if (std::find(forbidden.begin(), forbidden.end(), word) != forbidden.end()) return word;
  }
  return "";
}

bool has_riddle(std::string_view line) {
  static const std::set<std::string> riddles{"who",    "whoever",  "whom",    "whose",
                                             "nobody", "somebody", "anybody", "what"};
  std::string word;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    const char c = i < line.size() ? line[i] : ' ';
    if (is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    if (riddles.contains(word)) return true;
    word.clear();
  }
  return false;
}

}  // namespace

const std::vector<std::string>& forbidden_words() {
  static const std::vector<std::string> words{
      "appeal", "asides",       "burden",    "campaign", "chair",   "clerk",  "company",   "crowd",      "crowds",
      "cup",    "deeds",        "elsewhere", "front",    "gallery", "hall",   "happening", "happenings", "held",
      "hope",   "house",        "lookout",   "outlet",   "past",    "patrol", "playbill",  "promise",    "prospect",
      "pulse",  "reel",         "rehearsal", "rota",     "ruling",  "scribe", "senses",    "shelf",      "standoff",
      "strain", "surroundings", "swarm",     "tally",    "told",    "trunk",  "twins"};
  return words;
}

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(word);
    word.clear();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_letter(c)) {
      end_word();
      continue;
    }
    const bool after_lower = i > 0 && is_letter(name[i - 1]) && !is_upper(name[i - 1]);
    const bool before_lower = i + 1 < name.size() && is_letter(name[i + 1]) && !is_upper(name[i + 1]);
    if (is_upper(c) && (after_lower || (before_lower && !word.empty()))) end_word();
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  end_word();
  return words;
}

std::vector<std::string> types_in(std::string_view text) {
  static const std::regex definition(
      R"(^\s*(?:export )?(?:class|struct|union|enum(?: class)?)\s+(\w+)[^;(]*\{|^\s*using\s+(\w+)\s*=)"
      R"(|@typedef\s+\{.*\}\s+(\w+))");
  std::vector<std::string> types;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line(text.substr(begin, end - begin));
    std::smatch found;
    if (std::regex_search(line, found, definition)) {
      for (std::size_t i = 1; i < found.size(); ++i) {
        if (found[i].matched) types.push_back(found[i].str());
      }
    }
    begin = end + 1;
  }
  return types;
}

std::vector<std::string> check_names(const fs::path& root) {
  std::vector<std::string> found;
  for (const std::string& file : source_files(root)) {
    const auto check = [&](const std::string& name) {
      const std::string word = forbidden_word_of(name);
      if (!word.empty()) found.push_back(file + ": the name " + name + " has the word " + word);
    };
    check(fs::path(file).stem().string());
    for (const std::string& type : types_in(text_of(root / file))) check(type);
  }
  return found;
}

std::map<std::string, int> count_files_by_folder(const fs::path& root) {
  std::map<std::string, int> files;
  for (const std::string& file : source_files(root)) ++files[fs::path(file).parent_path().generic_string()];
  return files;
}

CommentCount count_comments(std::string_view text) {
  CommentCount count;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with("//") && !line.starts_with("*") && !line.starts_with("/*")) continue;
    ++count.lines;
    if (has_riddle(line)) ++count.with_riddles;
  }
  return count;
}

CommentCount count_comments_below(const fs::path& root) {
  CommentCount sum;
  for (const std::string& file : source_files(root)) {
    const CommentCount count = count_comments(text_of(root / file));
    sum.lines += count.lines;
    sum.with_riddles += count.with_riddles;
  }
  return sum;
}

}  // namespace rensa::architecture
