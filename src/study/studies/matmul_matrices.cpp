// Making matrices, and multiplying them in plain C++.
#include "study/studies/matmul_matrices.hpp"

#include <random>

#include <fmt/format.h>

#include "study/program.hpp"

namespace lenslet::study::matrix {
namespace {

std::vector<float> digits(std::size_t count, unsigned seed) {
  std::minstd_rand random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(random() % 10);
  return values;
}

// Row by row of B, so that the proof is quick; the order of the sums does not matter here.
std::vector<double> product_of(const std::vector<float>& a, const std::vector<float>& b, std::size_t dim) {
  std::vector<double> c(dim * dim);
  for (std::size_t row = 0; row < dim; ++row)
    for (std::size_t i = 0; i < dim; ++i) {
      const auto value = static_cast<double>(a[row * dim + i]);
      for (std::size_t column = 0; column < dim; ++column)
        c[row * dim + column] += value * static_cast<double>(b[i * dim + column]);
    }
  return c;
}

}  // namespace

std::shared_ptr<const Matrices> make_matrices(const ocl::Queue& queue, std::size_t dim) {
  const std::vector<float> a = digits(dim * dim, 1), b = digits(dim * dim, 2);
  return std::make_shared<const Matrices>(Matrices{dim, a, b, upload(queue, a), upload(queue, b),
                                                   queue.allocate(dim * dim * sizeof(float)), product_of(a, b, dim)});
}

std::optional<std::string> fault_in(const std::vector<float>& c, const Matrices& matrices) {
  for (std::size_t i = 0; i < c.size(); ++i)
    if (static_cast<double>(c[i]) != matrices.product[i])
      return fmt::format("element ({}, {}) is {}, not {}", i / matrices.dim, i % matrices.dim, c[i],
                         matrices.product[i]);
  return {};
}

Ready host_ready(const std::shared_ptr<const Matrices>& matrices) {
  auto c = std::make_shared<std::vector<float>>(matrices->product.size());
  const auto multiply = [matrices, c] {
    const std::size_t dim = matrices->dim;
    for (std::size_t row = 0; row < dim; ++row)
      for (std::size_t column = 0; column < dim; ++column) {
        float sum = 0;
        for (std::size_t i = 0; i < dim; ++i) sum += matrices->a[row * dim + i] * matrices->b[i * dim + column];
        (*c)[row * dim + column] = sum;
      }
  };
  return {[multiply] { return host_ms(multiply); },
          "one thread of the host",
          {},
          [matrices, c] { return fault_in(*c, *matrices); }};
}

}  // namespace lenslet::study::matrix
