#include "server/log/log_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <future>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <sys/stat.h>

#include "server/base/atomic_file.h"
#include "server/base/temporary_folder.h"
#include "tests/tools/posted_tasks.h"

namespace rensa::log::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Bytes = std::vector<std::uint8_t>;

constexpr const char* kHeader = "frames of a test 1";

// A disk that loses all bytes that were not synced when the machine stops, and that can be full.
struct FakeDisk {
  Bytes synced;
  Bytes content;
  std::size_t room = 1'000'000;
  bool fails_to_sync = false;
  bool has_no_room_for_another_file = false;
  int failing_truncates = 0;  // as many fail next
  Bytes damaged;              // kept in another file
};

class FakeFile final : public AppendFile {
 public:
  explicit FakeFile(FakeDisk& disk) : disk_(disk) {}

  std::vector<std::uint8_t> read() override { return disk_.content; }
  void append(std::span<const std::uint8_t> bytes) override {
    for (const std::uint8_t byte : bytes) {
      if (disk_.content.size() == disk_.room) throw std::runtime_error("the disk is full");
      disk_.content.push_back(byte);
    }
  }
  void sync() override {
    if (disk_.fails_to_sync) throw std::runtime_error("the disk is on fire");
    disk_.synced = disk_.content;
  }
  void truncate(std::size_t size) override {
    if (disk_.failing_truncates > 0 && disk_.failing_truncates-- > 0) throw std::runtime_error("the disk is on fire");
    disk_.content.resize(size);
  }
  void prepare(std::span<const std::uint8_t> bytes) override {
    if (disk_.has_no_room_for_another_file) throw std::runtime_error("the disk is full");
    prepared_.assign(bytes.begin(), bytes.end());
  }
  void use_prepared(std::span<const std::uint8_t> rest) override {
    prepared_.insert(prepared_.end(), rest.begin(), rest.end());
    disk_.synced = disk_.content = prepared_;
  }
  std::string keep_damaged(std::span<const std::uint8_t> bytes) override {
    disk_.damaged.assign(bytes.begin(), bytes.end());
    return "damaged part";
  }

 private:
  FakeDisk& disk_;
  std::vector<std::uint8_t> prepared_;
};

class LogFile : public testing::Test {
 protected:
  std::unique_ptr<log::LogFile> open(FakeDisk& disk) {
    return std::make_unique<log::LogFile>(std::make_unique<FakeFile>(disk), kHeader, loop_.executor());
  }
  std::unique_ptr<log::LogFile> open(FakeDisk& disk, const log::LogFile::Repair& repair) {
    return std::make_unique<log::LogFile>(std::make_unique<FakeFile>(disk), kHeader, loop_.executor(), repair);
  }
  std::unique_ptr<log::LogFile> open() { return open(disk_); }
  // Returns the error; empty: it is on disk.
  std::string append(log::LogFile& file, const std::string& text) {
    std::optional<std::string> why;
    file.append(Bytes(text.begin(), text.end()),
                [&](const std::optional<std::string>& error) { why = error.value_or(""); });
    loop_.run_until([&] { return why.has_value(); });
    return *why;
  }
  // Returns the error; empty: it is on disk.
  std::string rewrite(log::LogFile& file, log::LogFile::Choose choose) {
    std::optional<std::string> why;
    file.rewrite(std::move(choose), [&](const std::optional<std::string>& error) { why = error.value_or(""); });
    loop_.run_until([&] { return why.has_value(); });
    return *why;
  }
  static std::vector<std::string> texts_of(const std::vector<log::LogFile::Frame>& frames) {
    std::vector<std::string> texts;
    for (const log::LogFile::Frame& frame : frames) texts.emplace_back(frame.begin(), frame.end());
    return texts;
  }
  std::vector<std::string> texts_in(FakeDisk& disk) { return texts_of(open(disk)->take_frames()); }

  tests::PostedTasks loop_;
  FakeDisk disk_;
};

TEST_F(LogFile, FramesAreReadAsTheyWereWritten) {
  {
    const auto file = open();
    EXPECT_THAT(file->take_frames(), IsEmpty());
    EXPECT_EQ(append(*file, "one"), "");
    EXPECT_EQ(append(*file, ""), "");
    EXPECT_EQ(append(*file, std::string("t\0o", 3)), "");
  }
  const auto file = open();
  EXPECT_THAT(texts_of(file->take_frames()), ElementsAre("one", "", std::string("t\0o", 3)));
  EXPECT_EQ(file->removed_bytes(), 0U);
}

