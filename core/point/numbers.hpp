// Lists of numbers that people write as one text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <lenslet/op.hpp>

namespace lenslet::point {

// Reads "1,2.5,-3". Throws invalid_argument with the names of the op and its parameter.
std::vector<double> numbers_of(std::string_view op, std::string_view parameter, const std::string& text);

// The same of an argument, which is such a text or has the numbers already.
std::vector<double> numbers_of(std::string_view op, std::string_view parameter, const Value& value);

// Reads one number for each channel; a single number is for all channels.
std::vector<double> per_channel(std::string_view op, std::string_view parameter, const Value& value, int channels);

}  // namespace lenslet::point
