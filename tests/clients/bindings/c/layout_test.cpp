#include <cstddef>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "clients/bindings/c/rensa/rensa.h"
#include "tests/tools/paths.h"

// Programs in other languages know where the members of a struct stand. Nothing but a new version of the interface may
// move them.

namespace rensa::bindings {
namespace {

template <typename Struct, typename... Member>
std::vector<std::size_t> offsets(Member Struct::*... members) {
  const Struct one{};
  const auto* begin = reinterpret_cast<const char*>(&one);
  return {static_cast<std::size_t>(reinterpret_cast<const char*>(&(one.*members)) - begin)...};
}

using Offsets = std::vector<std::size_t>;

TEST(Layout, HasTheSizesOfThisVersion) {
  const std::vector<std::size_t> sizes = {
      84, 256, 16, 4,  44,  12, 232, 108, 496, 64, 112, 72, sizeof(rensa_duels_buffers),
      40, 12,  16, 36, 504, 88, 16,  20,  16};
  for (std::size_t which = 0; which < sizes.size(); ++which) {
    EXPECT_EQ(rensa_struct_size(static_cast<std::uint32_t>(which)), sizes[which]) << which;
  }
  EXPECT_EQ(sizes.size(), RENSA_STRUCT_CANDIDATE + 1U);
  EXPECT_EQ(sizeof(rensa_pair), 2U);
}

// The structs that the page reads.
TEST(Layout, HasThePlacesOfThisVersion) {
  EXPECT_EQ(offsets(&rensa_event::clock, &rensa_event::kind, &rensa_event::seat, &rensa_event::number,
                    &rensa_event::amount, &rensa_event::cancelled, &rensa_event::points, &rensa_event::x,
                    &rensa_event::y, &rensa_event::r, &rensa_event::refusal),
            (Offsets{0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40}));
  EXPECT_EQ(offsets(&rensa_chain::links, &rensa_chain::score, &rensa_chain::frames, &rensa_chain::is_quick),
            (Offsets{0, 4, 8, 12}));
  EXPECT_EQ(offsets(&rensa_input::kind, &rensa_input::keys, &rensa_input::placement), (Offsets{0, 1, 2}));
  EXPECT_EQ(offsets(&rensa_pair::axis, &rensa_pair::child), (Offsets{0, 1}));
  EXPECT_EQ(offsets(&rensa_side_facts::full_wait, &rensa_side_facts::axis_landing_row,
                    &rensa_side_facts::child_landing_row, &rensa_side_facts::link_cells, &rensa_side_facts::link_factor,
                    &rensa_side_facts::link_points, &rensa_side_facts::vanishing),
            (Offsets{0, 4, 8, 12, 16, 20, 24}));
  EXPECT_EQ(offsets(&rensa_outcome::winner, &rensa_outcome::cause, &rensa_outcome::clock), (Offsets{0, 4, 8}));
  EXPECT_EQ(offsets(&rensa_game_state::hash), (Offsets{0}));
  EXPECT_EQ(offsets(&rensa_record_info::seed, &rensa_record_info::ruleset_digest, &rensa_record_info::outcome,
                    &rensa_record_info::pacing),
            (Offsets{0, 8, 16, 28}));
  EXPECT_EQ(offsets(&rensa_checkpoint::hash, &rensa_checkpoint::clock), (Offsets{0, 8}));
  EXPECT_EQ(offsets(&rensa_goal::kind, &rensa_goal::bound, &rensa_goal::colour, &rensa_goal::count),
            (Offsets{0, 4, 8, 12}));
  EXPECT_EQ(
      offsets(&rensa_training_state::placed_count, &rensa_training_state::is_waiting, &rensa_training_state::is_solved,
              &rensa_training_state::is_over, &rensa_training_state::placements),
      (Offsets{0, 4, 8, 12, 16}));
}

std::string page_source() {
  std::ifstream file(tests::source_path("clients/web/rules/engine.js"));
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Layout, OfASideIsThatOfThePage) {
  const std::string source = page_source();
  const std::size_t begin = source.find("const kWord = {");
  ASSERT_NE(begin, std::string::npos);
  const std::string table = source.substr(begin, source.find('}', begin) - begin);
  std::map<std::string, std::size_t> words;
  const std::regex entry(R"((\w+): (\d+))");
  for (std::sregex_iterator found(table.begin(), table.end(), entry); found != std::sregex_iterator(); ++found) {
    words[(*found)[1]] = 4 * std::stoul((*found)[2]);
  }
#define AT(name, member) {name, offsetof(rensa_side, member)}
  const std::map<std::string, std::size_t> expected = {AT("score", score),
                                                       AT("unsent", unsent),
                                                       AT("pairsShown", pair_count),
                                                       AT("phase", phase),
                                                       AT("hand", hand),
                                                       AT("link", link),
                                                       AT("pending", pending),
                                                       AT("fixed", fixed),
                                                       AT("falls", has_falling_pair),
                                                       AT("x", x),
                                                       AT("y", y),
                                                       AT("r", r),
                                                       AT("turnLock", turn_lock),
                                                       AT("arrowLock", arrow_lock),
                                                       AT("quickTurnWindow", quick_turn_window),
                                                       AT("fallCounter", fall_counter),
                                                       AT("touches", touches),
                                                       AT("touching", touching),
                                                       AT("motionKnown", has_motion),
                                                       AT("wait", wait),
                                                       AT("rows", rows),
                                                       AT("entering", entering),
                                                       AT("dropping", dropping),
                                                       AT("held", held),
                                                       AT("reveal", reveal)};
#undef AT
  EXPECT_EQ(words, expected);
  EXPECT_EQ(offsetof(rensa_side, driven), 57U * 4);
  EXPECT_NE(source.find("const kCellsAt = " + std::to_string(offsetof(rensa_side, field)) + ";"), std::string::npos);
  EXPECT_NE(source.find("const kPairsAt = " + std::to_string(offsetof(rensa_side, pairs)) + ";"), std::string::npos);
}

}  // namespace
}  // namespace rensa::bindings
