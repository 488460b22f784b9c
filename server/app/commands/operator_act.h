#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "server/app/commands/command_store.h"

namespace rensa::app {

// Returns the name of the user of this machine who has called the command.
std::string user_name();

// Returns an account for people: "account 7 (ann)".
std::string named_account(CommandStore& store, std::int64_t id);

// An act of the operator by a command. Its entry in the audit log is on disk when this object is made. If the act
// fails, another entry says why.
class OperatorAct {
 public:
  struct Description {
    std::string name;
    std::string target;
    std::string why{};
  };

  OperatorAct(CommandStore& store, Description description) : store_(store), description_(std::move(description)) {
    note(description_);
  }

  // As CommandStore::ask().
  template <typename Value, typename Call>
  Value carry_out(Call call) const {
    try {
      return store_.ask<Value>(std::move(call));
    } catch (const std::runtime_error& problem) {
      note_refusal(problem.what());
      throw;
    }
  }
  // Prints what was done, and returns the exit status.
  int confirm(const std::string& what) const;
  // Prints why the act was not carried out, and returns the exit status.
  int refuse(const std::string& why) const;

 private:
  void note_refusal(const std::string& why) const;
  void note(const Description& act) const;

  CommandStore& store_;
  const Description description_;
};

}  // namespace rensa::app
