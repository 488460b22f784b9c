#include "server/live_tournaments/keyed_starts.h"

#include <utility>

namespace rensa::live_tournaments {

namespace {

constexpr std::size_t kMaxStartedKeys = 1'000;

std::size_t hash_of(const std::string& request) { return std::hash<std::string>()(request); }

}  // namespace

std::variant<std::monostate, std::string, Refusal> KeyedStarts::find(const std::string& key,
                                                                     const std::string& request) const {
  const auto start = starts_.find(key);
  if (key.empty() || start == starts_.end()) return std::monostate();
  if (start->second.request_hash != hash_of(request)) {
    return conflict(start->second.name
                        ? "the tournament " + *start->second.name +
                              " was created by an earlier request with this key, which was another one"
                        : "an earlier request with this key, which was another one, is being carried out");
  }
  if (start->second.name) return *start->second.name;
  return std::monostate();
}

KeyedStarts::Answer KeyedStarts::begin(const std::string& key, const std::string& request, const Answer& answer) {
  if (key.empty()) return answer;
  const auto [start, is_new] =
      starts_.try_emplace(key, Start{.request_hash = hash_of(request), .name = {}, .waiting = {}});
  start->second.waiting.push_back(answer);
  if (!is_new) return nullptr;
  return lifetime_.guard([this, key](const std::variant<std::string, Refusal>& started) { finish(key, started); });
}

void KeyedStarts::forget(const std::string& tournament) {
  std::erase_if(started_keys_, [&](const std::string& key) { return starts_.at(key).name == tournament; });
  std::erase_if(starts_, [&](const auto& entry) { return entry.second.name == tournament; });
}

void KeyedStarts::finish(const std::string& key, const std::variant<std::string, Refusal>& started) {
  Start& start = starts_.at(key);
  const std::vector<Answer> waiting = std::exchange(start.waiting, {});
  if (const auto* name = std::get_if<std::string>(&started)) {
    start.name = *name;
    started_keys_.push_back(key);
    if (started_keys_.size() > kMaxStartedKeys) {
      starts_.erase(started_keys_.front());
      started_keys_.pop_front();
    }
  } else {
    starts_.erase(key);
  }
  for (const Answer& answer : waiting) answer(started);
}

}  // namespace rensa::live_tournaments
