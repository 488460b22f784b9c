#include "server/processes/program.h"

#include <cctype>
#include <cstring>

namespace rensa::processes {

namespace {

// Returns the name of a signal for use within a sentence: "Killed" becomes "killed", but "CPU time limit exceeded" does
// not become "cPU time limit exceeded".
std::string signal_name(int signal) {
  const char* const name = sigdescr_np(signal);
  if (name == nullptr) return "";
  std::string text = name;
  const auto letter = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.size() > 1 && std::islower(letter(1)) != 0) text[0] = static_cast<char>(std::tolower(letter(0)));
  return " (" + text + ")";
}

const char* step_prefix(StartStep step) {
  switch (step) {
    case StartStep::program:
      return "";
    case StartStep::folder:
      return "its folder: ";
    case StartStep::limits:
      return "its limits: ";
    case StartStep::log:
      return "its log: ";
    case StartStep::pipes:
      return "its pipes: ";
    case StartStep::supervisor:
      return "its supervisor: ";
    case StartStep::isolation:
      return "its isolation: ";
  }
  return "";
}

std::string error_name(int error) {
  const char* const name = strerrordesc_np(error);
  return name == nullptr ? std::string("error ").append(std::to_string(error)) : name;
}

}  // namespace

std::string describe(const ExitReport& report) {
  switch (report.kind) {
    case ExitKind::exited:
      return std::string("exited with ").append(std::to_string(report.code));
    case ExitKind::signalled:
      return std::string("ended by signal ").append(std::to_string(report.code)).append(signal_name(report.code));
    case ExitKind::not_started:
      return std::string("could not be started: ")
          .append(step_prefix(report.failed_step))
          .append(error_name(report.code));
    case ExitKind::too_many_processes:
      return std::string("had more than ").append(std::to_string(report.code)).append(" processes");
    case ExitKind::too_much_memory:
      return std::string("used more than ").append(std::to_string(report.code)).append(" MB of memory");
    case ExitKind::unknown:
      return "ended in an unknown way";
  }
  return "";
}

}  // namespace rensa::processes
