// Says that one way is faster than another, by one rule for tables, pages and notes.
#pragma once

#include <string>
#include <string_view>

#include <lenslet/statistics.hpp>
#include <lenslet/study.hpp>

namespace lenslet::study {

// Writes "19" or "1.43": two decimals under 10, none from there on.
std::string factor_text(double ratio);

// Puts the faster one first, so that no ratio is under 1: "a is 19 times as fast as b (18 to 20)". `ratio` is how many
// times as long b takes as a. An interval that holds 1 says that either may be the faster.
std::string speed_up_text(std::string_view a, std::string_view b, const Ratio& ratio);

// Writes ", claimed: over 50", of the way that speed_up_text has first; nothing where the claim is only that one is
// faster.
std::string claimed_text(const SpeedUp& speed_up);

}  // namespace lenslet::study
