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

// Of a run that ends on a ladder; nullptr: it does not.
const std::vector<league::Rating>* ratings_of(const Plan& plan, const Summary& summary) {
  const bool has_last = summary.stages.size() == plan.stages.size() && !summary.stages.back().ratings.empty();
  return has_last ? &summary.stages.back().ratings : nullptr;
}

}  // namespace

std::string report_csv(ReadRun& run) {
  const Plan& plan = run.plan;
  const Summary summary = summary_of(run);
  const std::vector<league::Standing> table = final_table(plan, summary);
  const std::vector<std::size_t> groups = groups_of(table);
  const std::vector<league::Rating>* ratings = ratings_of(plan, summary);
  std::string out = "place,player,author,points,games,won,drawn,lost,elo,elo_low,elo_high,elo_group,rating,deviation\n";
  for (std::size_t place = 0; place < table.size(); ++place) {
    const league::Standing& standing = table[place];
    const Player& player = plan.players[standing.player];
    const auto [losses, draws, wins] = standing.games;
    out += std::to_string(place + 1) + ',' + quoted(player.name) + ',' + quoted(player.author);
    out += formatted(",%g,%lld,%lld,%lld,%lld", standing.points(), static_cast<long long>(standing.games.games()),
                     static_cast<long long>(wins), static_cast<long long>(draws), static_cast<long long>(losses));
    out += standing.elo ? formatted(",%.2f,%.2f,%.2f", standing.elo->value, standing.elo->low, standing.elo->high)
                        : std::string(",,,");
    out += groups[place] > 0 ? formatted(",%zu", groups[place]) : std::string(",");
    const league::Rating* rating = ratings == nullptr ? nullptr : &(*ratings)[standing.player];
    out += rating == nullptr ? std::string(",,\n") : formatted(",%.1f,%.1f\n", rating->rating, rating->deviation);
  }
  return out;
}

std::string report_markdown(ReadRun& run) {
  const Plan& plan = run.plan;
  const Summary summary = summary_of(run);
  const std::vector<league::Standing> table = final_table(plan, summary);
  const std::vector<league::Rating>* ratings = ratings_of(plan, summary);
  const std::vector<std::size_t> groups = groups_of(table);
  std::string out = std::string("| | player | points | games | won | drawn | lost | ")
                        .append(ratings == nullptr ? "Elo" : "rating")
                        .append(" | 95 % |\n|---|---|---|---|---|---|---|---|---|\n");
  for (std::size_t place = 0; place < table.size(); ++place) {
    const league::Standing& standing = table[place];
    const auto [losses, draws, wins] = standing.games;
    out += formatted("| %zu | ", place + 1) + with_before('|', '\\', plan.players[standing.player].name);
    out += formatted(" | %g | %lld | %lld | %lld | %lld | ", standing.points(),
                     static_cast<long long>(standing.games.games()), static_cast<long long>(wins),
                     static_cast<long long>(draws), static_cast<long long>(losses));
    if (ratings != nullptr) {
      const auto [rating, deviation, volatility] = (*ratings)[standing.player];
      const double half = league::kNormal95 * deviation;
      out += formatted("%.0f | %.0f to %.0f |\n", rating, rating - half, rating + half);
    } else if (standing.elo) {
      out += formatted("%+.1f | %+.1f to %+.1f", standing.elo->value, standing.elo->low, standing.elo->high);
      out += groups[place] > 0 ? formatted(" in group %zu |\n", groups[place]) : std::string(" |\n");
    } else {
      out += "| |\n";
    }
  }
  return out;
}

}  // namespace rensa::contest
