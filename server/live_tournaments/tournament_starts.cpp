#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/json/document.h"
#include "server/base/utc_time.h"
#include "server/live_tournaments/tournament_registry.h"
#include "server/match/series.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::live_tournaments {

// The part of the registry that starts new tournaments.

namespace {

constexpr std::size_t kMaxTournaments = 1'000;
constexpr std::size_t kPlacesOfAdministrators = 100;     // the last of these
constexpr std::size_t kMaxTournamentsOfOrganiser = 100;  // that are not over, with those of others
constexpr std::size_t kMaxStartedByOrganiser = 200;      // over or not
constexpr std::size_t kMaxIdBytes = 64;
constexpr std::chrono::seconds kLatestStart{60};  // a start so long ago is taken for one that is now

// Converts a name into a word for folder names and URLs.
std::string folder_name_for(const std::string& name) {
  std::string word;
  for (const char character : name) {
    const bool is_digit = character >= '0' && character <= '9';
    const bool is_lower = character >= 'a' && character <= 'z';
    const bool is_upper = character >= 'A' && character <= 'Z';
    if (is_digit || is_lower) {
      word.push_back(character);
    } else if (is_upper) {
      word.push_back(static_cast<char>(character - 'A' + 'a'));
    } else if (!word.empty() && word.back() != '-') {
      word.push_back('-');
    }
  }
  while (!word.empty() && word.back() == '-') word.pop_back();
  return word.empty() ? "tournament" : word;
}

bool has_seed(const std::string& plan) {
  const auto document = rensa::json::parse_document(plan);
  return document && document->contains("seed");
}

// Returns all that a request asks for, so that two requests can be compared.
std::string text_of(const TournamentRegistry::StartRequest& request) {
  return request.id + ' ' + std::to_string(request.jobs) + ' ' + std::to_string(request.is_forced) + ' ' +
         std::to_string(request.is_paused) + ' ' + request.plan;
}

}  // namespace

std::optional<Refusal> TournamentRegistry::refusal_for(const tournament::TournamentPlan& plan,
                                                       const StartRequest& request) const {
  if (is_draining_) return conflict("the server is about to stop");
  const std::size_t count = number_of_tournaments();
  if (count >= kMaxTournaments) return conflict("this server has too many tournaments");
  if (request.limits.may_be_named && count >= kMaxTournaments - kPlacesOfAdministrators) {
    return conflict("this server has " + std::to_string(count) +
                    " tournaments, and only an administrator may start more: one that is over can be moved away");
  }
  if (const auto why = match::why_unplayable(plan.terms, {})) return invalid(*why);
  for (const tournament::PlayerEntry& player : plan.players) {
    if (auto refusal = refusal_by_limits(player, request.limits)) return refusal;
    if (auto refusal = refusal_for(player)) return refusal;
  }
  if (request.jobs < 1 || request.jobs > options_.max_jobs) {
    return invalid("jobs has to be from 1 to " + std::to_string(options_.max_jobs));
  }
  const bool is_real = plan.terms.clock == match::Clock::real;
  if (is_real && request.jobs > options_.max_real_time_jobs && !request.is_forced) {
    return invalid("jobs: this machine plays at most " + std::to_string(options_.max_real_time_jobs) +
                   " in real time; a forced start plays more");
  }
  return std::nullopt;
}

std::size_t TournamentRegistry::number_of_tournaments() const {
  return tournaments_.size() +
         static_cast<std::size_t>(std::count_if(creating_.begin(), creating_.end(), [this](const auto& entry) {
           return !tournaments_.contains(entry.first);
         }));
}

std::variant<tournament::TournamentPlan, Refusal> TournamentRegistry::read_plan(const StartRequest& request) const {
  const auto read = tournament::parse_plan(request.plan, look_up_for(request.limits));
  if (!read) return invalid(read.error().message);
  tournament::TournamentPlan plan = *read;
  // The seed reveals the queues of all games, so the default seed must not be used.
  if (!has_seed(request.plan)) {
    plan.seed = options_.draw_seed();
  } else if (!request.limits.may_use_machine) {
    return forbidden(
        "seed: by it, an organiser would know the pairs of all games before they are played; only an administrator "
        "may set it, and without it the server draws one");
  }
  // In whole seconds, since a far start is too large a number of nanoseconds.
  if (plan.starts && *plan.starts < std::chrono::floor<std::chrono::seconds>(services_.wall_time()) - kLatestStart) {
    return invalid("\"starts\" is in the past: " + base::utc_text(*plan.starts));
  }
  if (!request.id.empty() && (request.id.size() > kMaxIdBytes || folder_name_for(request.id) != request.id)) {
    return invalid("id: up to 64 of the characters a-z, 0-9 and - are expected, with no - at an end");
  }
  if (auto refusal = refusal_for(plan, request)) return *std::move(refusal);
  return plan;
}

