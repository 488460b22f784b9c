#include "clients/cli/dataset/npz_rows.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "clients/cli/dataset/zip_file.h"
#include "clients/cli/match/new_file.h"
#include "clients/command_line/files.h"
#include "engine/rules/pair.h"

namespace rensa::cli {

namespace {

void add_cells(NpyColumn& column, const rules::Field& field) {
  for (int y = 1; y <= rules::kTrapRow; ++y) {
    for (int x = 1; x <= rules::kColumns; ++x) column.add(static_cast<std::uint64_t>(field.at(x, y)));
  }
}

void add_pairs(NpyColumn& column, const duel::SideView& side, int visible_pairs) {
  for (int i = 0; i < visible_pairs; ++i) {
    const rules::Pair pair = i < side.pairs_shown ? side.pairs[static_cast<std::size_t>(i)] : rules::Pair{};
    column.add(static_cast<std::uint64_t>(pair.axis));
    column.add(static_cast<std::uint64_t>(pair.child));
  }
}

}  // namespace

NpzRows::NpzRows(std::string file, int visible_pairs) : file_(std::move(file)), visible_pairs_(visible_pairs) {
  const std::vector<std::size_t> field{rules::kTrapRow, rules::kColumns};
  const std::vector<std::size_t> pairs{static_cast<std::size_t>(visible_pairs), 2};
  const std::vector<NpyColumn::Layout> layouts = {
      {"game", "<i4", 4, {}},        {"seed", "<u8", 8, {}},     {"seat", "|i1", 1, {}},
      {"hand", "<i4", 4, {}},        {"clock", "<i4", 4, {}},    {"own", "|u1", 1, field},
      {"opponent", "|u1", 1, field}, {"pairs", "|u1", 1, pairs}, {"opponent_pairs", "|u1", 1, pairs},
      {"garbage", "<i4", 4, {2}},    {"scores", "<i8", 8, {2}},  {"action_mask", "|i1", 1, {rules::kPlacementCount}},
      {"placement", "|i1", 1, {}},   {"attack", "<i4", 4, {}},   {"result", "|i1", 1, {}}};
  columns_.reserve(layouts.size());
  for (const NpyColumn::Layout& layout : layouts) columns_.emplace_back(layout, file_);
}

NpzRows::~NpzRows() {
  std::error_code ignored;
  std::filesystem::remove(name_of_part(file_), ignored);
}

void NpzRows::add(const DecisionRow& row) {
  const duel::View& view = row.decision.view;
  const std::uint32_t placements = duel::possible_placements(view);
  std::size_t next = 0;
  const auto column = [&]() -> NpyColumn& { return columns_[next++]; };
  column().add_signed(row.game);
  column().add(row.seed);
  column().add(duel::index_of(row.seat));
  column().add_signed(view.own.hand);
  column().add_signed(view.clock);
  add_cells(column(), view.own.field);
  add_cells(column(), view.opponent.field);
  add_pairs(column(), view.own, visible_pairs_);
  add_pairs(column(), view.opponent, visible_pairs_);
  NpyColumn& garbage = column();
  garbage.add_signed(view.own.waiting.total());
  garbage.add_signed(view.opponent.waiting.total());
  NpyColumn& scores = column();
  scores.add_signed(view.own.score);
  scores.add_signed(view.opponent.score);
  NpyColumn& mask = column();
  for (int i = 0; i < rules::kPlacementCount; ++i) mask.add(placements >> i & 1U);
  column().add_signed(row.decision.placement ? static_cast<std::int64_t>(rules::index_of(*row.decision.placement))
                                             : -1);
  column().add_signed(row.attack);
  column().add_signed(row.result);
  ++row_count_;
  const auto has_failed = [](const NpyColumn& one) { return one.has_failed(); };
  if (std::any_of(columns_.begin(), columns_.end(), has_failed)) command_line::fail_to_write(file_);
}

void NpzRows::complete() {
  std::ofstream out(name_of_part(file_), std::ios::binary | std::ios::trunc);
  ZipFile zip(out);
  for (NpyColumn& column : columns_) {
    zip.begin_member(column.name() + ".npy", column.size_of_npy(row_count_), column.checksum_of_npy(row_count_));
    column.write_npy(row_count_, out);
    if (column.has_failed()) command_line::fail_to_write(file_);
  }
  zip.finish();
  out.close();
  if (!out) command_line::fail_to_write(file_);
}

}  // namespace rensa::cli
