#include "proto/feature.h"

#include <algorithm>
#include <charconv>

namespace rensa::proto {

namespace {

constexpr std::string_view kOffer = "arranged:";
constexpr std::string_view kOpen = "open:";
constexpr std::string_view kAdvises = "advises:";
constexpr std::string_view kFrames = ":frames";
constexpr std::string_view kBound = ":bound";

// Whether the rest begins with it; then it does not any more.
bool took(std::string_view& rest, std::string_view word) {
  const bool is_there = rest.starts_with(word);
  if (is_there) rest.remove_prefix(word.size());
  return is_there;
}

// The number that it begins with, which goes then.
std::optional<int> take_number(std::string_view& rest) {
  int number = 0;
  const auto [last, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc() || number < 1) return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(last - rest.data()));
  return number;
}

std::optional<Offer> offer_of(std::string_view feature) {
  if (!took(feature, kOffer)) return std::nullopt;
  const auto matches = take_number(feature);
  if (!matches) return std::nullopt;
  Offer offer{.matches = *matches};
  if (took(feature, kFrames)) offer.subscription = Subscription::frames;
  offer.bound_only = took(feature, kBound);
  return feature.empty() ? std::optional(offer) : std::nullopt;
}

std::optional<Open> open_of(std::string_view feature) {
  if (!took(feature, kOpen)) return std::nullopt;
  const auto matches = take_number(feature);
  if (!matches) return std::nullopt;
  Open open{.matches = *matches};
  if (took(feature, kFrames)) open.subscription = Subscription::frames;
  return feature.empty() ? std::optional(open) : std::nullopt;
}

std::optional<Advises> advises_of(std::string_view feature) {
  if (!took(feature, kAdvises)) return std::nullopt;
  const auto questions = take_number(feature);
  return questions && feature.empty() ? std::optional(Advises{.questions = *questions}) : std::nullopt;
}

// The first of them that can be read.
template <typename Read>
auto first_in(const std::vector<std::string>& features, Read read) -> decltype(read(std::string_view())) {
  for (const std::string& feature : features) {
    if (const auto said = read(feature)) return said;
  }
  return std::nullopt;
}

}  // namespace

bool has(const std::vector<std::string>& features, std::string_view feature) {
  return std::find(features.begin(), features.end(), feature) != features.end();
}

std::string feature_of(const Offer& offer) {
  std::string feature(kOffer);
  feature.append(std::to_string(offer.matches));
  if (offer.subscription == Subscription::frames) feature.append(kFrames);
  if (offer.bound_only) feature.append(kBound);
  return feature;
}

std::string feature_of(const Open& open) {
  std::string feature(kOpen);
  feature.append(std::to_string(open.matches));
  if (open.subscription == Subscription::frames) feature.append(kFrames);
  return feature;
}

std::string feature_of(const Advises& advises) {
  return std::string(kAdvises).append(std::to_string(advises.questions));
}

std::optional<Offer> offer_in(const std::vector<std::string>& features) { return first_in(features, offer_of); }

std::optional<Open> open_in(const std::vector<std::string>& features) { return first_in(features, open_of); }

std::optional<Advises> advises_in(const std::vector<std::string>& features) { return first_in(features, advises_of); }

}  // namespace rensa::proto
