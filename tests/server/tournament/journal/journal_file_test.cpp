#include "server/tournament/journal/journal_file.h"

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

#include "server/base/atomic_file.h"
#include "server/base/kept_size.h"

namespace rensa::tournament {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::uint64_t kPlan = 77;

class JournalFiles : public testing::Test {
 protected:
  JournalFiles() {
    std::string pattern = (fs::temp_directory_path() / "rensa-journal-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    file_ = folder_ / "journal.jsonl";
  }
  ~JournalFiles() override { fs::remove_all(folder_); }

  void write_restarts(int count) const {
    JournalFile journal(file_, kPlan);
    for (int i = 0; i < count; ++i) journal.append(RunRestarted{});
    journal.sync();
  }
  std::string fault() const {
    try {
      const JournalFile journal(file_, kPlan);
      return "";
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  }

  fs::path folder_;
  fs::path file_;
};

TEST_F(JournalFiles, AJournalThatWasCutAtTheEndOfALineIsRefused) {
  write_restarts(3);
  const std::string whole = base::read_text_file(file_);
  const std::string cut = whole.substr(0, whole.rfind('\n', whole.size() - 2) + 1);
  base::write_file_atomically(file_, cut);
  EXPECT_THAT(fault(), HasSubstr("journal.jsonl: it has " + std::to_string(cut.size()) + " bytes, but had " +
                                 std::to_string(whole.size())));
  base::write_file_atomically(file_, std::string());
  EXPECT_THAT(fault(), HasSubstr("it has 0 bytes"));
  base::write_file_atomically(file_, whole);
  EXPECT_EQ(fault(), "");
}

TEST_F(JournalFiles, AnUnfinishedLineIsNotCounted) {
  write_restarts(2);
  const std::string whole = base::read_text_file(file_);
  base::write_file_atomically(file_, whole + "{\"n\":3");
  write_restarts(1);
  EXPECT_GT(fs::file_size(file_), whole.size() + 10);
  EXPECT_EQ(base::why_cut(file_), std::nullopt);
  fs::resize_file(file_, fs::file_size(file_) - 1);
  EXPECT_NE(base::why_cut(file_), std::nullopt);
}

}  // namespace
}  // namespace rensa::tournament
