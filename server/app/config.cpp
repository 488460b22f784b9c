#include "server/app/config.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "engine/json/document.h"
#include "engine/json/flat_object.h"
#include "server/base/log_line.h"
#include "server/match/terms.h"
#include "server/net/http.h"
#include "server/net/socket_server.h"

namespace rensa::app {

namespace {

constexpr int kMaxSeconds = 86'400;
constexpr int kMaxCount = 1'000'000;
constexpr bool kCanChange = true;
constexpr bool kIsList = true;

// An origin is compared with the header Origin as a browser sends it: in small letters, with a port only if it is not
// the usual one, and with nothing behind it.
bool is_origin(std::string_view text) {
  constexpr std::string_view kEndOfScheme = "://";
  const std::size_t end = text.find(kEndOfScheme);
  if (end == 0 || end == std::string_view::npos) return false;
  const std::string_view scheme = text.substr(0, end);
  const std::string_view host = text.substr(end + kEndOfScheme.size());
  const auto is_capital = [](char letter) { return letter >= 'A' && letter <= 'Z'; };
  const auto is_of_scheme = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-' || letter == '+';
  };
  const bool has_usual_port =
      (scheme == "https" && host.ends_with(":443")) || (scheme == "http" && host.ends_with(":80"));
  return std::all_of(scheme.begin(), scheme.end(), is_of_scheme) && net::is_host(host) && !has_usual_port &&
         std::none_of(host.begin(), host.end(), is_capital);
}

std::string why_refused(const std::string& setting, const std::string& word, const std::string& expected) {
  return setting + ": " + base::quoted_for_log(word) + " is refused: " + expected;
}

// `path`: empty: it is in no folder.
bool is_in_folder(const std::string& path, const std::string& folder) {
  if (path.empty()) return false;
  std::error_code ignored;
  const std::filesystem::path inner = std::filesystem::weakly_canonical(std::filesystem::absolute(path), ignored);
  const std::filesystem::path outer = std::filesystem::weakly_canonical(std::filesystem::absolute(folder), ignored);
  const std::filesystem::path relative = inner.lexically_relative(outer);
  return !relative.empty() && *relative.begin() != "..";
}

// Returns a sentence that says which origin or host name is none; empty: all are right.
std::string why_names_refused(const Config& config) {
  for (const std::string& origin : split_words(config.origins)) {
    if (is_origin(origin)) continue;
    return why_refused("origins", origin,
                       "https://NAME or https://NAME:PORT is expected, as browsers send it: in small letters, without "
                       "the usual port and without a slash at the end");
  }
  for (const std::string& name : split_words(config.host_names)) {
    if (net::is_host(name)) continue;
    return why_refused("host_names", name, "a name or an address is expected, and :PORT if there is one");
  }
  return "";
}

rules::ParseError setting_error(const json::FlatMember& member, const std::string& what) {
  return {"line " + std::to_string(member.line) + ": " + json::quoted_key(member.key) + ": " + what};
}

}  // namespace

const std::set<std::string>& settings_without_effect() {
  static const std::set<std::string> names{"messages_per_second"};
  return names;
}

