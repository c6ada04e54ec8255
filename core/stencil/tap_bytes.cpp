// Lays coefficients out as general.cl and linear.cl read them.
#include "stencil/tap_bytes.hpp"

#include <cstring>

namespace lenslet::stencil {
namespace {

template <class Number>
void put(std::vector<std::byte>& bytes, Number number) {
  const std::size_t end = bytes.size();
  bytes.resize(end + sizeof number);
  std::memcpy(bytes.data() + end, &number, sizeof number);
}

void put_value(std::vector<std::byte>& bytes, double value, Accumulator accumulator) {
  if (accumulator == Accumulator::f32) put(bytes, static_cast<float>(value));
  if (accumulator == Accumulator::i16) put(bytes, static_cast<std::int16_t>(value));
  if (accumulator == Accumulator::f16) put(bytes, to_half(static_cast<float>(value)));
  if (accumulator == Accumulator::fixed16) put(bytes, static_cast<std::uint16_t>(value));
  if (accumulator == Accumulator::i32 || accumulator == Accumulator::u32) put(bytes, static_cast<std::int32_t>(value));
  if (accumulator == Accumulator::i64) put(bytes, static_cast<std::int64_t>(value));
}

// See taps.cl.
Accumulator stored_in_list(Accumulator accumulator) {
  if (accumulator == Accumulator::f16) return Accumulator::f32;
  return size_of(accumulator) < sizeof(std::int32_t) ? Accumulator::i32 : accumulator;
}

}  // namespace

std::vector<std::byte> bytes_of(const std::vector<double>& values, Accumulator accumulator) {
  std::vector<std::byte> bytes;
  for (const double value : values) put_value(bytes, value, accumulator);
  return bytes;
}

std::vector<std::byte> bytes_of(TapList list, Accumulator accumulator) {
  const Accumulator stored = stored_in_list(accumulator);
  if (list.taps.empty()) list.taps.emplace_back();
  std::vector<std::byte> bytes;
  for (const ListedTap& tap : list.taps) {
    put(bytes, static_cast<std::int32_t>(tap.dx));
    put(bytes, static_cast<std::int32_t>(tap.dy));
    for (const double value : tap.values) put_value(bytes, value, stored);
  }
  return bytes;
}

std::vector<std::byte> bytes_of(const NetworkList& list) {
  std::vector<std::byte> bytes;
  for (const auto& [a, b] : list.pairs) {
    put(bytes, static_cast<std::int32_t>(a));
    put(bytes, static_cast<std::int32_t>(b));
  }
  return bytes;
}

std::vector<std::byte> bytes_of(const std::vector<std::int32_t>& numbers) {
  std::vector<std::byte> bytes;
  for (const std::int32_t number : numbers) put(bytes, number);
  return bytes;
}

}  // namespace lenslet::stencil
