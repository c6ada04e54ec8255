// What may go wrong on a device, told from what is wrong with the program.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace lenslet::study {

// Does the work and says why it failed; empty: it did not. A study names no schedule or size that no device could
// serve: such a failure begins with "invalid: ". What is neither an Error nor want of memory is thrown on.
std::optional<std::string> failure_of(const std::function<void()>& work);

}  // namespace lenslet::study
