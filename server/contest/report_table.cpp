#include "server/base/formatted.h"
#include "server/contest/report.h"
#include "server/contest/summary.h"

namespace rensa::contest {

namespace {

using base::formatted;

// The text with one character before each of another.
std::string with_before(char wanted, char before, const std::string& text) {
  std::string out;
  for (const char character : text) {
    if (character == wanted) out.push_back(before);
    out.push_back(character);
  }
  return out;
}

std::string quoted(const std::string& text) {
  std::string cell(1, '"');
  cell += with_before('"', '"', text);
  cell.push_back('"');
  return cell;
}

}  // namespace

std::string report_csv(const Plan& plan, ReadRun& run) {
  const Summary summary = summary_of(plan, run);
  std::string out = "place,player,author,points,games,won,drawn,lost,elo,elo_low,elo_high\n";
  for (std::size_t place = 0; place < summary.standings.size(); ++place) {
    const league::Standing& standing = summary.standings[place];
    const Player& player = plan.players[standing.player];
    const auto [losses, draws, wins] = standing.games;
    out += std::to_string(place + 1) + ',' + quoted(player.name) + ',' + quoted(player.author);
    out += formatted(",%g,%lld,%lld,%lld,%lld", standing.points(), static_cast<long long>(standing.games.games()),
                     static_cast<long long>(wins), static_cast<long long>(draws), static_cast<long long>(losses));
    out += standing.elo ? formatted(",%.2f,%.2f,%.2f\n", standing.elo->value, standing.elo->low, standing.elo->high)
                        : std::string(",,,\n");
  }
  return out;
}

std::string report_markdown(const Plan& plan, ReadRun& run) {
  const Summary summary = summary_of(plan, run);
  std::string out =
      "| | player | points | games | won | drawn | lost | Elo | 95 % |\n|---|---|---|---|---|---|---|---|---|\n";
  for (std::size_t place = 0; place < summary.standings.size(); ++place) {
    const league::Standing& standing = summary.standings[place];
    const auto [losses, draws, wins] = standing.games;
    out += formatted("| %zu | ", place + 1) + with_before('|', '\\', plan.players[standing.player].name);
    out += formatted(" | %g | %lld | %lld | %lld | %lld | ", standing.points(),
                     static_cast<long long>(standing.games.games()), static_cast<long long>(wins),
                     static_cast<long long>(draws), static_cast<long long>(losses));
    out += standing.elo
               ? formatted("%+.1f | %+.1f to %+.1f |\n", standing.elo->value, standing.elo->low, standing.elo->high)
               : std::string("| |\n");
  }
  return out;
}

}  // namespace rensa::contest
