#pragma once

#include <string_view>

namespace rensa::cli {

// The terminal that is stdout, taken for drawing: alternate screen, no cursor, no echo. It is given back by the
// destructor, while the program is suspended, and when a signal ends the program. There is one at a time.
class Terminal {
 public:
  struct Size {
    int columns = 0;
    int rows = 0;
    friend bool operator==(const Size&, const Size&) = default;
  };

  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  Size size() const;
  // False when there is nobody to draw for any more.
  bool write(std::string_view bytes);
  // The next key that was pressed, 0: none. Does not block.
  char key();
  // Ctrl-Z has come: gives the terminal back, stops the program, and takes the terminal when it goes on. True when the
  // screen has to be drawn anew.
  bool suspend_if_asked();
};

// What keeps stdout from being drawn on, as a sentence; nullptr: nothing.
const char* why_no_terminal();

}  // namespace rensa::cli