const std::vector<Setting>& settings() {
  static const std::vector<Setting> table{
      {"bind", &Config::bind, 0, 0, "address of both ports; 0.0.0.0 or :: for the whole network"},
      {"web_port", &Config::web_port, 0, 65'535, "port for people: the page, WebSocket and the HTTP API; 0: any"},
      {"web_root", &Config::web_root, 0, 0,
       "directory of the page's files, read again for each request; empty: the files inside the program"},
      {"worker_port", &Config::worker_port, 0, 65'535, "port for workers; 0: any"},
      {"worker_socket", &Config::worker_socket, 0, 0, "path of a socket for workers on this machine; empty: none"},
      {"data", &Config::data, 0, 0, "directory of accounts, games and records"},
      {"ruleset_files", &Config::ruleset_files, 0, 0,
       "JSON files of rulesets that can be played besides the published ones, separated by spaces", "", !kCanChange,
       kIsList},
      {"origins", &Config::origins, 0, 0, "pages that may connect, separated by spaces; empty: those of this server",
       "", kCanChange, kIsList},
      {"host_names", &Config::host_names, 0, 0,
       "names under which the server is reached, separated by spaces; empty: any", "hosts", kCanChange, kIsList},
      {"trusted_proxies", &Config::trusted_proxies, 0, 0,
       "addresses and networks of proxies that name the addresses of their clients, separated by spaces; unix: those "
       "at worker_socket; empty: none",
       "", kCanChange, kIsList},
      {"tls_certificate", &Config::tls_certificate, 0, 0, "PEM file of the certificate chain", "", kCanChange},
      {"tls_key", &Config::tls_key, 0, 0, "PEM file of its key", "", kCanChange},
      {"log_file", &Config::log_file, 0, 0, "file of the log, which SIGHUP opens again; empty: the standard error", "",
       kCanChange},
      {"guest_workers", &Config::guest_workers, 0, 1, "may workers connect without a token?", "guests_over_tcp",
       kCanChange},
      {"grace_seconds", &Config::grace_seconds, 0, kMaxSeconds, "time for a lost player to come back", "", kCanChange},
      {"think_seconds", &Config::think_seconds, 1, kMaxSeconds, "time for a decision, if the rules set no limit", "",
       kCanChange},
      {"turn_bank_seconds", &Config::turn_bank_seconds, 0, kMaxSeconds, "extra time for a game in turns", "",
       kCanChange},
      {"spectator_delay_seconds", &Config::spectator_delay_seconds, 0, match::kMaxSpectatorDelaySeconds,
       "how late spectators see matches in which a person plays", "", kCanChange},
      {"drain_seconds", &Config::drain_seconds, 0, kMaxSeconds, "time for running games when the server stops", "",
       kCanChange},
      {"keep_matches", &Config::keep_matches, 0, 1, "do running matches go on after a crash or a restart?"},
      {"max_matches", &Config::max_matches, 0, kMaxCount, "matches at a time; more are refused", "", kCanChange},
      {"max_real_time_matches", &Config::max_real_time_matches, 0, kMaxCount,
       "matches in real time at a time; more are refused", "max_real_matches", kCanChange},
      {"max_real_time_percent", &Config::max_real_time_percent, 1, 100,
       "most time for frames in real time; beyond it, new matches in real time are refused; 100: no limit",
       "max_real_percent", kCanChange},
      {"max_connections", &Config::max_connections, 1, kMaxCount, "connections at a time", "", kCanChange},
      {"max_connections_per_address", &Config::max_connections_per_address, 1, kMaxCount,
       "connections at a time of one address", "", kCanChange},
      {"arrivals_per_second", &Config::arrivals_per_second, 0, kMaxCount,
       "clients that are let in when many come at once; others are told when to come back; 0: no limit", "",
       kCanChange},
      {"person_messages_per_second", &Config::person_messages_per_second, 1, 1'000'000'000,
       "messages over one WebSocket connection", "", kCanChange},
      {"worker_messages_per_second", &Config::worker_messages_per_second, 1, 1'000'000'000,
       "messages over one connection of a worker", "", kCanChange},
      {"guest_matches_per_minute", &Config::guest_matches_per_minute, 1, kMaxCount,
       "matches that people without a token may ask for, all of an address together", "", kCanChange},
      {"guest_game_days", &Config::guest_game_days, 1, 36'500,
       "days after which games between guests are deleted; games of accounts and of tournaments are kept", "",
       kCanChange},
      {"guest_game_megabytes", &Config::guest_game_megabytes, 1, 1'000'000'000,
       "most MB of games between guests; beyond it, the oldest of them are deleted", "", kCanChange},
      {"registration", &Config::registration, 0, 0,
       "may people make accounts by themselves? off; open; approval: each waits for an organiser or an administrator",
       "", kCanChange},
      {"registrations_per_day", &Config::registrations_per_day, 1, 1'000,
       "accounts that people of an address may ask for in a day", "", kCanChange},
      {"exec_players", &Config::exec_players, 0, 1,
       "start the programs that plans of tournaments name; an administrator can then run any program"},
      {"exec_isolation", &Config::exec_isolation, 0, 0,
       "bubblewrap, by which these programs are isolated: a name in PATH, or a path; none: they run without isolation"},
      {"submission_ladder", &Config::submission_ladder, 0, 0,
       "id of the ladder that uploaded bots enter, isolated; needs exec_players; empty: no bots can be uploaded"},
      {"submission_files", &Config::submission_files, 0, 0,
       "files and folders that all uploaded bots may read, separated by spaces", "", !kCanChange, kIsList},
      {"submission_accounts", &Config::submission_accounts, 0, 0,
       "names of the accounts that may upload bots, separated by spaces; empty: all but unapproved ones", "",
       !kCanChange, kIsList},
      {"submission_megabytes", &Config::submission_megabytes, 1, 100, "most MB of an uploaded bot"},
      {"submission_disk_megabytes", &Config::submission_disk_megabytes, 1, 100'000'000,
       "most MB of all uploads that are kept"},
      {"submission_versions", &Config::submission_versions, 1, 100, "versions of an uploaded bot whose files are kept"},
      {"submissions_per_day", &Config::submissions_per_day, 1, 10'000, "uploads of an account in 24 hours"},
      {"submission_bots", &Config::submission_bots, 1, 1'000, "uploaded bots of an account"},
      {"submission_checks", &Config::submission_checks, 1, 64, "uploaded bots that are checked at a time"},
      {"submission_check_seconds", &Config::submission_check_seconds, 1, kMaxSeconds,
       "time for all checks of an uploaded bot"},
      {"echo", &Config::echo, 0, 1, "send messages to /echo back over WebSocket, for conformance tests"},
  };
  return table;
}

rules::Parsed<Config> config_of_json(std::string_view text, const Config& base) {
  const auto object = json::flat_object_with_lists_of(without_comments(text));
  if (!object) return object.error();
  Config config = base;
  std::set<std::string> read_settings;
  for (const json::FlatMember& member : *object) {
    if (settings_without_effect().contains(member.key)) continue;
    const auto setting = std::find_if(settings().begin(), settings().end(), [&member](const Setting& known) {
      return known.name == member.key || (!known.old_name.empty() && known.old_name == member.key);
    });
    if (setting == settings().end()) return setting_error(member, "there is no such setting: see rensa-server --help");
    if (!read_settings.insert(setting->name).second) {
      return setting_error(member, "the setting " + setting->name + " is given twice, by its name and by its old name");
    }
    if (const auto* text_member = std::get_if<std::string Config::*>(&setting->member)) {
      const auto* given = std::get_if<std::string>(&member.value);
      if (given == nullptr || (member.is_list && !setting->is_list)) {
        return setting_error(member, "a text is expected");
      }
      config.*(*text_member) = *given;
      continue;
    }
    const auto* given = std::get_if<std::int64_t>(&member.value);
    if (given == nullptr) return setting_error(member, "a whole number is expected");
    if (*given < setting->least || *given > setting->most) {
      return setting_error(member, "has to be " + std::to_string(setting->least) + " .. " +
                                       std::to_string(setting->most) + ", not " + std::to_string(*given));
    }
    config.*std::get<int Config::*>(setting->member) = static_cast<int>(*given);
  }
  return config;
}

std::vector<std::string> split_words(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

std::string why_unusable(const Config& config) {
  if (config.bind.empty()) return "bind: an address is needed";
  if (config.data.empty()) return "data: a directory is needed";
  if (config.registration != "off" && config.registration != "open" && config.registration != "approval") {
    return why_refused("registration", config.registration, "off, open or approval is expected");
  }
  if (config.exec_isolation.empty()) return "exec_isolation: bwrap, the path of bubblewrap, or none is needed";
  if (config.web_port == config.worker_port && config.web_port != 0) {
    return "web_port and worker_port are both " + std::to_string(config.web_port) + ": give each a port of its own";
  }
  if (config.tls_certificate.empty() != config.tls_key.empty()) {
    return "tls_certificate and tls_key: give both or none";
  }
  if (is_in_folder(config.worker_socket, config.data + "/sockets")) {
    return "worker_socket: the folder " + config.data +
           "/sockets is for the sockets of programs that the server starts: choose a path in another folder";
  }
  if (const std::string why = why_names_refused(config); !why.empty()) return why;
  const std::vector<std::string> proxies = split_words(config.trusted_proxies);
  try {
    net::SocketOptions options;
    options.bind_address = config.bind;
    options.trusted_proxies = proxies;
    net::check_addresses(options);
  } catch (const std::runtime_error& problem) {
    return problem.what();
  }
  if (!config.submission_ladder.empty() && (config.exec_players == 0 || config.exec_isolation == kNoIsolation)) {
    return "submission_ladder: uploaded bots are programs of strangers: set exec_players to 1, and exec_isolation to "
           "bwrap";
  }
  if (config.exec_players != 0 && std::find(proxies.begin(), proxies.end(), "unix") != proxies.end()) {
    return "trusted_proxies: unix cannot be there with exec_players, because the programs that the server starts use "
           "this socket, too, and could give themselves any address";
  }
  return "";
}

ConfigUpdate update_config(const Config& running, const Config& wanted) {
  ConfigUpdate update{.config = running, .changed = {}, .need_restart = {}};
  // The ports speak TLS from the start on, or never.
  const bool keeps_tls = running.tls_key.empty() == wanted.tls_key.empty();
  for (const Setting& setting : settings()) {
    const bool is_of_tls = setting.name == "tls_certificate" || setting.name == "tls_key";
    const bool can_change = setting.can_change && (keeps_tls || !is_of_tls);
    std::visit(
        [&](auto member) {
          if (running.*member == wanted.*member) return;
          (can_change ? update.changed : update.need_restart).push_back(setting.name);
          if (can_change) update.config.*member = wanted.*member;
        },
        setting.member);
  }
  return update;
}

std::string json_of(const Config& config) {
  nlohmann::ordered_json object;
  for (const Setting& setting : settings()) {
    std::visit([&](auto member) { object[setting.name] = config.*member; }, setting.member);
  }
  return object.dump(2);
}

}  // namespace rensa::app
