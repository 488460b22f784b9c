#include "clients/cli/dataset/csv_rows.h"

#include <filesystem>
#include <utility>

#include "clients/cli/match/new_file.h"
#include "clients/command_line/files.h"
#include "engine/notation/text.h"
#include "engine/rules/pair.h"

namespace rensa::cli {

namespace {

constexpr const char* kColumns =
    "game,seed,seat,hand,clock,own,opponent,pairs,opponent_pairs,garbage,opponent_garbage,score,opponent_score,"
    "placements,placement,attack,result\n";

// Returns a letter for each of the 84 cells, row 1 first.
std::string letters_of_cells(const rules::Field& field) {
  std::string text;
  for (int y = 1; y <= rules::kTrapRow; ++y) {
    for (int x = 1; x <= rules::kColumns; ++x) text += notation::picture_of(field.at(x, y));
  }
  return text;
}

std::string known_pairs_text(const duel::SideView& side) {
  std::string text;
  for (const rules::Pair& pair : duel::known_pairs(side)) {
    if (!rules::is_colour(pair.axis)) continue;  // before the first pair
    if (!text.empty()) text += ' ';
    text += notation::letters_of(pair);
  }
  return text;
}

std::string placements_text(const duel::View& view) {
  const std::uint32_t placements = duel::possible_placements(view);
  std::string text;
  for (int i = 0; i < rules::kPlacementCount; ++i) {
    if ((placements >> i & 1U) == 0) continue;
    if (!text.empty()) text += ' ';
    text += std::to_string(i);
  }
  return text;
}

}  // namespace

CsvRows::CsvRows(std::string file) : file_(std::move(file)), out_(name_of_part(file_), std::ios::trunc) {
  out_ << kColumns;
  check();
}

CsvRows::~CsvRows() {
  std::error_code ignored;
  std::filesystem::remove(name_of_part(file_), ignored);
}

void CsvRows::check() {
  if (!out_) command_line::fail_to_write(file_);
}

void CsvRows::add(const DecisionRow& row) {
  const duel::View& view = row.decision.view;
  out_ << row.game << ',' << row.seed << ',' << duel::index_of(row.seat) << ',' << view.own.hand << ',' << view.clock
       << ",\"" << letters_of_cells(view.own.field) << "\",\"" << letters_of_cells(view.opponent.field) << "\",\""
       << known_pairs_text(view.own) << "\",\"" << known_pairs_text(view.opponent) << "\"," << view.own.waiting.total()
       << ',' << view.opponent.waiting.total() << ',' << view.own.score << ',' << view.opponent.score << ",\""
       << placements_text(view) << "\",";
  if (row.decision.placement) out_ << rules::index_of(*row.decision.placement);
  out_ << ',' << row.attack << ',' << row.result << '\n';
  check();
}

void CsvRows::complete() {
  out_.close();
  check();
}

}  // namespace rensa::cli
