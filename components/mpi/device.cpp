// Chooses the device of a host for a rank.
#include <cstdlib>
#include <lenslet/device_group.hpp>

#include "mpi/message.hpp"

namespace lenslet::mpi {
namespace {

// Selectors like "0" and "pocl/2/1" name one device, or a part of one, for all ranks.
bool names_one(const std::string& selector) {
  return !selector.empty() &&
         (selector.find('/') != selector.npos || selector.find_first_not_of("0123456789") == selector.npos);
}

std::vector<int> devices_like(const DeviceInfo& device) {
  std::vector<int> found;
  for (const DeviceInfo& other : devices())
    if (other.platform == device.platform && other.name == device.name && other.kind == device.kind)
      found.push_back(other.index);
  return found;
}

}  // namespace

std::string Ranks::device(const std::string& selector) const {
  const auto rank = static_cast<std::size_t>(local_rank());
  const char* usual = std::getenv("LENSLET_DEVICE");
  const std::string given = !selector.empty() || usual == nullptr ? selector : usual;
  const std::vector<std::string> list = device_selectors(given);
  if (list.size() > 1 || names_one(given)) return list[rank % list.size()];
  const std::vector<int> alike = devices_like(find_device(given));
  return std::to_string(alike[rank % alike.size()]);
}

}  // namespace lenslet::mpi
