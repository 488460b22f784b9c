#include "server/submissions/submission_rules.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <openssl/sha.h>
#include <utility>

#include "engine/json/document.h"
#include "engine/players/registry.h"
#include "server/base/exit_code.h"
#include "server/base/name_skeleton.h"
#include "server/base/utc_time.h"

namespace rensa::submissions {

namespace {

using live_tournaments::Refusal;
using RuleJson = nlohmann::ordered_json;

constexpr int kMaxVersions = 9'999;
constexpr auto kDay = std::chrono::hours(24);

Refusal rejected(Refusal::Kind kind, std::string text) { return {.kind = kind, .text = std::move(text)}; }
Refusal contradicted(std::string text) { return rejected(Refusal::Kind::conflict, std::move(text)); }

bool is_version_of(const std::string& player, const std::string& bot) {
  const auto found = bot_of_player(player);
  return found && found->bot == bot;
}

// The version must not look like another player, nor may its name without the number.
std::optional<Refusal> refusal_of_name(const Submission& submission, const BotMap& bots, const NamesInUse& names) {
  const std::string skeleton = base::skeleton_of(submission.bot);
  for (const players::PlayerKind& kind : players::player_kinds()) {
    if (base::skeleton_of(kind.name) != skeleton) continue;
    return contradicted(submission.bot + " looks like the built-in player " + std::string(kind.name) +
                        ": choose another name");
  }
  for (const auto& [name, bot] : bots) {
    if (name != submission.bot && base::skeleton_of(name) == skeleton) {
      return contradicted(submission.bot + " looks like the bot " + name + ": choose another name");
    }
  }
  const auto known = bots.find(submission.bot);
  const std::size_t version = known == bots.end() ? 1 : known->second.versions.size() + 1;
  if ((skeleton != base::skeleton_of(submission.author.name) && names.is_like_account(submission.bot)) ||
      names.is_like_account(player_name(submission.bot, static_cast<int>(version)))) {
    return contradicted(submission.bot + " looks like the name of an account: choose another name");
  }
  for (const std::string& player : names.players) {
    if (is_version_of(player, submission.bot)) continue;
    const std::string other = base::skeleton_of(player);
    const auto versioned = bot_of_player(player);
    if (other == skeleton || (versioned && base::skeleton_of(versioned->bot) == skeleton)) {
      return contradicted(submission.bot + " looks like the player " + player + " of the ladder: choose another name");
    }
  }
  return std::nullopt;
}

// The bytes of the uploads that are kept.
struct KeptBytes {
  std::uint64_t all = 0;
  std::uint64_t of_author = 0;
  std::uint64_t of_author_in_use = 0;

