// The words for the values of kernel_info.hpp.
#include <lenslet/kernel_info.hpp>

namespace lenslet {

std::string_view name_of(AddressSpace space) {
  constexpr std::string_view names[] = {"global", "constant", "local", "value"};
  return names[static_cast<std::size_t>(space)];
}

std::string_view name_of(ImageAccess access) {
  constexpr std::string_view names[] = {"none", "read_only", "write_only", "read_write"};
  return names[static_cast<std::size_t>(access)];
}

std::string_view name_of(BinaryType type) {
  constexpr std::string_view names[] = {"none", "object", "library", "executable"};
  return names[static_cast<std::size_t>(type)];
}

}  // namespace lenslet
