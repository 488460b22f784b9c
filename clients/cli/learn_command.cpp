#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/experiments/experiments.h"
#include "clients/cli/match/record_file.h"
#include "clients/cli/report/report.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/entrant_option.h"
#include "clients/command_line/files.h"
#include "engine/evaluation/field_evaluation.h"
#include "engine/json/settings_json.h"
#include "engine/players/player.h"
#include "engine/players/registry.h"
#include "engine/record/codec.h"
#include "engine/record/game_history.h"
#include "engine/record/verify.h"
#include "engine/research/experiments/evaluation_learning.h"
#include "engine/research/learning/weight_fitting.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

namespace {

// The player whose choices are learned.
struct Teacher {
  std::string name;
  std::optional<players::Entrant> player;  // a built-in player can also be asked for its choices
};

// The choices of a teacher in one game. If the teacher has both seats, the same position often occurs in both of them.
// Its choice in that position then counts once.
using GameLessons = std::vector<learning::Example>;

struct Lessons {
  std::vector<GameLessons> games;  // the games with at least one choice
  std::size_t repeated = 0;        // records left out because an equal record came before
};

constexpr int kHeldOut = 5;  // each fifth game is held out
constexpr std::size_t kMinGames = 10;
constexpr std::size_t kMinHeldOut = 10;  // with fewer games the figures tell next to nothing

// The share of the choices in the held-out games in which weights choose as the teacher did.
struct Agreement {
  tournament::Interval learned;
  tournament::Interval by_hand;     // of the weights from which learning began
  tournament::Interval difference;  // learned minus by_hand, game by game
};

struct LearningResult {
  evaluation::WeightsByPhase weights;
  std::size_t games = 0;
  std::size_t choices = 0;  // from which the weights were learned
  std::size_t held_out = 0;
  std::size_t repeated = 0;            // records left out because an equal record came before
  std::optional<Agreement> agreement;  // nullopt: too few games are held out
};

struct Choice {
  duel::View view;
  rules::Placement taken;
};

// Returns true if both choices put the same pair into the same place of the same field.
bool are_same_choice(const Choice& one, const Choice& other) {
  return one.taken == other.taken && one.view.own.pairs[0] == other.view.own.pairs[0] &&
         one.view.own.field == other.view.own.field;
}

void add_choices(const record::Record& record, duel::Seat seat, players::Player* asked, std::vector<Choice>& choices) {
  for (const record::Decision& decision : record::decisions_of(record, seat)) {
    const auto taken = asked == nullptr ? decision.placement
                                        : asked->choose(players::position_of(decision.view, record.setup.ruleset), {});
    if (!taken) continue;
    const Choice choice{.view = decision.view, .taken = *taken};
    const auto is_like_it = [&](const Choice& other) { return are_same_choice(choice, other); };
    if (std::none_of(choices.begin(), choices.end(), is_like_it)) choices.push_back(choice);
  }
}

std::vector<Choice> choices_of(const record::Record& record, const Teacher& teacher, const std::string& file) {
  std::vector<Choice> choices;
  bool plays = false;
  for (const duel::Seat seat : duel::kSeats) {
    if (record.players[duel::index_of(seat)] != teacher.name && shown_name(record, seat) != teacher.name) continue;
    plays = true;
    add_choices(record, seat, nullptr, choices);
  }
  if (plays) return choices;
  if (!teacher.player) {
    throw std::runtime_error(file + ": " + teacher.name + " is not a built-in player, and has no seat in a record of " +
                             shown_name(record, duel::Seat::one) + " against " + shown_name(record, duel::Seat::two));
  }
  for (const duel::Seat seat : duel::kSeats) {
    const auto index = duel::index_of(seat);
    const auto player =
        teacher.player->make(record.setup.ruleset, players::player_seed(record.setup.seed, static_cast<int>(index)));
    add_choices(record, seat, player.get(), choices);
  }
  return choices;
}

record::Record verified_record_of(std::span<const std::uint8_t> bytes, const std::string& file) {
  const record::Verdict verdict = record::verify(bytes);
  const auto decoded = record::decode(bytes);
  if (!verdict.ok() || !decoded.record) throw std::runtime_error(file + ": " + verdict.message);
  return *decoded.record;
}

// Reads the teacher's choices from records. If the teacher has a seat in a record, the choices of that seat count. So
// any player with records can be the teacher. Otherwise the teacher is asked for a placement in each position of both
// players. Files with the same bytes count as one record. Throws std::runtime_error that names the file if it is no
// record that verifies, or if the teacher is neither a player of the game nor a built-in player.
Lessons lessons_of(std::span<const std::string> files, const Teacher& teacher,
                   const evaluation::WeightsByPhase& start) {
  Lessons lessons;
  std::set<std::string> given;
  for (const std::string& file : files) {
    const std::vector<std::uint8_t> bytes = read_record_bytes(file);
    if (!given.emplace(bytes.begin(), bytes.end()).second) {
      ++lessons.repeated;
      continue;
    }
    const record::Record record = verified_record_of(bytes, file);
    GameLessons game;
    for (const Choice& choice : choices_of(record, teacher, file)) {
      if (auto example = experiments::evaluation_example(choice.view, choice.taken, record.setup.ruleset, start)) {
        game.push_back(std::move(*example));
      }
    }
    if (!game.empty()) lessons.games.push_back(std::move(game));
  }
  return lessons;
}

tournament::Interval clamped_interval(tournament::Interval interval, double least, double most) {
  interval.low = std::max(interval.low, least);
  interval.high = std::min(interval.high, most);
  return interval;
}

// Computes the intervals from the shares of games, because games are independent of each other, while choices of one
// game are not. The difference has an interval of its own, because a choice that is hard to predict is hard for both
// sets of weights.
std::optional<Agreement> agreement_of(const evaluation::WeightsByPhase& learned,
                                      const evaluation::WeightsByPhase& by_hand,
                                      std::span<const GameLessons> held_out) {
  if (held_out.size() < kMinHeldOut) return std::nullopt;
  const learning::PhaseWeights weights = experiments::phase_weights_of(learned);
  const learning::PhaseWeights others = experiments::phase_weights_of(by_hand);
  std::vector<double> shares;
  std::vector<double> other_shares;
  std::vector<double> differences;
  for (const GameLessons& game : held_out) {
    shares.push_back(learning::agreement(weights, game));
    other_shares.push_back(learning::agreement(others, game));
    differences.push_back(shares.back() - other_shares.back());
  }
  return Agreement{.learned = clamped_interval(tournament::mean_with_student_interval(shares), 0, 1),
                   .by_hand = clamped_interval(tournament::mean_with_student_interval(other_shares), 0, 1),
                   .difference = clamped_interval(tournament::mean_with_student_interval(differences), -1, 1)};
}

void print(const char* what, const tournament::Interval& share, const char* unit) {
  std::cout << std::left << std::setw(34) << what << std::right << std::setw(6) << 100 * share.value << unit << "  ["
            << 100 * share.low << ", " << 100 * share.high << "]\n";
}

// Precondition: there are kMinGames games or more.
LearningResult learn_from(const Lessons& lessons, const evaluation::WeightsByPhase& start, double penalty) {
  GameLessons examples;
  std::vector<GameLessons> held_out;
  const std::vector<GameLessons>& games = lessons.games;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (i % kHeldOut == kHeldOut - 1) {
      held_out.push_back(games[i]);
    } else {
      examples.insert(examples.end(), games[i].begin(), games[i].end());
    }
  }
  LearningResult learned;
  learned.weights =
      experiments::evaluation_weights_of(experiments::fit_evaluation(examples, start, penalty), start, examples);
  learned.games = games.size() - held_out.size();
  learned.choices = examples.size();
  learned.held_out = held_out.size();
  learned.repeated = lessons.repeated;
  // The agreement is computed with the rounded weights, as they are in the file.
  learned.agreement = agreement_of(learned.weights, start, held_out);
  return learned;
}

