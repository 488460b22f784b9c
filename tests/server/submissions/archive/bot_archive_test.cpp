#include "server/submissions/archive/bot_archive.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>

#include "server/submissions/archive/bot_manifest.h"

namespace rensa::submissions {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::size_t kBlock = 512;

const std::vector<ArchivedFile> kFiles{{"bot.json", "{}", false},
                                       {"build/bot", std::string(1'300, 'x') + '\0' + "y", true},
                                       {"empty", "", false},
                                       {"lib/a b+c@1,=_.py", std::string(512, 'z'), false}};

std::string error_of(const std::string& archive) {
  const auto files = read_archive(archive);
  return files ? "accepted" : files.error().message;
}

// Puts the checksum of the first header right, so that a change of it is seen by itself.
std::string with_checksum(std::string archive) {
  archive.replace(148, 8, "        ");
  unsigned sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) sum += static_cast<unsigned char>(archive[i]);
  char digits[8];
  std::snprintf(digits, sizeof digits, "%06o", sum);
  return archive.replace(148, 7, std::string(digits) + '\0');
}

// An archive with one file, and these bytes in its header.
std::string with_header(std::size_t at, const std::string& bytes) {
  std::string archive = archive_of({{"bot.py", "abc", false}});
  return with_checksum(archive.replace(at, bytes.size(), bytes));
}

std::string with_path(const std::string& path) { return with_header(0, path + std::string(100 - path.size(), '\0')); }

TEST(BotArchive, KeepsPathsBytesAndWhatCanBeRun) {
  const auto files = read_archive(archive_of(kFiles));
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_EQ(*files, kFiles);
  EXPECT_EQ(archive_of(kFiles), archive_of(*files)) << "equal files are equal archives";
  const auto none = read_archive(archive_of({}));
  EXPECT_TRUE(none && none->empty());
}

TEST(BotArchive, KeepsLongPathsAsUstarSplitsThem) {
  const std::string folder(90, 'f');
  const std::vector<ArchivedFile> long_paths{{folder + "/" + folder + "/short", "1", false},
                                             {folder + "/" + std::string(100, 'n'), "2", false},
                                             {std::string(100, 'n'), "3", false}};
  const auto files = read_archive(archive_of(long_paths));
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_EQ(*files, long_paths);
}

TEST(BotArchive, ReadsWhatTarWrites) {
  const fs::path folder = fs::path(testing::TempDir()) / "bot_archive_of_tar";
  fs::remove_all(folder);
  fs::create_directories(folder / "bot" / "lib");
  std::ofstream(folder / "bot" / "bot.py") << "print()\n";
  std::ofstream(folder / "bot" / "lib" / "a.py") << "a\n";
  fs::permissions(folder / "bot" / "bot.py", fs::perms::owner_exec, fs::perm_options::add);
  for (const char* format : {"ustar", "gnu"}) {
    const std::string command = "cd '" + folder.string() + "' && tar --format=" + format + " -C bot -cf bot.tar .";
    ASSERT_EQ(std::system(command.c_str()), 0);
    std::ifstream in(folder / "bot.tar", std::ios::binary);
    const std::string archive{std::istreambuf_iterator<char>(in), {}};
    const auto files = read_archive(archive);
    ASSERT_TRUE(files) << format << ": " << files.error().message;
    EXPECT_THAT(*files, testing::UnorderedElementsAre(ArchivedFile{"bot.py", "print()\n", true},
                                                      ArchivedFile{"lib/a.py", "a\n", false}));
    ASSERT_EQ(std::system(("cd '" + folder.string() + "' && ln -sf /etc/passwd bot/secret && tar --format=" + format +
                           " -C bot -cf bot.tar . && rm bot/secret")
                              .c_str()),
              0);
    std::ifstream with_link(folder / "bot.tar", std::ios::binary);
    EXPECT_THAT(error_of({std::istreambuf_iterator<char>(with_link), {}}), HasSubstr("\"secret\" is a link"));
  }
  fs::remove_all(folder);
}

TEST(BotArchive, RefusesPathsThatLeadOutOfTheFolder) {
  for (const char* path : {"../bot.py", "lib/../../bot.py", "..", "lib/.."}) {
    EXPECT_THAT(error_of(with_path(path)), HasSubstr("leads out of the folder")) << path;
  }
  EXPECT_THAT(error_of(with_path("/etc/passwd")), HasSubstr("begins with a slash"));
  for (const char* path : {"", "lib//a", "lib/./a", "lib/"}) EXPECT_NE(error_of(with_path(path)), "accepted") << path;
  for (const char* path : {"-rf", "lib/-x", "a\\b", "a\nb", "b\x01", "\xc3\xa9", "a:b", " a", "a "}) {
    EXPECT_NE(error_of(with_path(path)), "accepted") << path;
  }
  // The prefix of ustar stands before the name.
  EXPECT_THAT(error_of(with_header(345, "../..")), HasSubstr("leads out of the folder"));
  EXPECT_THAT(error_of(with_header(345, "/etc")), HasSubstr("begins with a slash"));
  EXPECT_NE(error_of(with_path("a/b/c/d/e/f/g/h/i/j/k/l/m")), "accepted") << "thirteen parts";
  EXPECT_EQ(error_of(with_path("a/b/c/d/e/f/g/h/i/j/k/l")), "accepted");
  // A header has room for 155 bytes of folders and 100 bytes behind them.
  const auto part = [](std::size_t bytes) { return std::string(bytes, 'a'); };
  EXPECT_NE(why_not_a_path(part(60) + "/" + part(97) + "/" + part(30)), "");
  EXPECT_EQ(why_not_a_path(part(60) + "/" + part(94) + "/" + part(30)), "");
  EXPECT_EQ(why_not_a_path(part(60) + "/" + part(69) + "/" + part(30)), "");
}

TEST(BotArchive, RefusesLinksDevicesAndUnknownKinds) {
  for (const char type : {'1', '2'}) EXPECT_THAT(error_of(with_header(156, {type})), HasSubstr("is a link"));
  for (const char type : {'3', '4', '6'}) EXPECT_THAT(error_of(with_header(156, {type})), HasSubstr("is a device"));
  for (const char type : {'x', 'g', 'L', 'K'}) {
    EXPECT_THAT(error_of(with_header(156, {type})), HasSubstr("--format=ustar"));
  }
  for (const char type : {'7', 'S', 'D', '\xff'}) EXPECT_THAT(error_of(with_header(156, {type})), HasSubstr("unknown"));
  EXPECT_THAT(error_of(with_header(156, "5")), HasSubstr("is a folder with bytes of its own"));
}

TEST(BotArchive, RefusesSizesThatLie) {
  for (const char* size : {"00000002001", "77777777777", "7777777777777", "-1", "9", "0x1"}) {
    EXPECT_NE(error_of(with_header(124, std::string(size).substr(0, 12))), "accepted") << size;
  }
  EXPECT_NE(error_of(with_header(124, "\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03")), "accepted");
}

TEST(BotArchive, RefusesAPathTwiceAndAFileInThePlaceOfAFolder) {
  EXPECT_THAT(error_of(archive_of({{"a", "1", false}, {"a", "2", false}})), HasSubstr("a stands there twice"));
  EXPECT_THAT(error_of(archive_of({{"a/b", "1", false}, {"a", "2", false}})), HasSubstr("a is a file and a folder"));
  EXPECT_THAT(error_of(archive_of({{"a", "1", false}, {"a/b/c", "2", false}})), HasSubstr("a is a file and a folder"));
}

TEST(BotArchive, RefusesTooManyFilesAndFolders) {
  std::vector<ArchivedFile> files;
  for (std::size_t i = 0; i < kMaxArchivedFiles; ++i) files.push_back({"f" + std::to_string(i), "", false});
  EXPECT_EQ(error_of(archive_of(files)), "accepted");
  files.push_back({"one more", "", false});
  EXPECT_THAT(error_of(archive_of(files)), HasSubstr("at most 2000 files"));
  files.clear();
  for (std::size_t i = 0; i <= kMaxArchivedFolders; ++i) files.push_back({"d" + std::to_string(i) + "/f", "", false});
  EXPECT_THAT(error_of(archive_of(files)), HasSubstr("at most 500 folders"));
}

TEST(BotArchive, RefusesWhatIsCutAtAnyByte) {
  const std::string archive = archive_of(kFiles);
  // One block of zeros is an end, too.
  for (std::size_t size = 0; size + kBlock < archive.size(); ++size) {
    EXPECT_NE(error_of(archive.substr(0, size)), "accepted") << size;
  }
  EXPECT_NE(error_of(archive + "x"), "accepted");
  EXPECT_THAT(error_of(archive + std::string(kBlock, 'x')), HasSubstr("goes on behind its end"));
}

// Each byte of the headers becomes each of some values, with and without a right checksum. What is accepted is one
// bot's files.
TEST(BotArchive, AcceptsNothingWrongWhateverStandsInAHeader) {
  const std::string whole = archive_of({{"lib/bot.py", "abc", true}});
  int accepted = 0;
  for (std::size_t at = 0; at < kBlock; ++at) {
    for (const char byte :
         {'\0', '\x01', ' ', '-', '.', '/', '0', '1', '2', '5', '7', 'L', 'a', '\x7f', '\x80', '\xff'}) {
      std::string changed = whole;
      changed[at] = byte;
      for (const std::string& archive : {changed, with_checksum(changed)}) {
        const auto files = read_archive(archive);
        if (!files) continue;
        ++accepted;
        EXPECT_EQ(why_not_together(*files), "");
        for (const ArchivedFile& file : *files) {
          EXPECT_EQ(why_not_a_path(file.path), "") << at;
          EXPECT_EQ(fs::path(file.path).lexically_normal(), file.path);
          EXPECT_TRUE(fs::path(file.path).is_relative());
          EXPECT_LE(file.bytes.size(), archive.size());
        }
      }
    }
  }
  EXPECT_GT(accepted, 0) << "owners, times and padding do not matter";
}

TEST(BotArchive, RefusesWhatIsNoArchive) {
  EXPECT_NE(error_of(""), "accepted");
  EXPECT_NE(error_of("PK\x03\x04"), "accepted");
  EXPECT_THAT(error_of(std::string(2 * kBlock, 'a')), HasSubstr("no tar file"));
}

}  // namespace
}  // namespace rensa::submissions
