#include "clients/cli/match/match.h"

#include <algorithm>
#include <string>

#include "clients/cli/record/record_file.h"
#include "engine/players/recorder.h"
#include "engine/players/seeds.h"

namespace rensa::cli {

namespace {

// Hands what happens to both, of which either may be null.
class Both final : public duel::Observer {
 public:
  Both(duel::Observer* first, duel::Observer* second) : observers_{first, second} {}

  void before_step(const duel::Game& game, const duel::Inputs& inputs) override {
    for (duel::Observer* observer : observers_) {
      if (observer != nullptr) observer->before_step(game, inputs);
    }
  }
  void after_step(const duel::Game& game, const duel::Events& events) override {
    for (duel::Observer* observer : observers_) {
      if (observer != nullptr) observer->after_step(game, events);
    }
  }
  int next_stop() const override {
    int stop = duel::kNoFrameLimit;
    for (const duel::Observer* observer : observers_) {
      if (observer != nullptr) stop = std::min(stop, observer->next_stop());
    }
    return stop;
  }

 private:
  std::array<duel::Observer*, 2> observers_;
};

// Some file systems refuse the signs between options.
std::string file_word_of(std::string name) {
  const auto separates = [](char character) { return character == ':' || character == '=' || character == ','; };
  std::replace_if(name.begin(), name.end(), separates, '_');
  return name;
}

std::string file_name_of(const MatchSetup& setup, const PlannedGame& plan) {
  std::string number = std::to_string(plan.number + 1);
  const std::size_t digits = std::to_string(setup.games).size();
  number.insert(0, digits - number.size(), '0');
  std::string name = file_word_of(setup.entrants[0].name);
  name.append("-").append(file_word_of(setup.entrants[1].name)).append("-").append(setup.ruleset.id).append("-");
  return name.append(std::to_string(setup.seed)).append("-").append(number).append(kRecordFileEnding);
}

}  // namespace

PlannedGame plan_game(const MatchSetup& setup, std::uint32_t number) {
  const std::uint32_t index = setup.swap ? number / 2 : number;
  return {.number = number, .seed = players::game_seed(setup.seed, index), .swapped = setup.swap && number % 2 != 0};
}

struct MatchGame::Parts {
  Parts(const MatchSetup& match, const PlannedGame& planned, duel::Observer* also)
      : setup(match),
        plan(planned),
        players{make(duel::Seat::one), make(duel::Seat::two)},
        recorder(setup.record_folder ? std::optional<players::Recorder>(std::in_place, game_setup(), names())
                                     : std::nullopt),
        both(recorder ? &*recorder : nullptr, also),
        run(game_setup(), {players[0].get(), players[1].get()}, recorder || also != nullptr ? &both : nullptr) {}

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
  std::optional<players::Recorder> recorder;
  Both both;
  players::GameRun run;
};

MatchGame::MatchGame(const MatchSetup& setup, const PlannedGame& plan, duel::Observer* also)
    : parts_(std::make_unique<Parts>(setup, plan, also)) {}

MatchGame::~MatchGame() = default;

players::GameRun& MatchGame::run() { return parts_->run; }

players::GameResult MatchGame::finish() {
  const players::GameResult result = parts_->run.result();
  if (parts_->recorder) {
    write_record_file(*parts_->setup.record_folder / file_name_of(parts_->setup, parts_->plan),
                      parts_->recorder->finish(parts_->run.game(), result.outcome));
  }
  return result;
}

}  // namespace rensa::cli
