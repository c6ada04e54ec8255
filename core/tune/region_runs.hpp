// Runs of a plan for regions, which must give the bits of its run for the whole image.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/session.hpp>

namespace lenslet {

// What differs in a region, or was written beside it, where the plan reads its images as a whole, and where it is given
// no more of them than the region's windows reach; nothing where all is right. `results` are those of the whole image.
std::optional<std::string> mismatch_in_regions(const Session& session, const Plan& plan,
                                               const std::vector<HostValue>& inputs,
                                               const std::vector<HostValue>& results);

// The same of one region, where the inputs hold that rectangle of their images.
std::optional<std::string> mismatch_in_region(const Session& session, const Plan& plan,
                                              const std::vector<HostValue>& inputs,
                                              const std::vector<HostValue>& results, const Rect& held,
                                              const Rect& region);

// Whether two images of one format and size have the same bits, but for NaN: which of its bits are set is nobody's
// promise.
bool same_bits(const ImageView& a, const ImageView& b);

}  // namespace lenslet
