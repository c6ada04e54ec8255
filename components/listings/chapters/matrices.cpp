// Products of matrices: the five kernels of text 004 and the two of text 002.
#include "listings/chapters.hpp"
#include "listings/host/functions.hpp"
#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

// Whole numbers below 10, as rand() % 10 of text 004, so that sums are exact; or ones, as in text 002.
enum class Contents { digits, ones };

std::vector<double> product(const Values& before) {
  const std::vector<double>&a = before.at("A"), &b = before.at("B");
  const auto dim = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(a.size()))));
  std::vector<double> c(a.size());
  for (std::size_t row = 0; row < dim; ++row)
    for (std::size_t i = 0; i < dim; ++i) {
      const double factor = a[row * dim + i], *from = &b[i * dim];
      double* to = &c[row * dim];
      for (std::size_t column = 0; column < dim; ++column) to[column] += factor * from[column];
    }
  return c;
}

std::vector<Memory> matrices_of(std::int64_t dim, Contents contents) {
  const auto values = [=](std::uint32_t seed) -> Numbered {
    if (contents == Contents::ones) return [](std::int64_t) { return 1.0; };
    return whole_numbers(10, seed);
  };
  return {input("A", SampleType::f32, {dim, dim}, values(1)), input("B", SampleType::f32, {dim, dim}, values(2)),
          output("C", SampleType::f32, {dim, dim})};
}

// The text's 1024, in whole groups of 64 vectors of 4.
std::int64_t dim_of(double scale) {
  return scaled(1024, scale, 64);
}

// The text's group is 256 x 1 items, a quarter of a row.
std::size_t row_group(std::int64_t dim) {
  return static_cast<std::size_t>(dim / 4);
}

struct Launch {
  const char* kernel;
  std::vector<std::size_t> global, group;
  bool has_row = false;  // a row of A in local memory
};

Setup launched(std::int64_t dim, const Launch& launch, Contents contents = Contents::digits) {
  std::vector<Argument> arguments{static_cast<int>(dim), Use{"A"}, Use{"B"}, Use{"C"}};
  if (launch.has_row) arguments.emplace_back(LocalMemory{static_cast<std::size_t>(dim) * sizeof(float)});
  if (contents == Contents::ones) std::rotate(arguments.begin(), arguments.begin() + 1, arguments.end());
  return {.memory = matrices_of(dim, contents),
          .steps = {{launch.kernel, {.global = launch.global, .group = launch.group}, arguments, true}},
          .checks = {{"C", product}}};
}

std::function<Setup(double)> in_rows(const char* kernel, bool has_row = false) {
  return [=](double scale) {
    const std::int64_t dim = dim_of(scale);
    return launched(dim, {kernel, range_of({dim, dim}), {row_group(dim), 1}, has_row});
  };
}

Setup row_by_row_of(std::int64_t dim, std::size_t group) {
  return launched(dim, {"MatrixMul_kernel_coalesced_row", {group, static_cast<std::size_t>(dim)}, {group, 1}});
}

// What the text launches: a range of all elements, in which each item makes several.
void launch_all_columns(Setup& setup) {
  std::vector<std::size_t>& global = setup.steps[0].range.global;
  global[0] = global[1];
}

Setup vectors(double scale) {
  const std::int64_t dim = dim_of(scale);
  return launched(dim, {"MatrixMul_kernel_basic_vector4", range_of({dim / 4, dim}), {16, 16}});
}

std::function<Setup(double)> in_squares(const char* kernel, const char* side_macro = "") {
  return [=](double scale) {
    const std::int64_t dim = dim_of(scale);
    Setup setup = launched(dim, {kernel, range_of({dim, dim}), {16, 16}}, Contents::ones);
    setup.side_macro = side_macro;
    return setup;
  };
}

// Of ones, which the text multiplies, all tiles are the same.
void fill_with_digits(Setup& setup) {
  setup.memory = matrices_of(setup.memory.front().type.shape.front(), Contents::digits);
}

const Counterpart matmul_op{array_ops::Matmul{}, {"A", "B"}, {}, "C"};

Fault no_kernel(const char* options = "-D AS_PRINTED") {
  return {.what = "The word __kernel is missing: the program has no kernel.",
          .cure = "__kernel in front.",
          .effect = Effect::no_program,
          .options = options};
}

Fault wrong_columns(const char* what) {
  return {.what = what,
          .cure = "A column is j * localSizeX + localIdx, and the range is one group wide.",
          .alter = launch_all_columns};
}

