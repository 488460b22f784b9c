#include "server/app/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(Config, KeepsWhatTheTextDoesNotName) {
  Config base;
  base.data = "elsewhere";
  const auto config = config_of_json(R"({"web_port": 80})", base);
  ASSERT_TRUE(config);
  EXPECT_EQ(config->data, "elsewhere");
  EXPECT_EQ(config->web_port, 80);
}

TEST(Config, RefusesUnknownKeysAndInvalidValues) {
  const auto error = [](std::string_view text) {
    const auto config = config_of_json(text, {});
    return config ? std::string() : config.error().message;
  };
  EXPECT_THAT(error(R"({"prot": 80})"), HasSubstr("prot: there is no such setting"));
  EXPECT_THAT(error(R"({"web_port": "80"})"), HasSubstr("web_port: a whole number"));
  EXPECT_THAT(error(R"({"data": 7})"), HasSubstr("data: a text"));
  EXPECT_THAT(error(R"({"web_port": 65536})"), HasSubstr("0 .. 65535"));
  EXPECT_THAT(error(R"({"think_seconds": 0})"), HasSubstr("1 .. 86400"));
  EXPECT_FALSE(error(R"({"web_port": 80, "web_port": 81})").empty());
  EXPECT_FALSE(error(R"([])").empty());
  EXPECT_FALSE(error("").empty());
}

TEST(Config, NamesContradictions) {
  Config config;
  EXPECT_EQ(why_unusable(config), "");
  config.tls_key = "key.pem";
  EXPECT_THAT(why_unusable(config), HasSubstr("give both or none"));
  config = {};
  config.data = "";
  EXPECT_THAT(why_unusable(config), HasSubstr("data"));
}

}  // namespace
}  // namespace rensa::app
