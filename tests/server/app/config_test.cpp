#include "server/app/config.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/app/plan_lookup.h"

namespace rensa::app {
namespace {

using testing::HasSubstr;

TEST(Config, IsReadAsItIsPrinted) {
  Config config;
  config.bind = "0.0.0.0";
  config.worker_socket = "/run/rensa/\"worker\".sock";
  config.grace_seconds = 5;
  config.max_matches = 0;
  const auto read = config_of_json(json_of(config), {});
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, config);
}

TEST(Config, EverySettingIsPrintedOnce) {
  for (const Setting& setting : settings()) {
    const std::string key = '"' + setting.name + '"';
    const std::string text = json_of({});
    EXPECT_NE(text.find(key), std::string::npos) << key;
    EXPECT_EQ(text.find(key), text.rfind(key)) << key;
    EXPECT_FALSE(setting.help.empty()) << key;
  }
}

TEST(Config, OldNamesOfSettingsMeanTheSame) {
  struct RenamedSetting {
    const char* old_text;
    const char* new_text;
  };
  for (const auto& [old_text, new_text] :
       {RenamedSetting{R"({"hosts": "a.example"})", R"({"host_names": "a.example"})"},
        RenamedSetting{R"({"guests_over_tcp": 0})", R"({"guest_workers": 0})"},
        RenamedSetting{R"({"max_real_matches": 7})", R"({"max_real_time_matches": 7})"},
        RenamedSetting{R"({"max_real_percent": 50})", R"({"max_real_time_percent": 50})"}}) {
    const auto config = config_of_json(old_text, {});
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_NE(*config, Config()) << old_text;
    EXPECT_EQ(*config, *config_of_json(new_text, {})) << old_text;
  }
  const auto twice = config_of_json(R"({"max_real_matches": 7, "max_real_time_matches": 7})", {});
  ASSERT_FALSE(twice);
  EXPECT_THAT(twice.error().message, HasSubstr("given twice"));
}

TEST(Config, WordsMayBeGivenAsAList) {
  for (const std::string name : {"trusted_proxies", "origins", "host_names", "ruleset_files"}) {
    const auto list = config_of_json("{\"" + name + R"(": ["10.0.0.0/8", "::1"], "web_port": 80})", {});
    ASSERT_TRUE(list) << list.error().message;
    EXPECT_EQ(*list, *config_of_json("{\"" + name + R"(": "10.0.0.0/8 ::1", "web_port": 80})", {})) << name;
    Config cleared;
    cleared.origins = cleared.host_names = cleared.trusted_proxies = cleared.ruleset_files = "some";
    const auto empty = config_of_json("{\"" + name + "\": []}", cleared);
    ASSERT_TRUE(empty) << empty.error().message;
    EXPECT_NE(*empty, cleared) << name;
  }
}

TEST(Config, OtherSettingsAreNoLists) {
  const auto error = [](std::string_view text) {
    const auto config = config_of_json(text, {});
    return config ? std::string() : config.error().message;
  };
  EXPECT_EQ(error(R"({"data": ["a"]})"), "line 1: \"data\": a text is expected");
  EXPECT_EQ(error(R"({"web_port": ["80"]})"), "line 1: \"web_port\": a whole number is expected");
  EXPECT_THAT(error(R"({"trusted_proxies": [1]})"),
              HasSubstr("\"trusted_proxies\" is a list, and has to have strings only"));
  EXPECT_THAT(error(R"({"trusted_proxies": [["::1"]]})"), HasSubstr("\"trusted_proxies\" is an array"));
  EXPECT_THAT(error(R"({"trusted_proxies": [null]})"), HasSubstr("\"trusted_proxies\" is null"));
  EXPECT_THAT(error(R"({"trusted_proxies": [{}]})"), HasSubstr("\"trusted_proxies\" is an object"));
  EXPECT_THAT(error(R"({"trusted_proxies": ["::1")"), HasSubstr("line 1"));
  EXPECT_FALSE(error(R"(["::1"])").empty());
}

