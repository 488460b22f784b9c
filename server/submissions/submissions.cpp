#include "server/submissions/submissions.h"

#include <algorithm>
#include <utility>

#include "server/base/plain_text.h"
#include "server/base/utc_time.h"

namespace rensa::submissions {

namespace {

using namespace std::chrono_literals;
using live_tournaments::Refusal;
using live_tournaments::TournamentRegistry;

constexpr auto kLookInterval = 250ms;   // at the output of a check
constexpr auto kSaveAgain = 5s;         // after a failure of the store
constexpr auto kEnterAgain = 30s;       // after a refusal of the ladder
constexpr std::int64_t kCheckNice = 5;  // its players have more
constexpr std::size_t kCheckOutputBytes = 1 << 16;
constexpr std::size_t kMaxReasonBytes = 300;
constexpr std::size_t kMaxFindingBytes = 2'000;  // of a failed check, with what the bot has printed last

}  // namespace

// What is known of an upload once it has been read on another thread.
struct Submissions::Upload {
  std::shared_ptr<const std::string> archive;
  rules::Parsed<UploadedBot> bot = rules::ParseError{};
  std::string digest;
};

Submissions::Submissions(SubmissionOptions options, SubmissionServices services)
    : options_(std::move(options)), services_(std::move(services)) {}

Submissions::~Submissions() = default;

void Submissions::open(std::function<void()> done) {
  services_.store.list_bots(lifetime_.guard(
      [this, done = std::move(done)](const storage::StoreResult<std::vector<storage::StoredBot>>& stored) {
        if (!stored) {
          services_.log(base::LogLine("bots_not_read").text("why", stored.error().message));
          services_.post_later(kSaveAgain, lifetime_.guard([this, done] { open(done); }));
          return;
        }
        std::map<std::string, std::vector<int>> leftovers;
        for (const auto& [name, state, versions] : *stored) {
          const auto bot = bot_of_text(state);
          if (!bot || bot->name != name) {
            services_.log(base::LogLine("bot_not_read").text("bot", name).text("why", bot ? "" : bot.error().message));
            continue;
          }
          bots_[name] = *bot;
          leftovers[name] = versions_without_use(*bot, versions);
        }
        is_open_ = true;
        for (auto& [name, bot] : bots_) {
          if (bot.removed) {
            withdraw_others(bot, 0);
          } else if (!bot.versions.empty() && bot.versions.back().state == VersionState::waiting) {
            waiting_.push_back({.bot = name, .version = bot.versions.back().number});
          }
          if (!leftovers[name].empty()) remove_files(name, leftovers[name]);
          forget_old_files(bot);
          if (!bot.removed) enter(name);
        }
        start_checks();
        done();
      }));
}

const Bot* Submissions::find(const std::string& name) const {
  const auto found = bots_.find(name);
  return found == bots_.end() ? nullptr : &found->second;
}

bool Submissions::names_author(const std::string& account) const {
  const std::vector<std::string>& named = options_.limits.accounts;
  return std::find(named.begin(), named.end(), account) != named.end();
}

std::optional<std::int64_t> Submissions::author_of_player(const std::string& player) const {
  const auto version = bot_of_player(player);
  const Bot* const bot = version ? find(version->bot) : nullptr;
  return bot == nullptr || bot->account == 0 ? std::nullopt : std::optional(bot->account);
}

BotVersion* Submissions::find_version(const BotPlayer& version) {
  const auto found = bots_.find(version.bot);
  if (found == bots_.end()) return nullptr;
  for (BotVersion& one : found->second.versions) {
    if (one.number == version.version) return &one;
  }
  return nullptr;
}

bool Submissions::is_being_checked(const std::string& bot, int version) const {
  const auto check = checks_.find(bot);
  return check != checks_.end() && check->second.version.version == version;
}

std::vector<std::string> Submissions::players_of_ladder() const {
  std::vector<std::string> names;
  if (const auto* ladder = services_.tournaments.find(options_.ladder)) {
    for (const tournament::PlayerEntry& player : ladder->plan().players) names.push_back(player.name);
  }
  return names;
}

std::optional<Refusal> Submissions::refusal_now() const {
  if (options_.ladder.empty()) {
    return Refusal{.kind = Refusal::Kind::not_found,
                   .text = "this server takes no bots: its setting submission_ladder names the ladder that they enter"};
  }
  if (!is_open_) return Refusal{.kind = Refusal::Kind::conflict, .text = "this server cannot read its bots now"};
  if (auto refusal = services_.tournaments.refusal_to_join(options_.ladder)) {
    return Refusal{.kind = Refusal::Kind::conflict,
                   .text = "no bot can enter the ladder " + options_.ladder + " now: " + refusal->text};
  }
  return std::nullopt;
}

std::chrono::sys_seconds Submissions::wall_seconds() const {
  return std::chrono::floor<std::chrono::seconds>(services_.wall_time());
}

std::optional<Refusal> Submissions::refusal_now(const BotAuthor& author) const {
  if (auto refusal = refusal_now()) return refusal;
  if (uploads_.contains(author.account)) {
    return Refusal{.kind = Refusal::Kind::conflict,
                   .text = "another upload of this account is not answered yet: wait for its answer"};
  }
  return refusal_of_author(author, bots_, wall_seconds(), options_.limits);
}

void Submissions::submit(const BotAuthor& author, std::shared_ptr<const std::string> archive, SubmitAnswer done) {
  if (auto refusal = refusal_now(author)) return done(*std::move(refusal));
  auto upload = std::make_shared<Upload>();
  upload->archive = std::move(archive);
  uploads_[author.account] = {.bytes = upload->archive->size()};
  const SubmitAnswer answer = [this, account = author.account, done = std::move(done)](const auto& result) {
    uploads_.erase(account);
    done(result);
  };
  services_.run_in_background(
      [upload] {
        upload->bot = read_upload(*upload->archive);
        if (upload->bot) upload->digest = digest_of(*upload->archive);
      },
      lifetime_.guard([this, author, upload, answer] { take(author, upload, answer); }));
}

bool Submissions::is_being_uploaded(const std::string& bot) const {
  return std::any_of(uploads_.begin(), uploads_.end(), [&bot](const auto& upload) {
    return !upload.second.bot.empty() && are_alike(upload.second.bot, bot);
  });
}

void Submissions::take(const BotAuthor& author, const std::shared_ptr<Upload>& upload, const SubmitAnswer& done) {
  if (!upload->bot) return done(Refusal{.kind = Refusal::Kind::invalid, .text = upload->bot.error().message});
  const BotManifest& manifest = upload->bot->manifest;
  if (is_being_uploaded(manifest.name)) {
    return done(Refusal{.kind = Refusal::Kind::conflict,
                        .text = "another account is uploading a bot of this name, or of one that looks like it"});
  }
  const auto time = wall_seconds();
  if (auto refusal = refusal_of({.author = author,
                                 .bot = manifest.name,
                                 .digest = upload->digest,
                                 .bytes = upload->archive->size(),
                                 .time = time,
                                 .bytes_being_stored = bytes_being_stored_of_others(author)},
                                bots_, {.is_like_account = services_.is_like_account, .players = players_of_ladder()},
                                options_.limits)) {
    return done(*std::move(refusal));
  }
  uploads_.at(author.account).bot = manifest.name;
  const Bot* const known = find(manifest.name);
  Bot bot = known != nullptr ? *known : Bot{.name = manifest.name, .owner = author.name};
  bot.owner = author.name;
  bot.account = author.account;
  BotManifest kept = manifest;
  kept.files.reset();
  bot.versions.push_back({.number = static_cast<int>(bot.versions.size()) + 1,
                          .uploaded = base::utc_text(time),
                          .digest = upload->digest,
                          .bytes = upload->archive->size(),
                          .manifest = std::move(kept)});
  keep(bot, upload, done);
}

void Submissions::keep(const Bot& bot, const std::shared_ptr<Upload>& upload, const SubmitAnswer& done) {
  storage::NewBotVersion stored_version{.bot = bot.name,
                                        .version = bot.versions.back().number,
                                        .upload = *upload->archive,
                                        .files = {},
                                        .state = text_of_bot(bot)};
  for (const ArchivedFile& file : upload->bot->files) {
    stored_version.files.push_back({.path = file.path, .bytes = file.bytes, .is_executable = file.is_executable});
  }
  services_.store.add_version(
      std::move(stored_version),
      lifetime_.guard([this, bot, done](const storage::StoreResult<storage::Success>& stored) {
        if (!stored) {
          services_.log(base::LogLine("bot_not_stored").text("bot", bot.name).text("why", stored.error().message));
          return done(
              Refusal{.kind = Refusal::Kind::conflict, .text = "the bot cannot be stored now: try again later"});
        }
        const BotVersion& version = bot.versions.back();
        services_.log(base::LogLine("bot_uploaded")
                          .text("bot", bot.name)
                          .number("version", version.number)
                          .text("account", bot.owner)
                          .number("bytes", version.bytes)
                          .word("digest", version.digest));
        add_stored_version(bot);
        make_room({.account = bot.account, .name = bot.owner});
        waiting_.push_back({.bot = bot.name, .version = version.number});
        done(Accepted{.bot = bot.name, .version = version.number});
        start_checks();
      }));
}

// While the version was written, an earlier one may have entered the ladder, or the bot may have been removed.
void Submissions::add_stored_version(const Bot& uploaded) {
  Bot& present = bots_[uploaded.name];
  present.name = uploaded.name;
  present.owner = uploaded.owner;
  present.account = uploaded.account;
  present.versions.push_back(uploaded.versions.back());
  if (text_of_bot(present) != text_of_bot(uploaded)) save(uploaded.name);
}

// Keeps trying while the store fails.
void Submissions::save(const std::string& bot) {
  services_.store.set_state(
      {.name = bot, .state = text_of_bot(bots_.at(bot))},
      lifetime_.guard([this, bot](const storage::StoreResult<storage::Success>& stored) {
        if (stored || !unsaved_.insert(bot).second) return;
        services_.log(base::LogLine("bot_not_stored").text("bot", bot).text("why", stored.error().message));
        services_.post_later(kSaveAgain, lifetime_.guard([this, bot] {
          unsaved_.erase(bot);
          save(bot);
        }));
      }));
}

void Submissions::start_checks() {
  while (!waiting_.empty() && checks_.size() < static_cast<std::size_t>(options_.limits.checks)) {
    const auto chosen = next_to_check();
    const BotPlayer next = *chosen;
    waiting_.erase(chosen);
    const BotVersion* const version = find_version(next);
    if (version != nullptr && version->state == VersionState::waiting && !bots_.at(next.bot).removed) start_check(next);
  }
}

// Of the accounts that have used as little time, the one that has waited longest is next. Precondition: one waits.
std::deque<BotPlayer>::iterator Submissions::next_to_check() {
  return std::min_element(waiting_.begin(), waiting_.end(), [this](const BotPlayer& one, const BotPlayer& other) {
    return check_time_of(bots_.at(one.bot).account) < check_time_of(bots_.at(other.bot).account);
  });
}

base::Span Submissions::check_time_of(std::int64_t account) const {
  const base::Time now = services_.now();
  base::Span used = check_times_.used_by(account, now);
  for (const auto& [bot, check] : checks_) {
    if (check.account == account) used += now - check.begun;
  }
  return used;
}

// Its account has used the time also if the check is not judged.
std::map<std::string, Submissions::Check>::node_type Submissions::take_check(const std::string& bot) {
  auto check = checks_.extract(bot);
  if (check) check_times_.add(check.mapped().account, check.mapped().begun, services_.now());
  return check;
}

void Submissions::start_check(const BotPlayer& version) {
  Check& check = checks_[version.bot];
  check.version = version;
  check.account = bots_.at(version.bot).account;
  check.begun = services_.now();
  check.deadline = check.begun + std::chrono::seconds(options_.limits.check_seconds);
  processes::Command command;
  command.words = options_.words_of_check(version.bot, version.version);
  command.limits.nice = kCheckNice;
  // The program of the check limits the bot. It needs the time that one bot has on the ladder, no more.
  const auto* const ladder = services_.tournaments.find(options_.ladder);
  check.cores = services_.cores.lease(ladder == nullptr ? 1 : ladder->plan().limits.cores);
  command.limits.cores = check.cores.set();
  services_.log(base::LogLine("bot_check").text("bot", version.bot).number("version", version.version));
  check.program = services_.start_program(
      {.supervisor = options_.supervisor, .command = std::move(command), .log = "", .tail_bytes = kCheckOutputBytes},
      lifetime_.guard([this, bot = version.bot](const processes::ExitReport& report) { end_check(bot, report); }));
  services_.post_later(kLookInterval, lifetime_.guard([this, bot = version.bot] { look_at_check(bot); }));
}

void Submissions::look_at_check(const std::string& bot) {
  const auto found = checks_.find(bot);
  if (found == checks_.end()) return;
  Check& check = found->second;
  read_output(check);
  if (services_.now() >= check.deadline && !std::exchange(check.is_overdue, true)) check.program->terminate({});
  services_.post_later(kLookInterval, lifetime_.guard([this, bot] { look_at_check(bot); }));
}

void Submissions::read_output(Check& check) {
  BotVersion* const version = find_version(check.version);
  if (version == nullptr) return;
  version->checks.clear();
  const std::string output = check.program->output_tail();
  std::string_view rest = output;
  for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
    if (auto finding = finding_of_line(rest.substr(0, end))) {
      if (finding->reason.size() > kMaxFindingBytes) {
        finding->reason = base::plain_lines(finding->reason.substr(0, kMaxFindingBytes));
      }
      version->checks.push_back(*std::move(finding));
    }
    rest.remove_prefix(end + 1);
  }
}

