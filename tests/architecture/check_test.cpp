#include "tests/architecture/check.h"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/tools/paths.h"

namespace rensa::architecture {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(Architecture, TheTreeKeepsTheTable) { EXPECT_THAT(check_tree(tests::source_path(), folders()), IsEmpty()); }

// A small tree in a temporary folder, held against the real table.
class Tree : public testing::Test {
 protected:
  Tree() {
    std::string pattern = (fs::temp_directory_path() / "rensa-architecture-XXXXXX").string();
    root_ = mkdtemp(pattern.data());
  }
  ~Tree() override { fs::remove_all(root_); }

  void file(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  void header(const std::string& path, const std::string& text = "") const { file(path, "#pragma once\n" + text); }
  std::vector<std::string> check() const { return check_tree(root_, folders()); }

  fs::path root_;
};

TEST_F(Tree, WithoutFaultPasses) {
  header("engine/rules/field.h", "#include <cstdint>\n");
  file("engine/rules/field.cpp", "#include \"engine/rules/field.h\"\n\n#include <bit>\n");
  header("engine/duel/frame_side.h", "#include \"engine/rules/field.h\"\n");
  file("clients/cli/main.cpp",
       "#include <iostream>\n#include \"engine/duel/frame_side.h\"\nint main() { return rand(); }\n");
  file("server/main.cpp", "#include \"engine/duel/frame_side.h\"\n");
  EXPECT_THAT(check(), IsEmpty());
}

TEST_F(Tree, LowerFolderMayNotIncludeHigherOne) {
  header("engine/duel/frame_side.h");
  header("engine/rules/field.h", "\n#include \"engine/duel/frame_side.h\"\n");
  EXPECT_THAT(check(), ElementsAre("engine/rules/field.h:3: engine/rules may not include engine/duel: "
                                   "engine/duel/frame_side.h"));
}

TEST_F(Tree, EveryEdgeOfTheTableIsKept) {
  header("server/base/log.h");
  header("engine/search/beam_search.h");
  header("engine/players/greedy.h");
  header("server/net/listener.h");
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"engine/search", "engine/players/greedy.h"},
           {"engine/templates", "engine/search/beam_search.h"},
           {"engine/rules", "server/base/log.h"},
           {"engine/research/experiments", "server/base/log.h"},
           {"proto", "engine/search/beam_search.h"},
           {"server/base", "engine/search/beam_search.h"},
           {"server/net", "engine/search/beam_search.h"},
           {"server/storage", "server/net/listener.h"},
           {"server/match", "engine/players/greedy.h"},
           {"clients/worker", "server/base/log.h"},
           {"clients/cli", "server/net/listener.h"},
           {"clients/bridge", "engine/search/beam_search.h"},
       }) {
    file(from + "/bad.cpp", "#include \"" + to + "\"\n");
    EXPECT_THAT(check(), ElementsAre(StartsWith(from + "/bad.cpp:1: " + from + " may not include"))) << from;
    fs::remove(root_ / from / "bad.cpp");
  }
}

TEST_F(Tree, PureFolderMustNotSeeClocksThreadsStreamsChanceOrLibraries) {
  for (const std::string folder : {"engine/rules", "engine/duel", "engine/templates", "engine/search"}) {
    for (const std::string name :
         {"chrono", "ctime", "thread", "mutex", "iostream", "fstream", "random", "unordered_map", "sys/socket.h",
          "boost/asio.hpp", "boost/optional.hpp", "google/protobuf/message.h", "nlohmann/json.hpp"}) {
      file(folder + "/bad.cpp", "\n#include <" + name + ">\n");
      EXPECT_THAT(check(), ElementsAre(folder + "/bad.cpp:2: " + folder + " must never see <" + name + ">"));
    }
    fs::remove(root_ / folder / "bad.cpp");
  }
}

TEST_F(Tree, PureFolderMustNotSayWhatDiffersBetweenMachines) {
  for (const std::string code :
       {"int n = rand();", "int n = std::rand();", "std::hash<int> h;", "std::unordered_map<int, int> m;",
        "std::unordered_set<int> s;", "auto t = std::chrono::steady_clock::now();", "std::thread t;",
        "std::printf(\"\");", "float f = 1;", "double d = 1;"}) {
    file("engine/rules/bad.cpp", "// a line\n" + code + "\n");
    EXPECT_THAT(check(), testing::Contains(StartsWith("engine/rules/bad.cpp:2: engine/rules must never say"))) << code;
  }
  file("engine/rules/bad.cpp", "// rand() and std::hash\nconst char* text = \"rand()\"; int operand(int);\n");
  EXPECT_THAT(check(), IsEmpty());
}

