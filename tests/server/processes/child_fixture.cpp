#include "tests/server/processes/child_fixture.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <unistd.h>

#include "tests/tools/paths.h"
#include "tests/tools/time_limit.h"

namespace rensa::processes::test {

using namespace std::chrono_literals;

ChildOptions program(std::vector<std::string> words) {
  ChildOptions options;
  options.supervisor = tests::program_path("rensa-keeper");
  options.command.words = std::move(words);
  return options;
}

ChildOptions shell(const std::string& script) { return program({"/bin/sh", "-c", script}); }

ChildOptions isolated(ChildOptions options) {
  Sandbox& sandbox = options.command.sandbox.emplace();
  sandbox.isolator = path_of_program("bwrap");
  sandbox.program = options.command.words.front();
  sandbox.readable = {options.command.words.front()};
  return options;
}

pid_t process_of(const std::string& text, std::size_t line) {
  std::istringstream lines(text);
  std::string word;
  for (std::size_t i = 0; i <= line; ++i) std::getline(lines, word);
  return static_cast<pid_t>(std::stol(word));
}

char state_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string stat;
  return std::getline(file, stat) ? stat[stat.rfind(')') + 2] : '\0';
}

bool is_gone(pid_t process) {
  const char state = state_of(process);
  return state == '\0' || state == 'Z';
}

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

ChildFixture::ChildFixture() {
  std::string name = (std::filesystem::temp_directory_path() / "rensa-exec-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for a test");
  folder_ = name;
}

ChildFixture::~ChildFixture() {
  child_.reset();
  std::filesystem::remove_all(folder_);
}

bool ChildFixture::is_paused_soon() {
  const auto until = std::chrono::steady_clock::now() + 5s;
  const auto is_told = [&] {
    return child_->output_tail().find("the program used more than 1 core,") != std::string::npos;
  };
  runs_until([&] { return is_told() || std::chrono::steady_clock::now() > until; });
  return is_told();
}

bool ChildFixture::runs_until(const std::function<bool()>& condition) {
  const auto until = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= until) return false;
    io_.restart();
    io_.run_one_for(5ms);
  }
  return true;
}

void ChildFixture::start(const ChildOptions& options) {
  report_.reset();
  child_ = std::make_unique<ChildProcess>(io_, options, [this](const ExitReport& report) { report_ = report; });
}

bool ChildFixture::has_written(std::size_t lines) {
  return runs_until([&] {
    const std::string text = child_->output_tail();
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) >= lines;
  });
}

ExitReport ChildFixture::exit_report() {
  if (!runs_until([&] { return report_.has_value(); })) ADD_FAILURE() << "it does not end";
  return report_.value_or(ExitReport{});
}

ExitReport ChildFixture::end_of(const ChildOptions& options) {
  start(options);
  return exit_report();
}

}  // namespace rensa::processes::test