void Submissions::end_check(const std::string& bot, const processes::ExitReport& report) {
  auto ended = take_check(bot);
  if (!ended) return;
  Check& check = ended.mapped();
  read_output(check);
  const std::string last_words = base::plain_text(check.program->output_tail(), kMaxReasonBytes);
  const BotPlayer player = check.version;
  CheckEnd end{.exit_status = std::nullopt, .is_overdue = check.is_overdue, .how = describe(report)};
  if (report.kind == processes::ExitKind::exited) end.exit_status = report.code;
  ended = {};
  BotVersion* const version = find_version(player);
  if (version != nullptr && version->state == VersionState::waiting && !bots_.at(bot).removed) {
    auto [state, why] = judgement_of(version->checks, end, options_.limits);
    version->state = state;
    version->why = base::plain_text(why, kMaxReasonBytes);
    base::LogLine line("bot_checked");
    line.text("bot", bot).number("version", player.version).word("state", std::string(name_of(state)));
    if (!why.empty()) line.text("why", why);
    if (state == VersionState::unchecked) line.text("output", last_words);
    services_.log(line);
    save(bot);
    if (state == VersionState::accepted) enter(bot);
  }
  start_checks();
}

// The newest version that has passed enters the ladder, unless it is there already. A player of its name is this
// version: the server was stopped between the entry and the save of the state.
void Submissions::enter(const std::string& name) {
  const auto found = bots_.find(name);
  const BotVersion* const current = found == bots_.end() ? nullptr : current_version(found->second);
  if (current == nullptr || found->second.removed || options_.ladder.empty()) return;
  const int number = current->number;
  if (current->state == VersionState::entered && current->ladder == options_.ladder) {
    return withdraw_others(found->second, number);
  }
  const std::vector<std::string> players = players_of_ladder();
  if (std::find(players.begin(), players.end(), player_name(name, number)) != players.end()) {
    return set_entered(name, number);
  }
  const LadderEntry entry{.bot = name,
                          .owner = found->second.owner,
                          .version = number,
                          .command = current->manifest.command,
                          .folder = options_.files_of_version(name, number),
                          .readable = options_.readable};
  const auto refusal = services_.tournaments.join(options_.ladder, {.entry = json_of(entry)},
                                                  lifetime_.guard([this, name, number] { set_entered(name, number); }));
  if (!refusal) return;
  services_.log(base::LogLine("bot_not_entered")
                    .text("bot", name)
                    .number("version", number)
                    .text("ladder", options_.ladder)
                    .text("why", refusal->text));
  enter_later(name);
}

