#include "server/live_matches/match_restoration.h"

#include <exception>
#include <string>
#include <utility>

#include "server/live_matches/live_match_file.h"

namespace rensa::live_matches {

RestorationCounts MatchRestoration::restore(LoggedMatches logged, const std::map<base::MatchId, int>& stored_games) {
  counts_ = {};
  for (const base::MatchId id : logged.ids()) {
    const auto stored = stored_games.find(id);
    const std::size_t bytes = logged.bytes_of(id);
    restore_one(id, logged.take(id), bytes, stored == stored_games.end() ? 0 : stored->second);
  }
  return counts_;
}

void MatchRestoration::restore_one(base::MatchId id, const LoggedMatch& match, std::size_t bytes, int stored_game) {
  if (const auto why = why_not_restorable(match, parts_.own_rulesets)) return drop(id, *why);
  // Otherwise a game would be played twice, with two results.
  if (stored_game > match.ended_games())
    return drop(id, "it went on after its last logged event, and a game was stored");
  if (!parts_.attempts.may_try(id)) return set_aside(id, match, "the server has stopped twice while it made it again");
  parts_.attempts.begin(id);
  try {
    parts_.recorder.resume(id, bytes);
    if (parts_.matches.restore(match.events, match.played, parts_.now())) {
      ++counts_.restored;
    } else {
      set_aside(id, match, "this version plays its events otherwise than the version that wrote them");
    }
  } catch (const std::exception& problem) {
    set_aside(id, match, problem.what());
  }
  parts_.attempts.end(id);
}

void MatchRestoration::set_aside(base::MatchId id, const LoggedMatch& match, const std::string& why) {
  ++counts_.set_aside;
  parts_.recorder.forget(id);
  const std::filesystem::path file =
      parts_.set_aside / ("match-" + std::to_string(static_cast<std::uint64_t>(id)) + ".log");
  try {
    std::filesystem::create_directories(parts_.set_aside);
    write_live_match_file(file, id, match);
  } catch (const std::exception& problem) {
    parts_.log(base::LogLine("match_not_kept").number("match", id).text("why", problem.what()));
  }
  parts_.log(base::LogLine("match_set_aside").number("match", id).text("why", why).text("file", file.string()));
}

void MatchRestoration::drop(base::MatchId id, const std::string& why) {
  ++counts_.dropped;
  parts_.recorder.forget(id);
  parts_.log(base::LogLine("match_not_restored").number("match", id).text("why", why));
}

}  // namespace rensa::live_matches
