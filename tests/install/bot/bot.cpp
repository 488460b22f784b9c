#include <iostream>
#include <memory>
#include <rensa/version.h>
#include <rensa/worker.h>

#if !RENSA_VERSION_AT_LEAST(0, 1, 0)
#error "an old version of Rensa"
#endif

namespace {

// Takes the first placement that is possible.
class First : public rensa::Bot {
 public:
  std::uint32_t choose(const rensa_view& view) override {
    const std::uint32_t possible = rensa::possible_placements(view);
    std::uint32_t placement = 0;
    while (placement < RENSA_PLACEMENTS && (possible >> placement & 1U) == 0) ++placement;
    return placement % RENSA_PLACEMENTS;
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  rensa::MatchOptions options;
  options.server = argv[1];
  options.software = "bot of version " RENSA_VERSION_TEXT;
  options.matches = 1;
  const auto summary = rensa::play(options, [](const rensa::BotGame&) { return std::make_unique<First>(); });
  if (!summary.why_failed.empty()) std::cerr << summary.why_failed << '\n';
  std::cout << summary.matches << " matches, " << summary.won + summary.drawn + summary.lost << " games\n";
  return summary.why_failed.empty() ? 0 : 1;
}