  // Of the author, which can be deleted for a new upload.
  std::uint64_t unused_of_author() const { return of_author - of_author_in_use; }
};

KeptBytes kept_bytes(const BotMap& bots, const BotAuthor& author) {
  KeptBytes bytes;
  for (const auto& [name, bot] : bots) {
    for (const BotVersion& version : bot.versions) {
      if (!version.has_files) continue;
      bytes.all += version.bytes;
      if (!is_by(bot, author)) continue;
      bytes.of_author += version.bytes;
      if (is_in_use(bot, version)) bytes.of_author_in_use += version.bytes;
    }
  }
  return bytes;
}

bool fits(std::uint64_t bytes, std::uint64_t kept_bytes, std::uint64_t limit) {
  return bytes <= limit - std::min(kept_bytes, limit);
}

std::optional<Refusal> refusal_by_limits(const Submission& submission, const BotMap& bots,
                                         const SubmissionLimits& limits) {
  int own_bots = 0;
  for (const auto& [name, bot] : bots) {
    if (is_by(bot, submission.author) && name != submission.bot && !bot.removed) ++own_bots;
  }
  if (!bots.contains(submission.bot) && own_bots >= limits.bots) {
    return contradicted("an account has at most " + std::to_string(limits.bots) + " bots here");
  }
  const KeptBytes kept = kept_bytes(bots, submission.author);
  const std::uint64_t most = max_bytes_of_account(limits);
  if (!fits(submission.bytes, kept.of_author_in_use, most)) {
    return contradicted("the bots of an account have at most " + std::to_string(most) +
                        " bytes here, and the versions of yours that play or wait for their checks would have " +
                        std::to_string(kept.of_author_in_use + submission.bytes) +
                        ": upload a smaller one, or ask an administrator to remove one of your bots");
  }
  if (!fits(submission.bytes, kept.all - kept.unused_of_author() + submission.bytes_being_stored, limits.all_bytes)) {
    return contradicted("the space of this server for bots is used up: its administrator can remove some");
  }
  return std::nullopt;
}

}  // namespace

std::uint64_t max_bytes_of_account(const SubmissionLimits& limits) {
  constexpr std::uint64_t kShares = 10;
  return std::max(limits.all_bytes / kShares, 2 * limits.upload_bytes);
}

std::vector<BotPlayer> versions_that_make_room(const BotAuthor& author, const BotMap& bots,
                                               std::uint64_t bytes_being_stored, const SubmissionLimits& limits) {
  struct Unused {
    std::string uploaded;
    BotPlayer version;
    std::uint64_t bytes = 0;
  };
  std::vector<Unused> unused;
  for (const auto& [name, bot] : bots) {
    if (!is_by(bot, author)) continue;
    for (const BotVersion& version : bot.versions) {
      if (!version.has_files || is_in_use(bot, version)) continue;
      unused.push_back(
          {.uploaded = version.uploaded, .version = {.bot = name, .version = version.number}, .bytes = version.bytes});
    }
  }
  std::stable_sort(unused.begin(), unused.end(),
                   [](const Unused& one, const Unused& other) { return one.uploaded < other.uploaded; });
  KeptBytes kept = kept_bytes(bots, author);
  std::vector<BotPlayer> forgotten;
  for (const Unused& one : unused) {
    const bool has_room =
        kept.of_author <= max_bytes_of_account(limits) && kept.all + bytes_being_stored <= limits.all_bytes;
    if (has_room) break;
    kept.of_author -= one.bytes;
    kept.all -= one.bytes;
    forgotten.push_back(one.version);
  }
  return forgotten;
}

std::string digest_of(const std::string& upload) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<unsigned char, SHA256_DIGEST_LENGTH> hash{};
  SHA256(reinterpret_cast<const unsigned char*>(upload.data()), upload.size(), hash.data());
  std::string text;
  for (const unsigned char byte : hash) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

std::optional<Refusal> refusal_of_author(const BotAuthor& author, const BotMap& bots, std::chrono::sys_seconds time,
                                         const SubmissionLimits& limits) {
  const std::vector<std::string>& allowed = limits.accounts;
  if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), author.name) == allowed.end()) {
    return rejected(Refusal::Kind::forbidden,
                    "the account " + author.name + " may not submit bots here: its administrator names those that may");
  }
  int uploads = 0;
  for (const auto& [name, bot] : bots) {
    if (!is_by(bot, author)) continue;
    for (const BotVersion& version : bot.versions) {
      const auto uploaded = base::parse_utc(version.uploaded);
      if (uploaded && time - *uploaded < kDay) ++uploads;
    }
  }
  if (uploads < limits.per_day) return std::nullopt;
  return contradicted("an account uploads at most " + std::to_string(limits.per_day) +
                      " versions in 24 hours: try again later");
}

bool are_alike(const std::string& bot, const std::string& other) {
  return base::skeleton_of(bot) == base::skeleton_of(other);
}

