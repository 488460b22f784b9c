#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "server/base/lifetime.h"
#include "server/base/log_line.h"
#include "server/base/types.h"
#include "server/live_tournaments/tournament_registry.h"
#include "server/processes/core_allocator.h"
#include "server/processes/running_program.h"
#include "server/storage/bots.h"
#include "server/submissions/bot.h"
#include "server/submissions/check_times.h"
#include "server/submissions/submission_rules.h"

namespace rensa::submissions {

struct SubmissionOptions {
  std::string ladder;  // the tournament that bots enter; empty: the server takes no bots
  SubmissionLimits limits;
  std::string supervisor;               // the path of rensa-keeper
  std::vector<std::string> readable{};  // files and folders that all bots may read
  // The folder that has the files of a version, absolute.
  std::function<std::string(const std::string& bot, int version)> files_of_version;
  // The command line of the program that checks a version. It prints lines of line_of_finding(), and exits with
  // kExitSuccess or kExitAnswerIsNo.
  std::function<std::vector<std::string>(const std::string& bot, int version)> words_of_check;
};

struct SubmissionServices {
  live_tournaments::TournamentRegistry& tournaments;
  storage::Bots& store;
  processes::CoreAllocator& cores;
  processes::StartProgram start_program;
  std::function<bool(const std::string& name)> is_like_account;
  // Runs `work` on another thread, and then `done` on the thread of the event loop.
  std::function<void(std::function<void()> work, std::function<void()> done)> run_in_background;
  std::function<base::Time()> now;
  std::function<std::chrono::system_clock::time_point()> wall_time = std::chrono::system_clock::now;
  std::function<void(std::chrono::milliseconds, std::function<void()>)> post_later;
  std::function<void(const base::LogLine&)> log;
};

// The bots that authors upload. Each version is kept, then checked by a program of its own, and then enters the ladder
// as a player of its own, whose predecessor is withdrawn. All of it goes on after a restart of the server: what waits
// for its check is checked anew. All calls are on the thread of the event loop.
class Submissions {
 public:
  // The store outlives it and all that it still does.
  Submissions(SubmissionOptions options, SubmissionServices services);
  // Ends the checks. They begin anew with the next server.
  ~Submissions();
  Submissions(const Submissions&) = delete;
  Submissions& operator=(const Submissions&) = delete;

  // Reads all bots, and goes on with them. Call it when the tournaments are open.
  void open(std::function<void()> done);

  // Returns the reason why no bot can be uploaded now; nullopt: they can.
  std::optional<live_tournaments::Refusal> refusal_now() const;
  // Returns the reason why this account cannot upload any bot now; nullopt: it can. An account uploads one at a time.
  std::optional<live_tournaments::Refusal> refusal_now(const BotAuthor& author) const;
  struct Accepted {
    std::string bot;
    int version = 0;
  };
  using SubmitAnswer = std::function<void(std::variant<Accepted, live_tournaments::Refusal>)>;
  // The answer comes when the version is on disk.
  void submit(const BotAuthor& author, std::shared_ptr<const std::string> archive, SubmitAnswer done);

  // Withdraws a bot from its ladder, deletes its files, and refuses further versions. The reason may be empty.
  using RemoveAnswer = std::function<void(std::optional<live_tournaments::Refusal>)>;
  void remove(const std::string& bot, const std::string& why, RemoveAnswer done);

  const BotMap& bots() const { return bots_; }
  const Bot* find(const std::string& name) const;
  // Returns true if an account of this name could be mistaken for a bot, for one of its versions or for its author.
  bool is_like_bot(const std::string& account) const { return submissions::is_like_bot(account, bots_); }
  // Returns true if the settings name the account of this name as one that may upload.
  bool names_author(const std::string& account) const;
  // Returns the account whose bot a player of the ladder is; nullopt: it is no bot, or its account is not known.
  std::optional<std::int64_t> author_of_player(const std::string& player) const;
  // Returns true while the program of its check runs.
  bool is_being_checked(const std::string& bot, int version) const;

 private:
  struct Upload;
  struct PendingUpload {
    std::string bot{};  // empty: it is not known yet
    std::uint64_t bytes = 0;
  };
  struct Check {
    BotPlayer version;
    std::int64_t account = 0;
    base::Time begun;
    processes::CoreAllocator::Lease cores;
    std::unique_ptr<processes::RunningProgram> program;
    base::Time deadline;
    bool is_overdue = false;
  };

  void take(const BotAuthor& author, const std::shared_ptr<Upload>& upload, const SubmitAnswer& done);
  void keep(const Bot& bot, const std::shared_ptr<Upload>& upload, const SubmitAnswer& done);
  // Adds the last version of this bot, which has been stored.
  void add_stored_version(const Bot& uploaded);
  void save(const std::string& bot);
  std::chrono::sys_seconds wall_seconds() const;
  bool is_being_uploaded(const std::string& bot) const;
  void start_checks();
  std::deque<BotPlayer>::iterator next_to_check();
  base::Span check_time_of(std::int64_t account) const;
  std::map<std::string, Check>::node_type take_check(const std::string& bot);
  void start_check(const BotPlayer& version);
  void look_at_check(const std::string& bot);
  void read_output(Check& check);
  void end_check(const std::string& bot, const processes::ExitReport& report);
  void enter(const std::string& bot);
  void enter_later(const std::string& bot);
  void set_entered(const std::string& bot, int version);
  void withdraw_others(const Bot& bot, int current);
  void withdraw_player(const std::string& ladder, const std::string& player, const std::string& why);
  void forget_old_files(Bot& bot);
  void make_room(const BotAuthor& author);
  void forget_files(const std::string& bot, const std::vector<int>& versions);
  std::uint64_t bytes_being_stored_of_others(const BotAuthor& author) const;
  void remove_files(const std::string& bot, const std::vector<int>& versions);
  BotVersion* find_version(const BotPlayer& version);
  std::vector<std::string> players_of_ladder() const;

  const SubmissionOptions options_;
  const SubmissionServices services_;
  BotMap bots_;
  bool is_open_ = false;
  std::map<std::int64_t, PendingUpload> uploads_;  // that are not answered yet, by the number of their account
  std::set<std::string> unsaved_;                  // bots whose state the store has refused, and is tried again
  std::deque<BotPlayer> waiting_;                  // for their check, in the order of their uploads
  std::map<std::string, Check> checks_;            // running, by bot
  CheckTimes check_times_;                         // of those that have ended
  base::Lifetime lifetime_;
};

}  // namespace rensa::submissions
