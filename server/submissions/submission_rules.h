#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/live_tournaments/tournament_registry.h"
#include "server/submissions/bot.h"

namespace rensa::submissions {

// The rules by which uploads are taken and judged, as pure functions.

struct SubmissionLimits {
  std::vector<std::string> accounts{};  // that may upload, of the approved ones; empty: all
  std::uint64_t upload_bytes = 8'000'000;
  std::uint64_t all_bytes = 2'000'000'000;  // of all uploads that are kept
  int versions = 5;                         // of a bot whose files are kept
  int per_day = 10;                         // uploads of an account in 24 hours
  int bots = 3;                             // of an account
  int checks = 1;                           // at a time
  int check_seconds = 600;                  // for all checks of a version
};

struct Submission {
  BotAuthor author;
  std::string bot;
  std::string digest{};  // of the upload
  std::uint64_t bytes = 0;
  std::chrono::sys_seconds time;
  std::uint64_t bytes_being_stored = 0;  // of the uploads of other accounts that are not kept yet
};

// Returns the bytes that the kept uploads of one account may have: a tenth of the space, and in any case two uploads,
// so that the version that plays can be replaced.
std::uint64_t max_bytes_of_account(const SubmissionLimits& limits);

// What names on this server an upload could be mistaken for.
struct NamesInUse {
  std::function<bool(const std::string& name)> is_like_account{};  // an account's name looks like this one
  std::vector<std::string> players{};                              // of the ladder
};

// SHA-256 in hexadecimal digits.
std::string digest_of(const std::string& upload);

// Returns the reason why this account cannot upload any version now, whatever the upload is; nullopt: it can.
std::optional<live_tournaments::Refusal> refusal_of_author(const BotAuthor& author, const BotMap& bots,
                                                           std::chrono::sys_seconds time,
                                                           const SubmissionLimits& limits);

// Returns the reason why this account cannot upload a version of this bot now; nullopt: it can.
std::optional<live_tournaments::Refusal> refusal_of(const Submission& submission, const BotMap& bots,
                                                    const NamesInUse& names, const SubmissionLimits& limits);

// Returns the versions of the author whose files have to be deleted so that the kept uploads have their limits again:
// the oldest of those that are not in use, in the order of their uploads. `bytes_being_stored` is that of a Submission.
std::vector<BotPlayer> versions_that_make_room(const BotAuthor& author, const BotMap& bots,
                                               std::uint64_t bytes_being_stored, const SubmissionLimits& limits);

// Returns true if a bot of one of these names could be mistaken for one of the other.
bool are_alike(const std::string& bot, const std::string& other);

// Returns true if an account of this name could be mistaken for a bot, for one of its versions or for its author.
bool is_like_bot(const std::string& account, const BotMap& bots);

// The entry of a version for the ladder, as a plan has it. `folder` has the files of the version.
struct LadderEntry {
  std::string bot;
  std::string owner;
  int version = 0;
  std::vector<std::string> command;
  std::string folder;
  std::vector<std::string> readable;  // further files and folders, which all bots may read
};
std::string json_of(const LadderEntry& entry);

// A line that the program of a check has printed; nullopt: it is none.
std::optional<CheckFinding> finding_of_line(std::string_view line);
std::string line_of_finding(const CheckFinding& finding);

// How the program of a check has ended.
struct CheckEnd {
  std::optional<int> exit_status;  // nullopt: it was killed, or could not be started
  bool is_overdue = false;         // it was killed because it took too long
  std::string how;                 // for people: "ended by signal 9 (killed)"
};
struct CheckJudgement {
  VersionState state = VersionState::unchecked;
  std::string why;
  friend bool operator==(const CheckJudgement&, const CheckJudgement&) = default;
};
CheckJudgement judgement_of(const std::vector<CheckFinding>& findings, const CheckEnd& end,
                            const SubmissionLimits& limits);

}  // namespace rensa::submissions
