#include "server/app/journal_command.h"

#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "server/contest/open_run.h"
#include "server/contest/verify.h"
#include "server/contest/whole_file.h"
#include "server/app/look_up.h"

namespace rensa::app {

namespace {

namespace fs = std::filesystem;

// A name before a folder: what stands where the command is called must not hide a tournament.
fs::path folder_of(const std::string& data, const std::string& run) {
  const fs::path named = fs::path(data) / "tournaments" / run;
  for (const fs::path& folder : {named, fs::path(run)}) {
    if (fs::exists(contest::plan_in(folder))) return folder;
  }
  throw std::runtime_error("there is no run " + run + ": neither " + contest::plan_in(named).string() + " nor " +
                           contest::plan_in(run).string() + " is there");
}

}  // namespace

int verify_journal(const std::string& data, const std::string& run) {
  const fs::path folder = folder_of(data, run);
  const auto plan = contest::plan_of_json(contest::text_of(contest::plan_in(folder)), look_up());
  if (!plan) throw std::runtime_error(contest::plan_in(folder).string() + ": " + plan.error().message);
  const contest::Verified verified = contest::verify_run(*plan, folder);
  std::cout << contest::text_of(verified);
  if (!verified.is_of_plan && names_files(*plan)) {
    std::cout << "the plan's players name files: where the command is called these have to be what they were when the "
                 "run began\n";
  }
  if (!std::cout.flush()) throw std::runtime_error("the output could not be written");
  return verified.faults.empty() ? 0 : 1;
}

}  // namespace rensa::app
