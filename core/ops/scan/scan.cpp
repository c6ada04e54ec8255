// Makes prefix sums of arrays of any shape.
#include "ops/scan/scan.hpp"

#include "ops/reduce/reduce.hpp"

namespace lenslet::ops {
namespace {

constexpr char details[] =
    "Inclusive: out[i] = x[0] + ... + x[i], as NumPy's cumsum and C++'s inclusive_scan; exclusive: without x[i], so "
    "out[0] is 0. Elements are taken in C order; the output has the input's shape. Integers are added in 64 bits, "
    "signed ones to i64, others to u64, exactly modulo 2^64; f16 and f32 in f32, f64 in f64. The error of an element "
    "of floats is at most 576 u times the sum of the absolute values of its terms, u = 2^-24 for f32 and 2^-53 for "
    "f64. A schedule has one order of its sums, whatever the device: it gives the same bits in every run. NaN and "
    "infinities reach what follows them. An empty array has an empty scan. Sums of blocks, their scan, and the "
    "blocks' scans are launches of their own (Blelloch 1990; Sengupta, Harris, Zhang and Owens 2007). By the schedules "
    "`lookback` a work-group reads its tile once and waits for the sums that the groups before it tell, on "
    "NVIDIA's GPUs and on CPUs with atomics of 64 bits (Merrill and Garland 2016). Unlike there, the order of these "
    "sums is fixed: the tiles of "
    "a window, then the windows.";

Parameter kind_parameter() {
  return {.name = "kind",
          .summary = "Whether an element is part of its own sum.",
          .kind = ParameterKind::choice,
          .initial = std::string("inclusive"),
          .choices = {"inclusive", "exclusive"}};
}

std::vector<ArrayType> outputs(const Arguments&, const op::Types& inputs) {
  return {{sum_type(inputs[0].type), inputs[0].shape}};
}

}  // namespace

std::vector<op::Op> scan() {
  return {{.info = {.name = "scan",
                    .summary = "The sum of each element and all in front of it.",
                    .details = details,
                    .parameters = {kind_parameter(), deterministic_parameter()},
                    .outputs = array_operands({"scan"}),
                    .inputs = array_operands({"x"}),
                    .family = "scan",
                    .synonyms = {"cumsum", "prefixsum"}},
           .outputs = outputs,
           .space = scan_space,
           .initial = scan_initial,
           .rule = scan_rule,
           .make = scan_make,
           .mismatch = scan_mismatch,
           .cases = scan_cases}};
}

}  // namespace lenslet::ops
