#include "clients/cli/chain_corpus.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "clients/cli/vectors/fields.h"
#include "clients/cli/vectors/line_source.h"
#include "engine/rules/rng.h"

namespace rensa::cli {

namespace {

constexpr std::size_t kMostPositions = 500;

struct Line {
  rules::Field field;
  int links = 0;
  std::string kind;
};

template <class Item>
void shuffle(std::vector<Item>& items) {
  rules::Rng rng(1);
  for (std::size_t left = items.size(); left > 1; --left) {
    std::swap(items[left - 1], items[rng.below(static_cast<std::uint32_t>(left))]);
  }
}

std::vector<Line> read_lines(const std::string& path) {
  LineSource source(path);
  std::vector<Line> lines;
  for (std::string text; source.next(text);) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object()) throw InputError(path + ": line " + std::to_string(lines.size() + 1) + ": no JSON object");
    lines.push_back({field_at(json, "field"), int_at(json, "chains", 0, 100), text_at(json, "kind")});
  }
  if (lines.empty()) throw InputError(path + ": has no lines");
  shuffle(lines);
  return lines;
}

}  // namespace

std::vector<bench::FieldClass> read_field_classes(const std::string& path) {
  std::vector<bench::FieldClass> classes = {{"mix", {}}, {"none", {}}, {"1-3", {}}, {"4-9", {}}, {"10+", {}}};
  for (const Line& line : read_lines(path)) {
    const std::size_t group = line.links == 0 ? 1 : line.links <= 3 ? 2 : line.links <= 9 ? 3 : 4;
    classes[0].fields.push_back(line.field);
    classes[group].fields.push_back(line.field);
  }
  std::erase_if(classes, [](const bench::FieldClass& group) { return group.fields.empty(); });
  return classes;
}

std::vector<bench::Position> read_positions_without_chain(const std::string& path) {
  rules::Rng rng(2);
  const auto colour = [&rng] { return rules::kColours[rng.below(4)]; };
  std::vector<bench::Position> positions;
  for (const Line& line : read_lines(path)) {
    if (line.links > 0 || line.kind != "mayah_play" || positions.size() == kMostPositions) continue;
    bench::Position position{line.field, {}};
    for (rules::Pair& pair : position.pairs) pair = {colour(), colour()};
    positions.push_back(position);
  }
  if (positions.empty()) throw InputError(path + ": has no field of a game without a chain");
  return positions;
}

}  // namespace rensa::cli
