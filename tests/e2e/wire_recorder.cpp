#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

// wire_recorder PORT FILE: stands between one client and the server at this port of this machine. It prints its own
// port, passes on all bytes in both directions, and writes those of the client into the file. It ends with the
// connection.

namespace {

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

int new_socket() {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) throw std::runtime_error("no socket");
  return descriptor;
}

// Waits for a client on a port of its own, which it prints.
int accept_client() {
  const int listener = new_socket();
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(listener, generic, size) != 0 || listen(listener, 1) != 0 || getsockname(listener, generic, &size) != 0) {
    throw std::runtime_error("cannot listen");
  }
  std::cout << ntohs(address.sin_port) << std::endl;
  const int client = accept(listener, nullptr, nullptr);
  if (client < 0) throw std::runtime_error("no client came");
  close(listener);
  return client;
}

// Passes on what has come. Returns the bytes; none if the sender has ended.
std::string pass_on(int from, int to) {
  std::array<char, 16 * 1024> piece{};
  const ssize_t count = recv(from, piece.data(), piece.size(), 0);
  if (count <= 0) return {};
  const std::string bytes(piece.data(), static_cast<std::size_t>(count));
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t more = send(to, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (more <= 0) return {};
    sent += static_cast<std::size_t>(more);
  }
  return bytes;
}

void record(int port, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  const int client = accept_client();
  const int server = new_socket();
  const sockaddr_in address = loopback(port);
  if (connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("the server does not answer");
  }
  while (true) {
    std::array<pollfd, 2> entries{pollfd{client, POLLIN, 0}, pollfd{server, POLLIN, 0}};
    if (poll(entries.data(), entries.size(), -1) < 0) throw std::runtime_error("cannot wait");
    if (entries[0].revents != 0) {
      const std::string bytes = pass_on(client, server);
      if (bytes.empty()) break;
      file << bytes;
    }
    if (entries[1].revents != 0 && pass_on(server, client).empty()) break;
  }
  if (!file.flush()) throw std::runtime_error(path + " cannot be written");
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  try {
    record(std::stoi(arguments[1]), arguments[2]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "wire_recorder: " << error.what() << '\n';
    return 1;
  }
}
