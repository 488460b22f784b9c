#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "server/storage/bots.h"

namespace rensa::submissions::test {

// A store of bots in memory, which outlives the server that uses it. Its answers come through the executor, or when the
// test lets them come.
class MemoryBots final : public storage::Bots {
 public:
  explicit MemoryBots(storage::Executor executor) : executor_(std::move(executor)) {}

  void list_bots(storage::Completion<std::vector<storage::StoredBot>> done) override {
    std::vector<storage::StoredBot> bots;
    for (const auto& [name, state] : states) {
      bots.push_back({.name = name, .state = state});
      for (const auto& [bot, number] : versions) {
        if (bot == name) bots.back().versions.push_back(number);
      }
    }
    answer(std::move(done), std::move(bots));
  }
  void add_version(storage::NewBotVersion version, storage::Completion<storage::Success> done) override {
    if (!is_failing) {
      states[version.bot] = version.state;
      versions.insert({version.bot, version.version});
      last_added = version;
    }
    if (!holds_added_versions) return answer(std::move(done), storage::Success{});
    held_answers.push_back([this, done = std::move(done)]() mutable { answer(std::move(done), storage::Success{}); });
  }
  void set_state(storage::StoredBot bot, storage::Completion<storage::Success> done) override {
    if (!is_failing) states[bot.name] = bot.state;
    answer(std::move(done), storage::Success{});
  }
  void remove_versions(const std::string& bot, const std::vector<int>& numbers,
                       storage::Completion<storage::Success> done) override {
    for (const int number : numbers) versions.erase({bot, number});
    answer(std::move(done), storage::Success{});
  }

  std::map<std::string, std::string> states;
  std::set<std::pair<std::string, int>> versions;  // that have files
  storage::NewBotVersion last_added;
  bool is_failing = false;
  bool holds_added_versions = false;
  std::vector<std::function<void()>> held_answers;

 private:
  template <typename Value>
  void answer(storage::Completion<Value> done, Value value) {
    const storage::StoreResult<Value> result =
        is_failing ? storage::StoreResult<Value>(storage::StoreError{.message = "The disk is full."})
                   : storage::StoreResult<Value>(std::move(value));
    executor_([done = std::move(done), result] { done(result); });
  }

  const storage::Executor executor_;
};

}  // namespace rensa::submissions::test