void Submissions::enter_later(const std::string& bot) {
  services_.post_later(kEnterAgain, lifetime_.guard([this, bot] { enter(bot); }));
}

void Submissions::set_entered(const std::string& name, int number) {
  BotVersion* const version = find_version({.bot = name, .version = number});
  if (version == nullptr) return;
  Bot& bot = bots_.at(name);
  version->state = VersionState::entered;
  version->ladder = options_.ladder;
  services_.log(base::LogLine("bot_entered")
                    .text("bot", name)
                    .number("version", number)
                    .text("ladder", options_.ladder)
                    .text("account", bot.owner));
  // A later version may have entered, or the bot may have been removed, while this entry was written.
  const BotVersion* const current = bot.removed ? nullptr : current_version(bot);
  const int current_number = current == nullptr ? 0 : current->number;
  withdraw_others(bot, current_number);
  for (BotVersion& other : bot.versions) {
    const bool has_passed = other.state == VersionState::accepted || other.state == VersionState::entered;
    if (has_passed && other.number < current_number) other.state = VersionState::replaced;
  }
  save(name);
  forget_old_files(bot);
}

// Withdraws all versions but one from the ladders that they have entered; 0: all of them.
void Submissions::withdraw_others(const Bot& bot, int current) {
  const std::string why =
      bot.removed ? "an administrator has removed it" : "replaced by version " + std::to_string(current);
  for (const BotVersion& version : bot.versions) {
    if (version.number == current || version.ladder.empty()) continue;
    withdraw_player(version.ladder, player_name(bot.name, version.number), why);
  }
}

