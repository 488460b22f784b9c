#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace rensa::net {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitizerNeedsDescriptors = true;
#elif defined(__has_feature)
inline constexpr bool kSanitizerNeedsDescriptors = __has_feature(address_sanitizer);  // set by clang
#else
inline constexpr bool kSanitizerNeedsDescriptors = false;
#endif

// The process has no more descriptors while this object lives.
class NoMoreDescriptors {
 public:
  NoMoreDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const int next = dup(STDERR_FILENO);
    ::close(next);
    rlimit none = before_;
    none.rlim_cur = static_cast<rlim_t>(next);
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoMoreDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
  NoMoreDescriptors(const NoMoreDescriptors&) = delete;
  NoMoreDescriptors& operator=(const NoMoreDescriptors&) = delete;

 private:
  rlimit before_{};
};

}  // namespace rensa::net
