// Reads and rounds samples without going through doubles.
#include "op/exact_sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace lenslet::op {

Exact exact_at(const std::byte* sample, SampleType type) {
  if (type == SampleType::f16) return load_sample(sample, type);
  return with_type(type, [sample](auto value) {
    std::memcpy(&value, sample, sizeof value);
    return static_cast<Exact>(value);
  });
}

Exact stored(Exact value, SampleType type) {
  if (type == SampleType::f16) return store_value(static_cast<double>(value), type);
  return with_type(type, [value](auto number) -> Exact {
    using Number = decltype(number);
    if constexpr (std::is_floating_point_v<Number>) return static_cast<Number>(value);
    if (std::isnan(value)) return 0;
    const Exact least = std::numeric_limits<Number>::min(), most = std::numeric_limits<Number>::max();
    return std::clamp(std::nearbyint(value), least, most);
  });
}

}  // namespace lenslet::op
