#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "server/storage/tournaments.h"

namespace rensa::storage {

// Tournaments in memory, for tests. The same tests check them and the folders of tournaments. Each operation is carried
// out within its call, and its answer is given to the executor.
class MemoryTournaments final : public Tournaments {
 public:
  explicit MemoryTournaments(Executor executor) : executor_(std::move(executor)) {}

  void list_tournaments(Completion<std::vector<std::string>> done) override;
  void create_tournament(NewTournament tournament, Completion<bool> done) override;
  void open_tournament(const std::string& name, Completion<std::optional<OpenTournament>> done) override;
  void append_to_journal(const std::string& name, JournalAppend append, Completion<Success> done) override;
  void read_journal(const std::string& name, ByteRange range, Completion<std::string> done) override;
  void read_game(const std::string& name, const std::string& game,
                 Completion<std::optional<std::vector<std::uint8_t>>> done) override;
  void set_paused(const std::string& name, bool is_paused, Completion<Success> done) override;
  void remove_tournament(const std::string& name, Completion<Success> done) override;
  void check_files(Completion<std::vector<LostTournament>> done) override;

 private:
  struct Tournament {
    std::string plan;
    TournamentMarks marks;
    std::string journal;
    std::map<std::string, TournamentGame> games;
  };

  template <typename Value, typename Act>
  void answer(Completion<Value> done, Act act);
  // The answer is an error if there is no such tournament.
  template <typename Value, typename Act>
  void answer_of(const std::string& name, Completion<Value> done, Act act);

  const Executor executor_;
  std::mutex mutex_;  // not held while the executor is called
  std::map<std::string, Tournament> tournaments_;
};

}  // namespace rensa::storage
