#include "clients/cli/vectors/vectors.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "tests/tools/paths.h"

namespace rensa::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string data(const std::string& name) { return tests::data_path(name + ".jsonl.gz"); }

VectorReport checked(const std::string& path) { return check_vectors(path, rules::chain_kernels()); }

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
TEST(Vectors, TurnsAreThoseOfTheReference) { expect_all_passed("turn_dev", "turn", 2'000); }
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
  const std::string empty(78, '0');
  const std::string line = R"({"field":")" + empty +
                           R"(","x":5,"r":0,"keys":"v","lock_frames":24,"lock_x":3,"lock_y":1,"lock_r":0,"score":13})";
  const VectorReport report = report_of(line + "\n" + line + "\n");
  EXPECT_EQ(report.first_difference, "");
  EXPECT_EQ(report.remarks.size(), 2U);
  EXPECT_FALSE(report.ok());
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
