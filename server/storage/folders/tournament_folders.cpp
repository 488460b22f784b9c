#include "server/storage/folders/tournament_folders.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "server/base/atomic_file.h"
#include "server/base/kept_size.h"
#include "server/storage/folders/disk_task.h"

namespace rensa::storage {

namespace fs = std::filesystem;

fs::path plan_file_in(const fs::path& folder) { return folder / "plan.json"; }

fs::path journal_file_in(const fs::path& folder) { return folder / "journal.jsonl"; }

fs::path record_file_in(const fs::path& folder, const std::string& game) {
  return folder / "games" / (game + ".rensa");
}

namespace {

constexpr const char* kOutputEndings[] = {".one.log", ".two.log"};

fs::path output_file_in(const fs::path& folder, const std::string& game, std::size_t seat) {
  return folder / "games" / (game + kOutputEndings[seat]);
}

fs::path jobs_file_in(const fs::path& folder) { return folder / "jobs"; }

fs::path organiser_file_in(const fs::path& folder) { return folder / "organiser"; }

fs::path pause_file_in(const fs::path& folder) { return folder / "paused"; }

fs::path output_folder_in(const fs::path& folder) { return folder / "logs"; }

StoreException refused(const std::string& message) { return StoreException(message, StoreError::Kind::refused); }

std::uint64_t count_files_in(const fs::path& folder) {
  return static_cast<std::uint64_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

bool create_folder(const fs::path& folder, const NewTournament& tournament) {
  base::make_private_folder(folder.parent_path());  // the plan has the seed, which is secret until the end
  if (!fs::create_directory(folder)) return false;
  fs::create_directory(folder / "games");
  base::write_file_atomically(jobs_file_in(folder), std::to_string(tournament.marks.jobs));
  if (tournament.marks.organiser != 0) {
    base::write_file_atomically(organiser_file_in(folder), std::to_string(tournament.marks.organiser));
  }
  if (tournament.marks.is_paused) base::write_file_atomically(pause_file_in(folder), std::string());
  // A folder without this file is no tournament.
  base::write_file_atomically(plan_file_in(folder), tournament.plan);
  base::sync_folder(folder.parent_path());
  return true;
}

void write_game(const fs::path& folder, const TournamentGame& game) {
  for (std::size_t seat = 0; seat < game.outputs.size(); ++seat) {
    if (!game.outputs[seat].empty()) {
      base::write_file_keeping_earlier(output_file_in(folder, game.name, seat), game.outputs[seat]);
    }
  }
  base::write_file_keeping_earlier(record_file_in(folder, game.name), game.record);
}

bool has_records(const fs::path& folder) {
  const fs::path games = folder / "games";
  if (!fs::is_directory(games)) return false;
  return std::any_of(fs::directory_iterator(games), fs::directory_iterator(),
                     [](const fs::directory_entry& entry) { return entry.path().extension() == ".rensa"; });
}

bool has_line(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return std::find(std::istreambuf_iterator<char>(in), {}, '\n') != std::istreambuf_iterator<char>();
}

// Returns true if games of a tournament may have been played here. The creation of a tournament that was interrupted
// leaves a folder without any.
bool has_been_played(const fs::path& folder) {
  return fs::exists(journal_file_in(folder)) || fs::exists(base::kept_size_file_of(journal_file_in(folder))) ||
         has_records(folder);
}

bool is_tournament(const fs::path& folder) { return fs::exists(plan_file_in(folder)) || has_been_played(folder); }

std::string read_part(const fs::path& file, ByteRange range) {
  const std::uint64_t size = fs::file_size(file);
  const std::uint64_t begin = std::min(range.begin, size);
  std::string text(std::max(begin, std::min(range.end, size)) - begin, '\0');
  std::ifstream in(file, std::ios::binary);
  if (!in) throw StoreException(file.string() + ": " + std::strerror(errno));
  in.seekg(static_cast<std::streamoff>(begin));
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad()) throw StoreException(file.string() + ": it cannot be read");
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

// Returns nullopt if there is no such file. Throws StoreException unless it has a number from 1 on. `meaning` says what
// it is.
template <typename Number = int>
std::optional<Number> number_in(const fs::path& file, const char* meaning) {
  if (!fs::exists(file)) return std::nullopt;
  std::string text = base::read_text_file(file);
  if (text.ends_with('\n')) text.pop_back();
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && behind == end && number >= 1) return number;
  throw refused(file.string() + ": a whole number from 1 on is expected, " + meaning);
}

std::int64_t organiser_in(const fs::path& folder) {
  return number_in<std::int64_t>(organiser_file_in(folder), "the account of the organiser").value_or(0);
}

}  // namespace

int jobs_in(const fs::path& folder) { return number_in(jobs_file_in(folder), "the games at a time").value_or(1); }

std::optional<std::string> why_journal_is_lost(const fs::path& folder) {
  const fs::path journal = journal_file_in(folder);
  if (!has_records(folder) || has_line(journal)) return std::nullopt;
  return journal.string() + (fs::exists(journal) ? ": it is empty" : ": it is missing") +
         ", but the folder has records of games. Restore it, or move the folder away to play the tournament again";
}

TournamentFolders::Journal::Journal(const fs::path& file)
    : file_(file), descriptor_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (!descriptor_.is_open()) fail(errno);
  if (flock(descriptor_.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) throw refused(file.string() + ": another program runs this tournament");
    fail(errno);
  }
  if (const auto why = base::why_cut(file)) throw refused(*why);
  identity_.emplace(file_, descriptor_.number());
}

