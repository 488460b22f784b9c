#include "server/base/public_text.h"

#include <gtest/gtest.h>

namespace rensa::base {
namespace {

TEST(PublicText, ShowsOnlyTheLastPartOfAPath) {
  EXPECT_EQ(without_folders("/srv/data/tournaments/cup/journal.jsonl: it is missing"), "journal.jsonl: it is missing");
  EXPECT_EQ(without_folders("restore it, or remove \"/srv/my data\" or (/a/b.c)."),
            "restore it, or remove \"my data\" or (b.c).");
  EXPECT_EQ(without_folders("Restore /srv/rensa.db."), "Restore rensa.db.");
  EXPECT_EQ(without_folders("/srv/data/"), "data");
}

TEST(PublicText, LeavesOtherTextsAsTheyAre) {
  for (const char* text : {"", "/", "1/2 of 3", "and/or", "see http://host/path", "a / b", "docs/openapi.json"}) {
    EXPECT_EQ(without_folders(text), text);
  }
}

}  // namespace
}  // namespace rensa::base