std::vector<Listing> by_loops() {
  return {{.name = "matmul-sequential",
           .title = "A product of matrices by three loops on the host",
           .what = "128 x 128 numbers below 10, where the text has 1024 x 1024, which take a host seconds.",
           .places = {{"004", 4890, 4958, "N01"}},
           .file = "sequential.cpp",
           .host = matmul_sequential,
           .instead = "lenslet matmul A.npy B.npy C.npy; lenslet study matmul"}};
}

std::vector<Listing> in_plain_rows() {
  return {
      {.name = "matmul-basic",
       .title = "A product of matrices, an item for each element",
       .what = "1024 x 1024 numbers below 10, in groups of 256 x 1.",
       .places = {{"004", 4960, 5011, "N02"}},
       .setup = in_rows("MatrixMul_kernel_basic"),
       .lenslet = matmul_op,
       .faults = {no_kernel()}},
      {.name = "matmul-coalesced-row",
       .title = "A product of matrices, a group for each row",
       .what = "The 256 items of a group make a row of 1024 elements together.",
       .places = {{"004", 5013, 5056, "N03"}},
       .setup =
           [](double scale) {
             const std::int64_t dim = dim_of(scale);
             return row_by_row_of(dim, row_group(dim));
           },
       .lenslet = matmul_op,
       .faults = {wrong_columns("An element's column is j * localSizeX + iCol with the global iCol, in a range of all "
                                "elements: most are wrong, and some are written behind the matrix."),
                  no_kernel("-D AS_PRINTED=2")}},
      {.name = "matmul-coalesced-row-32",
       .title = "A product of matrices of 32 x 32, a group of 8 for each row",
       .what = "The listing before this one, so small that what is right can be counted.",
       .places = {{"004", 5013, 5056, "N03"}},
       .setup = [](double) { return row_by_row_of(32, 8); },
       .file = "matmul-coalesced-row.cl",
       .lenslet = matmul_op,
       .faults = {wrong_columns(
           "An element's column is j * localSizeX + iCol with the global iCol, in a range of all elements: a quarter "
           "of 1024 are right, and 48 writes go to 24 places behind the matrix.")}}};
}

std::vector<Listing> in_vectors_and_local_memory() {
  return {{.name = "matmul-vector4",
           .title = "A product of matrices in vectors of four",
           .what = "Each item makes four neighbouring elements of 1024 x 1024, in groups of 16 x 16.",
           .places = {{"004", 5058, 5141, "N04"}},
           .setup = vectors,
           .lenslet = matmul_op,
           .faults = {no_kernel()}},
          {.name = "matmul-local-a",
           .title = "A product of matrices with the row of A in local memory",
           .what = "Each item of a group of 256 copies four neighbouring elements of the row.",
           .places = {{"004", 5143, 5178, "N05"}},
           .setup = in_rows("MatrixMul_kernel_localA", true),
           .lenslet = matmul_op,
           .faults = {no_kernel()}},
          {.name = "matmul-local-a-coalesced",
           .title = "A product of matrices with the row of A copied by neighbours",
           .what = "As the listing before this one; neighbouring items copy neighbouring elements.",
           .places = {{"004", 5179, 5207, "N06"}},
           .setup = in_rows("MatrixMul_kernel_localA_coalesced", true),
           .file = "matmul-local-a.cl",
           .lenslet = matmul_op,
           .faults = {no_kernel()}}};
}

}  // namespace

std::vector<Listing> matrices() {
  std::vector<Listing> all = listed<Listing>(by_loops(), in_plain_rows(), in_vectors_and_local_memory());
  all.push_back({.name = "matmul-naive",
                 .title = "A product of matrices in square groups",
                 .what = "1024 x 1024 ones, an item for each element, in groups of 16 x 16.",
                 .places = {{"002", 1209, 1384, "N07"}},
                 .setup = in_squares("matmul_naive"),
                 .lenslet = matmul_op});
  all.push_back({.name = "matmul-tiled",
                 .title = "A product of matrices by tiles in local memory",
                 .what = "1024 x 1024 ones by tiles of 16 x 16.",
                 .places = {{"002", 1386, 1525, "N08"}},
                 .setup = in_squares("matmul_tiled", "TW"),
                 .lenslet = matmul_op,
                 .faults = {{.what = "For the tile (0, 0) of C the words name the tiles (0, 0) and (1, 1) of B, which "
                                     "lie on its diagonal; ones as the text's hide that, so that these are other "
                                     "numbers.",
                             .cure = "They are (0, 0) and (1, 0), a column of tiles: the listing itself is right.",
                             .alter = fill_with_digits}}});
  return all;
}

}  // namespace lenslet::listings
