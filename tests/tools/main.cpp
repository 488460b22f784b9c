#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <iostream>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

// Runs the tests of a program. Each run has a folder of its own for temporary files: two tests that run at the same
// time, in one checkout or in two, may use the same names. Programs that the tests start use the same folder.
int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  testing::InitGoogleTest(&argc, argv);
  std::string folder = (fs::temp_directory_path() / "rensa-test-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) {
    std::cerr << folder << ": cannot be made\n";
    return 1;
  }
  ::chmod(folder.c_str(), 0755);  // programs of other users read in it
  ::setenv("TMPDIR", folder.c_str(), 1);
  ::unsetenv("TEST_TMPDIR");  // testing::TempDir() would prefer it

  const int status = RUN_ALL_TESTS();
  std::error_code ignored;
  if (status == 0) {
    fs::remove_all(folder, ignored);
  } else {
    fs::remove(folder, ignored);  // only if it is empty: the message of a failed test may name a file
  }
  return status;
}