std::optional<std::string> TournamentFolders::Journal::why_lost() const { return identity_->why_lost(); }

void TournamentFolders::Journal::require_file() const { identity_->check(); }

std::uint64_t TournamentFolders::Journal::size() const {
  struct stat status{};
  if (fstat(descriptor_.number(), &status) != 0) fail(errno);
  return static_cast<std::uint64_t>(status.st_size);
}

void TournamentFolders::Journal::end_with(std::uint64_t from, const std::string& text) const {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count =
        pwrite(descriptor_.number(), text.data() + done, text.size() - done, static_cast<off_t>(from + done));
    if (count < 0 && errno != EINTR) fail(errno);
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  const std::uint64_t end = from + text.size();
  if (size() > end) {
    base::keep_size(file_, from);  // a crash must not leave a journal that is shorter than its kept size
    if (ftruncate(descriptor_.number(), static_cast<off_t>(end)) != 0) fail(errno);
  }
  sync();
  const std::size_t whole_lines = text.rfind('\n') + 1;  // 0 if there is none
  base::keep_size(file_, from + whole_lines);
}

void TournamentFolders::Journal::sync() const {
  if (fdatasync(descriptor_.number()) != 0) fail(errno);
}

void TournamentFolders::Journal::fail(int error) const {
  throw StoreException(file_.string() + ": " + std::strerror(error));
}

TournamentFolders::TournamentFolders(fs::path folder, Executor executor)
    : folder_(std::move(folder)), executor_(std::move(executor)) {}

TournamentFolders::~TournamentFolders() {
  writer_.finish();
  reader_.finish();
}

template <typename Value, typename Act>
void TournamentFolders::run_in(base::TaskThread& thread, const std::string& name, Completion<Value> done, Act act) {
  run_on_disk<Value>(thread, executor_, std::move(done), [this, name, act = std::move(act)]() -> StoreResult<Value> {
    if (!is_storable_name(name)) return unstorable_name(name);
    return act(folder_ / name);
  });
}

void TournamentFolders::list_tournaments(Completion<std::vector<std::string>> done) {
  run_on_disk<std::vector<std::string>>(reader_, executor_, std::move(done), [this] {
    std::vector<std::string> names;
    if (!fs::exists(folder_)) return names;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      const std::string name = entry.path().filename().string();
      if (is_storable_name(name) && name != kRemovedFolder && is_tournament(entry.path())) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
  });
}

void TournamentFolders::create_tournament(NewTournament tournament, Completion<bool> done) {
  const std::string name = tournament.name;
  run_in<bool>(writer_, name, std::move(done), [tournament = std::move(tournament)](const fs::path& folder) {
    return create_folder(folder, tournament);
  });
}

