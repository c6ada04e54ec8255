// Everything is asked before the first file is made, so that no name can begin to mean another file in between.
#include "cli/files/file_names.hpp"

#include <fmt/format.h>

#include "cli/terminal/exit.hpp"
#include "system/target_path.hpp"

namespace lenslet::cli {

void FileNames::read(const std::string& path) {
  if (path != "-") inputs_.emplace(system::identity_of(path), path);
}

void FileNames::write(const std::string& path) {
  if (path == "-") return;
  const std::string identity = system::identity_of(path);
  if (identity.empty()) return;
  if (const auto input = inputs_.find(identity); input != inputs_.end())
    usage_error(
        fmt::format("the result '{}' would be written over the input '{}'; give it another name", path, input->second));
  const auto [other, is_new] = outputs_.emplace(identity, path);
  if (!is_new)
    usage_error(fmt::format("'{}' and '{}' are one file; give each result a file of its own", other->second, path));
}

}  // namespace lenslet::cli
