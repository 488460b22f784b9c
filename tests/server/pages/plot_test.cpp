#include "server/pages/plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::pages {
namespace {

using testing::HasSubstr;
using testing::Not;

Plot some_plot() {
  return {.title = "How it went",
          .x_label = "games",
          .values = {{.value = 0, .low = 0, .high = 0}, {.value = 1, .low = 0.5, .high = 1.5}},
          .bounds = {-3, 3}};
}

TEST(Plot, EachSchemeHasItsBackground) {
  EXPECT_THAT(draw_plot(some_plot(), ColourScheme::light), HasSubstr("height=\"100%\" fill=\"#ffffff\""));
  const std::string dark = draw_plot(some_plot(), ColourScheme::dark);
  EXPECT_THAT(dark, HasSubstr("height=\"100%\" fill=\"#171d2b\""));
  EXPECT_THAT(dark, Not(HasSubstr("#ffffff")));
}

TEST(Plot, NoStyleIsInline) {
  for (const ColourScheme scheme : {ColourScheme::light, ColourScheme::dark}) {
    EXPECT_THAT(draw_plot(some_plot(), scheme), Not(HasSubstr("style")));
  }
}

}  // namespace
}  // namespace rensa::pages
