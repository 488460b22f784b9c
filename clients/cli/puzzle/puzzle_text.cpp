#include "clients/cli/puzzle/puzzle_text.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/notation/shared_position.h"
#include "engine/notation/text.h"
#include "engine/puzzles/goal.h"
#include "engine/rules/drop.h"
#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::cli {

namespace {

constexpr std::array kRotations = {"up", "right", "down", "left"};

}  // namespace

std::string text_of(const puzzles::Puzzle& puzzle, const puzzles::Solution& solution) {
  std::string text;
  std::size_t next = 0;
  for (const puzzles::Step& step : puzzle.steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr) continue;
    if (next == solution.size()) break;
    const rules::Placement placement = solution[next++];
    if (!text.empty()) text += ", ";
    text += notation::letters_of(*pair) + ' ' + std::to_string(int{placement.x}) + ' ' +
            kRotations[static_cast<std::size_t>(placement.r)];
  }
  return text;
}

std::string url_of(const puzzles::Puzzle& puzzle, const puzzles::Solution& solution) {
  const auto url = notation::ips_url(puzzles::shared_position_of(puzzle, solution));
  return url ? *url : "";
}

std::string task_of(const puzzles::Puzzle& puzzle) {
  const int hands = puzzles::count_pairs(puzzle.steps);
  return "in " + std::to_string(hands) + (hands == 1 ? " hand " : " hands ") + puzzles::text_of(puzzle.goal);
}

nlohmann::ordered_json json_of(const puzzles::Puzzle& puzzle) {
  nlohmann::ordered_json steps = nlohmann::ordered_json::array();
  for (const puzzles::Step& step : puzzle.steps) {
    if (const auto* pair = std::get_if<rules::Pair>(&step)) {
      steps.push_back(notation::letters_of(*pair));
    } else {
      steps.push_back(std::get<notation::GarbageDrop>(step).counts);
    }
  }
  return {{"url", url_of(puzzle, {})},
          {"field", notation::picture_of(puzzle.field)},
          {"steps", steps},
          {"goal", puzzles::text_of(puzzle.goal)}};
}

nlohmann::ordered_json json_of(const puzzles::Puzzle& puzzle, const puzzles::SolveResult& solved) {
  nlohmann::ordered_json solutions = nlohmann::ordered_json::array();
  for (const puzzles::Solution& solution : solved.solutions) {
    solutions.push_back(
        {{"hands", solution.size()}, {"placements", text_of(puzzle, solution)}, {"url", url_of(puzzle, solution)}});
  }
  return {{"solvable", solved.different > 0},
          {"hands", solved.hands},
          {"different", solved.different},
          {"ways", solved.sequences},
          {"complete", solved.complete},
          {"nodes", solved.nodes},
          {"solutions", solutions}};
}

nlohmann::ordered_json json_of(const puzzles::Features& features) {
  return {{"puyos", features.puyos},
          {"solutions", features.solutions},
          {"firing", features.firing_sequences},
          {"falling", features.falling_puyos},
          {"colours", features.colours},
          {"used", features.used_colours},
          {"misleading", features.misleading_neighbours}};
}

namespace {

constexpr int kCell = 20;

// Pairs are drawn beside the field in columns.
constexpr int kPairsInColumn = 4;
constexpr int kGap = 14;
constexpr int kNumberWidth = 14;
constexpr int kPairWidth = kGap + kNumberWidth + kCell;
constexpr int kPairHeight = 2 * kCell + kGap;

// By the value of the cell; 3 is no cell.
constexpr std::array kFillColours = {"#d0d0d0", "#d0d0d0", "#d6b3f0", "#d0d0d0",
                                     "#f28b82", "#9fc3ff", "#fde275", "#a3dba5"};
const char* fill_colour_of(rules::Cell cell) { return kFillColours[static_cast<std::size_t>(cell)]; }

// Returns the number of rows to draw: 12, or 13 if a puyo lies in row 13.
int number_of_drawn_rows(const rules::Field& field) {
  const rules::Heights heights = field.heights();
  return std::max(rules::kVisibleRows, *std::max_element(heights.begin(), heights.end()));
}

// A picture of a field and of the next pairs beside it, as SVG for paper: colours are shown as letters, too.
class PuzzlePicture {
 public:
  // Leaves room for this number of pairs. The picture has as many rows as the field needs.
  PuzzlePicture(const rules::Field& field, int pairs) : rows_(number_of_drawn_rows(field)) {
    const int columns_of_pairs = (pairs + kPairsInColumn - 1) / kPairsInColumn;
    out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""
         << rules::kColumns * kCell + columns_of_pairs * kPairWidth << "\" height=\"" << rows_ * kCell
         << "\" font-size=\"11\" text-anchor=\"middle\">\n";
  }

  // Draws the field and marks the puyos that have just been placed.
  void draw_field(const rules::Field& field, rules::Board placed) {
    out_ << "<rect x=\"0.5\" y=\"0.5\" width=\"" << rules::kColumns * kCell - 1 << "\" height=\"" << rows_ * kCell - 1
         << "\" fill=\"none\" stroke=\"#888\"/>\n";
    for (int x = 1; x <= rules::kColumns; ++x) {
      for (int y = 1; y <= rows_; ++y) {
        if (field.at(x, y) == rules::Cell::empty) continue;
        const int stroke = placed.has(x, y) ? 3 : 1;
        draw_puyo((x - 1) * kCell + kCell / 2, (rows_ - y) * kCell + kCell / 2, field.at(x, y), stroke);
      }
    }
  }

