#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/live_tournaments/tournament_registry.h"
#include "server/net/http.h"
#include "server/pages/league_page.h"
#include "server/pages/page_cache.h"
#include "server/pages/page_path.h"
#include "server/pages/texts.h"

namespace rensa::pages {

// Keeps the best players and the best game of each tournament, since it takes long to compute them. May be used on any
// thread.
class LeagueBestCache {
 public:
  // Returns those of a tournament after this number of events in its journal. nullopt: they are not known.
  std::optional<LeagueBest> find(const std::string& tournament, std::uint64_t events) const {
    const std::lock_guard lock(mutex_);
    const auto known = known_.find(tournament);
    if (known == known_.end() || known->second.events != events) return std::nullopt;
    return known->second.best;
  }
  void keep(const std::string& tournament, std::uint64_t events, LeagueBest best) {
    const std::lock_guard lock(mutex_);
    known_[tournament] = {.events = events, .best = std::move(best)};
  }

 private:
  struct Entry {
    std::uint64_t events = 0;
    LeagueBest best;
  };

  mutable std::mutex mutex_;
  std::map<std::string, Entry> known_;
};

// Answers requests for the pages of the league. All calls are on the thread of the tournaments; pages are made in the
// background.
class Pages {
 public:
  // The tournaments outlive it.
  Pages(live_tournaments::TournamentRegistry& tournaments, net::RunInBackground run_in_background);

  // Returns false, and does not reply, if the path is none of these pages.
  bool answer(const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  PageCache::PageRequest league(const Viewer& viewer) const;
  PageCache::PageRequest page_of(const PagePath& path, const live_tournaments::LiveTournament& run,
                                 const Viewer& viewer) const;

  live_tournaments::TournamentRegistry& tournaments_;
  std::shared_ptr<LeagueBestCache> league_best_;
  PageCache cache_;
};

}  // namespace rensa::pages
