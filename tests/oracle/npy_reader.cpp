// What parse_npy makes of the headers on standard input, a line for each. A header is the first bytes of a .npy, behind
// their number in four bytes. For the comparison with NumPy, which has thousands of them: the tool would take minutes.
#include <array>
#include <cstring>
#include <iostream>
#include <string>

#include <lenslet/array_file.hpp>
#include <lenslet/error.hpp>

namespace {

std::string verdict(std::string_view bytes) {
  std::string taken;
  const auto read = [&bytes](std::span<std::byte> to) {
    const std::size_t count = std::min(to.size(), bytes.size());
    std::memcpy(to.data(), bytes.data(), count);
    bytes.remove_prefix(count);
    return count;
  };
  const auto accept = [&taken](const lenslet::ArrayType& type, std::uint64_t) {
    taken = "taken " + to_string(type);
    throw lenslet::Error(lenslet::ErrorKind::io, "the header is all that is wanted");
  };
  try {
    lenslet::read_npy({read, {}, accept});
  } catch (const lenslet::Error& error) {
    if (!taken.empty()) return taken;
    return (error.kind() == lenslet::ErrorKind::unsupported ? "unsupported " : "refused ") + std::string(error.what());
  }
  return "not asked";
}

}  // namespace

int main() {
  for (std::array<char, 4> digits{}; std::cin.read(digits.data(), digits.size());) {
    std::uint32_t size = 0;
    std::memcpy(&size, digits.data(), sizeof size);
    std::string bytes(size, '\0');
    std::cin.read(bytes.data(), size);
    std::cout << verdict(bytes) << '\n';
  }
}
