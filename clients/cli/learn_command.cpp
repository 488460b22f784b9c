#include "clients/cli/learn_command.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "clients/cli/learn/outcome.h"
#include "clients/cli/number_option.h"
#include "clients/option/entrant_option.h"
#include "clients/option/output_file.h"
#include "engine/json/stacking_json.h"

namespace rensa::cli {

namespace {

struct LearnOptions {
  std::string teacher;
  std::vector<std::string> records;
  std::string weights;
  double penalty = 10'000;
  bool json = false;
};

// Who is in the records only is a name; who is one of ours can be asked besides.
DuelTeacher teacher_of(const std::string& text) {
  const auto entrant = option::entrant_of_option(text);
  if (!entrant) return {.name = text, .player = std::nullopt};
  return {.name = entrant->name, .player = *entrant};
}

Lessons enough_lessons(const LearnOptions& options, const search::StackingPlan& plan) {
  Lessons lessons = lessons_of(options.records, teacher_of(options.teacher), plan);
  if (lessons.games.size() < kFewGames) {
    std::string why = "it takes " + std::to_string(kFewGames) + " games in which the teacher builds; there are " +
                      std::to_string(lessons.games.size());
    if (lessons.repeated > 0) why += "; " + told_of_repeated(lessons.repeated);
    throw std::runtime_error(why);
  }
  return lessons;
}

// Weights in the place of a game would be its end.
void keep_records(const LearnOptions& options) {
  for (const std::string& record : options.records) {
    std::error_code not_there;
    if (!std::filesystem::equivalent(record, options.weights, not_there)) continue;
    throw CLI::ValidationError("--weights: " + options.weights + " is one of the records");
  }
}

void run_learn_command(const LearnOptions& options) {
  const search::StackingPlan plan = search::default_stacking_plan();
  const Learned learned = learn_from(enough_lessons(options, plan), plan, options.penalty);
  if (options.json) {
    nlohmann::ordered_json report{{"teacher", options.teacher}};
    report.update(json_of_learned(learned));
    std::cout << report.dump(2) << '\n';
  } else {
    print_learned(learned);
  }
  if (!options.weights.empty()) option::write_output_file(options.weights, json::json_of(learned.plan));
}

}  // namespace

void add_learn_command(CLI::App& program, int& exit_code) {
  const auto options = std::make_shared<LearnOptions>();
  CLI::App* command =
      program.add_subcommand("learn", "Learn what fields are worth from a teacher's choices in records");
  command
      ->add_option("--teacher", options->teacher,
                   "Whose choices: in records where it plays those that it made, else what this player would do")
      ->required();
  command
      ->add_option("--records", options->records,
                   "Files of finished games; one that is given twice counts once, each fifth is held out")
      ->required()
      ->check(CLI::ExistingFile);
  command->add_option("--weights", options->weights, "Writes the weights to this file, as gaze:weights=FILE takes them")
      ->check(CLI::Validator(option::why_not_written, "FILE"));
  command->add_option("--penalty", options->penalty, "On what leads away from the weights set by hand")
      ->check(number_in(1e-6, 1e6))
      ->capture_default_str();
  command->add_flag("--json", options->json, "The same as JSON");
  command->callback([options, &exit_code] {
    keep_records(*options);
    run_learn_command(*options);
    exit_code = 0;
  });
}

}  // namespace rensa::cli