  // Draws the next pair beside the field, with its number on the left. The axis is drawn below the child.
  void draw_pair(const rules::Pair& pair) {
    const int left = rules::kColumns * kCell + pairs_ / kPairsInColumn * kPairWidth + kGap;
    const int top = pairs_ % kPairsInColumn * kPairHeight;
    const int centre_x = left + kNumberWidth + kCell / 2;
    ++pairs_;
    out_ << "<g class=\"pair\"><text x=\"" << left + kNumberWidth / 2 << "\" y=\"" << top + kCell + 4 << "\">" << pairs_
         << "</text>\n";
    draw_puyo(centre_x, top + kCell / 2, pair.child, 1);
    draw_puyo(centre_x, top + kCell + kCell / 2, pair.axis, 1);
    out_ << "</g>\n";
  }

  std::string finish() {
    out_ << "</svg>\n";
    return out_.str();
  }

 private:
  void draw_puyo(int centre_x, int centre_y, rules::Cell cell, int stroke) {
    out_ << "<circle cx=\"" << centre_x << "\" cy=\"" << centre_y << "\" r=\"" << kCell / 2 - 2 << "\" fill=\""
         << fill_colour_of(cell) << "\" stroke=\"#222\" stroke-width=\"" << stroke << "\"/><text x=\"" << centre_x
         << "\" y=\"" << centre_y + 4 << "\">" << notation::picture_of(cell) << "</text>\n";
  }

  int rows_;
  int pairs_ = 0;
  std::ostringstream out_;
};

// The beginning of the page with its style sheet. The class `link` breaks a URL into lines as wide as the picture above
// it.
constexpr const char* kHead = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>%</title>
<style>
  body { font-family: sans-serif; margin: 1.5em; }
  .problems { display: flex; flex-wrap: wrap; gap: 1.5em; }
  figure { margin: 0; break-inside: avoid; }
  figcaption { font-size: 80%; margin-bottom: 0.3em; }
  .link { font-size: 60%; margin: 0.4em 0 0; width: 0; min-width: 100%; overflow-wrap: anywhere; }
  .link a { color: inherit; text-decoration: none; }
  .solutions { break-before: page; }
  .hands { display: flex; flex-wrap: wrap; gap: 0.7em; }
  footer { font-size: 80%; margin-top: 1.5em; break-inside: avoid; }
  svg { display: block; }
</style>
</head>
<body>
)";

std::string picture_of(const puzzles::Puzzle& puzzle) {
  PuzzlePicture drawing(puzzle.field, puzzles::count_pairs(puzzle.steps));
  drawing.draw_field(puzzle.field, {});
  for (const puzzles::Step& step : puzzle.steps) {
    if (const auto* pair = std::get_if<rules::Pair>(&step)) drawing.draw_pair(*pair);
  }
  return drawing.finish();
}

// The letters of ips have no meaning in HTML, so the URL needs no escapes.
std::string link_of(const puzzles::Puzzle& puzzle) {
  const std::string url = url_of(puzzle, {});
  return "<p class=\"link\"><a href=\"" + url + "\">" + url + "</a></p>\n";
}

// Returns a picture of the field after each placement, before groups vanish.
std::string pictures_of(const puzzles::GeneratedPuzzle& problem) {
  std::string pictures;
  rules::Field field = problem.puzzle.field;
  std::size_t hand = 0;
  for (const puzzles::Step& step : problem.puzzle.steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr || hand == problem.solution.size()) continue;
    const rules::Board before = field.occupied();
    rules::drop_pair(field, *pair, problem.solution[hand++]);
    PuzzlePicture drawing(field, 0);
    drawing.draw_field(field, field.occupied().without(before));
    pictures += drawing.finish();
    puzzles::play_chain(field);
  }
  return pictures;
}

}  // namespace

std::string sheet_of(std::span<const puzzles::GeneratedPuzzle> problems, const std::string& title) {
  std::string page = kHead;
  page.replace(page.find('%'), 1, title);
  page += "<h1>" + title + "</h1>\n<div class=\"problems\">\n";
  for (std::size_t i = 0; i < problems.size(); ++i) {
    page += "<figure><figcaption>" + std::to_string(i + 1) + ": " + task_of(problems[i].puzzle) + "</figcaption>\n" +
            picture_of(problems[i].puzzle) + link_of(problems[i].puzzle) + "</figure>\n";
  }
  page += "</div>\n<h1 class=\"solutions\">Solutions</h1>\n<div class=\"problems\">\n";
  for (std::size_t i = 0; i < problems.size(); ++i) {
    page += "<figure><figcaption>" + std::to_string(i + 1) + ": " + text_of(problems[i].puzzle, problems[i].solution) +
            "</figcaption>\n<div class=\"hands\">\n" + pictures_of(problems[i]) + "</div></figure>\n";
  }
  return page + "</div>\n<footer>" + kNotation + "</footer>\n</body>\n</html>\n";
}

}  // namespace rensa::cli