TEST_F(LogFile, AFileThatIsCutAtAnyByteHasAllWholeFramesAndTakesMore) {
  std::vector<std::size_t> ends;  // of the frames
  {
    const auto file = open();
    ends.push_back(disk_.content.size());
    for (const char* text : {"first", "", "the third", "x"}) {
      ASSERT_EQ(append(*file, text), "");
      ends.push_back(disk_.content.size());
    }
  }
  const Bytes whole = disk_.content;
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    SCOPED_TRACE(size);
    FakeDisk cut;
    cut.content.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    std::size_t frames = 0;
    while (frames + 1 < ends.size() && ends[frames + 1] <= size) ++frames;
    {
      const auto file = open(cut);
      EXPECT_EQ(file->take_frames().size(), frames);
      EXPECT_EQ(file->removed_bytes(), size < ends[0] ? size : size - ends[frames]);
      EXPECT_EQ(append(*file, "more"), "");
    }
    const std::vector<std::string> texts = texts_in(cut);
    ASSERT_EQ(texts.size(), frames + 1);
    EXPECT_EQ(texts.back(), "more");
  }
}

// Joins the parts of a damaged log, with a frame in each damaged place.
std::vector<log::LogFile::Frame> join_parts(std::vector<std::vector<log::LogFile::Frame>> parts) {
  std::vector<log::LogFile::Frame> frames = std::move(parts.front());
  for (std::size_t part = 1; part < parts.size(); ++part) {
    frames.push_back({'?'});
    frames.insert(frames.end(), parts[part].begin(), parts[part].end());
  }
  return frames;
}

TEST_F(LogFile, AByteThatHasChangedCostsItsFrameAndNoOther) {
  constexpr std::array kTexts{"one", "two", "three"};
  std::vector<std::size_t> ends;  // of the frames
  {
    const auto file = open();
    for (const char* text : kTexts) {
      ASSERT_EQ(append(*file, text), "");
      ends.push_back(disk_.content.size());
    }
  }
  const Bytes whole = disk_.content;
  for (std::size_t at = std::string(kHeader).size() + 1; at < whole.size(); ++at) {
    SCOPED_TRACE(at);
    const auto hit =
        static_cast<std::size_t>(std::count_if(ends.begin(), ends.end(), [&](auto end) { return end <= at; }));
    const bool is_last = hit + 1 == kTexts.size();
    std::vector<std::string> expected(kTexts.begin(), kTexts.end());
    expected[hit] = "?";
    if (is_last) expected.pop_back();
    const std::size_t begin = hit == 0 ? std::string(kHeader).size() + 1 : ends[hit - 1];
    for (int bit = 0; bit < 8; ++bit) {
      FakeDisk damaged;
      damaged.content = whole;
      damaged.content[at] ^= static_cast<std::uint8_t>(1U << bit);
      const Bytes before = damaged.content;
      {
        const auto file = open(damaged, join_parts);
        EXPECT_EQ(texts_of(file->take_frames()), expected);
        EXPECT_EQ(file->removed_bytes(), ends[hit] - begin);
        EXPECT_EQ(file->damaged_part(), is_last ? "" : "damaged part");
        EXPECT_EQ(damaged.damaged,
                  is_last ? Bytes{} : Bytes(before.begin() + static_cast<std::ptrdiff_t>(begin), before.end()));
        EXPECT_EQ(damaged.synced, damaged.content);
        EXPECT_EQ(append(*file, "more"), "");
      }
      expected.emplace_back("more");
      EXPECT_EQ(texts_in(damaged), expected) << "the file is whole again";
      expected.pop_back();
    }
  }
}

TEST_F(LogFile, SeveralDamagedPlacesLeaveAllWholeFramesBetweenThem) {
  std::vector<std::size_t> begins;
  {
    const auto file = open();
    for (int number = 0; number < 9; ++number) {
      begins.push_back(disk_.content.size());
      ASSERT_EQ(append(*file, "frame " + std::to_string(number)), "");
    }
  }
  for (const std::size_t hit : {1U, 4U}) disk_.content[begins[hit]] ^= 0x80U;       // a length
  for (const std::size_t hit : {2U, 6U}) disk_.content[begins[hit] + 13] ^= 0x01U;  // a content
  disk_.content.resize(disk_.content.size() - 1);
  const auto file = open(disk_, join_parts);
  EXPECT_THAT(texts_of(file->take_frames()), ElementsAre("frame 0", "?", "frame 3", "?", "frame 5", "?", "frame 7"));
  EXPECT_EQ(file->damaged_part(), "damaged part");
}

