#include "proto/feature.h"

#include <algorithm>
#include <charconv>

namespace rensa::proto {

namespace {

constexpr std::string_view kOffer = "arranged:";
constexpr std::string_view kFrames = ":frames";
constexpr std::string_view kBound = ":bound";

// Whether the rest begins with it; then it does not any more.
bool took(std::string_view& rest, std::string_view word) {
  const bool is_there = rest.starts_with(word);
  if (is_there) rest.remove_prefix(word.size());
  return is_there;
}

std::optional<Offer> offer_of(std::string_view feature) {
  if (!feature.starts_with(kOffer)) return std::nullopt;
  Offer offer;
  const char* const end = feature.data() + feature.size();
  const auto [last, error] = std::from_chars(feature.data() + kOffer.size(), end, offer.matches);
  if (error != std::errc() || offer.matches < 1) return std::nullopt;
  std::string_view rest(last, static_cast<std::size_t>(end - last));
  if (took(rest, kFrames)) offer.subscription = Subscription::frames;
  offer.bound_only = took(rest, kBound);
  return rest.empty() ? std::optional(offer) : std::nullopt;
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

std::optional<Offer> offer_in(const std::vector<std::string>& features) {
  for (const std::string& feature : features) {
    if (const auto offer = offer_of(feature)) return offer;
  }
  return std::nullopt;
}

}  // namespace rensa::proto
