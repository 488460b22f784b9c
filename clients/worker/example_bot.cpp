#include <iostream>
#include <memory>

#include "clients/session/process.h"
#include "clients/worker/play.h"
#include "engine/players/choices.h"

// Puts every pair where its columns are lowest. This is a whole bot, to start from.
class Lowest : public rensa::worker::Brain {
 public:
  rensa::rules::Placement choose(const rensa::duel::View& view) override {
    const auto heights = view.own.field.heights();
    const std::uint32_t possible = rensa::players::possible_placements(view);
    rensa::rules::Placement best;
    int lowest = 1000;
    for (std::size_t i = 0; i < rensa::rules::kPlacementCount; ++i) {
      if ((possible >> i & 1U) == 0) continue;
      const rensa::rules::Placement placement = rensa::rules::kPlacements[i];
      const int height =
          heights.at(static_cast<std::size_t>(placement.x)) + heights.at(static_cast<std::size_t>(placement.child_x()));
      if (height < lowest) {
        lowest = height;
        best = placement;
      }
    }
    return best;
  }
};

int main(int argc, char** argv) {
  if (argc != 1 && argc != 3) {
    std::cerr << "usage: rensa-example-bot [HOST:PORT|unix:PATH TOKEN]\n";
    return 2;
  }
  const rensa::session::Invitation host = rensa::session::invitation();
  const rensa::session::StopSignals signals;
  rensa::worker::PlayOptions options;
  options.server = argc == 3 ? argv[1] : host.server;
  options.token = argc == 3 ? argv[2] : host.token;
  options.software = "rensa-example-bot";
  options.stop_descriptor = signals.descriptor();
  options.notice = [](const std::string& what) { std::cerr << what << '\n'; };
  const auto report =
      rensa::worker::play(options, [](const rensa::worker::GameInfo&) { return std::make_unique<Lowest>(); });
  const auto& totals = report.totals;
  std::cout << totals.won << " won, " << totals.drawn << " drawn, " << totals.lost << " lost\n";
  if (!report.why_failed.empty()) std::cerr << report.why_failed << '\n';
  return report.why_failed.empty() ? 0 : 1;
}
