#pragma once

#include <gtest/gtest.h>
#include <string>

#include "server/processes/isolation.h"
#include "tests/tools/paths.h"

namespace rensa::test {

// The reason why programs cannot be isolated on this machine; empty: they can.
inline const std::string& why_no_isolation() {
  static const std::string why = processes::why_isolation_fails(tests::program_path("rensa-keeper"), {});
  return why;
}

}  // namespace rensa::test

// Skips a test that needs bubblewrap where there is none, and where the kernel forbids user namespaces.
#define RENSA_SKIP_WITHOUT_ISOLATION()                                                   \
  if (!rensa::test::why_no_isolation().empty()) {                                        \
    GTEST_SKIP() << "this test isolates a program: " << rensa::test::why_no_isolation(); \
  }                                                                                      \
  static_assert(true)
