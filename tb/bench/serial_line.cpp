// SPDX-License-Identifier: Apache-2.0
#include "bench/serial_line.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <stdexcept>

#include "bench/error.h"

namespace curvebench {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

namespace {

constexpr char kPrefix[] = "uart:";

InputError NoSuchDevice(const std::string& device, int error) {
  return InputError(device, "", std::strerror(error),
                    error == EACCES ? "join the group of the device"
                                    : "plug the board in; 'ls /dev/tty*' "
                                      "shows the lines");
}

speed_t Speed(int baud) {
  static const std::map<int, speed_t> known = {
      {9600, B9600},     {19200, B19200},   {38400, B38400},
      {57600, B57600},   {115200, B115200}, {230400, B230400},
      {460800, B460800}, {921600, B921600}, {1000000, B1000000}};
  const auto it = known.find(baud);
  if (it == known.end()) {
    std::string all;
    for (const auto& [rate, speed] : known) all += " " + std::to_string(rate);
    throw InputError("--baud", std::to_string(baud), "is no rate of a line",
                     "take one of:" + all);
  }
  return it->second;
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

SerialLine::SerialLine(const std::filesystem::path& device, int baud)
    : device_(device.string()) {
  const speed_t speed = Speed(baud);
  file_ = std::make_unique<Descriptor>(
      open(device.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
  if (file_->get() < 0) {
    throw NoSuchDevice(device_, errno);
  }
  termios settings{};
  if (tcgetattr(file_->get(), &settings) != 0) {
    throw InputError(device_, "", "is no serial line",
                     "name a terminal device, such as uart:/dev/ttyUSB0");
  }
  // Two programs on one line would read each other's answers.
  if (flock(file_->get(), LOCK_EX | LOCK_NB) != 0) {
    throw InputError(device_, "", "is in use", "end the other program");
  }
  cfmakeraw(&settings);
  settings.c_cflag |= CLOCAL | CREAD;
  settings.c_cflag &= ~static_cast<tcflag_t>(CSTOPB | PARENB | CRTSCTS);
  settings.c_cc[VMIN] = 0;
  settings.c_cc[VTIME] = 0;
  cfsetispeed(&settings, speed);
  cfsetospeed(&settings, speed);
  if (tcsetattr(file_->get(), TCSANOW, &settings) != 0) {
    throw InputError(device_, "--baud " + std::to_string(baud),
                     std::strerror(errno), "try another rate");
  }
}

void SerialLine::Write(const Bytes& bytes) {
  for (size_t at = 0; at < bytes.size();) {
    const ssize_t n = write(file_->get(), &bytes[at], bytes.size() - at);
    if (n > 0) {
      at += static_cast<size_t>(n);
    } else if (n < 0 && errno != EAGAIN && errno != EINTR) {
      throw std::runtime_error(device_ + ": " + std::strerror(errno));
    } else {
      pollfd wait{file_->get(), POLLOUT, 0};
      if (poll(&wait, 1, 5000) == 0) {
        throw std::runtime_error(device_ + ": takes no bytes");
      }
    }
  }
}

Bytes SerialLine::Read(size_t count, milliseconds timeout) {
  const auto end = Clock::now() + timeout;
  Bytes bytes(count);
  size_t have = 0;
  while (have < count) {
    const auto left =
        std::chrono::duration_cast<milliseconds>(end - Clock::now()).count();
    pollfd wait{file_->get(), POLLIN, 0};
    if (left <= 0 || poll(&wait, 1, static_cast<int>(left)) == 0) break;
    const ssize_t n = read(file_->get(), &bytes[have], count - have);
    if (n > 0) {
      have += static_cast<size_t>(n);
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
      throw std::runtime_error(device_ + ": the line is gone");
    }
  }
  bytes.resize(have);
  return bytes;
}

void SerialLine::Discard() { tcflush(file_->get(), TCIFLUSH); }

std::string CheckBackend(const std::string& backend, int baud) {
  if (backend.rfind(kPrefix, 0) != 0 || backend == kPrefix) {
    throw InputError("--backend", backend, "is no backend",
                     "write uart: and a device, as in uart:/dev/ttyUSB0");
  }
  const std::string device = backend.substr(std::strlen(kPrefix));
  Speed(baud);
  if (access(device.c_str(), R_OK | W_OK) != 0) {
    throw NoSuchDevice(device, errno);
  }
  struct stat status {};
  if (stat(device.c_str(), &status) != 0 || !S_ISCHR(status.st_mode)) {
    throw InputError(device, "", "is no serial line",
                     "name a terminal device, such as uart:/dev/ttyUSB0");
  }
  return device;
}

std::shared_ptr<UartPort> OpenBackend(const std::string& backend, int baud,
                                      int addr_bits) {
  const std::string device = CheckBackend(backend, baud);
  auto port = std::make_shared<UartPort>(
      std::make_unique<SerialLine>(device, baud), device, baud);
  port->Connect(addr_bits);
  return port;
}

}  // namespace curvebench