void TournamentRegistry::start(const StartRequest& request, const StartAnswer& done) {
  const auto found = keyed_starts_.find(request.key, text_of(request));
  if (const auto* name = std::get_if<std::string>(&found)) return done(*name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return done(*refusal);
  const StartAnswer answer = keyed_starts_.begin(request.key, text_of(request), done);
  if (!answer) return;
  const auto read = read_plan(request);
  if (const auto* refusal = std::get_if<Refusal>(&read)) return answer(*refusal);
  create(std::get<tournament::TournamentPlan>(read),
         {.plan = "", .jobs = request.jobs, .is_paused = request.is_paused, .id = request.id, .limits = request.limits},
         1, answer);
}

std::variant<TournamentRegistry::StartPreview, Refusal> TournamentRegistry::preview(const StartRequest& request) const {
  const auto found = keyed_starts_.find(request.key, text_of(request));
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  const auto read = read_plan(request);
  if (const auto* refusal = std::get_if<Refusal>(&read)) return *refusal;
  const auto& plan = std::get<tournament::TournamentPlan>(read);
  StartPreview preview;
  if (const auto* name = std::get_if<std::string>(&found)) preview.name = *name;
  for (int number = 1; preview.name.empty(); ++number) {
    const std::string name = name_for(plan, request, number);
    if (auto refusal = refusal_of_name(name, request, number)) return *std::move(refusal);
    if (!is_taken(name)) preview.name = name;
  }
  for (const tournament::PlayerEntry& player : plan.players) {
    if (std::holds_alternative<tournament::RemotePlayer>(player.kind)) preview.guests.push_back(player.name);
  }
  return preview;
}

std::string TournamentRegistry::name_for(const tournament::TournamentPlan& plan, const StartRequest& request,
                                         int number) {
  std::string name = request.id.empty() ? folder_name_for(plan.name) : request.id;
  if (number > 1) name.append("-").append(std::to_string(number));
  return name;
}

bool TournamentRegistry::is_taken(const std::string& name) const {
  return creating_.contains(name) || tournaments_.contains(name) || unreadable_.contains(name);
}

void TournamentRegistry::create(const tournament::TournamentPlan& plan, const StartRequest& request, int number,
                                const StartAnswer& done) {
  const std::string name = name_for(plan, request, number);
  if (auto refusal = refusal_of_name(name, request, number)) return done(*std::move(refusal));
  if (is_taken(name)) return create(plan, request, number + 1, done);
  const storage::TournamentMarks marks{
      .jobs = request.jobs, .organiser = request.limits.organiser, .is_paused = request.is_paused};
  creating_[name] = marks;
  const StartAnswer answer = [this, name, done](std::variant<std::string, Refusal> started) {
    creating_.erase(name);
    done(std::move(started));
  };
  services_.store.create_tournament(
      {.name = name, .plan = tournament::json_of(plan), .marks = marks},
      lifetime_.guard([this, plan, request, number, name, done, answer](const storage::StoreResult<bool>& is_new) {
        if (!is_new) {
          ++store_failures_;
          services_.log(base::LogLine("tournament_not_created").text("name", name).text("why", is_new.error().message));
          return answer(conflict(is_new.error().message));
        }
        if (*is_new) return start_created(name, plan, answer);
        creating_.erase(name);
        create(plan, request, number + 1, done);
      }));
}

// An id that was asked for is given as it is, or not at all.
std::optional<Refusal> TournamentRegistry::refusal_of_name(const std::string& name, const StartRequest& request,
                                                           int number) const {
  if (number > 1 && !request.id.empty()) return conflict("id: the id " + request.id + " is taken");
  const OrderLimits& limits = request.limits;
  if (!limits.may_be_named) return std::nullopt;
  if (!limits.may_be_named(name)) {
    const std::string not_allowed =
        "the tournament would have the id " + name + ", and this account may not organise it";
    return forbidden(number > 1 ? not_allowed + ", since the id without a number is taken" : not_allowed);
  }
  std::size_t count = 0;
  std::size_t started = 0;
  int jobs = request.jobs;
  const auto add = [&](const std::string& other, const storage::TournamentMarks& marks, bool is_over) {
    const bool is_own = marks.organiser == limits.organiser;
    if (is_own) ++started;
    if (is_over) return;
    if (limits.may_be_named(other)) ++count;
    if (is_own) jobs += marks.jobs;
  };
  for (const auto& [other, live] : tournaments_) add(other, marks_.at(other), live->state() == RunState::over);
  for (const auto& [other, marks] : creating_) {
    if (!tournaments_.contains(other)) add(other, marks, false);
  }
  if (started >= kMaxStartedByOrganiser) {
    return conflict("an organiser has at most " + std::to_string(kMaxStartedByOrganiser) +
                    " tournaments that it has started, also if they are over: an administrator can move some away");
  }
  if (count >= kMaxTournamentsOfOrganiser) {
    return conflict("an organiser has at most " + std::to_string(kMaxTournamentsOfOrganiser) +
                    " tournaments that are not over");
  }
  if (jobs <= options_.max_jobs) return std::nullopt;
  return conflict("the tournaments of an organiser that are not over have at most " +
                  std::to_string(options_.max_jobs) + " jobs together, and with this one they would have " +
                  std::to_string(jobs));
}

// The plan of the request is used, since the one of the store would be read again.
void TournamentRegistry::start_created(const std::string& name, const tournament::TournamentPlan& plan,
                                       const StartAnswer& done) {
  const auto refuse = [this, name, done](const std::string& why) {
    log_unopened(name, why);
    done(conflict(why));
  };
  services_.store.open_tournament(
      name, lifetime_.guard([this, name, plan, done,
                             refuse](const storage::StoreResult<std::optional<storage::OpenTournament>>& opened) {
        if (!opened) {
          open_later(name);
          return refuse("it starts once its store works again: " + opened.error().message);
        }
        if (!*opened) return refuse("it has been removed");
        try {
          // A list of the tournaments that came meanwhile may have opened it.
          if (!tournaments_.contains(name)) add(name, plan, **opened);
        } catch (const std::exception& error) {
          return refuse(error.what());
        }
        services_.log(base::LogLine("tournament_started").text("name", name));
        tournaments_.at(name)->save([name, done] { done(name); });
      }));
}

}  // namespace rensa::live_tournaments
