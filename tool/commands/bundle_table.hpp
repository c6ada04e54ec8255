// The contents of a bundle, for people and as JSON.
#pragma once

#include <lenslet/bundle.hpp>
#include <string>

#include "tool/records/json.hpp"

namespace lenslet::cli {

// "photo.lnb: works 2, programs 3, binaries 3, SPIR-V 3, 230.1 KiB".
std::string bundle_summary(const std::string& file, const Bundle& bundle);

std::string bundle_table(const Bundle& bundle);

Json bundle_json(const std::string& file, const Bundle& bundle);

}  // namespace lenslet::cli
