#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <memory>
#include <rensa/worker.h>
#include <stdexcept>
#include <string>

// A bot that lets the engine search: rensa_field_threat() tries all placements of the known pairs, and
// rensa_field_possible_chains() tells which chain a few more cells would fire. Usage: example-search [SERVER [TOKEN]];
// without a server, RENSA_SERVER and RENSA_TOKEN say where to play.

namespace {

constexpr int kGreatChain = 5000;  // points of a chain that is fired at once
constexpr int kUrgentGarbage = 6;
constexpr int kDangerousHeight = 10;
constexpr std::int64_t kLost = -1'000'000;

struct EngineDeleter {
  void operator()(rensa_engine* engine) const { rensa_engine_free(engine); }
};

std::unique_ptr<rensa_engine, EngineDeleter> make_engine() {
  rensa_engine* engine = nullptr;
  if (rensa_engine_create(&engine) != RENSA_OK) throw std::runtime_error("there is no memory for an engine");
  return std::unique_ptr<rensa_engine, EngineDeleter>(engine);
}

// Columns and rows count from 0.
bool is_filled(const rensa_field& field, int column, int row) {
  return field.cells[row * RENSA_COLUMNS + column] != RENSA_CELL_EMPTY;
}

int height_of(const rensa_field& field, int column) {
  int height = 0;
  while (height < RENSA_ROWS && is_filled(field, column, height)) ++height;
  return height;
}

class Search : public rensa::Bot {
 public:
  std::uint32_t choose(const rensa_view& view) override {
    const std::uint32_t possible = rensa::possible_placements(view);
    std::uint32_t best = 0;
    std::int64_t best_worth = std::numeric_limits<std::int64_t>::min();
    for (std::uint32_t placement = 0; placement < RENSA_PLACEMENTS; ++placement) {
      if ((possible >> placement & 1U) == 0) continue;
      const std::int64_t found = worth_of(view, placement);
      if (found > best_worth) {
        best = placement;
        best_worth = found;
      }
    }
    return best;
  }

 private:
  std::int64_t worth_of(const rensa_view& view, std::uint32_t placement) {
    rensa_field after;
    rensa_chain chain;
    if (rensa_field_place(engine_.get(), &view.own.field, &view.own.pairs[0], placement, &after, &chain) != RENSA_OK) {
      throw std::runtime_error(rensa_error_text(engine_.get()));
    }
    if (is_filled(after, 2, 11)) return kLost;
    int highest = 0;
    int slope = 0;
    for (int column = 0; column < RENSA_COLUMNS; ++column) {
      highest = std::max(highest, height_of(after, column));
      if (column > 0) slope += std::abs(height_of(after, column) - height_of(after, column - 1));
    }
    if (view.own.pending + view.own.fixed >= kUrgentGarbage || highest >= kDangerousHeight) {
      return std::int64_t{10} * chain.score + threat_of(after, view.own.pairs[1]);
    }
    if (chain.score >= kGreatChain) return std::int64_t{10} * chain.score;
    return potential_of(after) - std::int64_t{2} * chain.score - std::int64_t{20} * slope;
  }

  // The points of the best chain that the next pair can fire.
  std::int64_t threat_of(const rensa_field& field, const rensa_pair& next) {
    rensa_chain chain;
    const bool is_known = next.axis != RENSA_CELL_EMPTY;
    return is_known && rensa_field_threat(engine_.get(), &field, &next, 1, &chain) == RENSA_OK ? chain.score : 0;
  }

  // The points of the best chain that a few more cells would fire.
  std::int64_t potential_of(const rensa_field& field) {
    std::array<rensa_possible_chain, 128> chains;
    std::uint32_t count = 0;
    const rensa_status status =
        rensa_field_possible_chains(engine_.get(), &field, 1, 0, chains.data(), chains.size(), &count);
    return status == RENSA_OK && count > 0 ? chains[0].score : 0;
  }

  const std::unique_ptr<rensa_engine, EngineDeleter> engine_ = make_engine();
};

}  // namespace

int main(int argc, char** argv) {
  rensa::MatchOptions options;
  if (argc > 1) options.server = argv[1];
  if (argc > 2) options.token = argv[2];
  options.name = "search";
  options.software = "example-search";
  const auto summary = rensa::play(options, [](const rensa::BotGame&) { return std::make_unique<Search>(); });
  std::cout << summary.won << " won, " << summary.drawn << " drawn, " << summary.lost << " lost\n";
  if (!summary.why_failed.empty()) std::cerr << summary.why_failed << '\n';
  return summary.why_failed.empty() ? 0 : 1;
}
