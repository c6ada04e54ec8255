// Which way a file is decoded.
#pragma once

#include <string>
#include <string_view>

#include "jpeg/parse.hpp"

namespace lenslet::codec {

struct CodecWay {
  std::string name;    // see JpegDecoding::way
  std::string reason;  // in words
};

inline constexpr std::string_view device_ways[] = {"restart", "sync", "coefficients"};

// Throws invalid_argument for a word that is no way.
void check_way(const std::string& name);

// The way of this name, or without any the one that suits most devices. Throws unsupported, with the reason, where the
// file cannot be decoded so. `max_round_count` is ocl::max_loop_rounds() of the device.
CodecWay way_for(const Header& header, std::size_t file_bytes, const std::string& name,
                 std::uint64_t max_round_count = 0);

// The way of a file whose codes the device cannot have; throws unsupported, with the reason, where `name` asks for
// another.
CodecWay coefficients_for(const std::string& name, const char* reason);

JpegInfo info_of(Header header, std::span<const std::byte> file, const CodecWay& way);

}  // namespace lenslet::codec
