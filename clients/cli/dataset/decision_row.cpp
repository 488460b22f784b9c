#include "clients/cli/dataset/decision_row.h"

#include <utility>

#include "engine/notation/text.h"
#include "engine/rules/hash.h"
#include "engine/rules/rng.h"

namespace rensa::cli {

namespace {

// The stream of random numbers that divides the games.
constexpr std::uint64_t kTestStream = 0x7465'7374ULL;

int result_of(const duel::Outcome& outcome, duel::Seat seat) {
  if (!outcome.winner) return 0;
  return *outcome.winner == seat ? 1 : -1;
}

std::uint64_t queue_number_of(const record::Record& record) {
  if (!record.setup.queue) return record.setup.seed;
  rules::Hash hash;
  for (const char letter : notation::letters_of(*record.setup.queue)) hash.add(static_cast<std::uint8_t>(letter));
  return hash.value();
}

}  // namespace

std::vector<DecisionRow> decision_rows_of(const record::Record& record, std::int32_t game) {
  const std::vector<record::HandResult> hands = record::hand_results_of(record);
  std::vector<DecisionRow> rows;
  for (const duel::Seat seat : duel::kSeats) {
    const std::size_t first = rows.size();
    for (record::Decision& decision : record::decisions_of(record, seat)) {
      rows.push_back({.game = game,
                      .seed = record.setup.seed,
                      .seat = seat,
                      .decision = std::move(decision),
                      .attack = 0,
                      .result = result_of(record.outcome, seat)});
    }
    // Both lists are in the order of the hands.
    std::size_t row = first;
    for (const record::HandResult& hand : hands) {
      if (hand.seat != seat) continue;
      while (row < rows.size() && rows[row].decision.view.own.hand < hand.number) ++row;
      if (row < rows.size() && rows[row].decision.view.own.hand == hand.number) {
        rows[row].attack = hand.sent + hand.cancelled;
      }
    }
  }
  return rows;
}

bool is_test_game(const record::Record& record, int percent) {
  return static_cast<int>(rules::Rng(queue_number_of(record), kTestStream).below(100)) < percent;
}

}  // namespace rensa::cli
