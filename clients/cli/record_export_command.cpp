#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/dataset/csv_rows.h"
#include "clients/cli/dataset/decision_row.h"
#include "clients/cli/dataset/npz_rows.h"
#include "clients/cli/match/loaded_record.h"
#include "clients/cli/match/new_file.h"
#include "clients/cli/match/record_file.h"
#include "clients/cli/match/stop_signal.h"
#include "clients/command_line/command_line.h"
#include "engine/json/record_json.h"
#include "engine/notation/shared_position.h"
#include "engine/record/game_history.h"
#include "server/base/exit_code.h"

namespace rensa::cli {

namespace {

namespace fs = std::filesystem;

struct ExportOptions {
  std::vector<std::string> paths;
  bool puyop = false;
  bool json = false;
  std::string csv;
  std::string npz;
  std::string test;
  int test_percent = 10;

  const std::string& output() const { return csv.empty() ? npz : csv; }
};

int export_puyop(const record::Record& record) {
  int exit_code = base::kExitSuccess;
  for (const duel::Seat seat : duel::kSeats) {
    const auto shared = record::shared_moves_of(record, seat);
    const auto url = shared ? notation::puyop_url(*shared) : rules::Parsed<std::string>(shared.error());
    if (url) {
      std::cout << *url << '\n';
    } else {
      std::cerr << "rensa: seat " << duel::index_of(seat) + 1 << " (" << shown_name(record, seat)
                << "): " << url.error().message << '\n';
      exit_code = base::kExitAnswerIsNo;
    }
  }
  return exit_code;
}

int export_game(const ExportOptions& options) {
  if (options.paths.size() > 1) {
    throw command_line::UsageError("record export: --json and --puyop take one record; --csv and --npz take many");
  }
  const std::optional<record::Record> record = load_verified_record(options.paths.front());
  if (!record) return base::kExitAnswerIsNo;
  if (options.puyop) return export_puyop(*record);
  std::cout << json::json_of(*record) << '\n';
  return base::kExitSuccess;
}

std::unique_ptr<RowWriter> writer_of(const ExportOptions& options, const std::string& file, int visible_pairs) {
  check_new_file(file);
  if (!options.csv.empty()) return std::make_unique<CsvRows>(file);
  return std::make_unique<NpzRows>(file, visible_pairs);
}

// The files that rows are written to, and the ruleset of their games.
class Dataset {
 public:
  Dataset(const ExportOptions& options, const rules::Ruleset& ruleset)
      : options_(options),
        ruleset_(ruleset),
        rows_(writer_of(options, options.output(), ruleset.visible_pairs)),
        test_rows_(options.test.empty() ? nullptr : writer_of(options, options.test, ruleset.visible_pairs)) {}

  // A game that does not count is left out: it has no result, and its pairs may come again in a game that does.
  void add(const record::Record& record, const std::string& file) {
    if (record.setup.ruleset != ruleset_) {
      throw std::runtime_error(file + ": its ruleset is " + record.setup.ruleset.id +
                               ", and that of the records before is " + ruleset_.id + "; export them apart");
    }
    const std::int32_t game = record_count_++;
    if (record.outcome.cause == duel::Cause::voided) return;
    ++game_count_;
    const bool is_test = test_rows_ && is_test_game(record, options_.test_percent);
    for (const DecisionRow& row : decision_rows_of(record, game)) {
      (is_test ? *test_rows_ : *rows_).add(row);
      ++(is_test ? test_row_count_ : row_count_);
    }
  }

  // Gives the files their names, and prints how many rows they have. If this fails, no file is left.
  void finish() {
    rows_->complete();
    if (test_rows_) test_rows_->complete();
    publish_part(options_.output());
    if (test_rows_) publish_test_data();
    std::cerr << game_count_ << " games: " << row_count_ << " decisions in " << options_.output();
    if (test_rows_) std::cerr << ", " << test_row_count_ << " in " << options_.test;
    if (game_count_ < record_count_) std::cerr << "; " << record_count_ - game_count_ << " void games are left out";
    std::cerr << '\n';
  }

 private:
  void publish_test_data() {
    try {
      publish_part(options_.test);
    } catch (const std::exception&) {
      std::error_code ignored;
      fs::remove(options_.output(), ignored);
      throw;
    }
  }

  const ExportOptions& options_;
  const rules::Ruleset ruleset_;
  const std::unique_ptr<RowWriter> rows_;
  const std::unique_ptr<RowWriter> test_rows_;
  std::int32_t game_count_ = 0;
  std::int32_t record_count_ = 0;
  std::int64_t row_count_ = 0;
  std::int64_t test_row_count_ = 0;
};

// Returns true if both names lead to the same file, which need not exist.
bool are_same_file(const std::string& one, const std::string& two) {
  return fs::weakly_canonical(fs::absolute(one)) == fs::weakly_canonical(fs::absolute(two));
}

// Reads one record at a time, so that the memory does not depend on their number.
int export_decisions(const ExportOptions& options) {
  if (!options.test.empty() && are_same_file(options.output(), options.test)) {
    throw command_line::UsageError("record export: --test has to name another file than the training data");
  }
  catch_stop_signals();
  std::optional<Dataset> dataset;
  for (const std::string& file : record_files_of(options.paths)) {
    if (must_stop()) return exit_code_after_stop();
    const std::optional<record::Record> record = load_verified_record(file);
    if (!record) return base::kExitAnswerIsNo;
    if (!dataset) dataset.emplace(options, record->setup.ruleset);
    dataset->add(*record, file);
  }
  dataset->finish();
  return base::kExitSuccess;
}

int export_records(const ExportOptions& options) {
  return options.output().empty() ? export_game(options) : export_decisions(options);
}

}  // namespace

void add_record_export_command(command_line::Command& record) {
  command_line::Command& command = record.add_command("export", "Print a game, or write the decisions of many as data");
  const auto options = std::make_shared<ExportOptions>();
  command
      .add_option("FILES", options->paths,
                  "The record; for --csv and --npz also many, or folders with records (*.rensa)")
      .required();
  command_line::Command& form = command.add_group_of_alternatives("form");
  form.add_flag("--puyop", options->puyop, "Print a puyop URL of the moves of each seat");
  form.add_flag("--json", options->json, "Print the whole record as JSON");
  form.add_option("--csv", options->csv, "Write a line for each decision of both seats to this new file")
      .check(command_line::file_name());
  form.add_option("--npz", options->npz, "Write the decisions of both seats as arrays of numpy to this new file")
      .check(command_line::file_name());
  command_line::Option& test =
      command
          .add_option("--test", options->test,
                      "Write the decisions of some games to this file instead, as test data; games with the same pairs "
                      "are never divided")
          .check(command_line::file_name());
  command
      .add_option("--test-percent", options->test_percent, "The part of all games that --test gets; their seeds decide")
      .in_range_with_default(1, 99)
      .needs(test);
  command.set_action([options] {
    if (!options->test.empty() && options->output().empty()) {
      throw command_line::UsageError("record export: --test needs --csv or --npz");
    }
    return export_records(*options);
  });
}

}  // namespace rensa::cli
