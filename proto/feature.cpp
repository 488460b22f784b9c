#include "proto/feature.h"

#include <algorithm>
#include <charconv>

namespace rensa::proto {

namespace {

constexpr std::string_view kArrangedPrefix = "arranged:";
constexpr std::string_view kOpenPrefix = "open:";
constexpr std::string_view kAdvisesPrefix = "advises:";
constexpr std::string_view kClientPrefix = "client:";
constexpr std::string_view kReturningToSeat = "returning:seat";
constexpr std::string_view kReturningAsSpectator = "returning:spectator";
constexpr std::string_view kFramesSuffix = ":frames";
constexpr std::string_view kBoundSuffix = ":bound";

// Removes the word from the start of the rest. Returns false if the rest does not start with it.
bool remove_prefix_word(std::string_view& rest, std::string_view word) {
  const bool is_there = rest.starts_with(word);
  if (is_there) rest.remove_prefix(word.size());
  return is_there;
}

// Removes a number from the start of the rest and returns it.
std::optional<int> remove_number(std::string_view& rest) {
  int number = 0;
  const auto [last, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc() || number < 1) return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(last - rest.data()));
  return number;
}

// Removes a prefix and the number behind it from the start of the rest, and returns the number.
std::optional<int> remove_prefix_with_number(std::string_view& rest, std::string_view prefix) {
  return remove_prefix_word(rest, prefix) ? remove_number(rest) : std::nullopt;
}

std::optional<ArrangedFeature> parse_arranged_feature(std::string_view feature) {
  const auto matches = remove_prefix_with_number(feature, kArrangedPrefix);
  if (!matches) return std::nullopt;
  ArrangedFeature offer{.matches = *matches};
  if (remove_prefix_word(feature, kFramesSuffix)) offer.subscription = Subscription::frames;
  offer.bound_only = remove_prefix_word(feature, kBoundSuffix);
  return feature.empty() ? std::optional(offer) : std::nullopt;
}

std::optional<OpenFeature> parse_open_feature(std::string_view feature) {
  const auto matches = remove_prefix_with_number(feature, kOpenPrefix);
  if (!matches) return std::nullopt;
  OpenFeature open{.matches = *matches};
  if (remove_prefix_word(feature, kFramesSuffix)) open.subscription = Subscription::frames;
  return feature.empty() ? std::optional(open) : std::nullopt;
}

std::optional<AdvisesFeature> parse_advises_feature(std::string_view feature) {
  const auto questions = remove_prefix_with_number(feature, kAdvisesPrefix);
  return questions && feature.empty() ? std::optional(AdvisesFeature{.questions = *questions}) : std::nullopt;
}

bool is_client_id_character(char character) {
  return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') ||
         (character >= 'A' && character <= 'Z') || character == '-' || character == '_';
}

std::optional<ClientFeature> parse_client_feature(std::string_view feature) {
  if (!remove_prefix_word(feature, kClientPrefix)) return std::nullopt;
  if (feature.empty() || feature.size() > kMaxClientIdBytes) return std::nullopt;
  if (!std::all_of(feature.begin(), feature.end(), is_client_id_character)) return std::nullopt;
  return ClientFeature{.id = std::string(feature)};
}

std::optional<ReturningFeature> parse_returning_feature(std::string_view feature) {
  if (feature == kReturningToSeat) return ReturningFeature::to_seat;
  return feature == kReturningAsSpectator ? std::optional(ReturningFeature::as_spectator) : std::nullopt;
}

// Returns the first feature that `read` accepts.
template <typename Read>
auto find_first(const std::vector<std::string>& features, Read read) -> decltype(read(std::string_view())) {
  for (const std::string& feature : features) {
    if (const auto found = read(feature)) return found;
  }
  return std::nullopt;
}

}  // namespace

bool has_feature(const std::vector<std::string>& features, std::string_view feature) {
  return std::find(features.begin(), features.end(), feature) != features.end();
}

std::string feature_text(const ArrangedFeature& offer) {
  std::string feature(kArrangedPrefix);
  feature.append(std::to_string(offer.matches));
  if (offer.subscription == Subscription::frames) feature.append(kFramesSuffix);
  if (offer.bound_only) feature.append(kBoundSuffix);
  return feature;
}

std::string feature_text(const OpenFeature& open) {
  std::string feature(kOpenPrefix);
  feature.append(std::to_string(open.matches));
  if (open.subscription == Subscription::frames) feature.append(kFramesSuffix);
  return feature;
}

std::string feature_text(const AdvisesFeature& advises) {
  return std::string(kAdvisesPrefix).append(std::to_string(advises.questions));
}

std::string feature_text(const ClientFeature& client) { return std::string(kClientPrefix).append(client.id); }

std::string feature_text(ReturningFeature returning) {
  return std::string(returning == ReturningFeature::to_seat ? kReturningToSeat : kReturningAsSpectator);
}

std::optional<ArrangedFeature> find_arranged_feature(const std::vector<std::string>& features) {
  return find_first(features, parse_arranged_feature);
}

std::optional<OpenFeature> find_open_feature(const std::vector<std::string>& features) {
  return find_first(features, parse_open_feature);
}

std::optional<AdvisesFeature> find_advises_feature(const std::vector<std::string>& features) {
  return find_first(features, parse_advises_feature);
}

std::optional<ClientFeature> find_client_feature(const std::vector<std::string>& features) {
  return find_first(features, parse_client_feature);
}

std::optional<ReturningFeature> find_returning_feature(const std::vector<std::string>& features) {
  return find_first(features, parse_returning_feature);
}

}  // namespace rensa::proto