TEST(Config, NoProxyIsTrustedUnlessTheOperatorNamesIt) {
  EXPECT_EQ(Config().trusted_proxies, "");
  Config wanted;
  wanted.trusted_proxies = "127.0.0.1";
  EXPECT_THAT(update_config({}, wanted).changed, testing::ElementsAre("trusted_proxies"));
}

TEST(Config, SettingsWithoutEffectAreAccepted) {
  for (const std::string& name : settings_without_effect()) {
    const auto config = config_of_json("{\"" + name + "\": 1}", {});
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_EQ(*config, Config());
  }
}

TEST(Config, OnlySomeSettingsChangeWhileTheServerRuns) {
  Config running;
  Config wanted;
  wanted.max_matches = 7;
  wanted.web_port = 1;
  const ConfigUpdate update = update_config(running, wanted);
  EXPECT_EQ(update.config.max_matches, 7);
  EXPECT_EQ(update.config.web_port, running.web_port);
  EXPECT_THAT(update.changed, testing::ElementsAre("max_matches"));
  EXPECT_THAT(update.need_restart, testing::ElementsAre("web_port"));
  EXPECT_EQ(update_config(running, running).config, running);
}

TEST(Config, ProgramsOfTournamentsAreIsolatedUnlessTheOperatorSaysOtherwise) {
  EXPECT_EQ(Config().exec_isolation, "bwrap");
  EXPECT_EQ(isolation_of_setting("bwrap", {"/data"})->isolator, "bwrap");
  EXPECT_EQ(isolation_of_setting("/opt/bwrap", {})->isolator, "/opt/bwrap");
  EXPECT_EQ(isolation_of_setting("None", {})->isolator, "None") << "no other word means that there is no isolation";
  EXPECT_EQ(isolation_of_setting("none", {"/data"}), std::nullopt);
  EXPECT_EQ(why_unusable(*config_of_json(R"({"exec_isolation": "none"})", {})), "");
  EXPECT_THAT(why_unusable(*config_of_json(R"({"exec_isolation": ""})", {})), HasSubstr("exec_isolation: bwrap"));
  Config wanted;
  wanted.exec_isolation = "none";
  EXPECT_THAT(update_config({}, wanted).need_restart, testing::ElementsAre("exec_isolation"));
}

TEST(Config, HiddenFilesOfIsolatedProgramsHaveNoSymbolicLinks) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::canonical(testing::TempDir()) / "rensa-hidden-test";
  fs::remove_all(folder);
  fs::create_directories(folder / "data");
  fs::create_directory_symlink(folder / "data", folder / "link");
  const auto isolation =
      isolation_of_setting("bwrap", {(folder / "link" / "").string(), "", (folder / "new").string()});
  EXPECT_THAT(isolation->hidden, testing::ElementsAre((folder / "data").string(), (folder / "new").string()));
  fs::remove_all(folder);
}

TEST(Config, TlsIsNotSwitchedOnOrOffWhileTheServerRuns) {
  Config running;
  Config wanted;
  wanted.tls_certificate = "a.pem";
  wanted.tls_key = "b.pem";
  EXPECT_THAT(update_config(running, wanted).need_restart, testing::ElementsAre("tls_certificate", "tls_key"));
  running = wanted;
  wanted.tls_certificate = "c.pem";
  EXPECT_THAT(update_config(running, wanted).changed, testing::ElementsAre("tls_certificate"));
}

TEST(Config, KeepsWhatTheTextDoesNotName) {
  Config base;
  base.data = "elsewhere";
  const auto config = config_of_json(R"({"web_port": 80})", base);
  ASSERT_TRUE(config);
  EXPECT_EQ(config->data, "elsewhere");
  EXPECT_EQ(config->web_port, 80);
}

