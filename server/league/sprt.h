#pragma once

#include <cstdint>

#include "server/league/sample.h"

namespace rensa::league {

// Which of two differences in strength fits better what was played: a sequential probability ratio test, stopped as
// soon as one of them does well enough.

enum class EloScale : std::uint8_t {
  normalised,  // in standard deviations of a game (elo.h): the cost does not depend on how many games are drawn
  logistic,
};

inline constexpr double kLeastSprtWidth = 0.1;
inline constexpr double kMostSprtElo = 200;  // beyond it, above or below, nobody needs a test, and sums lose digits

struct SprtTerms {
  EloScale scale = EloScale::normalised;
  double elo0 = 0;
  double elo1 = 30;     // at least kLeastSprtWidth above elo0; both within kMostSprtElo
  double alpha = 0.05;  // how often elo1 may be accepted under elo0
  double beta = 0.05;   // and elo0 under elo1
  friend bool operator==(const SprtTerms&, const SprtTerms&) = default;
};

// Where the log-likelihood ratio accepts elo0 and elo1.
struct SprtBounds {
  double low = 0;
  double high = 0;
};
SprtBounds bounds_of(const SprtTerms& terms);

// By the likeliest distributions of scores under either difference, see tilting.h.
double log_likelihood_ratio(const Sample& sample, const SprtTerms& terms);
// By a formula, a few per cent off where the difference is small. Only for normalised differences.
double rough_log_likelihood_ratio(const Sample& sample, const SprtTerms& terms);

enum class SprtVerdict : std::uint8_t { open, accept_elo0, accept_elo1 };

// The test, unit by unit in the order in which they were planned. In whichever order they end, quick games first, say,
// a test that listens to them would be wrong more often than it promises.
//
// The ratio moves in jumps and is beyond a bound when it is seen to be, so both bounds are drawn in by half of what
// its jumps beyond its former extremes were on the average (Siegmund, Corollary 8.33).
class Sprt {
 public:
  explicit Sprt(const SprtTerms& terms) : terms_(terms) {}

  // The points of a pair, in halves: 0..4. Precondition: the verdict is open.
  void add_pair(int half_points);

  const PairCounts& counts() const { return counts_; }
  double log_likelihood_ratio() const { return ratio_; }
  SprtBounds bounds() const;
  SprtVerdict verdict() const { return verdict_; }

 private:
  // Jumps beyond an extreme.
  struct Overshoot {
    double extreme = 0;
    double sum = 0;
    double squares = 0;

    void heed(double jump);
    double expected() const { return sum == 0 ? 0 : squares / sum / 2; }
  };

  SprtTerms terms_;
  PairCounts counts_;
  double ratio_ = 0;
  Overshoot below_;
  Overshoot above_;
  SprtVerdict verdict_ = SprtVerdict::open;
};

// What a test costs, if the true difference, on the scale of the terms, is `elo`. Only for normalised differences.
struct SprtForecast {
  double accepts_elo1 = 0;  // how likely
  double pairs = 0;         // on the average
};
SprtForecast forecast(const SprtTerms& terms, double elo);

}  // namespace rensa::league
