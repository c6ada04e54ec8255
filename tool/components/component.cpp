#include "tool/components/component.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <string_view>

namespace lenslet::cli {

std::string how_to_build(const ComponentSource& source) {
  const std::string_view packages = source.packages;
  return fmt::format("it is built by './dev build', or by CMake with -D{}=ON{}{}", source.option,
                     packages.empty() ? "" : " and ", packages);
}

void refuse_without(const ComponentSource& source, const std::string& wanted_by) {
  throw Error(ErrorKind::unsupported,
              fmt::format("{}{}this lenslet was built without {}, {}; {}", wanted_by, wanted_by.empty() ? "" : ": ",
                          source.name, source.purpose, how_to_build(source)));
}

}  // namespace lenslet::cli
