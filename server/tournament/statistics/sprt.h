#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "server/tournament/statistics/elo.h"

namespace rensa::tournament {

// A sequential probability ratio test: which of two differences in strength fits the played games better? It stops as
// soon as the answer is certain enough.

enum class EloScale : std::uint8_t {
  normalised,  // in standard deviations of a game (elo.h): the length of the test does not depend on the draw rate
  logistic,
};
constexpr const char* name_of(EloScale scale) { return scale == EloScale::normalised ? "normalised" : "logistic"; }

inline constexpr double kMinSprtWidth = 0.1;
inline constexpr double kMaxSprtElo = 200;  // beyond it no test is needed, and the sums lose digits

struct SprtTerms {
  EloScale scale = EloScale::normalised;
  double elo0 = 0;
  double elo1 = 30;     // at least kMinSprtWidth above elo0; both from -kMaxSprtElo to kMaxSprtElo
  double alpha = 0.05;  // the probability that elo1 is accepted if elo0 is true
  double beta = 0.05;   // the probability that elo0 is accepted if elo1 is true
  friend bool operator==(const SprtTerms&, const SprtTerms&) = default;
};

// The bounds of the log-likelihood ratio. Below `low`, elo0 is accepted. Above `high`, elo1 is accepted.
struct SprtBounds {
  double low = 0;
  double high = 0;
};
SprtBounds bounds_of(const SprtTerms& terms);

// The ratio of the likelihoods of the most likely score distributions under elo1 and elo0.
double log_likelihood_ratio(const Sample& sample, const SprtTerms& terms);

enum class SprtVerdict : std::uint8_t { open, accept_elo0, accept_elo1 };
// "open", or the difference that is accepted.
constexpr const char* name_of(SprtVerdict verdict) {
  return std::array{"open", "elo0", "elo1"}[static_cast<std::size_t>(verdict)];
}

// The running test. Pairs must be added in the order in which they were planned. In the order in which they end, quick
// games come first, and the test would be wrong more often than alpha and beta allow.
//
// The ratio moves in jumps, so it is already beyond a bound when the test sees it. Both bounds are therefore moved
// inwards by the expected overshoot of a jump beyond a former extreme (Siegmund, Corollary 8.33).
class Sprt {
 public:
  explicit Sprt(const SprtTerms& terms) : terms_(terms) {}

  // Adds a pair of games with its points in halves, 0 to 4. Precondition: the verdict is open.
  void add_pair(int half_points);

  const PairCounts& counts() const { return counts_; }
  double log_likelihood_ratio() const { return ratio_; }
  SprtBounds bounds() const;
  SprtVerdict verdict() const { return verdict_; }

 private:
  // The sums of the jumps of the ratio beyond its extreme so far, by which the expected overshoot is estimated.
  struct Overshoot {
    double extreme = 0;
    double sum = 0;
    double squares = 0;

    void add_jump(double jump);
    double expected() const { return sum == 0 ? 0 : squares / sum / 2; }
  };

  SprtTerms terms_;
  PairCounts counts_;
  double ratio_ = 0;
  Overshoot below_;
  Overshoot above_;
  SprtVerdict verdict_ = SprtVerdict::open;
};

// The expected course of a test if the true difference is `elo`. Precondition: normalised scale.
struct SprtForecast {
  double accepts_elo1 = 0;  // probability
  double pairs = 0;         // mean length of the test
};
SprtForecast forecast(const SprtTerms& terms, double elo);

// Puts results back into the order of their numbers, which start at 0.
template <typename Result>
class ReorderBuffer {
 public:
  // Precondition: each number is added once.
  void put(std::size_t number, Result result) { waiting_.emplace(number, std::move(result)); }

  // Removes and returns the next result. nullopt: it was not added yet.
  std::optional<Result> next() {
    const auto first = waiting_.find(next_);
    if (first == waiting_.end()) return std::nullopt;
    std::optional<Result> result = std::move(first->second);
    waiting_.erase(first);
    ++next_;
    return result;
  }

 private:
  std::size_t next_ = 0;
  std::map<std::size_t, Result> waiting_;
};

}  // namespace rensa::tournament
