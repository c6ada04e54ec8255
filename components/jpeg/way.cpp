// Compares a file with what each way can decode.
#include "jpeg/way.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::codec {
namespace {

constexpr std::size_t max_coded =
    (std::size_t{1} << 29) - (1 << 16);  // bytes: kernels count bits, rounded up, in 32 bits

std::string hindrance_of(const Header& header, std::size_t file_bytes) {
  if (file_bytes - header.data > max_coded)
    return fmt::format("its coded data has {} bytes, more than {}", file_bytes - header.data, max_coded);
  return hindrance(header);
}

// An upper bound for the rounds of an item's loops: one for each block and symbol. Their two codes take at least two
// bits.
std::uint64_t rounds_of(const Header& header, std::size_t file_bytes) {
  return 8 * file_bytes + 2 * static_cast<std::uint64_t>(frame_of(header).blocks);
}

// Blocks of components with the same tables look alike by their codes. A part of the data that begins in the wrong
// component would not notice.
bool have_same_tables(const std::vector<ComponentTables>& scan) {
  return scan.size() > 1 && std::ranges::all_of(scan, [&](const ComponentTables& each) {
           return each.dc == scan.front().dc && each.ac == scan.front().ac;
         });
}

[[noreturn]] void refuse_way(const std::string& name, const std::string& why_not, const char* allowed) {
  throw Error(ErrorKind::unsupported,
              fmt::format("no JPEG file for the way '{}': {}; allowed: {}", name, why_not, allowed));
}

}  // namespace

void check_way(const std::string& name) {
  if (name.empty() || name == "host" || std::ranges::find(device_ways, name) != std::end(device_ways)) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("the way '{}'; allowed: {}, host", name, fmt::join(device_ways, ", ")));
}

CodecWay coefficients_for(const std::string& name, const char* reason) {
  if (!name.empty()) refuse_way(name, reason, "coefficients, host");
  return {"coefficients", reason};
}

CodecWay way_for(const Header& header, std::size_t file_bytes, const std::string& name, std::uint64_t max_round_count) {
  if (name == "host") return {name, "it was asked for"};
  if (const std::string why_not = hindrance_of(header, file_bytes); !why_not.empty()) {
    if (name.empty()) return {"host", why_not};
    refuse_way(name, why_not, "host");
  }
  const bool is_long = max_round_count > 0 && rounds_of(header, file_bytes) > max_round_count;
  if (is_long && (name.empty() || name == "coefficients"))
    return {"coefficients", fmt::format("the device's driver ends loops of more than {} rounds", max_round_count)};
  if (is_long)
    refuse_way(name, fmt::format("the driver ends loops of more than {} rounds", max_round_count),
               "coefficients, host");
  if (!name.empty()) return {name, "it was asked for"};
  if (header.restart == 0 && have_same_tables(header.scan))
    return {"coefficients",
            "its components have the same Huffman tables, by which parts of the data cannot be told apart"};
  return {"sync", header.restart > 0 ? fmt::format("baseline with restart markers after each {} MCUs", header.restart)
                                     : "baseline without restart markers"};
}

}  // namespace lenslet::codec
