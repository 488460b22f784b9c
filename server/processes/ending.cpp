#include "server/processes/ending.h"

#include <cctype>
#include <cstring>

namespace rensa::processes {

namespace {

// "Killed" is "killed" within a sentence, and "CPU time limit exceeded" is not "cPU".
std::string signal_name(int signal) {
  const char* const name = sigdescr_np(signal);
  if (name == nullptr) return "";
  std::string text = name;
  const auto letter = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.size() > 1 && std::islower(letter(1)) != 0) text[0] = static_cast<char>(std::tolower(letter(0)));
  return " (" + text + ")";
}

const char* name_of(Obstacle obstacle) {
  switch (obstacle) {
    case Obstacle::program:
      return "";
    case Obstacle::folder:
      return "its folder: ";
    case Obstacle::limits:
      return "its limits: ";
    case Obstacle::log:
      return "its log: ";
    case Obstacle::pipes:
      return "its pipes: ";
    case Obstacle::keeper:
      return "its keeper: ";
  }
  return "";
}

std::string error_name(int error) {
  const char* const name = strerrordesc_np(error);
  return name == nullptr ? std::string("error ").append(std::to_string(error)) : name;
}

}  // namespace

std::string sentence(const Ending& ending) {
  switch (ending.end) {
    case End::exited:
      return std::string("exited with ").append(std::to_string(ending.code));
    case End::signalled:
      return std::string("ended by signal ").append(std::to_string(ending.code)).append(signal_name(ending.code));
    case End::not_started:
      return std::string("could not be started: ").append(name_of(ending.obstacle)).append(error_name(ending.code));
    case End::too_many:
      return std::string("had more than ").append(std::to_string(ending.code)).append(" processes");
    case End::unseen:
      return "was lost from sight";
  }
  return "";
}

}  // namespace rensa::processes
