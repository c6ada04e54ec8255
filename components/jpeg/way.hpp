// The way in which a file is decoded.
#pragma once

#include <string>
#include <string_view>

#include "jpeg/parse.hpp"

#pragma GCC visibility push(default)
namespace lenslet::codec {

struct CodecWay {
  std::string name;    // see JpegDecoding::way
  std::string reason;  // in words
};

inline constexpr std::string_view device_ways[] = {"restart", "sync", "coefficients"};

// Throws invalid_argument for a word that is no way.
void check_way(const std::string& name);

// Returns the way of this name, or for an empty name the way that suits most devices. Throws unsupported, with the
// reason, if the file cannot be decoded in this way. `max_round_count` is ocl::max_loop_rounds() of the device.
CodecWay way_for(const Header& header, std::size_t file_bytes, const std::string& name,
                 std::uint64_t max_round_count = 0);

// Returns the way for a file whose codes the device cannot decode. Throws unsupported, with the reason, if `name` is
// another way.
CodecWay coefficients_for(const std::string& name, const char* reason);

JpegInfo info_of(Header header, std::span<const std::byte> file, const CodecWay& way);

}  // namespace lenslet::codec
#pragma GCC visibility pop
