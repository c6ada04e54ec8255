// Reads and writes NumPy's .npy: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include <lenslet/array_file.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "array/npy_header.hpp"
#include "rounding.hpp"

namespace lenslet {

using array::throw_damaged_npy;

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view magic{"\x93NUMPY", 6};

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

// Takes bytes. Throws where there are too few.
std::string take(const NpySource& source, std::size_t count, const char* part) {
  std::string bytes(count, '\0');
  if (source.read(std::as_writable_bytes(std::span(bytes))) < count)
    throw_damaged_npy(fmt::format("it ends within its {}", part));
  return bytes;
}

struct Head {
  array::NpyHeader header;
  std::size_t bytes;  // before the elements
};

Head read_head(const NpySource& source) {
  std::string bytes(magic.size(), '\0');
  const std::size_t count = source.read(std::as_writable_bytes(std::span(bytes)));
  if (bytes.starts_with("PK\3\4"))
    throw Error(ErrorKind::unsupported,
                "a .npz, an archive of arrays; allowed: one array in a .npy, as numpy.save writes");
  if (count < magic.size() || bytes != magic)
    throw Error(ErrorKind::io, "it is no .npy: its first bytes are not NumPy's; allowed: a file of numpy.save");
  const std::string version = take(source, 2, "first bytes");
  const int major = static_cast<unsigned char>(version[0]), minor = static_cast<unsigned char>(version[1]);
  if (major < 1 || major > 3 || minor != 0)
    throw_damaged_npy(fmt::format("version {}.{}; allowed: 1.0, 2.0, 3.0", major, minor));
  const std::size_t digits = major == 1 ? 2 : 4, length = little_endian(take(source, digits, "first bytes"));
  if (length > array::max_npy_header_length)
    throw_damaged_npy(fmt::format("a header of {} bytes; allowed: up to {}", length, array::max_npy_header_length));
  const std::string text = take(source, length, "header");
  return {array::parse_npy_header(text, major < 3), magic.size() + 2 + digits + length};
}

void check_elements(const array::NpyHeader& header, std::uint64_t bytes) {
  if (bytes != header.type.bytes())
    throw_damaged_npy(
        fmt::format("{} bytes of elements, {} has {}", bytes, to_string(header.type), header.type.bytes()));
}

void read_elements(const NpySource& source, const array::NpyHeader& header, Array& array) {
  const std::size_t wanted = header.type.bytes();
  const std::size_t count = source.read(array.bytes().last(wanted));
  if (count < wanted) check_elements(header, count);
  std::byte more{};
  if (source.read({&more, 1}) > 0)
    throw_damaged_npy(fmt::format("more bytes of elements than the {} of {}", count, to_string(array.type())));
  if (header.truth)
    for (std::uint8_t& element : array.as<std::uint8_t>()) element = element != 0 ? 1 : 0;
}

// Reorders elements whose first index varies fastest.
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

Array read_npy(const NpySource& source) {
  const auto [header, begin] = read_head(source);
  if (source.size) check_elements(header, *source.size - std::min<std::uint64_t>(begin, *source.size));
  const bool turned = header.fortran_order && header.type.shape.size() > 1;
  if (source.accept) source.accept(header.type, (turned ? 2 : 1) * header.type.bytes());
  Array array(header.type);
  read_elements(source, header, array);
  return turned ? from_fortran(array) : array;
}

Array parse_npy(std::string_view bytes) {
  std::span<const std::byte> rest = std::as_bytes(std::span(bytes));
  const auto read = [&rest](std::span<std::byte> to) {
    const std::size_t count = std::min(to.size(), rest.size());
    std::ranges::copy(rest.first(count), to.begin());
    rest = rest.subspan(count);
    return count;
  };
  return read_npy({read, bytes.size()});
}

std::string npy_bytes(const Array& array) {
  const auto* code = std::ranges::find(array::npy_codes, array.type().type, &array::ElementCode::type);
  std::string shape;
  for (const std::int64_t side : array.type().shape) shape += fmt::format("{}, ", side);
  if (array.type().shape.size() > 1) shape.resize(shape.size() - 2);
  if (array.type().shape.size() == 1) shape.pop_back();
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", code->code, shape);
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
