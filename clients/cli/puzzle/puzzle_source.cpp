#include "clients/cli/puzzle/puzzle_source.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "engine/notation/shared_position.h"

namespace rensa::cli {

namespace {

constexpr std::uintmax_t kMostBytes = 64U << 20;

puzzles::Puzzle puzzle_of_text(const std::string& name, const std::string& text,
                               const std::optional<notation::Goal>& goal) {
  const bool is_url = text.find('?') != std::string::npos || text.find("/s/") != std::string::npos;
  auto shared = is_url ? notation::parse_share_url(text) : notation::parse_ips(text);
  if (!shared) throw std::runtime_error(name + ": " + shared.error().message);
  notation::SharedPosition meant = *shared;
  if (goal) meant.goal = goal;
  const auto puzzle = puzzles::puzzle_of(meant);
  if (!puzzle) throw std::runtime_error(name + ": " + puzzle.error().message);
  return *puzzle;
}

std::string trimmed(std::string line) {
  // A '#' at the beginning or after a blank; URLs may have one of their own.
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) line.resize(i);
  }
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

std::vector<NamedPuzzle> puzzles_of_file(const std::string& file, const std::optional<notation::Goal>& goal) {
  if (!std::filesystem::is_regular_file(file)) throw std::runtime_error(file + " is no file");
  if (std::filesystem::file_size(file) > kMostBytes) throw std::runtime_error(file + " is longer than 64 MB");
  std::vector<NamedPuzzle> puzzles;
  std::ifstream lines(file);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    line = trimmed(line);
    if (line.empty()) continue;
    const std::string name = file + ", line " + std::to_string(number);
    puzzles.push_back({.name = line, .puzzle = puzzle_of_text(name, line, goal)});
  }
  if (!lines.eof()) throw std::runtime_error(file + " cannot be read");
  if (puzzles.empty()) throw std::runtime_error(file + " has no puzzle in it");
  return puzzles;
}

}  // namespace

std::vector<NamedPuzzle> puzzles_of(const std::string& source, const std::optional<notation::Goal>& goal) {
  std::error_code ignored;
  if (std::filesystem::exists(source, ignored)) return puzzles_of_file(source, goal);
  if (source.find('?') == std::string::npos && source.find('_') == std::string::npos) {
    throw std::runtime_error(source + " is neither a file nor a URL of a puzzle");
  }
  return {{.name = source, .puzzle = puzzle_of_text(source, source, goal)}};
}

}  // namespace rensa::cli
