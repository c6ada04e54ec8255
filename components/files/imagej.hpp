// ImageJ's description of a stack: lines of "name=value" in the first page of a TIFF file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "files/ome_xml.hpp"

namespace lenslet::io {

bool is_imagej(std::string_view description);

// Tells whether the description gives pixels a size in a unit.
bool names_unit(std::string_view description);

// Returns the number of images that the description has; 1 where it says nothing. Throws as parse_imagej() does.
std::int64_t imagej_images(std::string_view description);

// Parses the description of a file with so many pages. Throws Error with only the reason, as parse_ome() does.
DescribedPages parse_imagej(std::string_view text, std::int64_t pages);

// Tells whether ImageJ has words for the samples, and the axes in its own order: time, depth, channels.
bool imagej_holds(const StackType& type);
std::string imagej_text(const PagesToDescribe& pages);

}  // namespace lenslet::io