std::string repeated_text(std::size_t records) {
  return std::to_string(records) + (records == 1 ? " record is" : " records are") +
         " the same as another, and left out";
}

void print_learned(const LearningResult& learned) {
  if (learned.repeated > 0) std::cout << repeated_text(learned.repeated) << '\n';
  std::cout << std::fixed << std::setprecision(1) << learned.choices << " choices of " << learned.games
            << " games learned from, " << learned.held_out << " games held out: ";
  if (!learned.agreement) {
    std::cout << "too few to tell how often the weights choose as the teacher; " << kHeldOut * kMinHeldOut
              << " games in all are enough\n";
    return;
  }
  std::cout << "as the teacher chose there [95 %]\n";
  print("learned weights", learned.agreement->learned, " %");
  print("weights set by hand", learned.agreement->by_hand, " %");
  print("difference in points, by games", learned.agreement->difference, "  ");
}

nlohmann::ordered_json json_of_learned(const std::string& teacher, const LearningResult& learned) {
  nlohmann::ordered_json report{{"teacher", teacher},
                                {"games", learned.games},
                                {"choices", learned.choices},
                                {"games_held_out", learned.held_out},
                                {"records_repeated", learned.repeated},
                                {"agreement", nullptr},
                                {"agreement_by_hand", nullptr},
                                {"agreement_difference", nullptr}};
  if (learned.agreement) {
    report["agreement"] = json_of(learned.agreement->learned);
    report["agreement_by_hand"] = json_of(learned.agreement->by_hand);
    report["agreement_difference"] = json_of(learned.agreement->difference);
  }
  return report;
}

