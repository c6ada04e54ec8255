// Knows the built-in types, and writes values that people give as text.
#include "toolkit/kernel/value_type.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/kernel.hpp>

#include "image/half.hpp"
#include "system/printable.hpp"

namespace lenslet::kernel {
namespace {

struct BuiltIn {
  std::string_view name;
  ValueLayout layout;
};

constexpr BuiltIn built_in[] = {
    {"uchar", {false, false, 1}}, {"ushort", {false, false, 2}}, {"uint", {false, false, 4}},
    {"ulong", {false, false, 8}}, {"char", {false, true, 1}},    {"short", {false, true, 2}},
    {"int", {false, true, 4}},    {"long", {false, true, 8}},    {"half", {true, true, 2}},
    {"float", {true, true, 4}},   {"double", {true, true, 8}}};

// Some drivers say "unsigned int" for "uint".
std::string short_name(std::string_view type) {
  constexpr std::string_view without_sign = "unsigned ";
  if (type.starts_with(without_sign)) return "u" + std::string(type.substr(without_sign.size()));
  return std::string(type);
}

std::optional<std::size_t> lanes_of(std::string_view digits) {
  for (const std::size_t lanes : {2, 3, 4, 8, 16})
    if (digits == fmt::format("{}", lanes)) return lanes;
  return digits.empty() ? std::optional<std::size_t>(1) : std::nullopt;
}

[[noreturn]] void refuse_text(const ArgumentInfo& argument, std::string_view text, const std::string& allowed) {
  throw Error(ErrorKind::invalid_argument, fmt::format("argument '{}' is {}; given '{}'; allowed: {}", argument.name,
                                                       argument.type, system::excerpt(std::string(text)), allowed));
}

template <class T>
T number_from(const ArgumentInfo& argument, std::string_view text) {
  T value{};
  const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || digits.empty())
    refuse_text(argument, text, fmt::format("a number that fits {}", argument.type));
  return value;
}

template <class T>
void put(T value, std::byte* to) {
  std::memcpy(to, &value, sizeof value);
}

void put_real(const ArgumentInfo& argument, std::string_view text, std::size_t bytes, std::byte* to) {
  if (bytes == 8) return put(number_from<double>(argument, text), to);
  bytes == 4 ? put(number_from<float>(argument, text), to)
             : put(half_from_double(number_from<double>(argument, text)), to);
}

template <class T>
void put_whole(const ArgumentInfo& argument, std::string_view text, std::size_t bytes, std::byte* to) {
  const T value = number_from<T>(argument, text);
  const int unused = 64 - 8 * static_cast<int>(bytes);
  if (static_cast<T>(static_cast<T>(static_cast<std::uint64_t>(value) << unused) >> unused) != value)
    refuse_text(argument, text, fmt::format("a number that fits {}", argument.type));
  std::memcpy(to, &value, bytes);  // all machines of this library store the low bytes first
}

}  // namespace

std::optional<ValueLayout> layout_of(std::string_view type) {
  if (const std::size_t bar = type.find('|'); bar != type.npos) {
    auto layout = layout_of(type.substr(0, bar));
    if (layout) layout->either_sign = true;
    return layout;
  }
  const std::string name = short_name(type);
  for (const BuiltIn& known : built_in) {
    if (!name.starts_with(known.name)) continue;
    const auto lanes = lanes_of(std::string_view(name).substr(known.name.size()));
    if (!lanes) return {};
    ValueLayout layout = known.layout;
    layout.lanes = *lanes;
    return layout;
  }
  return {};
}

}  // namespace lenslet::kernel

namespace lenslet {

bool is_of_numbers(const ArgumentInfo& argument) {
  return argument.address == AddressSpace::value && kernel::layout_of(argument.type);
}

KernelArgument value_from_text(const ArgumentInfo& argument, std::string_view text) {
  const auto layout = kernel::layout_of(argument.type);
  if (!is_of_numbers(argument)) kernel::refuse_text(argument, text, "what is no number for an argument of this type");
  std::vector<std::byte> bytes(layout->bytes());
  std::string_view rest = text;
  for (std::size_t lane = 0; lane < layout->lanes; ++lane) {
    const std::size_t comma = rest.find(',');
    if ((comma == rest.npos) != (lane + 1 == layout->lanes))
      kernel::refuse_text(argument, text, fmt::format("{} numbers with commas between them", layout->lanes));
    const std::string_view word = rest.substr(0, comma);
    std::byte* to = bytes.data() + lane * layout->lane_bytes;
    if (layout->real)
      kernel::put_real(argument, word, layout->lane_bytes, to);
    else if (layout->either_sign ? word.starts_with('-') : layout->is_signed)
      kernel::put_whole<std::int64_t>(argument, word, layout->lane_bytes, to);
    else
      kernel::put_whole<std::uint64_t>(argument, word, layout->lane_bytes, to);
    rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
  }
  return KernelArgument::of_bytes(std::move(bytes));
}

}  // namespace lenslet
