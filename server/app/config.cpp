#include "server/app/config.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/json/flat_object.h"

namespace rensa::app {

namespace {

constexpr int kMaxSeconds = 86'400;
constexpr int kMaxCount = 1'000'000;

rules::ParseError setting_error(const std::string& key, const std::string& what) { return {key + ": " + what}; }

}  // namespace

const std::vector<Setting>& settings() {
  static const std::vector<Setting> table{
      {"bind", &Config::bind, 0, 0, "address of both ports; 0.0.0.0 or :: for the whole network"},
      {"web_port", &Config::web_port, 0, 65'535, "port for people: the page, WebSocket and the HTTP API; 0: any"},
      {"web_root", &Config::web_root, 0, 0,
       "directory of the page's files, read again for each request; empty: the files inside the program"},
      {"worker_port", &Config::worker_port, 0, 65'535, "port for workers; 0: any"},
      {"worker_socket", &Config::worker_socket, 0, 0, "path of a socket for workers on this machine; empty: none"},
      {"data", &Config::data, 0, 0, "directory of accounts, games and records"},
      {"origins", &Config::origins, 0, 0, "pages that may connect, separated by spaces; empty: those of this server"},
      {"host_names", &Config::host_names, 0, 0,
       "names under which the server is reached, separated by spaces; empty: any", "hosts"},
      {"tls_certificate", &Config::tls_certificate, 0, 0, "PEM file of the certificate chain"},
      {"tls_key", &Config::tls_key, 0, 0, "PEM file of its key"},
      {"guest_workers", &Config::guest_workers, 0, 1, "may workers connect without a token?", "guests_over_tcp"},
      {"grace_seconds", &Config::grace_seconds, 0, kMaxSeconds, "time for a lost player to come back"},
      {"think_seconds", &Config::think_seconds, 1, kMaxSeconds, "time for a decision, if the rules set no limit"},
      {"turn_bank_seconds", &Config::turn_bank_seconds, 0, kMaxSeconds, "extra time for a game in turns"},
      {"drain_seconds", &Config::drain_seconds, 0, kMaxSeconds, "time for running games when the server stops"},
      {"max_matches", &Config::max_matches, 0, kMaxCount, "matches at a time; more are refused"},
      {"max_real_time_matches", &Config::max_real_time_matches, 0, kMaxCount,
       "matches in real time at a time; more are refused", "max_real_matches"},
      {"max_real_time_percent", &Config::max_real_time_percent, 1, 100,
       "most time for frames in real time; beyond it, new matches in real time are refused; 100: no limit",
       "max_real_percent"},
      {"max_connections", &Config::max_connections, 1, kMaxCount, "connections at a time"},
      {"max_connections_per_address", &Config::max_connections_per_address, 1, kMaxCount,
       "connections at a time of one address"},
      {"messages_per_second", &Config::messages_per_second, 1, 1'000'000'000,
       "messages from all connections of a token, and from all guests of an address"},
      {"person_messages_per_second", &Config::person_messages_per_second, 1, 1'000'000'000,
       "messages over one WebSocket connection"},
      {"worker_messages_per_second", &Config::worker_messages_per_second, 1, 1'000'000'000,
       "messages over one connection of a worker"},
      {"guest_matches_per_minute", &Config::guest_matches_per_minute, 1, kMaxCount,
       "matches that people without a token may ask for, all of an address together"},
      {"exec_players", &Config::exec_players, 0, 1,
       "start the programs that plans of tournaments name; an administrator can then run any program"},
      {"echo", &Config::echo, 0, 1, "send messages to /echo back over WebSocket, for conformance tests"},
  };
  return table;
}

rules::Parsed<Config> config_of_json(std::string_view text, const Config& base) {
  const auto object = json::flat_object_of(text);
  if (!object) return object.error();
  Config config = base;
  std::set<std::string> read_settings;
  for (const auto& [key, value] : *object) {
    const auto setting = std::find_if(settings().begin(), settings().end(), [&wanted = key](const Setting& known) {
      return known.name == wanted || (!known.old_name.empty() && known.old_name == wanted);
    });
    if (setting == settings().end()) return setting_error(key, "there is no such setting: see rensa-server --help");
    if (!read_settings.insert(setting->name).second) {
      return setting_error(key, "the setting " + setting->name + " is given twice, by its name and by its old name");
    }
    if (const auto* text_member = std::get_if<std::string Config::*>(&setting->member)) {
      const auto* given = std::get_if<std::string>(&value);
      if (given == nullptr) return setting_error(key, "a text is expected");
      config.*(*text_member) = *given;
      continue;
    }
    const auto* given = std::get_if<std::int64_t>(&value);
    if (given == nullptr) return setting_error(key, "a whole number is expected");
    if (*given < setting->least || *given > setting->most) {
      return setting_error(key, "has to be " + std::to_string(setting->least) + " .. " + std::to_string(setting->most) +
                                    ", not " + std::to_string(*given));
    }
    config.*std::get<int Config::*>(setting->member) = static_cast<int>(*given);
  }
  return config;
}

std::string why_unusable(const Config& config) {
  if (config.bind.empty()) return "bind: an address is needed";
  if (config.data.empty()) return "data: a directory is needed";
  if (config.tls_certificate.empty() != config.tls_key.empty()) {
    return "tls_certificate and tls_key: give both or none";
  }
  return "";
}

std::string json_of(const Config& config) {
  nlohmann::ordered_json object;
  for (const Setting& setting : settings()) {
    if (const auto* text = std::get_if<std::string Config::*>(&setting.member)) {
      object[setting.name] = config.*(*text);
    } else {
      object[setting.name] = config.*std::get<int Config::*>(setting.member);
    }
  }
  return object.dump(2);
}

}  // namespace rensa::app
