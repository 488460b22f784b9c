#pragma once

#include <string>
#include <string_view>

namespace rensa::cli {

// The terminal that is stdout, prepared for drawing: alternate screen, no cursor, no echo. Its former settings are
// restored by the destructor, while the program is suspended, and when a signal ends the program. Only one object may
// exist at a time.
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
  // Returns false if the terminal is gone.
  bool write(std::string_view bytes);
  // Returns the next pressed key, or 0 if there is none. Does not block.
  char read_key();
  // If Ctrl-Z was pressed, restores the terminal, stops the program and prepares the terminal again when the program
  // continues. Returns true if the screen has to be drawn again.
  bool suspend_if_requested();
};

// Returns the reason why nothing can be drawn on stdout, as a sentence; empty if drawing is possible.
std::string why_not_drawable();

// A text that fills the whole terminal.
class TerminalPage {
 public:
  // Returns false if the terminal is gone.
  bool show(const std::string& text);
  // Returns the next pressed key, or 0 if there is none. Call it often: it also handles Ctrl-Z.
  char read_key();

 private:
  Terminal terminal_;
  std::string shown_;
};

// Returns the bytes that draw as many lines of the text as the screen has rows.
std::string text_for_screen(const std::string& text, int rows);

}  // namespace rensa::cli
