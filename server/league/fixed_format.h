#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "server/league/format.h"
#include "server/league/schedule.h"

namespace rensa::league {

// A schedule that is known from the beginning: round robin, gauntlet, groups.
class FixedFormat final : public Format {
 public:
  // The schedule and the groups name players by their place in `players`. One group: all of them.
  FixedFormat(int stage, std::vector<std::size_t> players, Schedule schedule,
              std::vector<std::vector<std::size_t>> groups);

  std::vector<Pair> draw(const Tournament& tournament) override;
  bool is_over(const Tournament& tournament) override;
  // The first of all groups, then the second; those among each other by their points.
  std::vector<std::size_t> ranking(const Tournament& tournament) override;

 private:
  // The place in the schedule of the pair that is to be drawn next; its end: none.
  std::size_t next(const Tournament& tournament) const;

  const std::vector<std::size_t> players_;
  const Schedule schedule_;
  const std::vector<std::vector<std::size_t>> groups_;
};

}  // namespace rensa::league
