// Points of a pyramid from a file, and what was read there.
#pragma once

#include <filesystem>
#include <lenslet/pyramid.hpp>
#include <string>
#include <vector>

#include "tool/records/json.hpp"

namespace lenslet::cli {

// A line is OCTAVE,LEVEL,X,Y, the last two with fractions where it lies between pixels; the first may be their names.
// Throws io where the file cannot be read, and for a line that is wrong with its number.
std::vector<KeyPoint> read_points(const std::filesystem::path& path);

// Show the points with their pixels: a line each, and the same as JSON.
std::string points_text(const std::vector<KeyPoint>& points, const std::vector<float>& values);
Json points_json(const std::vector<KeyPoint>& points, const std::vector<float>& values);

}  // namespace lenslet::cli
