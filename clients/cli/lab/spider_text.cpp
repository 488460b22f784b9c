#include "clients/cli/lab/spider_text.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "clients/cli/lab/compared.h"
#include "clients/cli/lab/solo_run.h"

namespace rensa::cli {

namespace {

std::string percent(double share) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1) << 100 * share;
  return text.str();
}

std::string published_of(const SpiderRow& row) {
  if (row.published.empty()) return "";
  const auto [least, most] = std::minmax_element(row.published.begin(), row.published.end());
  return *least == *most ? percent(*least) + " %" : percent(*least) + " - " + percent(*most) + " %";
}

bool is_high_level(const SpiderRow& row) { return row.name.starts_with("high level"); }

std::string steps_of(const tournament::Interval& steps) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1) << steps.value << " [" << steps.low << ", " << steps.high << ']';
  return text.str();
}

}  // namespace

void print_spider(const SpiderRun& run) {
  std::cout << std::left << std::setw(34) << "deals won [95 %]" << std::setw(16) << "published" << std::setw(24)
            << "ours" << "steps of these [95 %]\n";
  for (const SpiderRow& row : run.rows) {
    const auto steps = row.steps();
    std::cout << std::setw(34) << row.name << std::setw(16) << published_of(row) << std::setw(24)
              << percent_of(row.won()) << (steps ? steps_of(*steps) : "-") << '\n';
  }
  std::cout << "solved by one of the first three only\n";
  for (const OnlyOne& one : run.only) {
    std::cout << std::setw(34) << one.name << std::setw(16) << percent(one.published) + " %" << percent_of(one.share)
              << '\n';
  }
}

nlohmann::ordered_json json_of_spider(const SpiderPlan& plan, const SpiderRun& run) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const SpiderRow& row : run.rows) {
    const auto steps = row.steps();
    rows.push_back({{"player", row.name},
                    {"suits", row.suits},
                    {"published", row.published},
                    {"won", json_of(row.won())},
                    {"steps", steps ? json_of(*steps) : nlohmann::ordered_json()}});
  }
  nlohmann::ordered_json only = nlohmann::ordered_json::array();
  for (const OnlyOne& one : run.only) {
    only.push_back({{"player", one.name}, {"published", one.published}, {"share", json_of(one.share)}});
  }
  return {{"experiment", "spider"}, {"deals", plan.deals}, {"seed", plan.seed}, {"lessons", plan.lessons},
          {"tables", plan.tables},  {"rows", rows},        {"only", only}};
}

Bars bars_of_spider(const SpiderRun& run) {
  Bars bars{.title = "Spider solitaire", .label = "deals won, with 95 % intervals; published ones in red", .bars = {}};
  for (const SpiderRow& row : run.rows) bars.bars.push_back({row.name, row.won(), row.published});
  return bars;
}

std::vector<Compared> compared_of(const SpiderRun& run) {
  std::vector<Compared> rows;
  for (const SpiderRow& row : run.rows) {
    rows.push_back({.what = "Spider solitaire, deals won: " + row.name,
                    .published = published_of(row),
                    .ours = percent_of(row.won())});
  }
  for (const OnlyOne& one : run.only) {
    rows.push_back({.what = "Spider solitaire, solved by one of three only: " + one.name,
                    .published = percent(one.published) + " %",
                    .ours = percent_of(one.share)});
  }
  for (const SpiderRow& row : run.rows) {
    if (!is_high_level(row) || !row.steps()) continue;
    rows.push_back({.what = "Spider solitaire, moves and deals of a game won: " + row.name,
                    .published = "about 200",
                    .ours = steps_of(*row.steps())});
  }
  return rows;
}

}  // namespace rensa::cli
