#include "server/base/name_skeleton.h"

#include <memory>
#include <stdexcept>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>
#include <unicode/uspoof.h>

namespace rensa::base {

namespace {

using Checker = std::unique_ptr<USpoofChecker, decltype(&uspoof_close)>;

// Reads the tables of ICU.
Checker make_checker() {
  UErrorCode error = U_ZERO_ERROR;
  Checker checker(uspoof_open(&error), &uspoof_close);
  if (U_FAILURE(error))
    throw std::runtime_error(std::string("the tables of ICU cannot be read: ") + u_errorName(error));
  return checker;
}

}  // namespace

std::string skeleton_of(std::string_view name) {
  static const Checker checker = make_checker();  // any thread may use it
  UErrorCode error = U_ZERO_ERROR;
  // Not all letters in full width have a skeleton in ICU.
  const icu::Normalizer2* const compatible = icu::Normalizer2::getNFKCInstance(error);
  const icu::StringPiece bytes(name.data(), static_cast<std::int32_t>(name.size()));
  icu::UnicodeString text = compatible->normalize(icu::UnicodeString::fromUTF8(bytes), error);
  // Letters look like others in upper case, such as I and l, and in lower case, such as m and rn.
  for (int round = 0; round < 2; ++round) {
    icu::UnicodeString skeleton;
    uspoof_getSkeletonUnicodeString(checker.get(), 0, text, skeleton, &error);
    text = skeleton.foldCase();
  }
  if (U_FAILURE(error)) throw std::runtime_error(std::string("a name has no skeleton: ") + u_errorName(error));
  text.findAndReplace("i", "l");  // a capital I looks like a small L, and is the same letter as a small I
  std::string result;
  return text.toUTF8String(result);
}

}  // namespace rensa::base
