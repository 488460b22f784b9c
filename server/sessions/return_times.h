#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "server/base/types.h"

namespace rensa::sessions {

// The times at which refused clients shall come back, so that they do not all come at once again. All payers with
// waiting clients take turns. So a payer with many clients that wait does not delay those of the others. Has no clock.
class ReturnTimes {
 public:
  static constexpr std::chrono::seconds kLongestWait{60};

  // Returns the time at which the next client of this payer shall come back. `per_second`: how many clients may come.
  base::Time next(const std::string& payer, double per_second, base::Time now);
  std::size_t waiting_payer_count() const { return last_times_.size(); }

 private:
  void remove_payers_until(base::Time now);

  base::Time next_first_;                                  // for the first client of a payer that does not wait yet
  std::map<std::string, base::Time> last_times_;           // of the payers that wait
  std::set<std::pair<base::Time, std::string>> earliest_;  // the same, sorted by time
};

}  // namespace rensa::sessions
