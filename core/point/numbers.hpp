// Lists of numbers that people write as one text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lenslet::point {

// Reads "1,2.5,-3". Throws invalid_argument with the names of the op and its parameter.
std::vector<double> numbers_of(std::string_view op, std::string_view parameter, const std::string& text);

// Reads one number for each channel; a single number is for all channels.
std::vector<double> per_channel(std::string_view op, std::string_view parameter, const std::string& text, int channels);

}  // namespace lenslet::point
