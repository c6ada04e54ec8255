// What a header allows: sizes, and which decoder can take the file.
#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "jpeg/parse.hpp"

namespace lenslet::codec {
namespace {

struct FrameKind {
  int marker;
  std::string_view name;
};

constexpr FrameKind frame_kinds[] = {{0xc0, "baseline"},
                                     {0xc1, "extended"},
                                     {0xc2, "progressive"},
                                     {0xc3, "lossless"},
                                     {0xc5, "hierarchical"},
                                     {0xc6, "hierarchical progressive"},
                                     {0xc7, "hierarchical lossless"},
                                     {0xc9, "arithmetic"},
                                     {0xca, "arithmetic progressive"},
                                     {0xcb, "arithmetic lossless"},
                                     {0xcd, "arithmetic hierarchical"},
                                     {0xce, "arithmetic hierarchical progressive"},
                                     {0xcf, "arithmetic hierarchical lossless"}};

std::string table_hindrance(const Header& header) {
  for (const ComponentTables& each : header.scan) {
    const int quant = header.components[each.frame_component].quant;
    if (quant > 3 || !header.quant[static_cast<std::size_t>(quant)])
      return fmt::format("there is no quantisation table {}", quant);
    if (each.dc > 3 || !header.dc[each.dc]) return fmt::format("there is no Huffman table {} of DC", each.dc);
    if (each.ac > 3 || !header.ac[each.ac]) return fmt::format("there is no Huffman table {} of AC", each.ac);
  }
  return {};
}

// Whether whole factors bring the planes of all components to the image's size. libjpeg-turbo allows no others either.
bool has_whole_factors(const Header& header) {
  int h = 1, v = 1;
  for (const ComponentSpec& spec : header.components) h = std::max(h, spec.h), v = std::max(v, spec.v);
  return std::ranges::all_of(header.components,
                             [&](const ComponentSpec& spec) { return h % spec.h == 0 && v % spec.v == 0; });
}

int mcu_blocks(const Header& header) {
  int blocks = 0;
  for (const ComponentSpec& spec : header.components) blocks += spec.h * spec.v;
  return blocks;
}

}  // namespace

std::string_view kind_of(int marker) {
  const auto* found = std::ranges::find(frame_kinds, marker, &FrameKind::marker);
  return found == std::end(frame_kinds) ? "unknown" : found->name;
}

void check_size(const Header& header, std::int64_t max_pixels) {
  const Size size = header.size;
  if (size.height < 1) throw Error(ErrorKind::unsupported, "a JPEG file whose height stands behind its first scan");
  if (std::max(size.width, size.height) > max_side_length)
    throw Error(ErrorKind::io, fmt::format("a JPEG file of {} x {} pixels; allowed: sides of up to {}", size.width,
                                           size.height, max_side_length));
  if (size.width * size.height > max_pixels)
    throw Error(ErrorKind::io, fmt::format("a JPEG file of {} x {} pixels; allowed: up to {} pixels", size.width,
                                           size.height, max_pixels));
}

std::string hindrance(const Header& header) {
  if (header.size.height < 1) return "its height stands behind its first scan";
  if (header.marker != 0xc0 && header.marker != 0xc1) return fmt::format("it is {}", kind_of(header.marker));
  if (header.precision != 8) return fmt::format("its samples have {} bits", header.precision);
  if (header.components.size() != 1 && header.components.size() != 3)
    return fmt::format("it has {} components", header.components.size());
  if (header.scan.size() != header.components.size()) return "its components are in several scans";
  for (std::size_t i = 0; i < header.scan.size(); ++i)
    if (header.scan[i].frame_component != i) return "its scan has the components in another order";
  if (!header.is_whole_block) return "its scan says that it has parts of the coefficients";
  if (header.scan.size() > 1 && mcu_blocks(header) > max_mcu_blocks)
    return fmt::format("an MCU has {} blocks", mcu_blocks(header));
  if (!has_whole_factors(header)) return "its components have sizes that are no whole parts of each other";
  if (std::string missing = table_hindrance(header); !missing.empty()) return missing;
  return header.oddity.empty() ? std::string() : "it has " + header.oddity;
}

Frame frame_of(const Header& header) {
  return make_frame(header.size, header.components, header.restart);
}

}  // namespace lenslet::codec
