// Texts and numbers, each with its length in front; the checksum is of all behind it.
#include "kernel/packed.hpp"

#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/hash.hpp"

namespace lenslet::kernel {
namespace {

constexpr std::string_view mark = "lenslet program 1\n";
constexpr std::size_t most_kernels = 10'000;

[[noreturn]] void refuse_damaged() {
  throw Error(ErrorKind::build, "a program's binary is damaged; allowed: one as it was written, whole");
}

void add(std::string& to, std::string_view text) {
  to += fmt::format("{}\n{}", text.size(), text);
}

void add(std::string& to, const ArgumentInfo& argument) {
  add(to, argument.name);
  add(to, argument.type);
  add(to, fmt::format("{}{}{}{}{}", static_cast<int>(argument.address), static_cast<int>(argument.access),
                      argument.is_const ? 1 : 0, argument.is_volatile ? 1 : 0, argument.is_restrict ? 1 : 0));
}

class PartReader {
 public:
  explicit PartReader(std::string_view bytes) : rest_(bytes) {}

  std::string_view text() {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
    const auto digits = static_cast<std::size_t>(end - rest_.data());
    if (error != std::errc() || digits >= rest_.size() || rest_[digits] != '\n' || size > rest_.size() - digits - 1)
      refuse_damaged();
    const std::string_view text = rest_.substr(digits + 1, size);
    rest_.remove_prefix(digits + 1 + size);
    return text;
  }

  std::size_t number() {
    const std::string_view digits = text();
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value > most_kernels) refuse_damaged();
    return value;
  }

  ArgumentInfo argument() {
    ArgumentInfo argument{std::string(text()), std::string(text())};
    const std::string_view flags = text();
    if (flags.size() != 5 || flags.find_first_not_of("0123") != flags.npos) refuse_damaged();
    argument.address = static_cast<AddressSpace>(flags[0] - '0');
    argument.access = static_cast<ImageAccess>(flags[1] - '0');
    argument.is_const = flags[2] == '1';
    argument.is_volatile = flags[3] == '1';
    argument.is_restrict = flags[4] == '1';
    return argument;
  }

  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace

std::vector<unsigned char> pack(const Packed& program) {
  std::string body;
  add(body, program.device);
  add(body, fmt::format("{}", program.kernels.size()));
  for (const auto& [name, arguments] : program.kernels) {
    add(body, name);
    add(body, fmt::format("{}", arguments.size()));
    for (const ArgumentInfo& argument : arguments) add(body, argument);
  }
  add(body, {reinterpret_cast<const char*>(program.code.data()), program.code.size()});
  std::string all(mark);
  add(all, fmt::format("{}", ocl::hash_of(body)));
  all += body;
  return {all.begin(), all.end()};
}

Packed unpack(std::span<const unsigned char> bytes) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!text.starts_with(mark))
    throw Error(ErrorKind::build,
                fmt::format("{} bytes are no program's binary; allowed: one that Lenslet wrote", bytes.size()));
  text.remove_prefix(mark.size());
  PartReader front(text);
  const std::string_view checksum = front.text();
  const std::string_view body = text.substr(static_cast<std::size_t>(checksum.end() - text.begin()));
  if (checksum != fmt::format("{}", ocl::hash_of(body))) refuse_damaged();
  PartReader reader(body);
  Packed program{std::string(reader.text())};
  program.kernels.resize(reader.number());
  for (auto& [name, arguments] : program.kernels) {
    name = reader.text();
    const std::size_t count = reader.number();
    for (std::size_t i = 0; i < count; ++i) arguments.push_back(reader.argument());
  }
  const std::string_view code = reader.text();
  if (!reader.at_end()) refuse_damaged();
  program.code.assign(code.begin(), code.end());
  return program;
}

}  // namespace lenslet::kernel
