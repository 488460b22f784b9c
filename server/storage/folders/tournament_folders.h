#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/base/descriptor.h"
#include "server/base/task_thread.h"
#include "server/storage/file_identity.h"
#include "server/storage/tournaments.h"

namespace rensa::storage {

// The names of the files in the folder of a tournament. docs/tournaments.md tells people about them.
std::filesystem::path plan_file_in(const std::filesystem::path& folder);
std::filesystem::path journal_file_in(const std::filesystem::path& folder);
std::filesystem::path record_file_in(const std::filesystem::path& folder, const std::string& game);

// The folder of a tournament while it is being removed. A crash can leave it, with a part of its files.
inline constexpr const char* kRemovedFolder = ".removed";

// Returns the number of games at a time. Throws StoreException if the file of it has something else.
int jobs_in(const std::filesystem::path& folder);
// Returns a sentence if the folder has records of games and no line of a journal. If the tournament began from there,
// all its games would be played again.
std::optional<std::string> why_journal_is_lost(const std::filesystem::path& folder);

// Tournaments as files: each has a folder below one folder, with the name of the tournament. `rensa tournament` uses
// the same folders. One thread writes, and one thread reads, so that neither waits for the other. The destructor
// finishes all operations and posts their answers.
class TournamentFolders final : public Tournaments {
 public:
  // The folder may be missing; the first tournament makes it.
  TournamentFolders(std::filesystem::path folder, Executor executor);
  ~TournamentFolders() override;

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
  // A journal that is open for writing, with its lock.
  class Journal {
   public:
    explicit Journal(const std::filesystem::path& file);

    std::uint64_t size() const;
    // Writes the text at this place, as the end of the file, and syncs it.
    void end_with(std::uint64_t from, const std::string& text) const;
    void sync() const;
    // Returns a sentence if the file was removed or replaced.
    std::optional<std::string> why_lost() const;
    // Throws StoreException if the file was removed or replaced.
    void require_file() const;

   private:
    [[noreturn]] void fail(int error) const;

    const std::filesystem::path file_;
    const base::Descriptor descriptor_;
    std::optional<FileIdentity> identity_;  // set in the constructor
  };

  // The answer is an error if the name cannot be one of a tournament.
  template <typename Value, typename Act>
  void run_in(base::TaskThread& thread, const std::string& name, Completion<Value> done, Act act);

  const std::filesystem::path folder_;
  const Executor executor_;
  std::map<std::string, Journal> journals_;  // of the writer thread
  base::TaskThread writer_;
  base::TaskThread reader_;
};

}  // namespace rensa::storage
