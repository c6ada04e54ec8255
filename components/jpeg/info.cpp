// Describes a header.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include <lenslet/jpeg.hpp>

#include "jpeg/way.hpp"

namespace lenslet {
namespace {

using codec::Color;

std::string word_of(Color color) {
  constexpr std::string_view words[] = {"grey", "YCbCr", "RGB", "CMYK", "YCCK", "unknown"};
  return std::string(words[static_cast<std::size_t>(color)]);
}

// "4:2:0" where each colour has one sample for those factors of luminance, else the factors.
std::string sampling_of(const std::vector<codec::ComponentSpec>& specs) {
  if (specs.size() == 1) return "4:0:0";
  const auto is_one = [](const codec::ComponentSpec& spec) { return spec.h == 1 && spec.v == 1; };
  if (specs.size() == 3 && is_one(specs[1]) && is_one(specs[2]))
    for (const char* name : {"4:4:4", "4:2:2", "4:2:0", "4:4:0", "4:1:1"}) {
      const codec::ComponentSpec first = codec::components_for(3, name).front();
      if (first.h == specs[0].h && first.v == specs[0].v) return name;
    }
  std::vector<std::string> factors;
  for (const codec::ComponentSpec& spec : specs) factors.push_back(fmt::format("{}x{}", spec.h, spec.v));
  return fmt::format("{}", fmt::join(factors, ","));
}

int count_scans(std::span<const std::byte> data) {
  int scans = 1;
  while (true) {
    const void* found = data.empty() ? nullptr : std::memchr(data.data(), 0xff, data.size());
    if (!found) return scans;
    data = data.subspan(static_cast<std::size_t>(static_cast<const std::byte*>(found) - data.data()) + 1);
    if (!data.empty() && data.front() == std::byte{0xda}) ++scans;
  }
}

std::vector<JpegInfo::Table> tables_of(const codec::Header& header) {
  std::vector<JpegInfo::Table> tables;
  for (std::size_t id = 0; id < header.quant.size(); ++id)
    if (const auto& table = header.quant[id])
      tables.push_back({static_cast<int>(id), header.quant_bits[id], {table->begin(), table->end()}});
  return tables;
}

}  // namespace

namespace codec {

JpegInfo info_of(Header header, std::span<const std::byte> file, const CodecWay& way) {
  JpegInfo info;
  info.size = header.size;
  info.kind = kind_of(header.marker);
  info.precision = header.precision;
  for (const ComponentSpec& spec : header.components) info.components.push_back({spec.id, spec.h, spec.v, spec.quant});
  info.color = word_of(header.color);
  info.sampling = sampling_of(header.components);
  info.quantization = tables_of(header);
  info.huffman_tables = header.huffman_tables;
  const bool is_all = header.scan.size() == header.components.size() && header.marker <= 0xc1;
  info.scans = is_all ? 1 : count_scans(file.subspan(header.data));
  info.restart = header.restart;
  info.orientation = orientation_of(header.exif);
  info.exif = std::move(header.exif);
  info.icc = std::move(header.icc);
  info.way = way.name;
  info.reason = way.reason;
  return info;
}

}  // namespace codec

JpegInfo read_jpeg_info(std::span<const std::byte> file) {
  codec::Header header = codec::parse_header(file);
  const codec::CodecWay way = codec::way_for(header, file.size(), {});
  return codec::info_of(std::move(header), file, way);
}

}  // namespace lenslet