TEST_F(Tree, JsonFolderMaySeeItsLibrary) {
  file("engine/json/ruleset.cpp", "#include <nlohmann/json.hpp>\n");
  EXPECT_THAT(check(), IsEmpty());
}

TEST_F(Tree, NetworkStaysInItsFolders) {
  for (const std::string folder : {"engine/players", "engine/puzzles", "engine/research/experiments", "proto",
                                   "server/sessions", "server/tournament/statistics"}) {
    file(folder + "/bad.cpp", "#include <boost/asio/io_context.hpp>\n");
    EXPECT_THAT(check(), ElementsAre(HasSubstr("must never see <boost/asio/io_context.hpp>"))) << folder;
    fs::remove(root_ / folder / "bad.cpp");
  }
  file("server/match/bad.cpp", "#include <boost/beast/core.hpp>\n");
  EXPECT_THAT(check(), ElementsAre(HasSubstr("server/match must never see <boost/beast/core.hpp>")));
}

// Tournaments, pages and the API run on the thread of the event loop, so only the contracts of stores know files.
TEST_F(Tree, FilesAndSocketsStayAwayFromTheThreadOfTournaments) {
  header("server/base/atomic_file.h");
  header("server/storage/tournaments.h");
  header("server/storage/folders/tournament_folders.h");
  header("server/processes/child_process.h");
  for (const std::string folder : {"server/live_tournaments", "server/http_api", "server/pages"}) {
    for (const std::string name : {"fstream", "filesystem", "fcntl.h", "boost/asio/io_context.hpp", "future"}) {
      file(folder + "/bad.cpp", "#include <" + name + ">\n");
      EXPECT_THAT(check(), ElementsAre(folder + "/bad.cpp:1: " + folder + " must never see <" + name + ">"));
    }
    file(folder + "/bad.cpp", "#include \"server/base/atomic_file.h\"\n");
    EXPECT_THAT(check(), ElementsAre(HasSubstr("must never see <server/base/atomic_file.h>")));
    file(folder + "/bad.cpp", "std::ifstream in(path);\n");
    EXPECT_THAT(check(), ElementsAre(folder + "/bad.cpp:1: " + folder + " must never say std::ifstream"));
    file(folder + "/bad.cpp", "#include \"server/storage/folders/tournament_folders.h\"\n");
    EXPECT_THAT(check(), testing::SizeIs(1)) << folder;
    fs::remove(root_ / folder / "bad.cpp");
  }
  file("server/live_tournaments/good.cpp", "#include \"server/storage/tournaments.h\"\n");
  EXPECT_THAT(check(), IsEmpty());
  file("server/live_tournaments/bad.cpp", "#include \"server/processes/child_process.h\"\n");
  EXPECT_THAT(check(), ElementsAre(HasSubstr("must never see <server/processes/child_process.h>")));
  fs::remove(root_ / "server/live_tournaments/bad.cpp");
  file("server/tournament/plan/bad.cpp", "#include <boost/asio/io_context.hpp>\n");
  EXPECT_THAT(check(), ElementsAre(HasSubstr("must never see <boost/asio/io_context.hpp>")));
}

TEST_F(Tree, FolderThatIsNotInTheTableIsAnError) {
  for (const std::string path : {"engine/extra/a.cpp", "engine/a.cpp", "server/extra/a.cpp", "server/a.cpp",
                                 "clients/extra/a.cpp", "library/a.cpp", "a.cpp", "engine/rules_more/a.cpp"}) {
    file(path, "int a;\n");
    EXPECT_THAT(check(), ElementsAre(path + ":1: its folder is not in the table of folders"));
    fs::remove(root_ / path);
  }
}

