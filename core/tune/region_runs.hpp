// Runs a plan for regions, which must give the same bits as its run for the whole image.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/session.hpp>

namespace lenslet {

// Returns what differs in a region, or was written outside it; absent where all is right. Each region runs twice: with
// the whole inputs, and with only the part that the region's windows reach. `results` are those of the whole image.
std::optional<std::string> mismatch_in_regions(const Session& session, const Plan& plan,
                                               const std::vector<HostValue>& inputs,
                                               const std::vector<HostValue>& results);

// The rectangle of each input that the plan reads for a region.
std::vector<Rect> all_reads(const Plan& plan, const Rect& region, const std::vector<HostValue>& inputs);

// The rectangle of all of each input.
std::vector<Rect> all_of(const std::vector<HostValue>& inputs);

// The same for one region, with inputs that hold only the rectangles `held`.
std::optional<std::string> mismatch_in_region(const Session& session, const Plan& plan,
                                              const std::vector<HostValue>& inputs,
                                              const std::vector<HostValue>& results, const std::vector<Rect>& held,
                                              const Rect& region);

// Tells whether two images of one format and size have the same bits. Any two NaN count as equal, because nothing
// defines their bits.
bool same_bits(const ImageView& a, const ImageView& b);

}  // namespace lenslet