TEST(Config, RefusesAnUnknownWayOfRegistration) {
  Config config;
  for (const char* known : {"off", "open", "approval"}) {
    config.registration = known;
    EXPECT_EQ(why_unusable(config), "") << known;
  }
  for (const char* unknown : {"", "on", "Open"}) {
    config.registration = unknown;
    EXPECT_THAT(why_unusable(config), HasSubstr("off, open or approval is expected")) << unknown;
  }
}

TEST(Config, RefusesUnknownKeysAndInvalidValues) {
  const auto error = [](std::string_view text) {
    const auto config = config_of_json(text, {});
    return config ? std::string() : config.error().message;
  };
  EXPECT_THAT(error(R"({"prot": 80})"), HasSubstr("\"prot\": there is no such setting"));
  EXPECT_THAT(error(R"({"web_port": "80"})"), HasSubstr("\"web_port\": a whole number"));
  EXPECT_THAT(error(R"({"data": 7})"), HasSubstr("\"data\": a text"));
  EXPECT_THAT(error(R"({"web_port": 65536})"), HasSubstr("0 .. 65535"));
  EXPECT_THAT(error(R"({"think_seconds": 0})"), HasSubstr("1 .. 86400"));
  EXPECT_FALSE(error(R"([])").empty());
  EXPECT_FALSE(error("").empty());
}

TEST(Config, ErrorsNameTheLineAndTheKey) {
  const auto error = [](std::string_view text) { return config_of_json(text, {}).error().message; };
  EXPECT_EQ(error("{\n\"web_port\": 80,\n\"web_port\": 81}"), "line 3: \"web_port\" is given twice");
  EXPECT_EQ(error("{\n\"data\": \"d\",\n\n\"web_port\": \"80\"}"), "line 4: \"web_port\": a whole number is expected");
  EXPECT_EQ(error("{\n\"web_port\": 80\n\"bind\": \"::\"}"),
            "line 3, column 6: a comma or } has to stand here; the last key before it is \"web_port\"");
}

TEST(Config, NamesContradictions) {
  Config config;
  EXPECT_EQ(why_unusable(config), "");
  config.trusted_proxies = "127.0.0.1 unix";
  EXPECT_EQ(why_unusable(config), "");
  config.exec_players = 1;
  EXPECT_THAT(why_unusable(config), HasSubstr("unix cannot be there with exec_players"));
  config.exec_players = 0;
  config.tls_key = "key.pem";
  EXPECT_THAT(why_unusable(config), HasSubstr("give both or none"));
  config = {};
  config.trusted_proxies = "nowhere";
  EXPECT_THAT(why_unusable(config), HasSubstr("trusted_proxies: 'nowhere' is no IP address"));
  config = {};
  config.bind = "localhost";
  EXPECT_EQ(why_unusable(config), "bind: 'localhost' is no IP address");
  config = {};
  config.data = "";
  EXPECT_THAT(why_unusable(config), HasSubstr("data"));
}

TEST(Config, OriginsAndHostNamesAreThoseThatBrowsersSend) {
  const auto why = [](const char* origins, const char* names) {
    Config config;
    config.origins = origins;
    config.host_names = names;
    return why_unusable(config);
  };
  EXPECT_EQ(why("https://a.example http://localhost:8787 https://[::1]:9 app://duel",
                "a.example localhost:80 [::1] 10.0.0.1"),
            "");
  for (const char* origin : {"a.example", "https://a.example/", "https://a.example/page", "https://A.example", "*",
                             "https://", "://a.example", "null", "https://a.example:443", "http://a.example:80",
                             "https://user@a.example", "https://a.example:70000"}) {
    EXPECT_THAT(why(origin, ""), testing::StartsWith("origins: \"" + std::string(origin) + "\" is refused")) << origin;
    EXPECT_THAT(why(origin, ""), HasSubstr("https://NAME")) << origin;
  }
  for (const char* name : {"https://a.example", "a.example/", "*", "a.example:", "a,b", "a.example:70000", "::1"}) {
    EXPECT_THAT(why("", name), testing::StartsWith("host_names: \"" + std::string(name) + "\" is refused")) << name;
    EXPECT_THAT(why("", name), HasSubstr("a name or an address is expected")) << name;
  }
}

