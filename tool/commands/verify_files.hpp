// verify --random: images that pass through files.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <lenslet/session.hpp>

namespace lenslet::cli {

// The results of `lenslet run` for the inputs, for RandomOptions::by_files. The number chooses among the formats that
// keep everything of an image. Returns nothing if there is none, or if the tool has no files. Throws io with the tool's
// message if the tool fails.
std::optional<std::vector<HostValue>> results_by_files(const Session& session, const Work& work,
                                                       const std::vector<HostValue>& inputs,
                                                       const std::vector<ValueType>& outputs, std::uint64_t number);

}  // namespace lenslet::cli
