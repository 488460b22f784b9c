#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/puzzles/generator.h"
#include "engine/puzzles/learner.h"
#include "engine/puzzles/puzzle.h"

namespace rensa::http_api {

// What is asked of training problems, read from JSON. Each reader throws contest::Wrong, which says what is wrong and
// where; texts that are no JSON throw what the library throws.

// Of problems of more nobody waits for dozens to choose from.
inline constexpr int kMostHandsMade = 4;
inline constexpr int kMostLinksMade = 8;
inline constexpr std::size_t kMostRatings = 200;
inline constexpr std::size_t kMostSeen = 500;

// The next problem for a person, who brings along all that is known about them: ratings, the oldest first, and what
// they had (names as essence_name gives them).
struct NextRequest {
  puzzles::Recipe recipe;
  std::optional<std::uint64_t> seed;
  std::set<std::string> seen;
  std::vector<puzzles::Rated> ratings;
};
NextRequest next_request_of(std::string_view text);

puzzles::Puzzle solve_request_of(std::string_view text);

struct CheckRequest {
  puzzles::Puzzle puzzle;
  std::vector<rules::Placement> placements;
};
CheckRequest check_request_of(std::string_view text);

}  // namespace rensa::http_api
