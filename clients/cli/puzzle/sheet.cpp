#include "clients/cli/puzzle/sheet.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "clients/cli/puzzle/puzzle_text.h"
#include "engine/puzzle/vanishing.h"
#include "engine/rules/drop.h"
#include "engine/rules/picture.h"

namespace rensa::cli {

namespace {

constexpr int kCell = 20;
constexpr int kQueueColumns = 2;  // beside a problem, for what is to come

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
  .solutions { break-before: page; }
  .hands { display: flex; flex-wrap: wrap; gap: 0.7em; }
  svg { display: block; }
</style>
</head>
<body>
)";

const char* fill_of(rules::Cell cell) {
  switch (cell) {
    case rules::Cell::red:
      return "#f28b82";
    case rules::Cell::blue:
      return "#9fc3ff";
    case rules::Cell::yellow:
      return "#fde275";
    case rules::Cell::green:
      return "#a3dba5";
    case rules::Cell::purple:
      return "#d6b3f0";
    case rules::Cell::garbage:
    case rules::Cell::empty:
      break;
  }
  return "#d0d0d0";
}

// A picture of so many columns and rows; column 1 and row 1 are in the lower left corner.
class Drawing {
 public:
  Drawing(int columns, int rows) : rows_(rows) {
    out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << columns * kCell << "\" height=\"" << rows * kCell
         << "\" font-size=\"11\" text-anchor=\"middle\">\n";
  }

  void frame(int columns) {
    out_ << "<rect x=\"0.5\" y=\"0.5\" width=\"" << columns * kCell - 1 << "\" height=\"" << rows_ * kCell - 1
         << "\" fill=\"none\" stroke=\"#888\"/>\n";
  }

  void puyo(int x, int y, rules::Cell cell, int stroke) {
    const int centre_x = (x - 1) * kCell + kCell / 2;
    const int centre_y = (rows_ - y) * kCell + kCell / 2;
    out_ << "<circle cx=\"" << centre_x << "\" cy=\"" << centre_y << "\" r=\"" << kCell / 2 - 2 << "\" fill=\""
         << fill_of(cell) << "\" stroke=\"#222\" stroke-width=\"" << stroke << "\"/><text x=\"" << centre_x << "\" y=\""
         << centre_y + 4 << "\">" << rules::picture_of(cell) << "</text>\n";
  }

  std::string finish() {
    out_ << "</svg>\n";
    return out_.str();
  }

 private:
  int rows_;
  std::ostringstream out_;
};

void draw(Drawing& drawing, const rules::Field& field, rules::Board placed) {
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kHiddenRow; ++y) {
      if (field.at(x, y) != rules::Cell::empty) drawing.puyo(x, y, field.at(x, y), placed.has(x, y) ? 3 : 1);
    }
  }
}

// Row 13 only where something lies in it.
int rows_of(const rules::Field& field) {
  const rules::Heights heights = field.heights();
  return std::max(rules::kVisibleRows, *std::max_element(heights.begin(), heights.end()));
}

std::string picture_of(const puzzle::Puzzle& puzzle) {
  Drawing drawing(rules::kColumns + 1 + kQueueColumns, rows_of(puzzle.field));
  drawing.frame(rules::kColumns);
  draw(drawing, puzzle.field, {});
  int y = rows_of(puzzle.field);
  for (const puzzle::Step& step : puzzle.steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr) continue;
    drawing.puyo(rules::kColumns + 2, y, pair->axis, 1);
    drawing.puyo(rules::kColumns + 3, y, pair->child, 1);
    --y;
  }
  return drawing.finish();
}

// The field with each pair where it has been put, before anything vanishes.
std::string pictures_of(const puzzle::Generated& problem) {
  std::string pictures;
  rules::Field field = problem.puzzle.field;
  std::size_t hand = 0;
  for (const puzzle::Step& step : problem.puzzle.steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr || hand == problem.solution.size()) continue;
    const rules::Board before = field.occupied();
    rules::drop_pair(field, *pair, problem.solution[hand++]);
    Drawing drawing(rules::kColumns, rows_of(field));
    drawing.frame(rules::kColumns);
    draw(drawing, field, field.occupied().without(before));
    pictures += drawing.finish();
    puzzle::vanish(field);
  }
  return pictures;
}

}  // namespace

std::string sheet_of(std::span<const puzzle::Generated> problems, const std::string& title) {
  std::string page = kHead;
  page.replace(page.find('%'), 1, title);
  page += "<h1>" + title + "</h1>\n<div class=\"problems\">\n";
  for (std::size_t i = 0; i < problems.size(); ++i) {
    page += "<figure><figcaption>" + std::to_string(i + 1) + ": " + task_of(problems[i].puzzle) + "</figcaption>\n" +
            picture_of(problems[i].puzzle) + "</figure>\n";
  }
  page += "</div>\n<h1 class=\"solutions\">Solutions</h1>\n<div class=\"problems\">\n";
  for (std::size_t i = 0; i < problems.size(); ++i) {
    page += "<figure><figcaption>" + std::to_string(i + 1) + ": " + text_of(problems[i].puzzle, problems[i].solution) +
            "</figcaption>\n<div class=\"hands\">\n" + pictures_of(problems[i]) + "</div></figure>\n";
  }
  return page + "</div>\n</body>\n</html>\n";
}

}  // namespace rensa::cli
