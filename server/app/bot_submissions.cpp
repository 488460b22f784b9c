#include "server/app/bot_submissions.h"

#include <utility>

#include "server/app/plan_lookup.h"
#include "server/http_api/bots_api.h"
#include "server/processes/child_process.h"

namespace rensa::app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBytesOfMegabyte = 1'000'000;

submissions::SubmissionLimits limits_of(const Config& config) {
  return {.accounts = split_words(config.submission_accounts),
          .upload_bytes = static_cast<std::uint64_t>(config.submission_megabytes) * kBytesOfMegabyte,
          .all_bytes = static_cast<std::uint64_t>(config.submission_disk_megabytes) * kBytesOfMegabyte,
          .versions = config.submission_versions,
          .per_day = config.submissions_per_day,
          .bots = config.submission_bots,
          .checks = config.submission_checks,
          .check_seconds = config.submission_check_seconds};
}

// The settings that the check of a bot depends on.
std::vector<std::string> words_of_check(const Config& config, const std::string& bot, int version) {
  std::vector<std::string> words{path_of_server(), "check-bot", bot, std::to_string(version), "--lines"};
  for (const auto& [flag, value] :
       {std::pair("--data", fs::absolute(config.data).string()), std::pair("--exec-isolation", config.exec_isolation),
        std::pair("--submission-ladder", config.submission_ladder),
        std::pair("--submission-files", config.submission_files), std::pair("--tls-key", config.tls_key)}) {
    if (!value.empty()) words.insert(words.end(), {flag, value});
  }
  return words;
}

submissions::SubmissionOptions options_of(const Config& config) {
  return {
      .ladder = config.submission_ladder,
      .limits = limits_of(config),
      .supervisor = find_programs().supervisor,
      .readable = split_words(config.submission_files),
      .files_of_version = [folder = bots_folder_in(config.data)](
                              const std::string& bot,
                              int version) { return storage::files_folder_in(folder, bot, version).string(); },
      .words_of_check = [config](const std::string& bot, int version) { return words_of_check(config, bot, version); }};
}

}  // namespace

fs::path bots_folder_in(const std::string& data) { return fs::absolute(data).lexically_normal() / "bots"; }

std::optional<processes::Isolation> isolation_of_programs(const Config& config) {
  auto isolation = isolation_of_setting(config.exec_isolation, {config.data, config.tls_key});
  if (isolation) isolation->shown = {processes::path_without_links(bots_folder_in(config.data).string())};
  return isolation;
}

BotSubmissions::BotSubmissions(const Config& config, ServerCore& core,
                               live_tournaments::TournamentRegistry& tournaments,
                               std::function<void(const base::LogLine&)> log)
    : core_(core),
      upload_bytes_(limits_of(config).upload_bytes),
      is_open_(!config.submission_ladder.empty()),
      store_(bots_folder_in(config.data), core.executor()),
      submissions_(
          options_of(config),
          {.tournaments = tournaments,
           .store = store_,
           .cores = core.player_cores,
           .start_program =
               [&core](const processes::ChildOptions& options, processes::ExitHandler on_exit) {
                 return std::make_unique<processes::ChildProcess>(core.io, options, std::move(on_exit));
               },
           .is_like_account = [&core](const std::string& name) { return core.sessions.has_account_like(name); },
           .run_in_background =
               [this](std::function<void()> work, std::function<void()> done) {
                 run_in_background(std::move(work), std::move(done));
               },
           .now = [] { return std::chrono::steady_clock::now(); },
           .post_later = core.run_later(),
           .log = std::move(log)}) {}

BotSubmissions::~BotSubmissions() { reader_.finish(); }

void BotSubmissions::run_in_background(std::function<void()> work, std::function<void()> done) {
  reader_.run([work = std::move(work), done = std::move(done), executor = core_.executor()] {
    work();
    executor(done);
  });
}

net::LargeBodies BotSubmissions::large_bodies() const {
  if (!is_open_) return {};
  const auto is_upload = [](const net::HttpRequest& head) {
    return head.method == "POST" && head.path == http_api::BotsApi::kPath;
  };
  return {.limit_of =
              [this, is_upload](const net::HttpRequest& head) {
                return is_upload(head) && core_.sessions.known_account(head.bearer) ? upload_bytes_ : 0;
              },
          .refusal_of = [this, is_upload](const net::HttpRequest& head) -> std::optional<net::HttpResponse> {
            if (!is_upload(head)) return std::nullopt;
            return http_api::refusal_of_upload(submissions_, core_.sessions.known_account(head.bearer));
          }};
}

}  // namespace rensa::app
