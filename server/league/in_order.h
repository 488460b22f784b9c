#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace rensa::league {

// Gives back in the order of their numbers, from 0, what comes in any order: nothing before all that is before it.
template <typename Result>
class InOrder {
 public:
  // Once for each number.
  void put(std::size_t number, Result result) { waiting_.emplace(number, std::move(result)); }

  // nullopt: the next one has not come yet.
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

}  // namespace rensa::league