std::optional<Refusal> refusal_of(const Submission& submission, const BotMap& bots, const NamesInUse& names,
                                  const SubmissionLimits& limits) {
  if (auto refusal = refusal_of_author(submission.author, bots, submission.time, limits)) return refusal;
  const auto known = bots.find(submission.bot);
  if (known != bots.end()) {
    const Bot& bot = known->second;
    if (!is_by(bot, submission.author)) {
      return rejected(Refusal::Kind::forbidden,
                      "the bot " + submission.bot + " belongs to another account: give yours another name in bot.json");
    }
    if (bot.removed) {
      return rejected(Refusal::Kind::forbidden, "an administrator has removed the bot " + submission.bot +
                                                    (bot.removed->empty() ? "" : ": " + *bot.removed));
    }
    if (!bot.versions.empty() && bot.versions.back().state == VersionState::waiting) {
      return contradicted("version " + std::to_string(bot.versions.back().number) + " of " + submission.bot +
                          " is still being checked: wait for its result");
    }
    // A version that has not passed may be tried again: the reason may have been a fault of the server.
    if (const BotVersion* current = current_version(bot); current != nullptr && current->digest == submission.digest) {
      return contradicted("these are the files of version " + std::to_string(current->number) + " of " +
                          submission.bot + ", which has passed its checks: only changed files are a new version");
    }
    if (bot.versions.size() >= kMaxVersions) return contradicted("this bot has too many versions");
  }
  if (auto refusal = refusal_of_name(submission, bots, names)) return refusal;
  return refusal_by_limits(submission, bots, limits);
}

bool is_like_bot(const std::string& account, const BotMap& bots) {
  const std::string skeleton = base::skeleton_of(account);
  for (const auto& [name, bot] : bots) {
    if (base::skeleton_of(name) == skeleton || base::skeleton_of(bot.owner) == skeleton) return true;
    for (const BotVersion& version : bot.versions) {
      if (base::skeleton_of(player_name(name, version.number)) == skeleton) return true;
    }
  }
  return false;
}

// `env -C` lets the program start in its own folder, as its author does.
std::string json_of(const LadderEntry& entry) {
  std::vector<std::string> words{"env", "-C", entry.folder};
  words.insert(words.end(), entry.command.begin(), entry.command.end());
  std::vector<std::string> files{entry.folder};
  files.insert(files.end(), entry.readable.begin(), entry.readable.end());
  return RuleJson({{"name", player_name(entry.bot, entry.version)},
                   {"author", entry.owner},
                   {"exec", std::move(words)},
                   {"files", std::move(files)}})
      .dump();
}

std::optional<CheckFinding> finding_of_line(std::string_view line) {
  if (!line.starts_with('{')) return std::nullopt;
  const auto object = rensa::json::parse_ordered_document(line);
  if (!object || !object->is_object()) return std::nullopt;
  CheckFinding finding;
  for (const auto& [key, value] : {std::pair("check", &finding.check), std::pair("result", &finding.result),
                                   std::pair("reason", &finding.reason)}) {
    if (!object->contains(key) || !(*object)[key].is_string()) return std::nullopt;
    *value = (*object)[key].get<std::string>();
  }
  return finding;
}

std::string line_of_finding(const CheckFinding& finding) {
  return RuleJson({{"check", finding.check}, {"result", finding.result}, {"reason", finding.reason}})
      .dump(-1, ' ', false, RuleJson::error_handler_t::replace);
}

CheckJudgement judgement_of(const std::vector<CheckFinding>& findings, const CheckEnd& end,
                            const SubmissionLimits& limits) {
  if (end.is_overdue) {
    return {VersionState::refused,
            "its checks took longer than " + std::to_string(limits.check_seconds) + " s: let it answer sooner"};
  }
  const auto failed = std::find_if(findings.begin(), findings.end(),
                                   [](const CheckFinding& finding) { return finding.result == "failed"; });
  if (failed != findings.end()) return {VersionState::refused, failed->check + ": " + failed->reason};
  const bool is_ok = !findings.empty() && end.exit_status == base::kExitSuccess;
  if (is_ok) return {VersionState::accepted, ""};
  return {VersionState::unchecked, "the server could not check it (" + end.how + "): submit it again"};
}

}  // namespace rensa::submissions
