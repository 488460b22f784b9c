#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "server/base/ids.h"
#include "server/base/types.h"
#include "server/lobby/capacity/capacity.h"
#include "server/lobby/capacity/loop_load.h"
#include "server/lobby/lobby_settings.h"
#include "server/match/cpu_load_estimate.h"

namespace rensa::lobby {

// The payer of the matches of all tournaments together.
inline constexpr const char* kPayerOfTournaments = "tournaments";

// A running match as the load knows it.
struct MatchCharge {
  std::string payer;  // to which the match is charged
  match::Clock clock = match::Clock::real;
  double expected_share = 0;  // of CPU time; only in real time
  bool is_paused = false;
};

// The load of the server by matches, and the limits that it must keep. It owns the numbers of running matches, the
// parts of the payers, and the measurements of CPU time and of the event loop. It does not know the matches.
class MatchLoad {
 public:
  // Both outlive it. While there are no ids, no match begins.
  MatchLoad(const LobbySettings& settings, const base::IdSource& match_ids);

  // Returns the first of the payers that may begin one more match; nullopt if none may. The first one then waits.
  std::optional<std::string> choose_payer(match::Clock clock, const std::vector<Payer>& payers, base::Time now);

  // A match has begun, or is over.
  void add_match(const MatchCharge& match);
  void remove_match(const MatchCharge& match);
  // Preconditions of both: the match was added. The first one is called for matches in real time only.
  void set_expected_share(MatchCharge& match, double share);
  void set_paused(MatchCharge& match, bool is_paused);
  bool has_real_time_matches() const { return real_time_match_count_ > 0; }

  // Records the share of the last span that the phases took.
  void record_real_time_share(double share, base::Span span) { cpu_load_.record(share, span); }
  // Records how late the event loop is. Call it ten times a second.
  void record_loop_load(const LoopLoadSample& sample) { loop_load_.add(sample); }
  const match::CpuLoadEstimate& cpu_load() const { return cpu_load_; }
  const LoopLoad& loop_load() const { return loop_load_; }

 private:
  const LobbySettings& settings_;
  const base::IdSource& match_ids_;
  std::size_t match_count_ = 0;
  std::size_t real_time_match_count_ = 0;  // of them
  Capacity capacity_;
  Capacity real_time_capacity_;  // a part of it
  match::CpuLoadEstimate cpu_load_;
  LoopLoad loop_load_;
};

}  // namespace rensa::lobby
