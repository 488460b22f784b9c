#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

namespace rensa::lobby {

// Divides the capacity for matches between their payers: addresses, accounts, and the tournaments together. Each seat
// has a payer. While less than the limit is used, every payer may take more. Beyond it, an eighth more is kept for
// payers that have less than their equal part, so that early payers do not keep out later ones.
class Capacity {
 public:
  void add_seat(const std::string& payer);
  void remove_seat(const std::string& payer);
  // Returns true if the payer may take more. `used`: the part of the limit that is used then; 1: all of it.
  bool may_take_more(const std::string& payer, double used) const;

  std::size_t seats_of(const std::string& payer) const;
  std::size_t payer_count() const { return seats_.size(); }

 private:
  std::size_t total_ = 0;
  std::unordered_map<std::string, std::size_t> seats_;  // none is zero
};

}  // namespace rensa::lobby
