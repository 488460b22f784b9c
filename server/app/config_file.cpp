#include <nlohmann/json.hpp>

#include "server/app/config.h"
#include "server/base/atomic_file.h"

namespace rensa::app {

namespace {

bool is_comment(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin != std::string_view::npos && line.substr(begin).starts_with("//");
}

std::string member_of(const Setting& setting, const Config& config) {
  const auto value = std::visit([&](auto member) { return nlohmann::json(config.*member); }, setting.member);
  return nlohmann::json(setting.name).dump() + ": " + value.dump();
}

bool is_default(const Setting& setting, const Config& config) {
  return std::visit([&](auto member) { return config.*member == Config{}.*member; }, setting.member);
}

// Returns the text of a file. Throws WrongSettings that names the file.
std::string text_of_file(const std::string& file) {
  try {
    return base::read_text_file(file);
  } catch (const std::runtime_error& error) {
    throw WrongSettings(error.what());
  }
}

}  // namespace

Config read_config_file(const std::string& file) {
  const auto config = config_of_json(text_of_file(file), {});
  if (!config) throw WrongSettings(file + ": " + config.error().message);
  return *config;
}

std::string without_comments(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (!is_comment(line)) result += line;
    if (end == std::string_view::npos) break;
    result += '\n';
    text.remove_prefix(end + 1);
  }
  return result;
}

std::string config_file_of(const Config& config) {
  std::string text =
      "// The settings of rensa-server. Each line that is a comment shows a default: without // it becomes a setting.\n"
      "// SIGHUP makes the server read this file again (systemctl reload rensa-server); some settings need a restart.\n"
      "{\n";
  const Setting* data = nullptr;
  for (const Setting& setting : settings()) {
    if (setting.name == "data") {
      data = &setting;
      continue;
    }
    text += "  // " + setting.help + "\n  " + (is_default(setting, config) ? "// " : "");
    text += member_of(setting, config) + ",\n\n";
  }
  return text + "  // " + data->help + "\n  " + member_of(*data, config) + "\n}\n";
}

}  // namespace rensa::app
