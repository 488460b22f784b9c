#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/record.h"
#include "server/base/lifetime.h"
#include "server/storage/tournaments.h"
#include "server/tournament/journal/event.h"
#include "server/tournament/journal/journal_text.h"

namespace rensa::live_tournaments {

// The places of the lines in a journal, so that any part of it can be read.
class JournalIndex {
 public:
  // Adds whole lines of a journal behind those before.
  void add(std::string_view lines);
  std::uint64_t line_count() const { return lines_; }
  std::uint64_t bytes() const { return bytes_; }
  // Returns a part of the journal that has these lines, and some lines before and behind them. Precondition:
  // begin < end <= line_count().
  struct Part {
    storage::ByteRange range;
    std::uint64_t first_line = 0;
    std::uint64_t check_before = 0;  // the checksum of the line before, by which are_next_journal_lines() checks these
  };
  Part part_with(std::uint64_t begin, std::uint64_t end) const;

 private:
  struct Place {
    std::uint64_t begin = 0;
    std::uint64_t check_before = 0;
  };
  std::vector<Place> places_;  // of every 64th line
  std::uint64_t last_check_ = 0;
  std::uint64_t lines_ = 0;
  std::uint64_t bytes_ = 0;
};

// A finished game. Its record is not encoded yet.
struct PlayedGame {
  std::string name;
  record::Record record;
  std::array<std::string, 2> outputs;  // of its programs, by seat
};

// Gives the events and games of a tournament to its store, in the order of the calls. One batch is on its way at a
// time. Events that come meanwhile are the next batch, so that a slow disk is waited for less often. A batch that fails
// is given to the store again until it succeeds. All calls are on the thread of the event loop; batches are encoded on
// another one.
class JournalWriter {
 public:
  struct Parts {
    std::string tournament;
    storage::Tournaments& store;
    std::function<void(std::function<void()>)> run_in_background;  // runs one function after another
    std::function<void(std::chrono::milliseconds, std::function<void()>)> post_later;
    // Is called after each failure. A batch that is refused is never written, nor is anything after it; the callbacks
    // of sync() are still called.
    std::function<void(const storage::StoreError&)> failed;
    std::function<void()> recovered;  // is called after the first success after a failure
  };
  // `journal` is the content of the journal; `plan` is the digest that is its first line if it is empty.
  JournalWriter(Parts parts, const tournament::ParsedJournal& journal, std::string_view text, std::uint64_t plan);
  // Gives what remains to the store, but does not try again.
  ~JournalWriter();
  JournalWriter(const JournalWriter&) = delete;
  JournalWriter& operator=(const JournalWriter&) = delete;

  // Both are written with the next sync(). A game is on disk before later events are.
  void write(const tournament::Event& event);
  void write(PlayedGame game);
  // Calls `done` when all that was written before is on disk.
  void sync(std::function<void()> done);

  // The lines that are on disk.
  const JournalIndex& index() const { return index_; }

 private:
  struct Batch {
    std::vector<tournament::Event> events;
    std::vector<PlayedGame> games;
    std::vector<std::function<void()>> waiting;  // for it to be on disk
    storage::JournalAppend append;               // set once it is encoded
  };
  // Is used in the background only.
  struct Encoder {
    tournament::JournalEncoder lines;
    std::uint64_t bytes = 0;  // of the journal with all batches so far
  };

  void send_next();
  static void encode(Batch& batch, Encoder& encoder);
  void give_to_store(const std::shared_ptr<Batch>& batch);
  void on_answer(const std::shared_ptr<Batch>& batch, const storage::StoreResult<storage::Success>& answer);
  void finish(Batch& batch);

  const Parts parts_;
  const std::shared_ptr<Encoder> encoder_;
  JournalIndex index_;
  std::shared_ptr<Batch> next_ = std::make_shared<Batch>();
  std::shared_ptr<Batch> on_its_way_;  // null: none
  bool is_failing_ = false;            // the last answer was an error
  bool is_refused_ = false;
  base::Lifetime lifetime_;
};

}  // namespace rensa::live_tournaments
