#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "server/storage/store.h"

namespace rensa::storage::test {

// A store in front of another one, which answers late, in another order, or with failures. Whole servers can be made
// with it, too.

enum class Failure : std::uint8_t {
  none,
  before,  // the operation is not carried out
  after,   // it is carried out, but the answer is lost
};

struct Interceptor {
  // Is called for each operation with its name, such as "save_game".
  std::function<Failure(const std::string& operation)> failure = [](const std::string&) { return Failure::none; };
  // Is given each answer, and has to run it exactly once on the thread of the loop, not within the call.
  std::function<void(std::function<void()> answer)> deliver;
  std::string error = "The disk is on fire.";
};

class InterceptedStore final : public Store {
 public:
  // `interceptor` outlives it.
  InterceptedStore(std::unique_ptr<Store> store, const Interceptor& interceptor)
      : interceptor_(interceptor), store_(std::move(store)) {}

  Store& store() { return *store_; }

  void create_token(const std::string& name, Role role, Completion<std::string> done) override {
    pass<std::string>("create_token", std::move(done),
                      [&](auto answer) { store_->create_token(name, role, std::move(answer)); });
  }
  void find_token(const std::string& text, Completion<std::optional<TokenRow>> done) override {
    pass<std::optional<TokenRow>>("find_token", std::move(done),
                                  [&](auto answer) { store_->find_token(text, std::move(answer)); });
  }
  void list_tokens_since(std::uint64_t version, Completion<std::optional<TokenList>> done) override {
    pass<std::optional<TokenList>>("list_tokens_since", std::move(done),
                                   [&](auto answer) { store_->list_tokens_since(version, std::move(answer)); });
  }
  void revoke_token(std::int64_t id, Completion<bool> done) override {
    pass<bool>("revoke_token", std::move(done), [&](auto answer) { store_->revoke_token(id, std::move(answer)); });
  }
  void save_game(GameToSave game, Completion<std::uint64_t> done) override {
    pass<std::uint64_t>("save_game", std::move(done),
                        [&](auto answer) { store_->save_game(std::move(game), std::move(answer)); });
  }
  void list_games(const GamesQuery& query, Completion<std::vector<GameRow>> done) override {
    pass<std::vector<GameRow>>("list_games", std::move(done),
                               [&](auto answer) { store_->list_games(query, std::move(answer)); });
  }
  void list_games_of_match(std::uint64_t match, Completion<std::vector<GameRow>> done) override {
    pass<std::vector<GameRow>>("list_games_of_match", std::move(done),
                               [&](auto answer) { store_->list_games_of_match(match, std::move(answer)); });
  }
  void find_game(std::uint64_t record, Completion<std::optional<GameRow>> done) override {
    pass<std::optional<GameRow>>("find_game", std::move(done),
                                 [&](auto answer) { store_->find_game(record, std::move(answer)); });
  }
  void read_record(std::uint64_t record, Completion<std::optional<std::vector<std::uint8_t>>> done) override {
    pass<std::optional<std::vector<std::uint8_t>>>(
        "read_record", std::move(done), [&](auto answer) { store_->read_record(record, std::move(answer)); });
  }
  void reserve_ids(IdKind kind, std::uint64_t count, Completion<IdBlock> done) override {
    pass<IdBlock>("reserve_ids", std::move(done),
                  [&](auto answer) { store_->reserve_ids(kind, count, std::move(answer)); });
  }

 private:
  template <typename Value, typename Call>
  void pass(const std::string& operation, Completion<Value> done, Call call) {
    const Failure failure = interceptor_.failure(operation);
    const StoreError error{.message = interceptor_.error};
    if (failure == Failure::before) return interceptor_.deliver([done, error] { done(error); });
    call([&interceptor = interceptor_, done, failure, error](StoreResult<Value> answer) {
      interceptor.deliver(
          [done, answer = failure == Failure::after ? StoreResult<Value>(error) : std::move(answer)] { done(answer); });
    });
  }

  const Interceptor& interceptor_;
  const std::unique_ptr<Store> store_;
};

}  // namespace rensa::storage::test
