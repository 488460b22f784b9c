#include "server/tournament/statistics/sprt.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <vector>

namespace rensa::tournament {

namespace {

constexpr int kMaxTilts = 100;
constexpr double kCloseTilts = 1e-13;  // as a share of the width of the range

// Finds the most likely distribution with a mean offset of 0, given the observed shares of its values. That is
// shares[i] / (1 + tilt * offsets[i]); returns the tilt. All divisors are positive. Preconditions: the shares are
// positive; one offset is above 0 and one is below.
//
// The sum falls over the whole range, so the root is unique. Newton steps that lead out of the range are replaced by
// bisection.
double tilt_to_zero_mean(std::span<const double> shares, std::span<const double> offsets) {
  assert(shares.size() == offsets.size());
  const auto [least, most] = std::minmax_element(offsets.begin(), offsets.end());
  assert(*least < 0 && *most > 0);
  double low = -1 / *most;
  double high = -1 / *least;
  const double close = kCloseTilts * (high - low);
  double tilt = 0;
  for (int step = 0; step < kMaxTilts; ++step) {
    double sum = 0;
    double slope = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const double pull = offsets[i] / (1 + tilt * offsets[i]);
      sum += shares[i] * pull;
      slope -= shares[i] * pull * pull;
    }
    (sum > 0 ? low : high) = tilt;
    double next = tilt - sum / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (std::abs(next - tilt) < close) return next;
    tilt = next;
  }
  return tilt;
}

constexpr int kMaxRounds = 10;
constexpr double kCloseShares = 1e-9;

using Shares = std::vector<double>;

Shares shares_of(const Sample& sample) {
  Shares shares;
  for (std::size_t i = 0; i < sample.size(); ++i) shares.push_back(sample.share(i));
  return shares;
}

Shares tilted(const Shares& shares, const std::vector<double>& offsets) {
  const double tilt = tilt_to_zero_mean(shares, offsets);
  Shares result;
  for (std::size_t i = 0; i < shares.size(); ++i) result.push_back(shares[i] / (1 + tilt * offsets[i]));
  return result;
}

// Returns the most likely shares of the scores if their mean is exactly `mean`; `shares` are the observed ones.
Shares likeliest_shares_with_mean(const Sample& sample, const Shares& shares, double mean) {
  std::vector<double> offsets;
  for (std::size_t i = 0; i < sample.size(); ++i) offsets.push_back(sample.score(i) - mean);
  return tilted(shares, offsets);
}

struct MeanAndDeviation {
  double mean = 0;
  double deviation = 0;
};

MeanAndDeviation mean_and_deviation_of(const Sample& sample, const Shares& shares) {
  MeanAndDeviation moments;
  for (std::size_t i = 0; i < sample.size(); ++i) moments.mean += shares[i] * sample.score(i);
  double variance = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    variance += shares[i] * (sample.score(i) - moments.mean) * (sample.score(i) - moments.mean);
  }
  moments.deviation = std::sqrt(variance);
  return moments;
}

// Returns the most likely shares of the scores if their mean is `distance` of their standard deviations above 1/2. The
// deviation depends on the shares, so the computation is repeated.
Shares likeliest_shares_with_distance(const Sample& sample, const Shares& shares, double distance) {
  Shares found(sample.size(), 1 / static_cast<double>(sample.size()));
  std::vector<double> offsets(sample.size());
  for (int round = 0; round < kMaxRounds; ++round) {
    const auto [mean, deviation] = mean_and_deviation_of(sample, found);
    for (std::size_t i = 0; i < sample.size(); ++i) {
      const double off = (sample.score(i) - mean) / deviation;
      offsets[i] = sample.score(i) - 0.5 - 0.5 * distance * deviation * (1 + off * off);
    }
    const Shares before = std::exchange(found, tilted(shares, offsets));
    double change = 0;
    for (std::size_t i = 0; i < found.size(); ++i) change = std::max(change, std::abs(found[i] - before[i]));
    if (change < kCloseShares) break;
  }
  return found;
}

// Returns the most likely shares of the scores if the difference in strength is exactly `elo`; `shares` are the
// observed ones.
Shares likeliest_shares_for_elo(const Sample& sample, const Shares& shares, EloScale scale, double elo) {
  if (scale == EloScale::logistic) return likeliest_shares_with_mean(sample, shares, score_of(elo));
  return likeliest_shares_with_distance(sample, shares, elo / kNormalisedElo * std::sqrt(sample.games_per_unit()));
}

}  // namespace

SprtBounds bounds_of(const SprtTerms& terms) {
  return {.low = std::log(terms.beta / (1 - terms.alpha)), .high = std::log((1 - terms.beta) / terms.alpha)};
}

double log_likelihood_ratio(const Sample& sample, const SprtTerms& terms) {
  assert(std::abs(terms.elo0) <= kMaxSprtElo && std::abs(terms.elo1) <= kMaxSprtElo);
  const Shares shares = shares_of(sample);
  const Shares under0 = likeliest_shares_for_elo(sample, shares, terms.scale, terms.elo0);
  const Shares under1 = likeliest_shares_for_elo(sample, shares, terms.scale, terms.elo1);
  double ratio = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) ratio += shares[i] * std::log(under1[i] / under0[i]);
  return ratio * sample.units();
}

void Sprt::Overshoot::add_jump(double jump) {
  extreme += jump;
  sum += std::abs(jump);
  squares += jump * jump;
}

void Sprt::add_pair(int half_points) {
  assert(half_points >= 0 && half_points <= 4 && verdict_ == SprtVerdict::open);
  ++counts_.pairs[static_cast<std::size_t>(half_points)];
  ratio_ = tournament::log_likelihood_ratio(Sample(counts_), terms_);
  if (ratio_ < below_.extreme) below_.add_jump(ratio_ - below_.extreme);
  if (ratio_ > above_.extreme) above_.add_jump(ratio_ - above_.extreme);
  const auto [low, high] = bounds();
  if (ratio_ < low) verdict_ = SprtVerdict::accept_elo0;
  if (ratio_ > high) verdict_ = SprtVerdict::accept_elo1;
}

SprtBounds Sprt::bounds() const {
  const auto [low, high] = bounds_of(terms_);
  return {.low = low + below_.expected(), .high = high - above_.expected()};
}

// The forecast treats the log-likelihood ratio as a Brownian motion between the bounds.
SprtForecast forecast(const SprtTerms& terms, double elo) {
  assert(terms.scale == EloScale::normalised);
  const auto a_pair = [](double difference) { return std::numbers::sqrt2 * difference / kNormalisedElo; };
  const double step = a_pair(terms.elo1) - a_pair(terms.elo0);
  const double drift = step * (a_pair(elo) - (a_pair(terms.elo0) + a_pair(terms.elo1)) / 2);
  const double variance = step * step;
  const auto [low, high] = bounds_of(terms);
  const double pull = 2 * drift / variance;
  constexpr double kMinPull = 1e-6;  // below it the general formula loses its digits
  if (std::abs(pull) * (high - low) < kMinPull) {
    return {.accepts_elo1 = -low / (high - low), .pairs = -low * high / variance};
  }
  // This is (1 - e^-pull*low) / (e^-pull*high - e^-pull*low), written so that nothing overflows.
  const double accepts = pull > 0 ? std::expm1(pull * low) / std::expm1(pull * (low - high))
                                  : std::exp(pull * high) * std::expm1(-pull * low) / std::expm1(pull * (high - low));
  return {.accepts_elo1 = accepts, .pairs = (high * accepts + low * (1 - accepts)) / drift};
}

}  // namespace rensa::tournament
