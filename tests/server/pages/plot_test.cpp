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
  EXPECT_THAT(draw_plot(some_plot(), ColourScheme::light), HasSubstr("height=\"100%\" fill=\"#fffaf0\""));
  const std::string dark = draw_plot(some_plot(), ColourScheme::dark);
  EXPECT_THAT(dark, HasSubstr("height=\"100%\" fill=\"#191c3b\""));
  EXPECT_THAT(dark, Not(HasSubstr("#fffaf0")));
}

TEST(Plot, RoundValuesOfTheYAxisHaveLabels) {
  const std::string plot = draw_plot(some_plot(), ColourScheme::light);
  for (const char* value : {">-2<", ">0<", ">2<"}) EXPECT_THAT(plot, HasSubstr(value));
}

TEST(Plot, ALevelThatIsMarkedHasNoSecondLabelBesideIt) {
  Plot plot = some_plot();
  plot.bounds = {-2.001, 2.001};
  const std::string drawn = draw_plot(plot, ColourScheme::light);
  EXPECT_THAT(drawn, HasSubstr(">-2.00<"));
  EXPECT_THAT(drawn, Not(HasSubstr(">-2<")));
}

TEST(Plot, TheLastValueStandsAtTheEndOfTheCurveAndHidesNoRoundValue) {
  Plot plot = some_plot();
  plot.bounds.clear();
  plot.values = {{.value = 0.5, .low = 0, .high = 1}, {.value = 0.79, .low = 0.6, .high = 0.95}};
  const std::string drawn = draw_plot(plot, ColourScheme::light);
  EXPECT_THAT(drawn, HasSubstr("text-anchor=\"end\">0.8<"));
  EXPECT_THAT(drawn, HasSubstr("font-weight=\"bold\">0.79<"));
}

TEST(Plot, NoStyleIsInline) {
  for (const ColourScheme scheme : {ColourScheme::light, ColourScheme::dark}) {
    EXPECT_THAT(draw_plot(some_plot(), scheme), Not(HasSubstr("style")));
  }
}

}  // namespace
}  // namespace rensa::pages
