#pragma once

#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "engine/rules/parsed.h"

namespace rensa::app {

// A setting is wrong, or names a file that is wrong.
class WrongSettings : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The value of exec_isolation by which programs of tournaments run without isolation.
inline constexpr const char* kNoIsolation = "none";

// The settings of an operator, given in a JSON file or by flags that override it. The names are the same in both.

struct Config {
  std::string bind = "127.0.0.1";  // the address of both ports
  int web_port = 8787;             // people: the page, WebSocket, the HTTP API; 0: any that is free
  std::string web_root;            // a directory of the page's files, read anew each time; empty: those in the program
  int worker_port = 8733;          // workers; 0: any that is free
  std::string worker_socket;       // path of a Unix socket for workers; empty: none
  std::string data = "var";        // the directory of the store
  std::string ruleset_files;       // JSON files of rulesets besides the published ones, separated by spaces
  std::string origins;             // of pages that may connect, separated by spaces; empty: those of this server
  std::string host_names;          // names under which we are reached, separated by spaces; empty: any
  std::string trusted_proxies;     // addresses, networks and "unix", separated by spaces; empty: none
  std::string tls_certificate;     // PEM files; both or none
  std::string tls_key;
  std::string log_file;   // empty: the standard error
  int guest_workers = 1;  // may workers connect without a token?
  int grace_seconds = 60;
  int think_seconds = 60;
  int turn_bank_seconds = 30;
  int spectator_delay_seconds = 3;  // of matches in which a person plays
  int drain_seconds = 30;
  int keep_matches = 1;  // do running matches go on after a restart?
  int max_matches = 25'000;
  int max_real_time_matches = 4'000;
  int max_real_time_percent = 75;  // of the time, that all frames in real time may take
  int max_connections = 10'000;
  int max_connections_per_address = 10'000;
  int arrivals_per_second = 1'000;           // clients that are let in when many come at once; 0: no limit
  int person_messages_per_second = 2'000;    // over one connection by WebSocket
  int worker_messages_per_second = 100'000;  // over one of a worker
  int guest_matches_per_minute = 60;         // that people without a token may ask for, all of an address together
  int guest_game_days = 30;                  // games between guests are deleted after so many days
  int guest_game_megabytes = 2'000;          // and the oldest of them when all together have more
  std::string registration = "off";          // may people make accounts by themselves: off, open or approval
  int registrations_per_day = 3;             // of an address
  int exec_players = 0;                      // may plans of tournaments name programs to be started here?
  std::string exec_isolation = "bwrap";      // the program that isolates these programs; kNoIsolation: none
  std::string submission_ladder;             // the tournament that uploaded bots enter; empty: none can be uploaded
  std::string submission_files;              // that all uploaded bots may read, separated by spaces
  std::string submission_accounts;           // that may upload bots, separated by spaces; empty: all that are approved
  int submission_megabytes = 8;              // of one upload
  int submission_disk_megabytes = 2'000;     // of all uploads that are kept
  int submission_versions = 5;               // of a bot whose files are kept
  int submissions_per_day = 10;              // of an account
  int submission_bots = 3;                   // of an account
  int submission_checks = 1;                 // at a time
  int submission_check_seconds = 600;        // for all checks of a version
  int echo = 0;                              // send messages to /echo back over WebSocket, for conformance tests
  friend bool operator==(const Config&, const Config&) = default;
};

// Describes a setting for files, flags and --print-config.
struct Setting {
  std::string name;
  std::variant<std::string Config::*, int Config::*> member;
  int least = 0;  // of numbers
  int most = 0;
  std::string help;
  std::string old_name{};  // which files and flags may also use; empty: none
  // The setting can change while the server runs. All others keep the value that they had at the start.
  bool can_change = false;
  // The words of a text, which a file may also give as a list: ["a", "b"] for "a b".
  bool is_list = false;
};
const std::vector<Setting>& settings();
// Settings of earlier versions, which files and flags may still name.
const std::set<std::string>& settings_without_effect();

// The settings of the text over those of `base`. Lines of it may be comments (config_file_of). Unknown keys, wrong
// types and values out of range are errors.
rules::Parsed<Config> config_of_json(std::string_view text, const Config& base);
// The words of a setting that is a list.
std::vector<std::string> split_words(const std::string& text);

// Returns a sentence that says which setting is wrong, or which settings contradict each other; empty: none.
std::string why_unusable(const Config& config);
std::string json_of(const Config& config);

// Returns the settings of a file; those that it does not name have their defaults. Throws WrongSettings that names the
// file.
Config read_config_file(const std::string& file);

// The file of settings as operators edit it: JSON in which lines may be comments, which begin with //.

// Returns the text with an empty line in the place of each comment, so that errors still name the right line.
std::string without_comments(std::string_view text);

// Returns a file of settings. Those that have their default value are comments, each below its help. `data` always
// stands at the end, so that the line of any other setting can become a setting without a change of the commas.
std::string config_file_of(const Config& config);

// The settings of a running server after its operator has changed them.
struct ConfigUpdate {
  Config config;                          // the running one, with the settings that can change
  std::vector<std::string> changed;       // the names of those that have changed
  std::vector<std::string> need_restart;  // of those that are wanted to change and cannot
};
ConfigUpdate update_config(const Config& running, const Config& wanted);

}  // namespace rensa::app
