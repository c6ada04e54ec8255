// Writes files from the registry, for the build.
#pragma once

#include <span>
#include <string>

#include <lenslet/op.hpp>
#include <lenslet/session.hpp>

namespace lenslet::ops {

// Returns the text of <lenslet/ops.hpp>: a struct for each op. Throws Error for names that C++ cannot tell apart.
std::string cpp_header(std::span<const OpInfo> all, std::span<const OpInfo> arrays = {});

// Returns the text of docs/ops.md.
std::string markdown(std::span<const OpInfo> all, std::span<const OpInfo> arrays = {});

}  // namespace lenslet::ops