TEST_F(Tree, IncludesAreFromTheRootInQuotesAndExist) {
  header("engine/rules/field.h");
  header("engine/rules/board.h");
  for (const auto& [include, what] : std::vector<std::pair<std::string, std::string>>{
           {"\"board.h\"", "not a path from the root: board.h"},
           {"\"rules/board.h\"", "not a path from the root: rules/board.h"},
           {"\"../rules/board.h\"", "not a path from the root: ../rules/board.h"},
           {"\"engine/rules/../rules/board.h\"", "not a path from the root: engine/rules/../rules/board.h"},
           {"\"engine/rules/missing.h\"", "there is no file engine/rules/missing.h"},
           {"<engine/rules/board.h>", "files of the project are included in quotes: engine/rules/board.h"},
           {"HEADER", "an include must name its file"}}) {
    header("engine/rules/field.h", "#include " + include + "\n");
    EXPECT_THAT(check(), ElementsAre("engine/rules/field.h:2: " + what));
  }
}

TEST_F(Tree, HeaderStartsWithPragmaOnce) {
  file("engine/rules/late.h", "// what it is\n#include <bit>\n#pragma once\n");
  file("engine/rules/nothing.h", "");
  file("engine/rules/right.h", "// what it is\n\n#pragma once\n");
  EXPECT_THAT(check(), ElementsAre("engine/rules/late.h:2: a header starts with #pragma once",
                                   "engine/rules/nothing.h:1: a header starts with #pragma once"));
}

TEST_F(Tree, OwnHeaderIsIncludedFirst) {
  header("engine/rules/board.h");
  header("engine/rules/field.h");
  file("engine/rules/field.cpp", "#include <bit>\n#include \"engine/rules/field.h\"\n");
  file("engine/rules/board.cpp", "int n;\n");
  EXPECT_THAT(check(), ElementsAre("engine/rules/board.cpp:1: must include first engine/rules/board.h",
                                   "engine/rules/field.cpp:1: must include first engine/rules/field.h"));
}

TEST_F(Tree, SharedTextIsCheckedButNeedsNoPragma) {
  file("engine/rules/kernel.inl", "#include <bit>\n");
  EXPECT_THAT(check(), IsEmpty());
  file("engine/rules/kernel.inl", "#include <chrono>\n");
  EXPECT_THAT(check(), ElementsAre("engine/rules/kernel.inl:1: engine/rules must never see <chrono>"));
}

TEST_F(Tree, FileOfAnotherKindCannotHideFromTheCheck) {
  file("engine/rules/bad.hpp", "#include <chrono>\n");
  file("engine/rules/bad.cc", "#include <chrono>\n");
  EXPECT_THAT(check(), ElementsAre(HasSubstr("bad.cc:1: C++ files end in"), HasSubstr("bad.hpp:1: C++ files end in")));
}

TEST_F(Tree, GeneratedHeadersAreForSourceFilesOfThoseWhoSeeProto) {
  file("proto/convert.cpp", "#include \"rensa/v1/match.pb.h\"\n");
  EXPECT_THAT(check(), IsEmpty());
  header("proto/convert.h", "#include \"rensa/v1/match.pb.h\"\n");
  header("proto/frame.h", "#include <google/protobuf/message.h>\n");
  file("engine/research/experiments/bad.cpp", "#include \"rensa/v1/match.pb.h\"\n");
  file("proto/convert.cpp", "#include \"proto/convert.h\"\n");
  EXPECT_THAT(
      check(),
      ElementsAre(HasSubstr("engine/research/experiments/bad.cpp:1: engine/research/experiments may not include proto"),
                  HasSubstr("proto/convert.h:2: Protobuf headers are for .cpp files only"),
                  HasSubstr("proto/frame.h:2: Protobuf headers are for .cpp files only")));
}

TEST_F(Tree, SchemasImportFromTheirRoot) {
  file("proto/rensa/v1/a.proto", "import \"rensa/v1/b.proto\";\nimport \"google/protobuf/empty.proto\";\n");
  file("proto/rensa/v1/b.proto", "import \"a.proto\";\n");
  file("engine/research/experiments/c.proto", "");
  EXPECT_THAT(check(), ElementsAre("engine/research/experiments/c.proto:1: schemas live in proto",
                                   "proto/rensa/v1/b.proto:1: not a path from proto: a.proto"));
}

TEST_F(Tree, BuildTreesAndHiddenFoldersAreNotRead) {
  file("build/x/a.cpp", "");
  file("build-other/a.cpp", "");
  file(".git/a.cpp", "");
  file("clients/web/node_modules/a/a.cc", "");
  EXPECT_THAT(check(), IsEmpty());
}

}  // namespace
}  // namespace rensa::architecture
