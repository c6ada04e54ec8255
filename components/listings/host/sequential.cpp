// Three loops on the host, with which the texts begin: a sum of vectors, SAXPY, and a product of matrices.
#include "listings/host/host.hpp"

#include <algorithm>

#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

using Floats = std::vector<float>;

constexpr const char* loop_text = R"(
#ifdef AS_PRINTED
static void saxpy(int n, float a, float* b, float* c) {
#else
static void saxpy(int n, float a, float* x, float* y) {
#endif
  for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}
)";

void VectorAdd(const Floats& a, const Floats& b, Floats& c) {
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = a[i] + b[i];
}

void saxpy(float a, const Floats& x, Floats& y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = a * x[i] + y[i];
}

// Row after row; C is zeros at first.
void MatrixMul_sequential(std::size_t dim, const Floats& A, const Floats& B, Floats& C) {
  for (std::size_t row = 0; row < dim; ++row)
    for (std::size_t column = 0; column < dim; ++column)
      for (std::size_t i = 0; i < dim; ++i) C[row * dim + column] += A[row * dim + i] * B[i * dim + column];
}

// A matrix times a vector.
Floats times(const Floats& matrix, const Floats& vector) {
  Floats result(vector.size());
  for (std::size_t i = 0; i < matrix.size(); ++i) result[i / vector.size()] += matrix[i] * vector[i % vector.size()];
  return result;
}

// As rand() % 10 of the text.
Floats digits(std::uint32_t seed, std::size_t count) {
  Floats all;
  for (const double number : rand_numbers(seed, static_cast<std::int64_t>(count)))
    all.push_back(static_cast<float>(static_cast<std::int64_t>(number) % 10));
  return all;
}

constexpr std::size_t elements = 1024;

}  // namespace

HostResult vecadd_sequential(const Session&) {
  Floats sums(elements);
  VectorAdd(Floats(elements, 1), Floats(elements, 1), sums);
  Report report;
  report.holds("all sums of ones are 2", sums == Floats(elements, 2));
  return report.take();
}

HostResult saxpy_sequential(const Session& session) {
  compile_host_code(session, loop_text, "");
  Floats y = counted_from<float>(0, elements);
  saxpy(2, Floats(elements, 3), y);
  Report report;
  report.holds("2 x 3 + i is i + 6", y == counted_from<float>(6, elements));
  return report.take();
}

HostResult saxpy_sequential_as_printed(const Session& session) {
  compile_host_code(session, loop_text, "-D AS_PRINTED");
  return {};
}

// The words have A = alpha B + C, where the code has C = alpha A + B.
HostResult saxpy_sequential_by_the_words(const Session&) {
  const float alpha = 2, a = 3, b = 4, c = 5;
  Report report({"what", "A by the words", "C by the code"});
  report.equal("of alpha, A, B, C = 2, 3, 4, 5", alpha * b + c, alpha * a + b);
  return report.take();
}

// The text's 1024 x 1024 take a host seconds; 128 x 128 do not. C times a vector is A times B times that vector.
HostResult matmul_sequential(const Session&) {
  constexpr std::size_t dim = 128;
  const Floats a = digits(1, dim * dim), b = digits(2, dim * dim), weights = digits(3, dim);
  Floats c(dim * dim);
  MatrixMul_sequential(dim, a, b, c);
  const Floats once(dim, 1);
  Report report;
  report.holds("the sums of its rows are A times those of B", times(c, once) == times(a, times(b, once)));
  report.holds("of columns with weights, too", times(c, weights) == times(a, times(b, weights)));
  return report.take();
}

}  // namespace lenslet::listings
