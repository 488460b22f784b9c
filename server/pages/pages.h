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
#include "server/submissions/submissions.h"

namespace rensa::pages {

// Keeps the best players and the best game of each tournament, since it takes long to compute them. May be used on any
// thread.
class LeagueBestCache {
 public:
  // A state of a tournament, of which only the latest is kept. The digest tells it from a deleted one with its name.
  struct Version {
    std::uint64_t plan_digest = 0;
    std::uint64_t events = 0;  // in its journal
    friend bool operator==(const Version&, const Version&) = default;
  };

  // Returns those of this version of a tournament. nullopt: they are not known.
  std::optional<LeagueBest> find(const std::string& tournament, const Version& version) const {
    const std::lock_guard lock(mutex_);
    const auto known = known_.find(tournament);
    if (known == known_.end() || known->second.version != version) return std::nullopt;
    return known->second.best;
  }
  void keep(const std::string& tournament, const Version& version, LeagueBest best) {
    const std::lock_guard lock(mutex_);
    known_[tournament] = {.version = version, .best = std::move(best)};
  }

 private:
  struct Entry {
    Version version;
    LeagueBest best;
  };

  mutable std::mutex mutex_;
  std::map<std::string, Entry> known_;
};

// Answers requests for the pages of the league and of submitted bots. All calls are on the thread of the tournaments;
// pages are made in the background.
class Pages {
 public:
  // The tournaments outlive it.
  Pages(live_tournaments::TournamentRegistry& tournaments, net::RunInBackground run_in_background);

  // Also answers for the pages of these bots from now on. They outlive it.
  void use_submissions(const submissions::Submissions& submissions) { submissions_ = &submissions; }

  // Returns false, and does not reply, if the path is none of these pages.
  bool answer(const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  PageCache::PageRequest page_of_bot(const submissions::Bot& bot, const Viewer& viewer) const;
  PageCache::PageRequest league(const Viewer& viewer) const;
  PageCache::PageRequest page_of(const PagePath& path, const live_tournaments::LiveTournament& run,
                                 const Viewer& viewer) const;

  live_tournaments::TournamentRegistry& tournaments_;
  const submissions::Submissions* submissions_ = nullptr;
  std::shared_ptr<LeagueBestCache> league_best_;
  PageCache cache_;
};

}  // namespace rensa::pages
