// Parts as core/ocl/parts.hpp writes them.
#include "bundle/packed.hpp"

#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/parts.hpp"

namespace lenslet::bundle {
namespace {

constexpr std::string_view packed_mark = "lenslet program 1\n";
constexpr std::int64_t max_kernels = 10'000;

constexpr char binary_name[] = "a program's binary";

void add(std::string& to, const ArgumentInfo& argument) {
  ocl::add_part(to, argument.name);
  ocl::add_part(to, argument.type);
  ocl::add_part(to, fmt::format("{}{}{}{}{}", static_cast<int>(argument.address), static_cast<int>(argument.access),
                                argument.is_const ? 1 : 0, argument.is_volatile ? 1 : 0, argument.is_restrict ? 1 : 0));
}

ArgumentInfo read_argument(ocl::PartReader& reader) {
  ArgumentInfo argument{std::string(reader.text()), std::string(reader.text())};
  const std::string_view flags = reader.text();
  if (flags.size() != 5 || flags.find_first_not_of("0123") != flags.npos) reader.refuse_damaged();
  argument.address = static_cast<AddressSpace>(flags[0] - '0');
  argument.access = static_cast<ImageAccess>(flags[1] - '0');
  argument.is_const = flags[2] == '1';
  argument.is_volatile = flags[3] == '1';
  argument.is_restrict = flags[4] == '1';
  return argument;
}

}  // namespace

std::vector<unsigned char> pack(const Packed& program) {
  std::string body;
  ocl::add_part(body, program.device);
  ocl::add_number(body, static_cast<std::int64_t>(program.kernels.size()));
  for (const auto& [name, arguments] : program.kernels) {
    ocl::add_part(body, name);
    ocl::add_number(body, static_cast<std::int64_t>(arguments.size()));
    for (const ArgumentInfo& argument : arguments) add(body, argument);
  }
  ocl::add_part(body, {reinterpret_cast<const char*>(program.code.data()), program.code.size()});
  const std::string all = ocl::sealed(packed_mark, body);
  return {all.begin(), all.end()};
}

Packed unpack(std::span<const unsigned char> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!text.starts_with(packed_mark))
    throw Error(ErrorKind::build,
                fmt::format("{} bytes are no program's binary; allowed: one that Lenslet wrote", bytes.size()));
  ocl::PartReader reader = ocl::PartReader::unsealed(packed_mark, text, binary_name);
  Packed program{std::string(reader.text())};
  program.kernels.resize(static_cast<std::size_t>(reader.number(max_kernels)));
  for (auto& [name, arguments] : program.kernels) {
    name = reader.text();
    const std::int64_t count = reader.number(max_kernels);
    for (std::int64_t i = 0; i < count; ++i) arguments.push_back(read_argument(reader));
  }
  const std::string_view code = reader.text();
  if (!reader.at_end()) reader.refuse_damaged();
  program.code.assign(code.begin(), code.end());
  return program;
}

}  // namespace lenslet::bundle
