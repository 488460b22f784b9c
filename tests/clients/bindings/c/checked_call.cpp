#include "tests/clients/bindings/c/checked_call.h"

#include <array>
#include <gtest/gtest.h>

#include "tests/clients/bindings/c/failing_memory.h"
#include "tests/clients/bindings/c/header.h"

namespace rensa::bindings {

namespace {

constexpr const char* kOldError = "object: there is no object with this handle";

std::uint64_t kind_of(rensa_handle handle) { return handle >> 24 & 0xFF; }

}  // namespace

CheckedCall::CheckedCall(World& world, const char* name, AnyFunction function, Caller caller,
                         std::vector<Parameter> parameters, std::vector<Argument> valid)
    : world_(world),
      name_(name),
      function_(function),
      caller_(caller),
      parameters_(std::move(parameters)),
      valid_(std::move(valid)) {
  const std::vector<std::string>& names = parameters_of_header().at(name_);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    parameters_[i].name = names.at(i);
    // The only numbers of 64 bits that are not handles.
    if (names[i] == "seed") parameters_[i].kind = Parameter::Kind::number;
  }
}

std::size_t CheckedCall::index_of(const std::string& name) const {
  std::size_t index = 0;
  while (parameters_.at(index).name != name) ++index;
  return index;
}

CheckedCall& CheckedCall::wrong(const std::string& name, std::initializer_list<Argument> values) {
  const Parameter::Kind kind = parameters_[index_of(name)].kind;
  rensa_status status = RENSA_ERROR_ARGUMENT;
  if (kind == Parameter::Kind::pointer) status = RENSA_ERROR_VALUE;
  if (kind == Parameter::Kind::text) status = RENSA_ERROR_TEXT;
  if (name == "capacity") status = RENSA_ERROR_BUFFER;
  return wrong_as(name, {status, name}, values);
}

CheckedCall& CheckedCall::wrong_as(const std::string& name, const Refusal& refusal,
                                   std::initializer_list<Argument> values) {
  const std::size_t index = index_of(name);
  for (const Argument value : values) {
    wrongs_.push_back({name + " " + std::to_string(value.as<std::uint64_t>()), refusal, valid_});
    wrongs_.back().arguments[index] = value;
  }
  return *this;
}

CheckedCall& CheckedCall::may_be_null(const std::string& name) {
  parameters_[index_of(name)].may_be_null = true;
  return *this;
}

void CheckedCall::add_common_wrongs(std::size_t index) {
  const auto& [kind, alignment, name, may_be_null] = parameters_[index];
  const Refusal refusal{RENSA_ERROR_ARGUMENT, name};
  const void* const null = nullptr;
  if (kind == Parameter::Kind::engine) wrong_as(name, {RENSA_ERROR_HANDLE, ""}, {null});
  if (kind == Parameter::Kind::handle) add_wrong_handles(index);
  if (kind != Parameter::Kind::text && kind != Parameter::Kind::pointer) return;
  if (!may_be_null) wrong_as(name, refusal, {null});
  if (alignment > 1) wrong_as(name, refusal, {valid_[index].as<std::uintptr_t>() + 1});
  if (kind == Parameter::Kind::text) {
    wrong_as(name, {RENSA_ERROR_TEXT, name}, {"\xC3\x28"});
    wrongs_.back().arguments[index + 1] = RENSA_TERMINATED;
  }
}

void CheckedCall::add_wrong_handles(std::size_t index) {
  const World& w = world_;
  const std::string& name = parameters_[index].name;
  const Refusal refusal{RENSA_ERROR_HANDLE, name};
  const auto right = valid_[index].as<rensa_handle>();
  wrong_as(name, refusal, {0, 1, ~rensa_handle{0}, w.freed, right << 1, right ^ 1ULL << 40, right ^ 1ULL << 25});
  if (name == "object") return;  // of any kind
  for (const rensa_handle handle :
       {w.ruleset, w.fields, w.duel, w.duels, w.record, w.replay, w.practice, w.training, w.prediction, w.player}) {
    const bool is_game = handle == w.duel || handle == w.replay;
    if (kind_of(handle) != kind_of(right) && !(name == "game" && is_game)) wrong_as(name, refusal, {handle});
  }
}

void CheckedCall::check() {
  for (std::size_t i = 0; i < parameters_.size(); ++i) add_common_wrongs(i);
  const std::string before = world_.seen();
  for (const auto& [what, refusal, arguments] : wrongs_) {
    clear_error_text();
    EXPECT_EQ(call(arguments), refusal.status) << name_ << ": wrong " << what << ": " << error_text();
    if (refusal.argument.empty()) {
      EXPECT_EQ(error_text(), kOldError) << name_ << ": wrong " << what;
    } else {
      EXPECT_TRUE(error_text().starts_with(refusal.argument + ": "))
          << name_ << ": wrong " << what << ": " << error_text() << ", not of " << refusal.argument;
    }
    call_without_memory(refusal.status, arguments);
    ASSERT_EQ(world_.seen() == before, true) << name_ << " has changed something: wrong " << what;
  }
  EXPECT_EQ(call(valid_), RENSA_OK) << name_ << ": " << error_text();
}

void CheckedCall::clear_error_text() const {
  EXPECT_EQ(rensa_free(world_.engine, 0), RENSA_ERROR_HANDLE);
  EXPECT_EQ(error_text(), kOldError);
}

// Lets one allocation after the other fail, alone or with all later ones. Of many allocations, some are left out.
void CheckedCall::call_without_memory(rensa_status refusal, const std::vector<Argument>& arguments) const {
  for (const auto later : {FailingAllocation::Later::succeed, FailingAllocation::Later::fail}) {
    bool has_failed = true;
    for (int number = 1; has_failed; number += 1 + number / 8) {
      rensa_status status = RENSA_OK;
      {
        const FailingAllocation failing(number, later);
        status = call(arguments);
        has_failed = failing.has_failed();
      }
      const bool is_refused = status == refusal || (has_failed && status == RENSA_ERROR_MEMORY);
      ASSERT_TRUE(is_refused) << name_ << ": status " << status << " without allocation " << number;
    }
  }
}

}  // namespace rensa::bindings
