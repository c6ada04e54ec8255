// Names of storages.
#include <lenslet/schedule.hpp>

namespace lenslet {

std::string_view name_of(Storage storage) {
  constexpr std::string_view names[] = {"buffer", "image_buffer", "image", "image_array"};
  return names[static_cast<std::size_t>(storage)];
}

}  // namespace lenslet
