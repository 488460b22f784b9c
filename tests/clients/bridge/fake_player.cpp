#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <netinet/in.h>
#include <random>
#include <sstream>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

// A program for the reference's text protocol that knows nothing of Rensa. It plays by the requests alone. In the file
// RENSA_FAKE_LOG it notes its arguments, the ends of games and each violation of the protocol.
// RENSA_FAKE_MODE: play (the default), crash, abort, close, hang, stall, long, late, chat, early, impossible;
// cold: it waits before its first answer until the test lets it go on;
// babble: it goes on to answer after the end of its input;
// linger: it notes the end of its input and SIGTERM, and does not end by itself;
// single: it expects to see one pair only.

namespace {

using Fields = std::map<std::string, std::string>;

constexpr int kColumns = 6;
constexpr int kRows = 12;
constexpr int kSafeHeight = 10;  // hidden rows cannot be in the way of a pair

int in = STDIN_FILENO;
int out = STDOUT_FILENO;
std::string log_path;
std::ofstream log_file;
std::string mode = "play";
volatile std::sig_atomic_t is_terminated = 0;

void complain(const std::string& what, const std::string& request) {
  log_file << "BAD " << what << ": " << request << std::endl;
}

bool read_all(void* to, std::size_t count) {
  for (std::size_t done = 0; done < count;) {
    const ssize_t got = read(in, static_cast<char*>(to) + done, count - done);
    if (got <= 0) return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

bool read_request(std::string& text) {
  std::uint32_t size = 0;
  if (!read_all(&size, sizeof size)) return false;
  if (size > 1024) {
    complain("too long", std::to_string(size));
    return false;
  }
  text.resize(size);
  return read_all(text.data(), size);
}

void write_all(const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t put = write(out, bytes.data() + done, bytes.size() - done);
    if (put <= 0) std::exit(3);
    done += static_cast<std::size_t>(put);
  }
}

void answer(const std::string& text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  std::string bytes(sizeof size, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  write_all(bytes + text);
}

Fields fields_of(const std::string& text) {
  Fields fields;
  std::istringstream words(text);
  std::string word;
  while (words >> word) {
    const std::size_t sign = word.find('=');
    if (sign == std::string::npos) {
      complain("no key", text);
    } else if (!fields.emplace(word.substr(0, sign), word.substr(sign + 1)).second) {
      complain("a key twice", text);
    }
  }
  return fields;
}

void check(const Fields& fields, const std::string& text) {
  for (const char* key : {"YF", "OF"}) {
    if (fields.at(key).size() != kColumns * kRows) complain(key, text);
    if (fields.at(key).find_first_not_of("014567") != std::string::npos) complain(key, text);
  }
  for (const char* key : {"YP", "OP"}) {
    const std::size_t size = fields.at(key).size();
    if (mode == "single" ? size != 2 : size != 4 && size != 6) complain(key, text);
  }
  for (const char* key : {"YE", "OE"}) {
    const std::string& events = fields.at(key);
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (events.size() != 7 || (events[i] != '-' && events[i] != "WGPDAOE"[i])) complain(key, text);
    }
  }
}

int height(const std::string& field, int x) {
  for (int row = 0; row < kRows; ++row) {
    if (field[static_cast<std::size_t>(row * kColumns + x - 1)] != '0') return kRows - row;
  }
  return 0;
}

// Returns true if a pair can move from column 3 to x without touching a column.
bool is_open(const std::string& field, int x) {
  for (int step = 3; step != x; step += x > 3 ? 1 : -1) {
    if (height(field, step) > kSafeHeight) return false;
  }
  return height(field, x) <= kSafeHeight;
}

std::string decision(const std::string& field, std::mt19937& chance) {
  constexpr std::array<int, 4> kChild{0, 1, 0, -1};
  std::vector<std::string> open;
  for (int r = 0; r < 4; ++r) {
    for (int x = 1; x <= kColumns; ++x) {
      const int child = x + kChild[static_cast<std::size_t>(r)];
      if (child < 1 || child > kColumns || !is_open(field, x) || !is_open(field, child)) continue;
      open.push_back(" X=" + std::to_string(x) + " R=" + std::to_string(r));
    }
  }
  return open.empty() ? "" : open[chance() % open.size()];
}

// Waits until the test creates this file.
void wait_for_go() {
  while (!std::ifstream(log_path + ".go")) usleep(10'000);
}

void play() {
  std::mt19937 chance(7);
  std::string text;
  int last = 0;
  bool ended = true;
  int games = 0;
  int decisions = 0;
  int unanswered = 0;
  while (read_request(text)) {
    const Fields fields = fields_of(text);
    check(fields, text);
    const int id = std::stoi(fields.at("ID"));
    if (mode == "cold" && last == 0) {
      log_file << "COLD" << std::endl;
      wait_for_go();
    }
    if (id != (ended ? 1 : last + 1)) complain("wrong ID after " + std::to_string(last), text);
    last = id;
    ended = fields.contains("END");
    if (ended) {
      log_file << "END " << fields.at("END") << " ID " << id << std::endl;
      ++games;
    }
    // It falls behind, and never pauses for nearly as long as the bridge lets a program be silent. In all it needs
    // longer.
    if (mode == "long" && games == 1 && (ended || id <= 15)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(250));
    }
    std::string response = "ID=" + std::to_string(mode == "late" ? id - 1 : id);
    if (fields.at("YE")[3] == 'D') {
      if (id < 74 || (decisions == 0 && id != 74)) complain("the first D", text);
      ++decisions;
      if (mode == "impossible") {
        response += height(fields.at("YF"), 2) < kRows ? " X=2 R=0" : " X=1 R=0";  // column 2 is in the way
      } else {
        response += decision(fields.at("YF"), chance);
      }
    }
    if (mode == "early" && fields.at("YE")[1] == 'G') response += " X=1 R=0";
    if (mode == "chat" && id % 100 == 1) response += " MSG=at_" + std::to_string(id) + ",\x1b[2J";
    if (decisions >= 3) {
      if (mode == "crash") std::exit(7);
      if (mode == "abort") std::abort();
      if (mode == "long") response += " MSG=" + std::string(1100, 'a');
      if (mode == "hang") {
        log_file << "UNANSWERED " << ++unanswered << std::endl;
        continue;
      }
      if (mode == "stall") {
        mode = "play";
        log_file << "STALLED" << std::endl;
        wait_for_go();
      }
      if (mode == "close") {
        close(out);
        pause();
      }
    }
    answer(response);
  }
}

int connect_to(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in peer{};
  peer.sin_family = AF_INET;
  peer.sin_port = htons(static_cast<std::uint16_t>(std::stoi(address.substr(colon + 1))));
  inet_pton(AF_INET, address.substr(0, colon).c_str(), &peer.sin_addr);
  if (connect(descriptor, reinterpret_cast<const sockaddr*>(&peer), sizeof peer) != 0) std::exit(4);
  return descriptor;
}

}  // namespace

int main(int argc, char** argv) {
  if (const char* path = std::getenv("RENSA_FAKE_LOG")) log_path = path;
  log_file.open(log_path, std::ios::app);
  if (const char* given = std::getenv("RENSA_FAKE_MODE")) mode = given;
  log_file << "CALLED";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const std::string tcp = "--connector=tcp:";
    if (word.starts_with(tcp)) in = out = connect_to(word.substr(tcp.size()));
    log_file << ' ' << (word.starts_with(tcp) ? tcp : word);
  }
  log_file << std::endl;
  if (mode == "linger") {
    std::signal(SIGTERM, [](int) { is_terminated = 1; });
    if (getpgrp() == getpid()) log_file << "LEADS ITS GROUP" << std::endl;
  }
  play();
  while (mode == "babble") {
    log_file << "BABBLE" << std::endl;
    answer("ID=1");
    usleep(50'000);
  }
  if (mode == "linger") {
    log_file << "INPUT ENDED" << std::endl;
    while (is_terminated == 0) usleep(10'000);
    log_file << "TERMINATED" << std::endl;
    while (true) usleep(10'000);
  }
  log_file << "GONE" << std::endl;
}
