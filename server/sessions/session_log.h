#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>

#include "server/base/log_line.h"
#include "server/base/types.h"
#include "server/net/limits.h"
#include "server/sessions/rate_budgets.h"
#include "server/storage/restrictions.h"

namespace rensa::sessions {

// The lines of the log about sessions that have entered. Clients that come again and again would fill the disk, so each
// neighbourhood of addresses has a budget, and all have one together. An account at a socket of this machine, which has
// no address, has a budget of its own, and so has a program of a tournament. A line tells how many lines were left out.
class SessionLog {
 public:
  static constexpr net::MessageRate kLinesOfNeighbourhood{.per_second = 2, .burst = 200};
  static constexpr net::MessageRate kLines{.per_second = 20, .burst = 10'000};
  static constexpr std::chrono::milliseconds kPause{10'000};  // between two lines about lines that were left out

  struct Services {
    std::function<void(const base::LogLine&)> log;
    std::function<base::Time()> now;
    // Runs a function after a delay. This object must outlive it.
    std::function<void(std::chrono::milliseconds, std::function<void()>)> post_later;
  };
  explicit SessionLog(Services services)
      : services_(std::move(services)), budgets_(kLinesOfNeighbourhood), all_(kLines, services_.now()) {}

  // `source`: the part of the client's address that shares limits, or the name of a client that has no address.
  // Returns false if the line is left out.
  bool write(const std::string& source, const base::LogLine& line) { return write_with_budget(source, line, 1); }
  // Writes the line about the beginning of a session, and keeps a line of the budget for its end: if this returns true,
  // write_end() may be called once.
  bool write_beginning(const std::string& source, const base::LogLine& line) {
    return write_with_budget(source, line, 2);
  }
  void write_end(const base::LogLine& line) { services_.log(line); }

 private:
  bool write_with_budget(const std::string& source, const base::LogLine& line, double lines) {
    const std::string neighbourhood = storage::neighbourhood_of(source);
    const base::Time now = services_.now();
    budgets_.join(neighbourhood, now);
    const bool is_written = budgets_.take(neighbourhood, now, lines) && all_.take(now, lines);
    budgets_.leave(neighbourhood, now);
    if (is_written) {
      services_.log(line);
    } else {
      leave_out(neighbourhood);
    }
    return is_written;
  }
  void leave_out(const std::string& neighbourhood) {
    if (omitted_.empty()) services_.post_later(kPause, [this] { tell_omitted(); });
    ++omitted_[neighbourhood];
  }
  void tell_omitted() {
    std::uint64_t lines = 0;
    auto largest = omitted_.begin();
    for (auto entry = omitted_.begin(); entry != omitted_.end(); ++entry) {
      lines += entry->second;
      if (entry->second > largest->second) largest = entry;
    }
    services_.log(base::LogLine("session_lines_left_out")
                      .number("lines", lines)
                      .word("most_from", largest->first)
                      .number("of_these", largest->second));
    omitted_.clear();
  }

  Services services_;
  RateBudgets budgets_;  // of neighbourhoods
  net::TokenBucket all_;
  std::unordered_map<std::string, std::uint64_t> omitted_;  // lines since the last line about them, by neighbourhood
};

}  // namespace rensa::sessions
