// Recipes: texts that say how linked programs and their parts are made. Bundles find linked programs by their recipes.
// A recipe is empty if the program includes files other than its headers, since bundles do not keep those files.
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
