#pragma once

#include <string>

#include "clients/cli/live/terminal.h"

namespace rensa::cli {

// Text that takes the whole terminal, and is shown anew whenever it changes.
class Page {
 public:
  // False when there is nobody to draw for any more.
  bool show(const std::string& text);
  // The next key that was pressed, 0: none. Asked often, for it also minds Ctrl-Z.
  char key();

 private:
  Terminal terminal_;
  std::string shown_;
};

// What draws as much of it as a screen has room for.
std::string page_of(const std::string& text, int rows);

}  // namespace rensa::cli
