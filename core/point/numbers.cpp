// Counts lists of numbers.
#include "point/numbers.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::point {

Numbers per_channel(std::string_view op, std::string_view parameter, Numbers numbers, int channels) {
  const auto wanted = static_cast<std::size_t>(channels);
  if (numbers.size() == 1) numbers.assign(wanted, numbers.front());
  if (numbers.size() != wanted)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{}: {} has {} numbers; allowed: 1, or {} for the image's channels", op, parameter,
                            numbers.size(), channels));
  return numbers;
}

}  // namespace lenslet::point
