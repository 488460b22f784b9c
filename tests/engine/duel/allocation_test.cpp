#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

#include "tests/engine/duel/scripted_games.h"

// Counts the allocations of this whole test program.
namespace {

std::size_t allocations = 0;

void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

void* counted(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto align = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(align, (size + align - 1) / align * align)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t alignment) { return counted(size, alignment); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return counted(size, alignment); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace rensa::duel {
namespace {

void expect_no_allocation(const std::string& ruleset) {
  Game game(test::setup_of(ruleset, 11));
  std::array<test::Player, 2> players = {test::random_placements(1), test::builder()};
  std::size_t steps = 0;
  std::size_t during_steps = 0;
  while (!game.outcome() && game.clock() < 20'000) {
    const Inputs inputs = test::answers(game, players, false);
    const std::size_t before = allocations;
    if (inputs == Inputs{}) {
      game.advance();
    } else {
      game.step(inputs);
    }
    game.hash();
    view_for_seat(game, Seat::one);
    during_steps += allocations - before;
    ++steps;
  }
  EXPECT_EQ(during_steps, 0U);
  EXPECT_GT(steps, 10U);
}

TEST(Allocation, NoStepOfAnyRulesetAllocates) {
  const std::size_t before = allocations;
  const std::string seen(100, 'x');
  ASSERT_GT(allocations, before);  // the counter works
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) expect_no_allocation(ruleset.id);
}

}  // namespace
}  // namespace rensa::duel