// A frame may have the bytes of another one, for example in a text of a player.
TEST_F(LogFile, AFrameWithinADamagedFrameIsNoFrameOfTheLog) {
  const Bytes inner = bytes_of_frame(Bytes{'i', 'n'});
  {
    const auto file = open();
    for (const std::string& text :
         {std::string("one"), "<" + std::string(inner.begin(), inner.end()) + ">", std::string("three")}) {
      ASSERT_EQ(append(*file, text), "");
    }
  }
  const Bytes whole = disk_.content;
  const std::size_t second = std::string(kHeader).size() + 1 + 12 + 3;
  disk_.content[second + 12] ^= 1U;
  EXPECT_THAT(texts_of(open(disk_, join_parts)->take_frames()), ElementsAre("one", "?", "three"));
  disk_.content.assign(whole.begin(), whole.end() - 12 - 5);  // the last one
  disk_.content[second + 12] ^= 1U;
  const auto file = open(disk_, join_parts);
  EXPECT_THAT(texts_of(file->take_frames()), ElementsAre("one"));
  EXPECT_EQ(file->damaged_part(), "");
}

TEST_F(LogFile, AFileWhoseRepairFailsStaysAsItIs) {
  {
    const auto file = open();
    for (const char* text : {"one", "two"}) ASSERT_EQ(append(*file, text), "");
  }
  disk_.content[std::string(kHeader).size() + 1 + 12] ^= 1U;
  const Bytes before = disk_.content;
  const auto fail = [](const auto&) -> std::vector<log::LogFile::Frame> {
    throw std::runtime_error("another version");
  };
  EXPECT_THROW(open(disk_, fail), std::runtime_error);
  EXPECT_EQ(disk_.content, before);
  EXPECT_THAT(disk_.damaged, IsEmpty());
}

TEST_F(LogFile, TheEndOfAFileThatWasNotWrittenIsNoDamage) {
  {
    const auto file = open();
    for (const char* text : {"one", "two"}) ASSERT_EQ(append(*file, text), "");
  }
  disk_.content.resize(disk_.content.size() + 4096);  // as some file systems leave it after a power cut
  const auto file = open();
  EXPECT_THAT(texts_of(file->take_frames()), ElementsAre("one", "two"));
  EXPECT_EQ(file->damaged_part(), "");
}

TEST_F(LogFile, AFrameIsOnDiskWhenItsAnswerComes) {
  const auto file = open();
  for (int number = 0; number < 5; ++number) {
    ASSERT_EQ(append(*file, "frame " + std::to_string(number)), "");
    FakeDisk after_power_cut;
    after_power_cut.content = disk_.synced;
    EXPECT_EQ(texts_in(after_power_cut).size(), static_cast<std::size_t>(number + 1));
  }
}

TEST_F(LogFile, AFullDiskIsAnAnswerAndTheFrameMayBeGivenAgain) {
  const auto file = open();
  ASSERT_EQ(append(*file, "one"), "");
  disk_.room = disk_.content.size() + 7;
  EXPECT_THAT(append(*file, "two"), HasSubstr("full"));
  EXPECT_THAT(append(*file, "two"), HasSubstr("full"));
  disk_.room = 1'000'000;
  EXPECT_EQ(append(*file, "two"), "");
  EXPECT_THAT(texts_in(disk_), ElementsAre("one", "two"));
}

TEST_F(LogFile, AFrameThatCouldNotBeSyncedIsNotKeptTwice) {
  const auto file = open();
  ASSERT_EQ(append(*file, "one"), "");
  disk_.fails_to_sync = true;
  EXPECT_THAT(append(*file, "two"), HasSubstr("fire"));
  disk_.fails_to_sync = false;
  EXPECT_EQ(append(*file, "two"), "");
  EXPECT_THAT(texts_in(disk_), ElementsAre("one", "two"));
}

TEST_F(LogFile, ARewriteKeepsTheChosenFramesAndThoseThatComeAfterIt) {
  const auto file = open();
  for (const char* text : {"one", "two", "three"}) ASSERT_EQ(append(*file, text), "");
  std::optional<std::string> answer;
  const auto without_two = [](std::vector<log::LogFile::Frame> frames) {
    frames.erase(frames.begin() + 1);
    return frames;
  };
  file->rewrite(without_two, [&](const std::optional<std::string>& error) { answer = error.value_or(""); });
  bool is_appended = false;
  file->append({'4'}, [&](const auto&) { is_appended = true; });
  loop_.run_until([&] { return is_appended && answer.has_value(); });
  EXPECT_EQ(answer, "");
  EXPECT_THAT(texts_in(disk_), ElementsAre("one", "three", "4"));
}