void Submissions::withdraw_player(const std::string& ladder, const std::string& player, const std::string& why) {
  const auto* const live = services_.tournaments.find(ladder);
  if (live == nullptr) return;
  const auto& players = live->plan().players;
  for (std::size_t number = 0; number < players.size(); ++number) {
    if (players[number].name != player || live->progress().is_benched(number)) continue;
    const auto refusal = services_.tournaments.withdraw(ladder, {.player = player, .why = why}, [] {});
    if (!refusal) return;
    services_.log(base::LogLine("bot_not_withdrawn").text("player", player).text("why", refusal->text));
  }
}

void Submissions::forget_old_files(Bot& bot) {
  const std::vector<int> forgotten = versions_to_forget(bot, options_.limits.versions);
  if (!forgotten.empty()) forget_files(bot.name, forgotten);
}

// An upload of the author has just been stored.
void Submissions::make_room(const BotAuthor& author) {
  std::map<std::string, std::vector<int>> forgotten;
  const std::uint64_t being_stored = bytes_being_stored_of_others(author);
  for (const auto& [bot, version] : versions_that_make_room(author, bots_, being_stored, options_.limits)) {
    forgotten[bot].push_back(version);
  }
  for (const auto& [bot, versions] : forgotten) forget_files(bot, versions);
}

