#include "server/live_tournaments/hosted_run.h"

#include <boost/asio/post.hpp>
#include <utility>

#include "engine/duel/cause_name.h"
#include "engine/duel/record_codec.h"
#include "server/play/play.h"

namespace rensa::live_tournaments {

namespace {

using namespace std::chrono_literals;

constexpr auto kLookForRoom = 500ms;   // for matches that found no room
constexpr auto kGuestsGrace = 60s;     // to come back
constexpr auto kProcessGrace = 5s;     // a process that has lost its connection is gone before
constexpr int kMostVoidedInARow = 20;  // then something is wrong that time does not mend
constexpr int kMostAttempts = 3;       // of a game for which the machine is excused

// Those that another process wrote need not have been there.
std::uint64_t lines_on_disk(contest::JournalFile& journal) {
  journal.sync();
  return 1 + journal.events().size();
}

}  // namespace

HostedRun::HostedRun(const contest::Plan& plan, const HostedRunOptions& options, const Venue& venue,
                     std::function<void()> changed)
    : options_(options),
      venue_(venue),
      changed_(std::move(changed)),
      journal_((contest::make_folder(plan, options.company.folder), contest::journal_in(options.company.folder)),
               contest::digest_of(plan)),
      kept_{.events = lines_on_disk(journal_), .games = 0},
      written_(kept_.events),
      asked_(kept_.events),
      scribe_(std::make_unique<Scribe>(
          journal_, [&io = venue_.io](std::function<void()> call) { boost::asio::post(io, std::move(call)); },
          [this](const std::string& why) { fail(why); })),
      run_(plan, journal_.events(),
           [this](const league::Event& event) {
             scribe_->write(event);
             ++written_;
           }),
      failures_(run_.plan().players.size(), plan.patience.bench_after),
      company_(venue.io, run_.plan(), options.company, venue.cores, venue.draw_ticket,
               {.ready = [this](WorkerId worker) { guard([&] { is_ready(worker); }); },
                .gone = [this](WorkerId worker, const Departure& why) { guard([&] { is_gone(worker, why); }); },
                .free = [this] { pump(); }}),
      timer_(venue.io),
      self_(std::make_shared<HostedRun*>(this)) {
  for (const league::Event& event : journal_.events()) {
    const auto* ended = std::get_if<league::GameEnded>(&event);
    if (ended == nullptr) continue;
    const league::Pair& pair = run_.tournament().pairs()[static_cast<std::size_t>(ended->game.pair)];
    failures_.count(pair.first, pair.second, *ended);
  }
  journal_.forget_events();
  kept_.games = run_.tournament().games_over();
  for (std::size_t player = 0; player < run_.plan().players.size(); ++player) bench_who_failed(player, {});
  look_again();
}

HostedRun::~HostedRun() {
  state_ = RunState::paused;
  break_off();
}

// A guest who is out hears so also if it comes only then.
void HostedRun::arrived(const sessions::Arrival& arrival) {
  guard([&] {
    company_.arrived(arrival);
    if (state_ == RunState::over || state_ == RunState::failed) return;
    for (std::size_t player = 0; player < plan().players.size(); ++player) {
      if (plan().players[player].name != arrival.name || !run_.tournament().is_benched(player)) continue;
      send_home(player, arrival.name + " takes no further part in " + plan().name);
    }
  });
}

std::vector<std::string> HostedRun::awaited() const {
  std::vector<std::string> names;
  for (std::size_t player = 0; player < plan().players.size(); ++player) {
    const bool is_guest = std::holds_alternative<contest::Guest>(plan().players[player].who);
    const bool is_wanted = tournament().undecided_pairs(player) > 0 && !tournament().is_benched(player);
    if (is_guest && is_wanted && company_.sessions_of(player).empty()) names.push_back(plan().players[player].name);
  }
  return names;
}

void HostedRun::sync(std::function<void()> done) {
  asked_ = written_;
  scribe_->sync([self = std::weak_ptr(self_), done = std::move(done),
                 kept = Kept{.events = written_, .games = run_.tournament().games_over()}] {
    const auto alive = self.lock();
    if (alive && (*alive)->state_ != RunState::failed) (*alive)->kept_ = kept;
    done();
  });
}

void HostedRun::keep_soon() {
  const bool is_on_its_way = asked_ != kept_.events;
  if (asked_ != written_ && !is_on_its_way) sync([] {});
}

void HostedRun::look_again() {
  timer_.expires_after(kLookForRoom);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    guard([this] {
      for (auto& [id, running] : games_) {
        if (!running.match && !running.is_ended && state_ != RunState::failed) try_arrange(running);
      }
    });
    pump();
    look_again();
  });
  boost::asio::post(venue_.io, [self = std::weak_ptr(self_)] {
    if (const auto alive = self.lock()) (*alive)->pump();
  });
}