void TournamentFolders::open_tournament(const std::string& name, Completion<std::optional<OpenTournament>> done) {
  run_in<std::optional<OpenTournament>>(
      writer_, name, std::move(done), [this, name](const fs::path& folder) -> std::optional<OpenTournament> {
        if (!is_tournament(folder)) return std::nullopt;
        if (!fs::exists(plan_file_in(folder))) {
          throw refused(plan_file_in(folder).string() + ": it is missing. Restore it, or move the folder away");
        }
        if (const auto why = why_journal_is_lost(folder)) throw refused(*why);
        fs::create_directories(folder / "games");
        fs::create_directories(output_folder_in(folder));
        const Journal& journal = journals_.try_emplace(name, journal_file_in(folder)).first->second;
        // An earlier process may have ended before all its lines were on disk.
        journal.sync();
        return OpenTournament{.plan = base::read_text_file(plan_file_in(folder)),
                              .marks = {.jobs = jobs_in(folder),
                                        .organiser = organiser_in(folder),
                                        .is_paused = fs::exists(pause_file_in(folder))},
                              .journal = base::read_text_file(journal_file_in(folder)),
                              .output_folder = output_folder_in(folder).string(),
                              .outputs = count_files_in(output_folder_in(folder))};
      });
}

void TournamentFolders::append_to_journal(const std::string& name, JournalAppend append, Completion<Success> done) {
  run_in<Success>(writer_, name, std::move(done),
                  [this, name, append = std::move(append)](const fs::path& folder) -> StoreResult<Success> {
                    const auto journal = journals_.find(name);
                    if (journal == journals_.end()) return unknown_tournament(name);
                    for (const TournamentGame& game : append.games) {
                      if (!is_storable_name(game.name)) return unstorable_name(game.name);
                    }
                    journal->second.require_file();
                    if (journal->second.size() < append.from) return journal_too_short(name);
                    for (const TournamentGame& game : append.games) write_game(folder, game);
                    journal->second.end_with(append.from, append.lines);
                    journal->second.require_file();
                    return Success{};
                  });
}

void TournamentFolders::read_journal(const std::string& name, ByteRange range, Completion<std::string> done) {
  run_in<std::string>(reader_, name, std::move(done),
                      [range](const fs::path& folder) { return read_part(journal_file_in(folder), range); });
}

void TournamentFolders::read_game(const std::string& name, const std::string& game,
                                  Completion<std::optional<std::vector<std::uint8_t>>> done) {
  using Record = std::optional<std::vector<std::uint8_t>>;
  run_in<Record>(reader_, name, std::move(done), [name, game](const fs::path& folder) -> StoreResult<Record> {
    if (!fs::exists(plan_file_in(folder))) return unknown_tournament(name);
    if (!is_storable_name(game)) return unstorable_name(game);
    const fs::path file = record_file_in(folder, game);
    return fs::exists(file) ? Record(base::read_binary_file(file)) : std::nullopt;
  });
}

void TournamentFolders::set_paused(const std::string& name, bool is_paused, Completion<Success> done) {
  run_in<Success>(writer_, name, std::move(done),
                  [this, name, is_paused](const fs::path& folder) -> StoreResult<Success> {
                    if (const auto journal = journals_.find(name); journal != journals_.end())
                      journal->second.require_file();
                    if (!fs::exists(plan_file_in(folder))) return unknown_tournament(name);
                    if (is_paused) {
                      base::write_file_atomically(pause_file_in(folder), std::string());
                    } else {
                      base::remove_file(pause_file_in(folder));
                    }
                    return Success{};
                  });
}

// A crash leaves the whole tournament, or a folder that the next removal removes, too.
void TournamentFolders::remove_tournament(const std::string& name, Completion<Success> done) {
  run_in<Success>(writer_, name, std::move(done), [this, name](const fs::path& folder) {
    const fs::path removed = folder_ / kRemovedFolder;
    fs::remove_all(removed);
    if (fs::exists(folder)) {
      fs::rename(folder, removed);
      base::sync_folder(folder_);
    }
    journals_.erase(name);
    // The tournament is gone, even if some of its files stay now.
    std::error_code ignored;
    fs::remove_all(removed, ignored);
    return Success{};
  });
}

void TournamentFolders::check_files(Completion<std::vector<LostTournament>> done) {
  run_on_disk<std::vector<LostTournament>>(writer_, executor_, std::move(done), [this] {
    std::vector<LostTournament> lost;
    for (const auto& [name, journal] : journals_) {
      if (auto why = journal.why_lost()) lost.push_back({.name = name, .why = *std::move(why)});
    }
    return lost;
  });
}

}  // namespace rensa::storage
