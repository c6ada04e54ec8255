// verify --random: images that pass files.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <lenslet/session.hpp>

namespace lenslet::cli {

// What `lenslet run` makes of the inputs: RandomOptions::by_files. The number chooses formats among those that keep
// all of an image. Nothing where none does, or where the tool has no files. Throws io with what the tool said where it
// failed.
std::optional<std::vector<HostValue>> results_by_files(const Session& session, const Work& work,
                                                       const std::vector<HostValue>& inputs,
                                                       const std::vector<ValueType>& outputs, std::uint64_t number);

}  // namespace lenslet::cli