void HostedRun::pause() {
  if (state_ == RunState::running) state_ = RunState::paused;
  changed_();
}

void HostedRun::resume() {
  if (state_ != RunState::paused) return;
  state_ = RunState::running;
  voided_in_a_row_ = 0;
  changed_();
  pump();
}

void HostedRun::break_off() {
  break_off([](const Running&) { return true; }, "the run was broken off");
}

void HostedRun::break_off(const std::function<bool(const Running&)>& which, const std::string& why) {
  std::vector<league::GameId> unplayed;
  std::vector<proto::MatchId> matches;
  for (auto& [id, running] : games_) {
    if (running.is_ended || !which(running)) continue;
    running.why_ended = why;
    if (running.match) {
      matches.push_back(*running.match);
    } else {
      unplayed.push_back(id);
    }
  }
  for (const proto::MatchId match : matches) venue_.hall.abandon(match, venue_.now());
  for (const league::GameId& id : unplayed) void_game(games_.at(id), why, [] {});
}

void HostedRun::withdraw(std::size_t player, const std::string& why, std::function<void()> done) {
  guard([&] {
    run_.bench(player, why);
    const auto plays = [player](const Running& running) {
      return running.game.pair.first == player || running.game.pair.second == player;
    };
    break_off(plays, plan().players[player].name + " takes no further part");
    send_home(player, why);
  });
  pump();
  sync([self = std::weak_ptr(self_), done = std::move(done)] {
    done();
    if (const auto alive = self.lock()) (*alive)->changed_();
  });
}

void HostedRun::join(const contest::Player& player, std::function<void()> done) {
  guard([&] {
    run_.join(player);
    failures_.add_player();
  });
  pump();
  sync([self = std::weak_ptr(self_), done = std::move(done)] {
    done();
    if (const auto alive = self.lock()) (*alive)->changed_();
  });
}

void HostedRun::fail(const std::string& why) {
  if (state_ == RunState::failed) return;
  state_ = RunState::failed;
  why_failed_ = why;
  boost::asio::post(venue_.io, [self = std::weak_ptr(self_)] {
    const auto alive = self.lock();
    if (!alive) return;
    (*alive)->break_off();
    (*alive)->company_.dismiss_all();
  });
  venue_.log("event=tournament_failed name=\"" + plan().name + "\" why=\"" + why + "\"");
  changed_();
}

bool HostedRun::can_play(const league::Pair& pair) const {
  return company_.has_free(pair.first) && company_.has_free(pair.second);
}

void HostedRun::pump() {
  guard([this] { pump_unguarded(); });
}

void HostedRun::pump_unguarded() {
  const bool has_ended = state_ == RunState::over || state_ == RunState::failed;
  if (has_ended || is_pumping_) return;
  is_pumping_ = true;
  while (state_ == RunState::running && games_.size() < static_cast<std::size_t>(options_.jobs)) {
    const auto game = run_.start_next([this](const league::Pair& pair) { return can_play(pair); });
    if (!game) break;
    begin(*game);
  }
  is_pumping_ = false;
  if (games_.empty() && run_.is_over()) {
    state_ = RunState::over;
    company_.dismiss_all();
    sync([self = std::weak_ptr(self_)] {
      if (const auto alive = self.lock()) (*alive)->changed_();
    });
  }
}

void HostedRun::begin(const league::GameToPlay& game) {
  Running& running = games_[game.id];
  running.game = game;
  running.chance = contest::chance_of(plan(), game);
  running.since = venue_.now();
  for (const duel::Seat seat : duel::kSeats) {
    running.workers[duel::index_of(seat)] = company_.take(contest::player_at(game, running.chance, seat));
  }
  try_arrange(running);
}

