// Says that one way is faster than another, in the same way in tables, pages and notes.
#pragma once

#include <string>
#include <string_view>

#include <lenslet/statistics.hpp>
#include <lenslet/study.hpp>

namespace lenslet::study {

// Writes "19" or "1.43": two decimals below 10, none above.
std::string factor_text(double ratio);

// Names the faster one first, so that no ratio is under 1: "a is 19 times as fast as b (18 to 20)". `ratio` is b's time
// divided by a's. If the interval holds 1, the text says that either may be faster.
std::string speed_up_text(std::string_view a, std::string_view b, const Ratio& ratio);

// Writes ", claimed: over 50", for the way that speed_up_text names first. Writes nothing if the claim is only that one
// is faster.
std::string claimed_text(const SpeedUp& speed_up);

}  // namespace lenslet::study