TEST_F(LogFile, ARewriteThatFailsLosesNothing) {
  const auto file = open();
  for (const char* text : {"one", "two"}) ASSERT_EQ(append(*file, text), "");
  disk_.has_no_room_for_another_file = true;
  EXPECT_THAT(rewrite(*file, [](std::vector<log::LogFile::Frame> frames) { return frames; }), HasSubstr("full"));
  EXPECT_EQ(append(*file, "three"), "");
  EXPECT_THAT(texts_in(disk_), ElementsAre("one", "two", "three"));
}

// The frames behind the damage would be lost, although their writer counts on them.
TEST_F(LogFile, ARewriteOfAFileThatWasDamagedMeanwhileFailsAndLosesNothing) {
  {
    const auto file = open();
    for (const char* text : {"one", "two", "three"}) ASSERT_EQ(append(*file, text), "");
    const std::size_t second = std::string(kHeader).size() + 1 + 12 + 3;
    disk_.content[second + 12] ^= 1U;
    EXPECT_THAT(rewrite(*file, [](std::vector<log::LogFile::Frame> frames) { return frames; }),
                HasSubstr("its byte " + std::to_string(second) + " has changed"));
    EXPECT_EQ(append(*file, "four"), "");
  }
  EXPECT_THAT(texts_of(open(disk_, join_parts)->take_frames()), ElementsAre("one", "?", "three", "four"));
}

// Otherwise the matches that begin meanwhile would wait for it.
TEST_F(LogFile, FramesThatAreAppendedDuringARewriteDoNotWaitForItAndFollowIt) {
  const auto file = open();
  for (const char* text : {"one", "two"}) ASSERT_EQ(append(*file, text), "");
  std::promise<void> end;
  std::optional<std::string> answer;
  file->rewrite(
      [ended = end.get_future().share()](std::vector<log::LogFile::Frame> frames) {
        ended.wait();
        frames.erase(frames.begin());
        return frames;
      },
      [&](const std::optional<std::string>& error) { answer = error.value_or(""); });
  EXPECT_EQ(append(*file, "three"), "");
  EXPECT_EQ(append(*file, "four"), "");
  EXPECT_FALSE(answer);
  EXPECT_THAT(texts_in(disk_), ElementsAre("one", "two", "three", "four"));
  end.set_value();
  loop_.run_until([&] { return answer.has_value(); });
  EXPECT_EQ(answer, "");
  EXPECT_EQ(append(*file, "five"), "");
  EXPECT_THAT(texts_in(disk_), ElementsAre("two", "three", "four", "five"));
}

TEST_F(LogFile, AFrameThatFailsDuringARewriteIsNotInTheNewContent) {
  const auto file = open();
  ASSERT_EQ(append(*file, "one"), "");
  std::promise<void> end;
  std::optional<std::string> answer;
  file->rewrite(
      [ended = end.get_future().share()](std::vector<log::LogFile::Frame> frames) {
        ended.wait();
        return frames;
      },
      [&](const std::optional<std::string>& error) { answer = error.value_or(""); });
  EXPECT_EQ(append(*file, "two"), "");
  disk_.fails_to_sync = true;
  EXPECT_NE(append(*file, "three"), "");
  disk_.fails_to_sync = false;
  end.set_value();
  loop_.run_until([&] { return answer.has_value(); });
  EXPECT_EQ(answer, "");
  EXPECT_EQ(append(*file, "four"), "");
  EXPECT_THAT(texts_in(disk_), ElementsAre("one", "two", "four"));
}

TEST_F(LogFile, ALastFrameBehindARewriteThatFailsDoesNotRepeatTheFrameBefore) {
  auto file = open();
  disk_.has_no_room_for_another_file = true;
  file->rewrite([](std::vector<log::LogFile::Frame> frames) { return frames; }, [](const auto&) {});
  loop_.run_one();  // the content has been read
  file->append({'1'}, [](const auto&) {});
  loop_.run_one();
  loop_.run_one();  // the frame is on disk, and the rewrite has been given up
  file->append_last({'1'}, {'2'});
  file.reset();
  EXPECT_THAT(texts_in(disk_), ElementsAre("1", "2"));
}

