#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace rensa::sessions {

// A bucket of tokens that payers share. A payer may take further tokens while it has taken fewer than are free. Of the
// free tokens, a part is kept for payers that have taken none, and does not count. So a payer that is alone takes three
// eighths of the bucket at once, and one that comes later finds a token.
// Tokens that come back are divided equally between the payers that have taken some. So one that is alone gets all of
// them in the long run, and payers that take as many as they can get equal parts.
class SharedBucket {
 public:
  static constexpr double kReserve = 0.25;  // the part for payers that have taken none

  explicit SharedBucket(double capacity) : capacity_(capacity) {}

  // Returns true if the payer may take a token now, and takes it.
  bool take(const std::string& payer);
  // Gives tokens back. Returns those that did not fit.
  double refill(double tokens);

  double free_tokens() const { return capacity_ - taken_; }
  // Returns the tokens that the payer has taken and that have not come back.
  double taken_by(const std::string& payer) const;
  // Returns the number of payers that have taken tokens.
  std::size_t payer_count() const { return full_levels_.size(); }

 private:
  // Removes the payer with the lowest level.
  void remove_first_payer();

  double capacity_;
  double taken_ = 0;  // the sum for all payers
  // The number of tokens that have come back for each payer that was there all the time. If all tokens of a
  // payer have come back when the level is x, its level is x.
  double level_ = 0;
  std::unordered_map<std::string, double> full_levels_;
  std::set<std::pair<double, std::string>> lowest_levels_;  // the same, sorted by level
};

}  // namespace rensa::sessions
