#pragma once

#include <memory>
#include <utility>

namespace rensa::base {

// An object has this member if its functions are called later, on its own thread. A guarded call does nothing after
// the object has been destroyed.
class Lifetime {
 public:
  Lifetime() : token_(std::make_shared<char>()) {}
  Lifetime(const Lifetime&) = delete;
  Lifetime& operator=(const Lifetime&) = delete;

  template <typename Call>
  auto guard(Call call) const {
    return [token = std::weak_ptr(token_), call = std::move(call)](auto&&... arguments) mutable {
      if (!token.expired()) call(std::forward<decltype(arguments)>(arguments)...);
    };
  }

 private:
  std::shared_ptr<char> token_;
};

}  // namespace rensa::base
