#pragma once

#include <boost/system/error_code.hpp>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace rensa::net {

using Error = boost::system::error_code;

// A completion handler of any type. It allocates memory, so plain TCP does not use it for reads and writes.
class AnyHandler {
 public:
  template <class Handler>
  explicit AnyHandler(Handler handler) : call_(std::make_unique<CallOf<Handler>>(std::move(handler))) {}
  void operator()(const Error& error, std::size_t bytes = 0) { std::exchange(call_, nullptr)->run(error, bytes); }

 private:
  struct Call {
    virtual ~Call() = default;
    virtual void run(const Error& error, std::size_t bytes) = 0;
  };
  template <class Handler>
  struct CallOf final : Call {
    explicit CallOf(Handler the_handler) : handler(std::move(the_handler)) {}
    void run(const Error& error, std::size_t bytes) override {
      if constexpr (std::is_invocable_v<Handler&, const Error&, std::size_t>) {
        handler(error, bytes);
      } else {
        handler(error);
      }
    }
    Handler handler;
  };

  std::unique_ptr<Call> call_;
};

}  // namespace rensa::net
