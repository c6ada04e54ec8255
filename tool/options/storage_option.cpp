// Looks the name up.
#include "tool/options/storage_option.hpp"

#include <algorithm>

#include "tool/options/values.hpp"

namespace lenslet::cli {

Storage parse_storage_option(const std::string& what, const std::string& text) {
  const std::vector<std::string> names = names_of(storages);
  const std::string& name = check_choice(what, text, names);
  return storages[static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())];
}

}  // namespace lenslet::cli