struct LearnOptions {
  std::string teacher;
  std::vector<std::string> records;
  std::string weights;
  double penalty = 10'000;
  command_line::FormatChoice format;
};

// Reads the teacher from an option. A name that is not that of a built-in player can still be a player in the records.
// Only built-in players can be asked for their choices.
Teacher teacher_of(const std::string& text) {
  const auto entrant = command_line::read_entrant(text);
  if (!entrant) return {.name = text, .player = std::nullopt};
  return {.name = entrant->name, .player = *entrant};
}

// Throws std::runtime_error if there are too few games.
Lessons read_enough_lessons(const LearnOptions& options, const evaluation::WeightsByPhase& start) {
  Lessons lessons = lessons_of(options.records, teacher_of(options.teacher), start);
  if (lessons.games.size() < kMinGames) {
    std::string why = "it takes " + std::to_string(kMinGames) + " games in which the teacher builds; there are " +
                      std::to_string(lessons.games.size());
    if (lessons.repeated > 0) why += "; " + repeated_text(lessons.repeated);
    throw std::runtime_error(why);
  }
  return lessons;
}

// Refuses a file for the weights that is one of the records, because writing it would destroy the record.
void check_weights_file(const LearnOptions& options) {
  for (const std::string& record : options.records) {
    std::error_code not_there;
    if (!std::filesystem::equivalent(record, options.weights, not_there)) continue;
    throw command_line::UsageError("--weights: " + options.weights + " is one of the records");
  }
}

void run_learn_command(const LearnOptions& options) {
  const evaluation::WeightsByPhase start = evaluation::default_weights();
  const LearningResult learned = learn_from(read_enough_lessons(options, start), start, options.penalty);
  if (options.format.is_text()) {
    print_learned(learned);
  } else {
    const nlohmann::ordered_json report = json_of_learned(options.teacher, learned);
    print_report(report, report, options.format.wanted());
  }
  if (!options.weights.empty()) command_line::write_output_file(options.weights, json::json_of(learned.weights));
}

}  // namespace

void add_learn_command(command_line::Command& program) {
  const auto options = std::make_shared<LearnOptions>();
  command_line::Command& command =
      program.add_command("learn", "Learn the weights of the field evaluation from a teacher's choices in records");
  command
      .add_option("--teacher", options->teacher,
                  "The teacher: its choices in the records of its games, else the choices that this player would make")
      .required();
  command
      .add_option("--records", options->records,
                  "Files of finished games; equal files count once, and each fifth game is held out")
      .required()
      .check(command_line::existing_file());
  command.add_option("--weights", options->weights, "Write the weights into this file, for gaze:weights=FILE")
      .check({command_line::why_not_writable, "FILE"});
  command.add_option("--penalty", options->penalty, "Penalty on weights that leave those set by hand")
      .check(command_line::number_in(1e-6, 1e6))
      .show_default();
  command_line::add_format_options(command, options->format);
  command.set_task([options] {
    check_weights_file(*options);
    run_learn_command(*options);
  });
}

}  // namespace rensa::cli
