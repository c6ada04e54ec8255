// Chooses the codec that reads or writes a JPEG file, the host's or the device's, and says why.
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

// The codec that read or wrote a file.
struct CodecUse {
  bool device = false;
  std::string why;
  std::string way = {};  // of the device's decoder, see JpegDecoding

  std::string_view name() const;
};

std::string to_text(const CodecUse& use);  // "the device, sync (--codec device)"

// The device's coders, for so many jobs at a time. Throws if this build has none.
std::unique_ptr<JpegCoders> open_coders(const Session& session, const FileOptions& options, std::size_t count);

// Chooses for a file. `obstacle` says why the device's codec cannot take the file; empty if it can.
CodecUse choose_codec(const Session& session, const CodecCase& one, CodecWish wish, const std::string& obstacle);

// Whether libvips can write the sampling.
bool host_has_sampling(const std::string& name);

bool has_jpeg_suffix(const std::filesystem::path& file);

// Says why the device's codec cannot write such pixels; empty if it can.
std::string obstacle_to_encoding(PixelFormat format);

}  // namespace lenslet::cli
