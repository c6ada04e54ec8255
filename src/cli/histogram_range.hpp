// What a histogram of floats counts where nobody names a range.
#pragma once

#include <lenslet/op.hpp>
#include <lenslet/value.hpp>
#include <string>
#include <vector>

namespace lenslet::cli {

// The call with a range from the least to the greatest value; any other call as it is.
Call with_range(const Call& call, const std::vector<HostValue>& inputs);

// How many elements a histogram has not counted; empty where it has all, and for any other op.
std::string uncounted_text(const Call& call, const std::vector<ValueType>& inputs,
                           const std::vector<HostValue>& outputs);

}  // namespace lenslet::cli
