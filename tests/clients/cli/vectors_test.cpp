#include "clients/cli/vectors/vectors.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "clients/cli/vectors/vector_reader.h"
#include "tests/tools/paths.h"

namespace rensa::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string data(const std::string& name) { return tests::data_path(name + ".jsonl.gz"); }

VectorReport checked(const std::string& path) { return check_vectors(path, rules::chain_kernels()); }

// The pair locks on the high column below the spawn before its second turn.
const std::string kEarlyLock =
    R"({"field":"000000600404705604406404504401407705405607604705704404701104406506407106544677","x":3,"r":2,"plan":1,)"
    R"("keys":"vB,v,vB,v","precede":"v","precede_keys":"vB,v,vB,v","lock_frames":2,"lock_x":3,"lock_y":12,"lock_r":3,)"
    R"("score":2})";

// A file that is removed after the test.
class VectorText : public testing::Test {
 protected:
  VectorReport report_of(const std::string& text) {
    std::ofstream(path_, std::ios::binary) << text;
    return checked(path_);
  }
  void TearDown() override { std::filesystem::remove(path_); }

  const std::string path_ =
      testing::TempDir() + "rensa_" + testing::UnitTest::GetInstance()->current_test_info()->name() + ".jsonl";
};

void expect_all_passed(const std::string& name, const std::string& kind, std::size_t lines, std::size_t remarks = 0) {
  const VectorReport report = checked(data(name));
  EXPECT_TRUE(report.ok()) << report.first_difference << report.error;
  EXPECT_EQ(report.kind, kind);
  EXPECT_EQ(report.lines, lines);
  EXPECT_EQ(report.remarks.size(), remarks);
}

TEST(Vectors, ChainsAreThoseOfTheReference) { expect_all_passed("chain_dev", "chain", 20'000); }
TEST(Vectors, PlacementsAreThoseOfTheReference) { expect_all_passed("reach_dev", "reach", 5'000); }
TEST(Vectors, KeysLockWhereTheReferenceLocks) { expect_all_passed("keys_dev", "keys", 500, 4); }
TEST(Vectors, TurnsAreThoseOfTheReference) { expect_all_passed("turn_dev", "turn", 2'000, 7); }
TEST(Vectors, SequencesAreTaken) { expect_all_passed("seq_libstdcxx", "seq", 200); }

TEST_F(VectorText, WithoutLinesDoesNotPass) {
  const VectorReport report = report_of("");
  EXPECT_FALSE(report.ok());
  EXPECT_EQ(report.error, "has no lines");
}

TEST_F(VectorText, ThatIsNoObjectIsReportedWithItsLine) {
  const std::string seq = R"({"seed":0,"seq":")" + std::string(256, '4') + "\"}\n";
  EXPECT_EQ(report_of(seq + "[]\n").error, "line 2: is no JSON object");
  EXPECT_EQ(report_of(seq + "{\n").error, "line 2: is no JSON object: column 2: the text ends too early");
  EXPECT_EQ(report_of(seq + "\n").error, "line 2: is no JSON object: column 1: the text ends too early");
}

TEST_F(VectorText, OfUnknownFieldsIsRefused) {
  EXPECT_EQ(report_of("{\"a\":1}\n").error, "line 1: is of no known kind");
}

TEST_F(VectorText, OfTheWrongTypeNamesTheField) {
  EXPECT_EQ(report_of(R"({"seq":7})").error, "line 1: seq: is no text");
  EXPECT_THAT(report_of(R"({"field":"00","chains":0,"after":""})").error, HasSubstr("field: has 2 cells"));
  const std::string empty(78, '0');
  EXPECT_THAT(report_of(R"({"after":"","chains":1.5,"field":")" + empty + "\"}").error, HasSubstr("no whole number"));
  EXPECT_THAT(report_of(R"({"after":"","chains":1e99,"field":")" + empty + "\"}").error, HasSubstr("no whole number"));
  EXPECT_THAT(report_of(R"({"after":"","chains":9999999999999999999,"field":")" + empty + "\"}").error,
              HasSubstr("not within"));
}

TEST_F(VectorText, WithAFloatingPuyoIsRefused) {
  const std::string floating = "4" + std::string(77, '0');
  EXPECT_THAT(report_of(R"({"after":"","chains":0,"field":")" + floating + "\"}").error, HasSubstr("floats"));
}

TEST_F(VectorText, ThatDiffersIsReportedWithLineFieldAndValues) {
  const std::string empty(78, '0');
  const VectorReport report = report_of(R"({"field":")" + empty + R"(","after":")" + empty +
                                        R"(","chains":2,"score":0,"frames":0,"quick":false})");
  EXPECT_FALSE(report.ok());
  EXPECT_EQ(report.passed, 0U);
  EXPECT_THAT(report.first_difference, StartsWith("line 1: chains: expected 2, got 0"));
}

