#include "clients/cli/match/match.h"

#include <algorithm>
#include <string>

#include "clients/cli/record/record_file.h"
#include "engine/players/local_game.h"
#include "engine/players/player.h"

namespace rensa::cli {

namespace {

// Passes all calls on to two observers, of which each may be null.
class TwoObservers final : public duel::GameObserver {
 public:
  TwoObservers(duel::GameObserver* first, duel::GameObserver* second) : observers_{first, second} {}

  void before_step(const duel::Game& game, const duel::Inputs& inputs) override {
    for (duel::GameObserver* observer : observers_) {
      if (observer != nullptr) observer->before_step(game, inputs);
    }
  }
  void after_step(const duel::Game& game, const duel::Events& events) override {
    for (duel::GameObserver* observer : observers_) {
      if (observer != nullptr) observer->after_step(game, events);
    }
  }
  int next_required_clock() const override {
    int stop = duel::kNoFrameLimit;
    for (const duel::GameObserver* observer : observers_) {
      if (observer != nullptr) stop = std::min(stop, observer->next_required_clock());
    }
    return stop;
  }

 private:
  std::array<duel::GameObserver*, 2> observers_;
};

// Some file systems refuse the separators between the options of a player.
std::string file_name_part(std::string name) {
  const auto separates = [](char character) { return character == ':' || character == '=' || character == ','; };
  std::replace_if(name.begin(), name.end(), separates, '_');
  return name;
}

std::string file_name_of(const MatchSetup& setup, const PlannedGame& plan) {
  std::string number = std::to_string(plan.number + 1);
  const std::size_t digits = std::to_string(setup.games).size();
  number.insert(0, digits - number.size(), '0');
  std::string name = file_name_part(setup.entrants[0].name);
  name.append("-").append(file_name_part(setup.entrants[1].name)).append("-").append(setup.ruleset.id).append("-");
  return name.append(std::to_string(setup.seed)).append("-").append(number).append(kRecordFileEnding);
}

}  // namespace

PlannedGame plan_game(const MatchSetup& setup, std::uint32_t number) {
  const std::uint32_t index = setup.swap ? number / 2 : number;
  return {.number = number, .seed = players::game_seed(setup.seed, index), .swapped = setup.swap && number % 2 != 0};
}

struct MatchGame::Parts {
  Parts(const MatchSetup& match, const PlannedGame& planned, duel::GameObserver* observer)
      : setup(match),
        plan(planned),
        players{make(duel::Seat::one), make(duel::Seat::two)},
        recorder(setup.record_folder ? std::optional<players::GameRecorder>(std::in_place, game_setup(), names())
                                     : std::nullopt),
        observers(recorder ? &*recorder : nullptr, observer),
        local_game(game_setup(), {players[0].get(), players[1].get()},
                   recorder || observer != nullptr ? &observers : nullptr) {}

  duel::GameSetup game_setup() const { return {.ruleset = setup.ruleset, .seed = plan.seed, .queue = setup.queue}; }
  std::unique_ptr<players::Player> make(duel::Seat seat) const {
    const int entrant = plan.entrant_at(seat);
    return setup.entrants[static_cast<std::size_t>(entrant)].make(setup.ruleset,
                                                                  players::player_seed(plan.seed, entrant));
  }
  std::array<std::string, 2> names() const {
    std::array<std::string, 2> names;
    for (const duel::Seat seat : duel::kSeats) {
      names[duel::index_of(seat)] = setup.entrants[static_cast<std::size_t>(plan.entrant_at(seat))].name;
    }
    return names;
  }

  const MatchSetup& setup;
  PlannedGame plan;
  std::array<std::unique_ptr<players::Player>, 2> players;
  std::optional<players::GameRecorder> recorder;
  TwoObservers observers;
  players::LocalGame local_game;
};

MatchGame::MatchGame(const MatchSetup& setup, const PlannedGame& plan, duel::GameObserver* observer)
    : parts_(std::make_unique<Parts>(setup, plan, observer)) {}

MatchGame::~MatchGame() = default;

players::LocalGame& MatchGame::local_game() { return parts_->local_game; }

players::GameResult MatchGame::finish() {
  const players::GameResult result = parts_->local_game.result();
  if (parts_->recorder) {
    write_record_file(*parts_->setup.record_folder / file_name_of(parts_->setup, parts_->plan),
                      parts_->recorder->finish(parts_->local_game.game(), result.outcome));
  }
  return result;
}

}  // namespace rensa::cli