play::Arrangement HostedRun::arrangement_of(const Running& running) const {
  play::Arrangement arrangement;
  arrangement.terms = plan().terms;
  arrangement.seed = running.chance.queue;
  arrangement.tells_seed = !running.game.pair.is_audit;  // another game of the pair has the same
  bool all_are_processes = true;
  for (const duel::Seat seat : duel::kSeats) {
    const std::size_t i = duel::index_of(seat);
    const std::size_t player = contest::player_at(running.game, running.chance, seat);
    arrangement.seats[i] = {.session = *company_.session(running.workers[i]),
                            .name = plan().players[player].name,
                            .subscription = company_.subscription(running.workers[i]),
                            .chance = running.chance.players[static_cast<std::size_t>(running.chance.side_at(seat))]};
    all_are_processes = all_are_processes && company_.is_process(running.workers[i]);
  }
  const contest::Patience& patience = plan().patience;
  arrangement.patience = {.think = std::chrono::seconds(patience.think_seconds),
                          .grace = all_are_processes ? kProcessGrace : kGuestsGrace,
                          .whole_game = std::chrono::seconds(patience.game_seconds),
                          .missed = patience.missed,
                          .refused = patience.refused};
  return arrangement;
}

void HostedRun::try_arrange(Running& running) {
  for (const WorkerId worker : running.workers) {
    if (!company_.session(worker)) return;
  }
  running.since = venue_.now();
  running.match = venue_.hall.arrange(arrangement_of(running), venue_.now());
  if (running.match) by_match_[*running.match] = running.game.id;
}

HostedRun::Running* HostedRun::game_of(WorkerId worker) {
  for (auto& [id, running] : games_) {
    if (running.workers[0] == worker || running.workers[1] == worker) return &running;
  }
  return nullptr;
}

void HostedRun::is_ready(WorkerId worker) {
  Running* running = game_of(worker);
  if (running != nullptr && !running->match && !running->is_ended) try_arrange(*running);
}

// A guest may still come back to its match.
void HostedRun::is_gone(WorkerId worker, const Departure& departure) {
  Running* running = game_of(worker);
  if (running == nullptr || running->is_ended) return;
  const bool is_guest = !company_.is_process(worker);
  if (is_guest && running->match) return;
  const duel::Seat seat = running->workers[0] == worker ? duel::Seat::one : duel::Seat::two;
  const std::size_t player = contest::player_at(running->game, running->chance, seat);
  venue_.log("event=player_gone tournament=\"" + plan().name + "\" player=\"" + plan().players[player].name +
             "\" game=" + league::name_of(running->game.id) + " why=\"" + departure.why + "\"");
  running->why_gone[duel::index_of(seat)] = departure.why;
  const bool is_excused = is_guest || departure.is_hosts_fault;
  if (running->match && is_excused) {
    venue_.hall.abandon(*running->match, venue_.now());
  } else if (running->match) {
    venue_.hall.forfeit(*running->match, seat, departure.cause, venue_.now());
  } else if (const auto why = excuse(*running); is_excused || why) {
    void_game(*running, is_excused ? departure.why : *why, [] {});
  } else {
    forfeit_unplayed(*running, seat);
  }
}

// Not for ever: a player must not be able to put the machine under strain whenever it loses.
std::optional<std::string> HostedRun::excuse(const Running& running) const {
  if (running.game.id.attempt + 1 >= kMostAttempts) return std::nullopt;
  return venue_.strain.excuse(running.since, venue_.now());
}

// A game that was lost before its first frame has a record as all others.
void HostedRun::forfeit_unplayed(Running& running, duel::Seat seat) {
  std::array<std::string, 2> names;
  for (const duel::Seat other : duel::kSeats) {
    names[duel::index_of(other)] = plan().players[contest::player_at(running.game, running.chance, other)].name;
  }
  play::Play unplayed({.ruleset = plan().ruleset, .seed = running.chance.queue, .queue = std::nullopt}, names);
  const duel::Record record =
      unplayed.finish({.winner = duel::opponent_of(seat), .cause = duel::Cause::crashed, .frame = 0});
  settle(running, record, {}, [] {});
}

void HostedRun::keep(play::FinishedGame game, std::function<void()> done) {
  Running& running = games_.at(by_match_.at(game.match));
  by_match_.erase(game.match);
  const duel::Cause cause = game.record.outcome.cause;
  const auto why = cause == duel::Cause::time ? excuse(running) : std::nullopt;
  try {
    if (cause == duel::Cause::voided) {
      void_game(running, running.why_ended, done);
    } else if (why) {
      void_game(running, *why, done);
    } else {
      settle(running, game.record, *game.conduct, done);
    }
  } catch (const std::exception& error) {
    fail(error.what());
    done();  // nobody waits for a run that has failed
  }
}