TEST_F(LogFile, ALastFrameFollowsAFrameBeforeWhichTheFileCouldNotBeRepaired) {
  auto file = open();
  disk_.fails_to_sync = true;
  EXPECT_NE(append(*file, "1"), "");
  disk_.fails_to_sync = false;
  disk_.failing_truncates = 1;
  file->append({'1'}, [](const auto&) {});
  file->append_last({'1'}, {'2'});
  file.reset();
  EXPECT_THAT(texts_in(disk_), ElementsAre("1", "2"));
}

TEST_F(LogFile, AFileOfAnotherVersionIsRefusedByItsName) {
  const std::string other = "frames of a test 2\nfurther bytes";
  disk_.content.assign(other.begin(), other.end());
  try {
    open();
    FAIL() << "it was read";
  } catch (const std::runtime_error& problem) {
    EXPECT_THAT(problem.what(), HasSubstr("frames of a test 2"));
  }
  EXPECT_EQ(std::string(disk_.content.begin(), disk_.content.end()), other) << "it stays as it was";
}

TEST_F(LogFile, ADamagedPartOnTheDiskIsKeptBesideTheLogEachTime) {
  const base::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "test.log";
  for (const char* kept : {"test.log.damaged", "test.log.damaged-2"}) {
    {
      log::LogFile file(open_append_file(path), kHeader, loop_.executor());
      for (const char* text : {"one", "two", "three"}) ASSERT_EQ(append(file, text), "");
    }
    Bytes bytes = base::read_binary_file(path);
    bytes[std::string(kHeader).size() + 1] ^= 1U;  // in the length of the first frame
    base::write_file_atomically(path, bytes);
    const log::LogFile file(open_append_file(path), kHeader, loop_.executor());
    EXPECT_EQ(file.damaged_part(), (folder.path() / kept).string());
    bytes.erase(bytes.begin(), bytes.begin() + std::ssize(std::string(kHeader)) + 1);
    EXPECT_EQ(base::read_binary_file(folder.path() / kept), bytes);
  }
}

TEST_F(LogFile, APartOfARewriteThatWasInterruptedIsRemoved) {
  const base::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "test.log";
  const std::filesystem::path part = folder.path() / "test.log.part";
  std::ofstream(part) << "a half of it";
  const log::LogFile file(open_append_file(path), kHeader, loop_.executor());
  EXPECT_FALSE(std::filesystem::exists(part));
}

TEST_F(LogFile, AnUnknownFirstLineIsShownWithoutControlCharacters) {
  const std::string line = std::string("a\0b\x1B[31m", 8) + std::string(200, 'x') + "\n";
  disk_.content.assign(line.begin(), line.end());
  try {
    open();
    FAIL() << "the log was opened";
  } catch (const std::runtime_error& problem) {
    EXPECT_THAT(problem.what(), HasSubstr("it begins with \"a\\u0000b\\u001B[31m" + std::string(72, 'x') + "\", and"));
  }
}

TEST_F(LogFile, OnlyARegularFileIsALog) {
  const base::TemporaryFolder folder;
  const std::filesystem::path pipe = folder.path() / "test.log";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::filesystem::path& path : {pipe, folder.path()}) {
    try {
      open_append_file(path);
      FAIL() << path << " was opened";
    } catch (const std::runtime_error& problem) {
      EXPECT_EQ(problem.what(), path.string() + ": it is not a regular file");
    }
  }
}

TEST_F(LogFile, AFileOnTheDiskIsReadAsItWasWritten) {
  const base::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "test.log";
  {
    log::LogFile file(open_append_file(path), kHeader, loop_.executor());
    ASSERT_EQ(append(file, "one"), "");
    ASSERT_EQ(append(file, "two"), "");
    ASSERT_EQ(rewrite(file, [](const auto& frames) { return std::vector<log::LogFile::Frame>{frames.at(1)}; }), "");
    ASSERT_EQ(append(file, "three"), "");
  }
  log::LogFile file(open_append_file(path), kHeader, loop_.executor());
  EXPECT_THAT(texts_of(file.take_frames()), ElementsAre("two", "three"));
  const auto rights = std::filesystem::status(path).permissions();
  EXPECT_EQ(rights & (std::filesystem::perms::group_all | std::filesystem::perms::others_all),
            std::filesystem::perms::none)
      << "it has the seeds of running games";
}

}  // namespace
}  // namespace rensa::log::test
