// Numbers that people write as one text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lenslet::point {

// Of "1,2.5,-3". Throws invalid_argument that names the op and its parameter.
std::vector<double> numbers_of(std::string_view op, std::string_view parameter, const std::string& text);

// One for each channel; one number stands for all.
std::vector<double> per_channel(std::string_view op, std::string_view parameter, const std::string& text, int channels);

}  // namespace lenslet::point
