#include "server/tournament/plan/game_seeds.h"

#include <initializer_list>
#include <openssl/sha.h>
#include <string>
#include <string_view>

#include "engine/rules/rng.h"

namespace rensa::tournament {

namespace {

// Returns a seed: the first eight bytes of the SHA-256 of the parts, each with its length before it. One such seed can
// be computed from another only by trying all seeds of a plan, so plans should have large seeds.
std::uint64_t seed_from(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text.append(std::to_string(part.size())).append(":").append(part);
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof number; ++i) number = number << 8U | digest[i];
  return number;
}

// The way of the first versions. The flags of a few hundred pairs are enough to find the seed with much computing.
// Small seeds can be tried one after the other in any case, and so they keep it: journals that have them stay valid.
bool is_audited_by_small_seed(std::uint64_t seed, double share, std::size_t pair) {
  constexpr std::uint64_t kAuditStream = 0x6175'6469'74ULL << 24;
  rules::Rng rng(seed, kAuditStream + pair);
  constexpr double kRange = 4'294'967'296.0;
  return rng.next() / kRange < share;
}

}  // namespace

bool is_audited(std::uint64_t seed, double share, std::size_t pair) {
  if (seed < kFirstLargeSeed) return is_audited_by_small_seed(seed, share, pair);
  const std::uint64_t drawn = seed_from({"audit", std::to_string(seed), std::to_string(pair)});
  constexpr int kExactBits = 53;  // of a double
  return static_cast<double>(drawn >> (64 - kExactBits)) < share * static_cast<double>(1ULL << kExactBits);
}

GameSeeds game_seeds(const TournamentPlan& plan, const GameToPlay& game) {
  const std::string& first = plan.players[game.pair.first].name;
  const std::string& second = plan.players[game.pair.second].name;
  const bool is_in_order = first < second;
  const std::string& lower = is_in_order ? first : second;
  const std::string& upper = is_in_order ? second : first;
  const std::string seed = std::to_string(plan.seed);
  const std::string meeting = std::to_string(game.earlier_meetings);
  const std::string queue = std::to_string(game.pair.is_audit ? game.id.leg / 2 * 2 : game.id.leg);

  // Annulled games have made their queues public.
  const std::string public_queues = std::to_string(game.annulments);

  GameSeeds seeds;
  seeds.queue = game.annulments == 0
                    ? seed_from({"queue", seed, lower, upper, meeting, queue})
                    : seed_from({"queue after annulments", seed, lower, upper, meeting, queue, public_queues});
  for (const PairSide side : {0, 1}) {
    const std::string& name = side == 0 ? first : second;
    seeds.players[static_cast<std::size_t>(side)] =
        game.annulments == 0
            ? seed_from({"player", seed, lower, upper, meeting, queue, name})
            : seed_from({"player after annulments", seed, lower, upper, meeting, queue, public_queues, name});
  }
  // The player with the lower name has seat one in the first game, and seat two in the second.
  const bool first_sits_in_one = is_in_order == (game.id.leg % 2 == 0);
  seeds.sides = first_sits_in_one ? std::array{0, 1} : std::array{1, 0};
  return seeds;
}

std::size_t player_at(const GameToPlay& game, const GameSeeds& seeds, duel::Seat seat) {
  return seeds.side_at(seat) == 0 ? game.pair.first : game.pair.second;
}

}  // namespace rensa::tournament
