#include <iostream>
#include <memory>
#include <rensa/version.h>
#include <rensa/worker.h>
#include <string>

// Puts every pair where its columns are lowest. This is a whole bot, to start from.
class Lowest : public rensa::Bot {
 public:
  std::uint32_t choose(const rensa_view& view) override {
    const std::uint32_t possible = rensa::possible_placements(view);
    std::uint32_t best = 0;
    int lowest = 1000;
    for (std::uint32_t placement = 0; placement < RENSA_PLACEMENTS; ++placement) {
      if ((possible >> placement & 1U) == 0) continue;
      const Columns at = columns_of(placement);
      const int height = height_of(view.own.field, at.axis) + height_of(view.own.field, at.child);
      if (height < lowest) {
        lowest = height;
        best = placement;
      }
    }
    return best;
  }

 private:
  struct Columns {
    std::uint32_t axis;
    std::uint32_t child;
  };

  // Columns count from 0. The order of placements is described in rensa.h.
  static Columns columns_of(std::uint32_t placement) {
    if (placement < 6) return {placement, placement};           // the child above
    if (placement < 11) return {placement - 6, placement - 5};  // to the right
    if (placement < 17) return {placement - 11, placement - 11};
    return {placement - 16, placement - 17};  // to the left
  }

  static int height_of(const rensa_field& field, std::uint32_t column) {
    int height = 0;
    while (height < RENSA_ROWS && field.cells[height * RENSA_COLUMNS + static_cast<int>(column)] != RENSA_CELL_EMPTY) {
      ++height;
    }
    return height;
  }
};

int main(int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  const std::string usage = "usage: rensa-example-bot [HOST:PORT|unix:PATH [TOKEN]]\n";
  if (first == "--help") {
    std::cout << usage;
    return 0;
  }
  if (first == "--version") {
    std::cout << "rensa-example-bot " RENSA_VERSION_TEXT "\n";
    return 0;
  }
  if (argc > 3 || first.starts_with("-")) {
    std::cerr << usage;
    return 2;
  }
  rensa::MatchOptions options;  // without a server, RENSA_SERVER and RENSA_TOKEN say where to play
  if (argc > 1) options.server = first;
  if (argc > 2) options.token = argv[2];  // without a token, the bot is a guest
  options.software = "rensa-example-bot";
  options.notice = [](const std::string& notice) { std::cerr << notice << '\n'; };
  const auto summary = rensa::play(options, [](const rensa::BotGame&) { return std::make_unique<Lowest>(); });
  std::cout << summary.won << " won, " << summary.drawn << " drawn, " << summary.lost << " lost\n";
  if (!summary.why_failed.empty()) std::cerr << summary.why_failed << '\n';
  return summary.why_failed.empty() ? 0 : 1;
}
