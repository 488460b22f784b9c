#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/storage/completion.h"

namespace rensa::storage {

// The contract for tournaments: their plans, journals, records and marks. A store keeps texts and bytes;
// server/tournament knows their meaning.

// The settings of the organiser for a tournament, apart from its plan.
struct TournamentMarks {
  int jobs = 1;                // games at a time
  std::int64_t organiser = 0;  // the account of the organiser who has started it; 0: an administrator
  bool is_paused = false;

  bool operator==(const TournamentMarks&) const = default;
};

struct NewTournament {
  std::string name;
  std::string plan;
  TournamentMarks marks;
};

struct OpenTournament {
  std::string plan;
  TournamentMarks marks;
  std::string journal;        // it may end with an unfinished line
  std::string output_folder;  // for the output of the programs that play; empty: the store has no such folder
  std::uint64_t outputs = 0;  // the number of files in this folder
};

// A finished game of a tournament.
struct TournamentGame {
  std::string name;
  std::vector<std::uint8_t> record;
  std::array<std::string, 2> outputs;  // of its programs, by seat; an empty one is not kept
};

struct JournalAppend {
  std::vector<TournamentGame> games;
  std::uint64_t from = 0;  // the number of bytes of the journal before these lines
  std::string lines;
};

// An open tournament whose journal is not the file at its path any more, so that the next start would not find what is
// written to it.
struct LostTournament {
  std::string name;
  std::string why;

  bool operator==(const LostTournament&) const = default;
};

struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// All calls return at once and may be made from any thread. Each change is on disk before its answer comes. A change
// that has failed may have been carried out, or a part of it; the same call again completes it.
class Tournaments {
 public:
  virtual ~Tournaments() = default;

  // The answer is the names of all tournaments, in rising order, also of those that cannot be opened because a part of
  // them is lost.
  virtual void list_tournaments(Completion<std::vector<std::string>> done) = 0;
  // The answer is false if the name is taken. After an error the name may be taken.
  virtual void create_tournament(NewTournament tournament, Completion<bool> done) = 0;
  // From the answer on, no other process can open the tournament until this store is destroyed. A tournament that is in
  // use by another process is refused, and so is one that has lost its plan, or its journal after games were kept. All
  // that the answer contains is on disk. The answer is nullopt if there is no such tournament.
  virtual void open_tournament(const std::string& name, Completion<std::optional<OpenTournament>> done) = 0;
  // Keeps the games, and then writes the lines so that the journal ends with them. All games are on disk before any of
  // the lines is. Lines that an earlier try has left behind `from` are replaced. A journal that is shorter than `from`
  // is refused. Precondition: the tournament is open, and each call of it waits for the answer of the one before.
  virtual void append_to_journal(const std::string& name, JournalAppend append, Completion<Success> done) = 0;
  // The answer is this part of the journal, without what is behind its end.
  virtual void read_journal(const std::string& name, ByteRange range, Completion<std::string> done) = 0;
  // The answer is nullopt if there is no such game.
  virtual void read_game(const std::string& name, const std::string& game,
                         Completion<std::optional<std::vector<std::uint8_t>>> done) = 0;
  virtual void set_paused(const std::string& name, bool is_paused, Completion<Success> done) = 0;
  // Removes all that the store has of a tournament, and its name is free. It succeeds if there is no such tournament.
  virtual void remove_tournament(const std::string& name, Completion<Success> done) = 0;
  // The answer is the open tournaments whose files were removed or replaced, in rising order of their names. No change
  // of such a tournament succeeds until its files are back.
  virtual void check_files(Completion<std::vector<LostTournament>> done) = 0;
};

// For implementations. A name must be able to name a file, so it has no slash.
bool is_storable_name(std::string_view name);
StoreError unstorable_name(const std::string& name);
StoreError unknown_tournament(const std::string& name);
StoreError journal_too_short(const std::string& name);

}  // namespace rensa::storage
