// Tells whether a GIF file has its first picture to the end. libvips fills up what is missing without a word.
#pragma once

#include <istream>
#include <string_view>

namespace lenslet::io {

bool begins_gif(std::string_view first_bytes);

// Walks over the blocks from the file's beginning. Throws io, with the reason alone, where it ends before the end of
// its first picture.
void check_gif(std::istream& file);

}  // namespace lenslet::io