void HostedRun::void_game(Running& running, const std::string& why, const std::function<void()>& done) {
  running.is_ended = true;
  run_.void_game(running.game.id, why);
  venue_.log("event=game_voided tournament=\"" + plan().name + "\" game=" + league::name_of(running.game.id) +
             " why=\"" + why + "\"");
  const league::Pair& pair = running.game.pair;
  const bool is_dropped = run_.tournament().is_benched(pair.first) || run_.tournament().is_benched(pair.second);
  if (!is_dropped && ++voided_in_a_row_ == kMostVoidedInARow && state_ == RunState::running) {
    state_ = RunState::paused;
    venue_.log("event=tournament_paused name=\"" + plan().name + "\" why=\"too many games are void\"");
  }
  boost::asio::post(venue_.io, [self = std::weak_ptr(self_), done, id = running.game.id] {
    done();
    if (const auto alive = self.lock()) (*alive)->release(id, {true, true});
  });
}

void HostedRun::settle(Running& running, const duel::Record& record, const play::Conduct& conduct,
                       std::function<void()> done) {
  running.is_ended = true;
  voided_in_a_row_ = 0;
  const league::GameId id = running.game.id;
  league::GameEnded ended{.game = id, .winner = std::nullopt, .cause = record.outcome.cause};
  if (record.outcome.winner) ended.winner = running.chance.side_at(*record.outcome.winner);
  std::array<bool, 2> failed{};
  for (const duel::Seat seat : duel::kSeats) {
    const auto side = static_cast<std::size_t>(running.chance.side_at(seat));
    ended.feats[side] = conduct.feats[duel::index_of(seat)];
    ended.thinking[side] = conduct.thinking[duel::index_of(seat)];
    failed[duel::index_of(seat)] = is_failure(ended.cause) && record.outcome.winner != seat;
  }
  keep_output(running);
  scribe_->write(contest::record_in(folder(), id), duel::encode(record));
  run_.end(ended);
  const league::Pair& pair = running.game.pair;
  failures_.count(pair.first, pair.second, ended);
  for (const duel::Seat seat : duel::kSeats) {
    const std::string& why_gone = running.why_gone[duel::index_of(seat)];
    bench_who_failed(contest::player_at(running.game, running.chance, seat),
                     {.why = why_gone.empty() ? std::string(duel::name_of(ended.cause)) : why_gone,
                      .last_words = company_.tail(running.workers[duel::index_of(seat)])});
  }
  sync([self = std::weak_ptr(self_), done = std::move(done), id, failed] {
    done();
    const auto alive = self.lock();
    if (!alive) return;
    (*alive)->changed_();
    (*alive)->release(id, failed);
  });
}

// Beside the record, what the programs have said while they played it.
void HostedRun::keep_output(const Running& running) {
  for (const duel::Seat seat : duel::kSeats) {
    const std::string output = company_.output(running.workers[duel::index_of(seat)]);
    if (output.empty()) continue;
    std::filesystem::path file = contest::record_in(folder(), running.game.id);
    file.replace_extension(seat == duel::Seat::one ? ".one.log" : ".two.log");
    scribe_->write(std::move(file), {output.begin(), output.end()});
  }
}

void HostedRun::bench_who_failed(std::size_t player, const Failure& last) {
  if (!failures_.are_too_many(player) || run_.tournament().is_benched(player)) return;
  std::string why = std::to_string(plan().patience.bench_after).append(" games in a row were lost by failures");
  if (!last.why.empty()) why.append(", the last: ").append(last.why);
  venue_.log("event=benched tournament=\"" + plan().name + "\" player=\"" + plan().players[player].name + "\" why=\"" +
             why + "\"");
  if (!last.last_words.empty()) why.append("; its last words: ").append(last.last_words);
  run_.bench(player, why);
  send_home(player, why);
}

void HostedRun::send_home(std::size_t player, const std::string& why) {
  for (const base::SessionId session : company_.sessions_of(player)) {
    venue_.tell(session, proto::Error{.code = proto::ErrorCode::benched, .text = why, .match = std::nullopt, .id = 0});
  }
  company_.dismiss(player);
}

void HostedRun::release(league::GameId id, std::array<bool, 2> failed) {
  const auto entry = games_.find(id);
  if (entry == games_.end()) return;
  const std::array<WorkerId, 2> workers = entry->second.workers;
  games_.erase(entry);
  // Both are back before either is taken again.
  const bool was_pumping = std::exchange(is_pumping_, true);
  for (const std::size_t seat : {0U, 1U}) company_.give_back(workers[seat], failed[seat]);
  is_pumping_ = was_pumping;
  pump();
}

}  // namespace rensa::live_tournaments