void Submissions::forget_files(const std::string& bot, const std::vector<int>& versions) {
  for (const int number : versions) find_version({.bot = bot, .version = number})->has_files = false;
  save(bot);
  remove_files(bot, versions);
}

std::uint64_t Submissions::bytes_being_stored_of_others(const BotAuthor& author) const {
  std::uint64_t bytes = 0;
  for (const auto& [account, upload] : uploads_) bytes += account == author.account ? 0 : upload.bytes;
  return bytes;
}

// Files that are left because this fails are removed at the next start.
void Submissions::remove_files(const std::string& bot, const std::vector<int>& versions) {
  services_.store.remove_versions(
      bot, versions, lifetime_.guard([this, name = bot](const storage::StoreResult<storage::Success>& removed) {
        if (!removed)
          services_.log(base::LogLine("bot_files_not_removed").text("bot", name).text("why", removed.error().message));
      }));
}

void Submissions::remove(const std::string& name, const std::string& why, RemoveAnswer done) {
  const auto found = bots_.find(name);
  if (found == bots_.end()) {
    return done(Refusal{.kind = Refusal::Kind::not_found, .text = "there is no bot " + name});
  }
  if (found->second.removed) {
    return done(Refusal{.kind = Refusal::Kind::conflict, .text = "the bot " + name + " has been removed already"});
  }
  if (is_being_uploaded(name)) {
    return done(Refusal{.kind = Refusal::Kind::conflict, .text = "a version of this bot is being uploaded: try again"});
  }
  Bot removed = found->second;
  removed.removed = base::plain_text(why, kMaxReasonBytes);
  services_.store.set_state({.name = name, .state = text_of_bot(removed)},
                            lifetime_.guard([this, name, removed = removed.removed, done = std::move(done)](
                                                const storage::StoreResult<storage::Success>& stored) {
                              if (!stored)
                                return done(Refusal{.kind = Refusal::Kind::conflict, .text = stored.error().message});
                              Bot& bot = bots_.at(name);
                              bot.removed = removed;
                              take_check(name);
                              services_.log(base::LogLine("bot_removed").text("bot", name).text("why", *removed));
                              withdraw_others(bot, 0);
                              forget_old_files(bot);
                              start_checks();
                              done(std::nullopt);
                            }));
}

}  // namespace rensa::submissions
