// How high strips are where that was measured. A height is kept as the bytes of a strip, which hold for images of any
// width.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <lenslet/strip_cost.hpp>

namespace lenslet {

// Whether heights are measured and looked up for such plans: not where Tune::off asks for what nobody measured.
bool heights_are_measured(const std::vector<Plan>& plans);

// The bytes of a strip's inputs and results that were the fastest for such plans on these devices together; nothing
// where nobody measured, or measures do not count.
std::optional<std::uint64_t> measured_strip_bytes(const std::vector<Plan>& plans);

// Rows that are without order, so that no step is faster than with a photograph.
Image random_rows(const ImageType& type, std::int64_t rows);

// Of those that cannot be told apart from the fastest the lowest: it takes the least memory.
const StripTrial& best_of(const std::vector<StripTrial>& trials);

void keep_strip_trials(const std::vector<Plan>& plans, const std::vector<StripTrial>& trials, Size image);

// Passes some strips of each height that may be worth it through the devices, with rows that cost no reading. None
// where there are no two heights to choose from.
std::vector<StripTrial> try_heights(const GroupPlan& plan, const std::vector<ImageType>& inputs,
                                    const StripOptions& options);

}  // namespace lenslet
