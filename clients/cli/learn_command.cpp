#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/learn/outcome.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/entrant_option.h"
#include "clients/command_line/files.h"
#include "engine/json/settings_json.h"

namespace rensa::cli {

namespace {

struct LearnOptions {
  std::string teacher;
  std::vector<std::string> records;
  std::string weights;
  double penalty = 10'000;
  bool json = false;
};

// A name that is no player of ours can still be a player in the records. Only our own players can be asked for their
// choices.
DuelTeacher teacher_of(const std::string& text) {
  const auto entrant = command_line::read_entrant(text);
  if (!entrant) return {.name = text, .player = std::nullopt};
  return {.name = entrant->name, .player = *entrant};
}

Lessons enough_lessons(const LearnOptions& options, const evaluation::WeightsByPhase& plan) {
  Lessons lessons = lessons_of(options.records, teacher_of(options.teacher), plan);
  if (lessons.games.size() < kFewGames) {
    std::string why = "it takes " + std::to_string(kFewGames) + " games in which the teacher builds; there are " +
                      std::to_string(lessons.games.size());
    if (lessons.repeated > 0) why += "; " + told_of_repeated(lessons.repeated);
    throw std::runtime_error(why);
  }
  return lessons;
}

// Writing the weights into one of the records would destroy the record.
void check_weights_file(const LearnOptions& options) {
  for (const std::string& record : options.records) {
    std::error_code not_there;
    if (!std::filesystem::equivalent(record, options.weights, not_there)) continue;
    throw command_line::UsageError("--weights: " + options.weights + " is one of the records");
  }
}

void run_learn_command(const LearnOptions& options) {
  const evaluation::WeightsByPhase plan = evaluation::default_weights();
  const Learned learned = learn_from(enough_lessons(options, plan), plan, options.penalty);
  if (options.json) {
    nlohmann::ordered_json report{{"teacher", options.teacher}};
    report.update(json_of_learned(learned));
    std::cout << report.dump(2) << '\n';
  } else {
    print_learned(learned);
  }
  if (!options.weights.empty()) command_line::write_output_file(options.weights, json::json_of(learned.plan));
}

}  // namespace

void add_learn_command(command_line::Command& program) {
  const auto options = std::make_shared<LearnOptions>();
  command_line::Command& command =
      program.add_command("learn", "Learn what fields are worth from a teacher's choices in records");
  command
      .add_option("--teacher", options->teacher,
                  "Whose choices: in records where it plays those that it made, else what this player would do")
      .required();
  command
      .add_option("--records", options->records,
                  "Files of finished games; one that is given twice counts once, each fifth is held out")
      .required()
      .check(command_line::existing_file());
  command.add_option("--weights", options->weights, "Writes the weights to this file, as gaze:weights=FILE takes them")
      .check({command_line::why_not_writable, "FILE"});
  command.add_option("--penalty", options->penalty, "On what leads away from the weights set by hand")
      .check(command_line::number_in(1e-6, 1e6))
      .show_default();
  command.add_flag("--json", options->json, "The same as JSON");
  command.set_action([options] {
    check_weights_file(*options);
    run_learn_command(*options);
    return 0;
  });
}

}  // namespace rensa::cli
