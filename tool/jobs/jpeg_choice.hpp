// Which codec reads or writes a JPEG file, the host's or the device's, and why.
#pragma once

#include <cstdint>
#include <filesystem>
#include <lenslet/jpeg.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "tool/options/shared_options.hpp"

namespace lenslet::cli {

enum class CodecWish : std::uint8_t { faster, host, device };

// By what a file was read or written.
struct CodecUse {
  bool device = false;
  std::string why;
  std::string way = {};  // of the device's decoder, see JpegDecoding

  std::string_view name() const;
};

std::string to_text(const CodecUse& use);  // "the device, sync (--codec device)"

// The device's coders for jobs at the same time. Throws where this build has none.
std::unique_ptr<JpegCoders> open_coders(const Session& session, const FileOptions& options, std::size_t count);

// Chooses for a file. An obstacle is what keeps the device's codec from the file, in words; empty: nothing.
CodecUse choose_codec(const Session& session, const CodecCase& one, CodecWish wish, const std::string& obstacle);

// Whether libvips writes it of itself.
bool host_has_sampling(const std::string& name);

bool has_jpeg_suffix(const std::filesystem::path& file);

// What keeps the device's codec from writing such pixels; empty: nothing.
std::string obstacle_to_encoding(PixelFormat format);

}  // namespace lenslet::cli
