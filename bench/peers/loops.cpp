// The plain C++ that bench/peers/arrays.py compares with: `loops WORK RESULT FILE.npy...` prints milliseconds as JSON
// and writes the result's bytes into RESULT.0. Compiled there with -O3 -march=native -fopenmp; std::sort has one core,
// the rest all.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <omp.h>

#include "array_files.hpp"

namespace {

using peers::read, peers::write;

constexpr std::int64_t block = 4096;  // after which a sum begins anew, so that its error does not grow with the length

template <class Term>
double sum_of(std::int64_t count, const Term& term) {
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (std::int64_t begin = 0; begin < count; begin += block) {
    const std::int64_t end = std::min(begin + block, count);
    const Term of = term;  // of this thread: what all share, compilers read anew for each element
    float part = 0;
#pragma omp simd reduction(+ : part)
    for (std::int64_t i = begin; i < end; ++i) part += of(i);
    total += part;
  }
  return total;
}

double sum(const std::vector<float>& x) {
  return sum_of(x.size(), [x = x.data()](std::int64_t i) { return x[i]; });
}

double dot(const std::vector<float>& x, const std::vector<float>& y) {
  return sum_of(x.size(), [x = x.data(), y = y.data()](std::int64_t i) { return x[i] * y[i]; });
}

void saxpy(float a, const std::vector<float>& x, const std::vector<float>& y, std::vector<float>& out) {
  const std::int64_t count = x.size();
#pragma omp parallel for simd
  for (std::int64_t i = 0; i < count; ++i) out[i] = a * x[i] + y[i];
}

void run(const std::string& work, const std::string& result, const char* const* files) {
  const auto nothing = [] {};
  if (work == "sort") {
    const auto keys = read<std::uint32_t>(files[0]);
    std::vector<std::uint32_t> sorted;
    peers::print_times([&] { sorted = keys; }, [&] { std::sort(sorted.begin(), sorted.end()); });
    return write(result, 0, sorted);
  }
  const auto x = read<float>(files[0]);
  std::vector<double> total(1);
  if (work == "sum") {
    peers::print_times(nothing, [&] { total[0] = sum(x); });
    return write(result, 0, total);
  }
  const auto y = read<float>(files[1]);
  if (work == "dot") {
    peers::print_times(nothing, [&] { total[0] = dot(x, y); });
    return write(result, 0, total);
  }
  std::vector<float> out(x.size());
  peers::print_times(nothing, [&] { saxpy(2.5f, x, y, out); });
  write(result, 0, out);
}

}  // namespace

int main(int count, char** words) {
  if (count == 1) return std::printf("%d threads\n", omp_get_max_threads()), 0;
  const std::string work = count > 3 ? words[1] : "";
  const int files = work == "sum" || work == "sort" ? 1 : 2;
  if ((files == 2 && work != "dot" && work != "saxpy") || count != 3 + files) {
    std::fprintf(stderr, "usage: loops sum|sort RESULT X.npy, or loops dot|saxpy RESULT X.npy Y.npy\n");
    return 2;
  }
  return peers::told([&] { run(work, words[2], words + 3); });
}
