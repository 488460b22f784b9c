#include "server/storage/memory/memory_tournaments.h"

#include <algorithm>
#include <optional>

namespace rensa::storage {

template <typename Value, typename Act>
void MemoryTournaments::answer(Completion<Value> done, Act act) {
  std::unique_lock lock(mutex_);
  StoreResult<Value> result = act();
  lock.unlock();
  executor_([done = std::move(done), result = std::move(result)]() mutable { done(std::move(result)); });
}

template <typename Value, typename Act>
void MemoryTournaments::answer_of(const std::string& name, Completion<Value> done, Act act) {
  answer<Value>(std::move(done), [&]() -> StoreResult<Value> {
    const auto found = tournaments_.find(name);
    if (found == tournaments_.end()) return unknown_tournament(name);
    return act(found->second);
  });
}

void MemoryTournaments::list_tournaments(Completion<std::vector<std::string>> done) {
  answer<std::vector<std::string>>(std::move(done), [this] {
    std::vector<std::string> names;
    for (const auto& [name, tournament] : tournaments_) names.push_back(name);
    return names;
  });
}

void MemoryTournaments::create_tournament(NewTournament tournament, Completion<bool> done) {
  answer<bool>(std::move(done), [&]() -> StoreResult<bool> {
    if (!is_storable_name(tournament.name)) return unstorable_name(tournament.name);
    return tournaments_
        .try_emplace(
            tournament.name,
            Tournament{.plan = std::move(tournament.plan), .marks = tournament.marks, .journal = {}, .games = {}})
        .second;
  });
}

void MemoryTournaments::open_tournament(const std::string& name, Completion<std::optional<OpenTournament>> done) {
  answer<std::optional<OpenTournament>>(std::move(done), [&]() -> std::optional<OpenTournament> {
    const auto found = tournaments_.find(name);
    if (found == tournaments_.end()) return std::nullopt;
    const Tournament& tournament = found->second;
    return OpenTournament{.plan = tournament.plan,
                          .marks = tournament.marks,
                          .journal = tournament.journal,
                          .output_folder = {},
                          .outputs = 0};
  });
}

void MemoryTournaments::append_to_journal(const std::string& name, JournalAppend append, Completion<Success> done) {
  answer_of<Success>(name, std::move(done), [&](Tournament& tournament) -> StoreResult<Success> {
    for (const TournamentGame& game : append.games) {
      if (!is_storable_name(game.name)) return unstorable_name(game.name);
    }
    if (tournament.journal.size() < append.from) return journal_too_short(name);
    for (TournamentGame& game : append.games) tournament.games[game.name] = std::move(game);
    tournament.journal.resize(append.from);
    tournament.journal += append.lines;
    return Success{};
  });
}

void MemoryTournaments::read_journal(const std::string& name, ByteRange range, Completion<std::string> done) {
  answer_of<std::string>(name, std::move(done), [&](const Tournament& tournament) {
    const std::uint64_t size = tournament.journal.size();
    const std::uint64_t begin = std::min(range.begin, size);
    return tournament.journal.substr(begin, std::max(begin, std::min(range.end, size)) - begin);
  });
}

void MemoryTournaments::read_game(const std::string& name, const std::string& game,
                                  Completion<std::optional<std::vector<std::uint8_t>>> done) {
  answer_of<std::optional<std::vector<std::uint8_t>>>(
      name, std::move(done), [&](const Tournament& tournament) -> std::optional<std::vector<std::uint8_t>> {
        const auto found = tournament.games.find(game);
        return found == tournament.games.end() ? std::nullopt : std::optional(found->second.record);
      });
}

void MemoryTournaments::set_paused(const std::string& name, bool is_paused, Completion<Success> done) {
  answer_of<Success>(name, std::move(done), [&](Tournament& tournament) {
    tournament.marks.is_paused = is_paused;
    return Success{};
  });
}

void MemoryTournaments::remove_tournament(const std::string& name, Completion<Success> done) {
  answer<Success>(std::move(done), [&]() -> StoreResult<Success> {
    if (!is_storable_name(name)) return unstorable_name(name);
    tournaments_.erase(name);
    return Success{};
  });
}

void MemoryTournaments::check_files(Completion<std::vector<LostTournament>> done) {
  answer<std::vector<LostTournament>>(std::move(done), [] { return std::vector<LostTournament>(); });
}

}  // namespace rensa::storage
