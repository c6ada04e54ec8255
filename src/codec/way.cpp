// Compares what a file has with what each way can.
#include "codec/way.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::codec {
namespace {

constexpr std::string_view ways[] = {"restart", "sync", "coefficients", "host"};
constexpr std::size_t most_coded = (std::size_t{1} << 29) - 64;  // bytes, whose bits kernels count in 32

std::string hindrance_of(const Header& header, std::size_t file_bytes) {
  if (file_bytes - header.data > most_coded)
    return fmt::format("its coded data has {} bytes, more than {}", file_bytes - header.data, most_coded);
  return hindrance(header);
}

}  // namespace

void check_way(const std::string& name) {
  if (name.empty() || std::ranges::find(ways, name) != std::end(ways)) return;
  throw Error(ErrorKind::invalid_argument, fmt::format("the way '{}'; allowed: {}", name, fmt::join(ways, ", ")));
}

Way way_for(const Header& header, std::size_t file_bytes, const std::string& name) {
  if (name == "host") return {name, "it was asked for"};
  const std::string why_not = hindrance_of(header, file_bytes);
  if (!why_not.empty() && name.empty()) return {"host", why_not};
  if (!why_not.empty())
    throw Error(ErrorKind::unsupported, fmt::format("no JPEG file for the way '{}': {}; allowed: host", name, why_not));
  if (!name.empty()) return {name, "it was asked for"};
  return {"sync", header.restart > 0
                      ? fmt::format("restart markers after each {} MCUs, and parts between them", header.restart)
                      : "baseline without restart markers"};
}

}  // namespace lenslet::codec
