// Multiplies matrices: C = alpha op(A) op(B) + beta C0.
#include "ops/matmul/matmul.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

constexpr double max_size = 2147483647;

Parameter factor_parameter(std::string name, std::string summary, double initial) {
  return {.name = std::move(name), .summary = std::move(summary), .kind = ParameterKind::real, .initial = initial};
}

std::vector<Parameter> parameters() {
  const auto size = [](std::string name, std::string summary) {
    return integer_parameter(std::move(name), std::move(summary), 0, 0, max_size, "elements");
  };
  return {flag_parameter("transpose_a", "op(A) is A's transpose."),
          flag_parameter("transpose_b", "op(B) is B's transpose."),
          factor_parameter("alpha", "Factor on the product.", 1),
          factor_parameter("beta", "Factor on the input c, which is there where this is not 0.", 0),
          size("m", "Rows of op(A) and C; 0: all of the array's."),
          size("n", "Columns of op(B) and C; 0: all of the array's."),
          size("k", "Columns of op(A) and rows of op(B); 0: all of the arrays'."),
          size("lda", "From a row of A to the next; 0: what the shape says."),
          size("ldb", "From a row of B to the next; 0: what the shape says."),
          size("ldc", "From a row of C to the next; 0: its columns.")};
}

constexpr char details[] =
    "C = alpha op(A) op(B) + beta C0 of row-major matrices, as BLAS' gemm (Dongarra and others, 1990) with "
    "CblasRowMajor, and as NumPy's matmul of two matrices. A and B are f32, f64, or f16; the product of f16 is "
    "computed in f32 and is f32. alpha and beta are rounded to the type of C.\n\n"
    "An array without leading dimension has two sides, and its matrix is the top left of it as far as m, n and k go. "
    "One with a leading dimension is as BLAS has it: elements in any shape, a row of the matrix begins so many after "
    "that before it, and sizes are those of m, n and k. C is [m, ldc]; after a row's columns it has what c has there, "
    "or zeros without c.\n\n"
    "As in BLAS c is not read where beta is 0, nor A and B where alpha is 0. Without terms (k = 0) C is beta C0. NaN "
    "and infinities follow IEEE 754.\n\n"
    "Error of an element: at most gamma (|alpha| |A| |B| + |beta| |C0|), gamma = (k + 3) u / (1 - (k + 3) u), u = "
    "2^-24 for f32 and 2^-53 for f64, whatever the order of the sum (Higham, Accuracy and Stability of Numerical "
    "Algorithms, 2002, section 3.5); a device without denormals may lose the least normal number of each operand and "
    "term on top of that.";

void check_c(const ArrayType& c, const ArrayType& wanted) {
  if (c == wanted) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("matmul: c is {}; allowed: {}", to_string(c), to_string(wanted)));
}

std::vector<std::string> input_names(const Arguments& arguments) {
  if (arguments.real("beta") == 0) return {"a", "b"};
  return {"a", "b", "c"};
}

op::Types outputs(const Arguments& arguments, const op::Types& inputs) {
  const Sizes sizes = sizes_of(arguments, inputs);
  const ArrayType c{product_type(inputs[0].type), {sizes.rows, sizes.ldc}};
  check(c);
  if (inputs.size() > 2) check_c(inputs[2], c);
  return {c};
}

}  // namespace

std::vector<op::Op> matmul() {
  return {{.info = {.name = "matmul",
                    .summary = "The product of two matrices.",
                    .details = details,
                    .parameters = parameters(),
                    .outputs = array_operands({"c"}),
                    .inputs = array_operands({"a", "b", "c"}),
                    .family = "matmul",
                    .synonyms = {"gemm", "mm", "matrixmultiply", "product"}},
           .inputs = input_names,
           .outputs = outputs,
           .space = matmul_space,
           .initial = matmul_initial,
           .rule = matmul_rule,
           .make = make_matmul,
           .mismatch = matmul_mismatch,
           .cases = matmul_cases,
           .typical = {.elements = std::int64_t{1} << 20, .shapes = typical_matrices},
           .part = some_rows}};
}

}  // namespace lenslet::ops
