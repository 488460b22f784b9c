#include "clients/cli/puzzle/sheet.h"

#include "clients/cli/puzzle/drawing.h"
#include "clients/cli/puzzle/puzzle_text.h"
#include "engine/puzzles/goal.h"
#include "engine/rules/drop.h"

namespace rensa::cli {

namespace {

// A link is broken to lines as wide as the picture above it.
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
  Drawing drawing(puzzle.field, puzzles::count_pairs(puzzle.steps));
  drawing.field(puzzle.field, {});
  for (const puzzles::Step& step : puzzle.steps) {
    if (const auto* pair = std::get_if<rules::Pair>(&step)) drawing.pair(*pair);
  }
  return drawing.finish();
}

// None of the letters of ips means anything in HTML.
std::string link_of(const puzzles::Puzzle& puzzle) {
  const std::string url = url_of(puzzle, {});
  return "<p class=\"link\"><a href=\"" + url + "\">" + url + "</a></p>\n";
}

// The field with each pair where it has been put, before anything vanishes.
std::string pictures_of(const puzzles::GeneratedPuzzle& problem) {
  std::string pictures;
  rules::Field field = problem.puzzle.field;
  std::size_t hand = 0;
  for (const puzzles::Step& step : problem.puzzle.steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr || hand == problem.solution.size()) continue;
    const rules::Board before = field.occupied();
    rules::drop_pair(field, *pair, problem.solution[hand++]);
    Drawing drawing(field, 0);
    drawing.field(field, field.occupied().without(before));
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