TEST(Config, TheLimitsOfGamesBetweenGuestsHaveBounds) {
  EXPECT_EQ(Config().guest_game_days, 30);
  EXPECT_EQ(Config().guest_game_megabytes, 2'000);
  for (const char* key : {"guest_game_days", "guest_game_megabytes"}) {
    const std::string setting = std::string("{\"") + key + "\": ";
    const auto none = config_of_json(setting + "0}", {});
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().message, HasSubstr("\"" + std::string(key) + "\": has to be 1 .. "));
    EXPECT_FALSE(config_of_json(setting + "-1}", {}));
    const auto text = config_of_json(setting + "\"2 GB\"}", {});
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().message, "line 1: \"" + std::string(key) + "\": a whole number is expected");
  }
}

// The same sentence for a file that is there and one that is not, so that nobody learns which files there are.
TEST(PlanLookup, WithoutFilesRefusesPlayersThatNameOne) {
  const tournament::NameLookup look_up = plan_name_lookup_without_files();
  for (const std::string file : {"/etc/passwd", "/no/such/file"}) {
    for (const std::string& player : {"gaze:weights=" + file, "gaze:nodes=1,weights=" + file}) {
      const auto refused = look_up.player(player);
      ASSERT_FALSE(refused) << player;
      EXPECT_EQ(refused.error().message, player + ": only an administrator may name a file of this machine");
    }
  }
  EXPECT_THAT(plan_name_lookup().player("gaze:weights=/no/such/file").error().message, HasSubstr("No such file"));
}

TEST(PlanLookup, WithoutFilesKnowsAllElse) {
  const tournament::NameLookup look_up = plan_name_lookup_without_files();
  for (const std::string player : {"gaze", "gaze:nodes=7", "random"}) {
    ASSERT_TRUE(look_up.player(player)) << player;
    EXPECT_EQ(*look_up.player(player), *plan_name_lookup().player(player));
  }
  EXPECT_FALSE(look_up.player("nobody"));
  EXPECT_TRUE(look_up.ruleset("tsu-1"));
  EXPECT_FALSE(look_up.ruleset("/etc/passwd"));
}

TEST(Config, SubmittedBotsAreIsolatedPrograms) {
  Config config;
  EXPECT_EQ(why_unusable(config), "");
  config.submission_ladder = "bots";
  EXPECT_THAT(why_unusable(config), testing::HasSubstr("submission_ladder: uploaded bots are programs of strangers"));
  config.exec_players = 1;
  EXPECT_EQ(why_unusable(config), "");
  config.exec_isolation = kNoIsolation;
  EXPECT_THAT(why_unusable(config), testing::HasSubstr("exec_isolation to bwrap"));
}

TEST(Config, NoBotsCanBeSubmittedUnlessTheOperatorAllowsIt) {
  EXPECT_EQ(Config().submission_ladder, "");
  EXPECT_EQ(Config().exec_players, 0);
}

// The server keeps this folder for itself.
TEST(Config, TheSocketForWorkersIsNotInTheFolderOfTheSocketsOfPrograms) {
  Config config;
  config.data = "var";
  for (const char* refused : {"var/sockets/workers", "./var/../var/sockets/a/b", "var/sockets"}) {
    config.worker_socket = refused;
    EXPECT_THAT(why_unusable(config), HasSubstr("worker_socket: the folder var/sockets is for")) << refused;
  }
  for (const char* taken : {"", "var/workers", "var/sockets2/workers", "sockets/workers", "/run/rensa/workers"}) {
    config.worker_socket = taken;
    EXPECT_EQ(why_unusable(config), "") << taken;
  }
}

}  // namespace
}  // namespace rensa::app
