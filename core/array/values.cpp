// All is converted on the host and copied at once.
#include "array/values.hpp"

namespace lenslet::array {

void put(const ocl::Queue& queue, const DeviceArray& out, const std::vector<long double>& values) {
  Array result(out.type());
  for (std::size_t i = 0; i < values.size(); ++i)
    result.set(static_cast<std::int64_t>(i), static_cast<double>(values[i]));
  queue.write(out.buffer(), 0, result.bytes());
}

Array read(const ocl::Queue& queue, const ocl::Buffer& from, ElementType type, std::int64_t first, std::int64_t count) {
  Array values({type, {count}});
  if (count > 0) queue.read(from, static_cast<std::uint64_t>(first) * size_of(type), values.bytes());
  return values;
}

}  // namespace lenslet::array
