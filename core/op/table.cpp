// Computes the entries of a table.
#include "op/table.hpp"

#include <vector>

#include "ocl/values.hpp"

namespace lenslet::op {

ocl::Buffer upload(const ocl::Queue& queue, const Table& table) {
  const std::size_t size = size_of(table.type), entries = static_cast<std::size_t>(max_value(table.type)) + 1;
  std::vector<std::byte> samples(entries * size);
  for (std::size_t i = 0; i < entries; ++i)
    store_sample(samples.data() + i * size, table.type, table.curve(static_cast<double>(i)));
  return ocl::upload(queue, samples);
}

}  // namespace lenslet::op
