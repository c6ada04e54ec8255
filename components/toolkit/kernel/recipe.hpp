// Texts that say how linked programs and their parts are made. Bundles find linked programs by them. A text is empty if
// it includes files that nobody keeps.
#pragma once

#include <string>
#include <vector>

#include <lenslet/kernel.hpp>

namespace lenslet::kernel {

std::string object_recipe(const std::string& text, const ProgramOptions& options,
                          const std::vector<ProgramText>& headers);
std::string library_recipe(const std::vector<std::string>& objects, const std::string& options);
std::string linked_recipe(const std::vector<std::string>& objects);

}  // namespace lenslet::kernel
