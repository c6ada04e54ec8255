// NumPy's .npy: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include <lenslet/array_file.hpp>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "rounding.hpp"

namespace lenslet {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view magic{"\x93NUMPY", 6};
constexpr std::size_t most_sides = 32;  // NumPy's own limit

constexpr std::pair<std::string_view, ElementType> codes[] = {
    {"|u1", ElementType::u8},  {"<u2", ElementType::u16}, {"<i4", ElementType::i32},
    {"<u4", ElementType::u32}, {"<i8", ElementType::i64}, {"<u8", ElementType::u64},
    {"<f2", ElementType::f16}, {"<f4", ElementType::f32}, {"<f8", ElementType::f64}};

[[noreturn]] void damaged(const std::string& what) {
  throw Error(ErrorKind::io, fmt::format("a damaged .npy: {}", what));
}

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

struct Parts {
  std::string_view header, data;
};

Parts parts_of(std::string_view bytes) {
  if (!bytes.starts_with(magic))
    throw Error(ErrorKind::io, "it is no .npy: its first bytes are not NumPy's; allowed: a file of numpy.save");
  if (bytes.size() < 10) damaged("it ends within its first bytes");
  const int version = bytes[6];
  if (version < 1 || version > 3) damaged(fmt::format("version {}, known: 1 to 3", version));
  const std::size_t digits = version == 1 ? 2 : 4, begin = 8 + digits;
  if (bytes.size() < begin) damaged("it ends within its first bytes");
  const std::size_t length = little_endian(bytes.substr(8, digits));
  if (length > bytes.size() - begin) damaged("it ends within its header");
  return {bytes.substr(begin, length), bytes.substr(begin + length)};
}

// What follows a key of the header, a Python dictionary.
std::string_view value_of(std::string_view header, std::string_view key) {
  const std::size_t place = header.find(fmt::format("'{}'", key));
  if (place == header.npos) damaged(fmt::format("its header has no '{}'", key));
  std::string_view rest = header.substr(place + key.size() + 2);
  rest.remove_prefix(std::min(rest.find_first_not_of(": "), rest.size()));
  return rest;
}

ElementType type_of(std::string_view header) {
  const std::string_view value = value_of(header, "descr");
  if (!value.starts_with('\'')) throw Error(ErrorKind::unsupported, "a .npy of records; allowed: plain numbers");
  const std::string_view code = value.substr(1, std::min(value.find('\'', 1), value.size()) - 1);
  for (const auto& [known, type] : codes)
    if (known == code) return type;
  std::string allowed;
  for (const auto& [known, type] : codes)
    allowed += fmt::format("{}{} ({})", allowed.empty() ? "" : ", ", known, name_of(type));
  throw Error(ErrorKind::unsupported, fmt::format("a .npy of '{}'; allowed: {}", code, allowed));
}

std::vector<std::int64_t> shape_of(std::string_view header) {
  const std::string_view value = value_of(header, "shape");
  const std::size_t end = value.find(')');
  if (!value.starts_with('(') || end == value.npos) damaged("its shape is no tuple");
  std::vector<std::int64_t> shape;
  for (const char *at = value.data() + 1, *last = value.data() + end; at < last;) {
    std::int64_t side = 0;
    const auto [next, error] = std::from_chars(at, last, side);
    if (error == std::errc::result_out_of_range) damaged("a side of its shape is over 2^63");
    if (error != std::errc() || side < 0) damaged("its shape is not of whole numbers");
    if (shape.size() == most_sides) damaged(fmt::format("its shape has more than {} sides", most_sides));
    shape.push_back(side);
    for (at = next; at < last && (*at == ',' || *at == ' ' || *at == 'L'); ++at) {
    }
  }
  return shape;
}

// From the order in which the first index is the fastest.
Array from_fortran(const Array& source) {
  const std::vector<std::int64_t>& shape = source.type().shape;
  const std::size_t size = size_of(source.type().type);
  Array result(source.type());
  std::vector<std::int64_t> index(shape.size());
  for (std::int64_t to = 0; to < source.count(); ++to) {
    std::int64_t from = 0;
    for (std::size_t side = shape.size(); side-- > 0;) from = from * shape[side] + index[side];
    std::memcpy(result.bytes().data() + static_cast<std::size_t>(to) * size,
                source.bytes().data() + static_cast<std::size_t>(from) * size, size);
    for (std::size_t side = shape.size(); side-- > 0 && ++index[side] == shape[side];) index[side] = 0;
  }
  return result;
}

}  // namespace

Array parse_npy(std::string_view bytes) {
  const auto [header, data] = parts_of(bytes);
  const ArrayType type{type_of(header), shape_of(header)};
  check(type);
  if (data.size() != type.bytes())
    damaged(fmt::format("{} bytes of elements, {} has {}", data.size(), to_string(type), type.bytes()));
  Array array(type);
  std::ranges::copy(std::as_bytes(std::span(data)), array.bytes().begin());
  const bool fortran = value_of(header, "fortran_order").starts_with("True");
  return fortran && type.shape.size() > 1 ? from_fortran(array) : array;
}

std::string npy_bytes(const Array& array) {
  const auto code = std::ranges::find(codes, array.type().type, &std::pair<std::string_view, ElementType>::second);
  std::string shape;
  for (const std::int64_t side : array.type().shape) shape += fmt::format("{}, ", side);
  if (array.type().shape.size() > 1) shape.resize(shape.size() - 2);
  if (array.type().shape.size() == 1) shape.pop_back();
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", code->first, shape);
  constexpr std::size_t alignment = 64, first = 10;
  header.resize(round_up(first + header.size() + 1, alignment) - first - 1, ' ');
  header += '\n';
  std::string bytes(magic);
  bytes += {'\1', '\0', static_cast<char>(header.size() & 255), static_cast<char>(header.size() >> 8)};
  bytes += header;
  const auto data = array.bytes();
  bytes.append(reinterpret_cast<const char*>(data.data()), data.size());
  return bytes;
}

}  // namespace lenslet
