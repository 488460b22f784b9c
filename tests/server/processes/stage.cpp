#include "tests/server/processes/stage.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <unistd.h>

namespace rensa::processes::test {

namespace {

using namespace std::chrono_literals;

constexpr auto kNever = 60s;

}  // namespace

ChildOptions program(std::vector<std::string> words) {
  ChildOptions options;
  options.keeper = RENSA_KEEPER;
  options.command.words = std::move(words);
  return options;
}

ChildOptions shell(const std::string& script) { return program({"/bin/sh", "-c", script}); }

pid_t process_of(const std::string& text, std::size_t line) {
  std::istringstream lines(text);
  std::string word;
  for (std::size_t i = 0; i <= line; ++i) std::getline(lines, word);
  return static_cast<pid_t>(std::stol(word));
}

bool is_gone(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string stat;
  if (!std::getline(file, stat)) return true;
  return stat[stat.rfind(')') + 2] == 'Z';
}

int processes_with(const std::string& word) {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    if (content(entry.path() / "cmdline").find(word) != std::string::npos) ++found;
  }
  return found;
}

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Stage::Stage() {
  std::string name = (std::filesystem::temp_directory_path() / "rensa-exec-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for a test");
  folder_ = name;
}

Stage::~Stage() {
  child_.reset();
  std::filesystem::remove_all(folder_);
}

bool Stage::runs_until(const std::function<bool()>& condition) {
  const auto until = std::chrono::steady_clock::now() + kNever;
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= until) return false;
    io_.restart();
    io_.run_one_for(5ms);
  }
  return true;
}

void Stage::start(const ChildOptions& options) {
  ending_.reset();
  child_ = std::make_unique<Child>(io_, options, [this](const Ending& ending) { ending_ = ending; });
}

bool Stage::has_written(std::size_t lines) {
  return runs_until([&] {
    const std::string text = child_->tail();
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) >= lines;
  });
}

Ending Stage::its_end() {
  if (!runs_until([&] { return ending_.has_value(); })) ADD_FAILURE() << "it does not end";
  return ending_.value_or(Ending{});
}

Ending Stage::end_of(const ChildOptions& options) {
  start(options);
  return its_end();
}

}  // namespace rensa::processes::test