TEST_F(VectorText, OfKeysThatAllMissDoesNotPass) {
  const VectorReport report = report_of(kEarlyLock + "\n" + kEarlyLock + "\n");
  EXPECT_EQ(report.first_difference, "");
  EXPECT_EQ(report.remarks.size(), 2U);
  EXPECT_FALSE(report.ok());
}

// Returns the first lines of a file of vectors.
std::vector<std::string> first_lines(const std::string& path, std::size_t count) {
  LineReader reader(path);
  std::vector<std::string> lines(count);
  for (std::string& line : lines) EXPECT_TRUE(reader.next(line));
  return lines;
}

// Returns other values of the same type, which a vector may have in this place.
std::vector<nlohmann::json> other_values(const nlohmann::json& value) {
  if (value.is_boolean()) return {!value.get<bool>()};
  if (value.is_number()) return {value.get<int>() + 1, value.get<int>() - 1};
  if (value.is_array()) return {value.empty() ? nlohmann::json{{1, 1}} : nlohmann::json::array()};
  const auto text = value.get<std::string>();
  if (text.empty()) return {"v"};
  std::string other = text;
  for (char& letter : other) {
    if (letter == '>' || letter == '<' || letter == 'v') letter = letter == '>' ? '<' : '>';
    if (letter == '4' || letter == '5') letter = letter == '4' ? '5' : '4';
  }
  return {other == text ? text + text : other};
}

VectorReport report_of_line(const std::string& line) {
  const std::string path = testing::TempDir() + "rensa_vector_line.jsonl";
  std::ofstream(path, std::ios::binary) << line << '\n';
  const VectorReport report = checked(path);
  std::filesystem::remove(path);
  return report;
}

// Every member of a vector is compared, besides one.
void expect_changes_are_noticed(const nlohmann::json& right, const std::string& left_out) {
  ASSERT_TRUE(report_of_line(right.dump()).ok()) << right << report_of_line(right.dump()).first_difference;
  for (const auto& [name, value] : right.items()) {
    if (name == left_out) continue;
    for (const nlohmann::json& other : other_values(value)) {
      nlohmann::json changed = right;
      changed[name] = other;
      EXPECT_FALSE(report_of_line(changed.dump()).ok()) << name << " is not compared: " << changed;
    }
  }
}

TEST(Vectors, EveryMemberIsCompared) {
  for (const char* name : {"chain_dev", "keys_dev", "turn_dev"}) {
    for (const std::string& line : first_lines(data(name), 20)) {
      const auto vector = nlohmann::json::parse(line);
      // Keys do not depend on the colours of the field, and a turn does not tell the exact points of its soft drop.
      // Turns that lock high up may have been meant for another placement, and garbage is lost where a column is full.
      const bool is_turn = vector.contains("events");
      if (is_turn && vector["lock_y"] > 8) continue;
      if (is_turn && vector["after14"].get<std::string>().find_first_not_of('0') < 12) continue;
      const char* left_out = vector.contains("keys") ? "field" : is_turn ? "score" : "kind";
      expect_changes_are_noticed(vector, left_out);
    }
  }
  for (const std::string& line : first_lines(data("reach_dev"), 5)) {
    const auto vector = nlohmann::json::parse(line);
    // The reference may refuse placements beside columns of twelve rows.
    if (vector["field"].get<std::string>().find_first_not_of('0') < 12) continue;
    for (std::size_t move = 0; move < vector["moves"].size(); ++move) {
      for (const auto& [name, value] : vector["moves"][move].items()) {
        for (const nlohmann::json& other : other_values(value)) {
          nlohmann::json changed = vector;
          changed["moves"][move][name] = other;
          EXPECT_FALSE(report_of_line(changed.dump()).ok()) << name << " is not compared: " << changed["moves"][move];
        }
      }
    }
  }
}

TEST(Vectors, KeysAreForTheirPlacement) {
  auto changed = nlohmann::json::parse(kEarlyLock);
  changed["x"] = 2;
  EXPECT_EQ(report_of_line(changed.dump()).first_difference,
            "line 1: x, r: expected x2 r2, got x3 r3, to which the keys lead");
  changed["x"] = 3;
  for (const int plan : {0, 2}) {
    changed["plan"] = plan;
    EXPECT_FALSE(report_of_line(changed.dump()).ok()) << plan;
  }
}

TEST_F(VectorText, CutShortIsReported) {
  std::ifstream whole(data("seq_libstdcxx"), std::ios::binary);
  std::string half(8'000, '\0');
  whole.read(half.data(), static_cast<std::streamsize>(half.size()));
  const VectorReport report = report_of(half);
  EXPECT_FALSE(report.ok());
  EXPECT_THAT(report.error, HasSubstr("ends too early"));
}

}  // namespace
}  // namespace rensa::cli
