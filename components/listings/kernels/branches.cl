// 004:5353-5377, branches put otherwise: x grows by y where a condition holds and falls by z elsewhere; then x is
// halved where three conditions hold.
//
// Range: the numbers. `branching` has the ifs, `branchless` a conditional expression and one bool for the three.
__kernel void branching(__global const int* y, __global const int* z, __global int* x) {
  const size_t i = get_global_id(0);
  if (y[i] > z[i])
    x[i] += y[i];
  else
    x[i] -= z[i];
  if (x[i] > 0 && y[i] > 0 && z[i] > 0) x[i] /= 2;
}

__kernel void branchless(__global const int* y, __global const int* z, __global int* x) {
  const size_t i = get_global_id(0);
  const int tmp = y[i] > z[i] ? y[i] : -z[i];
  x[i] += tmp;
  const bool all = (x[i] > 0) & (y[i] > 0) & (z[i] > 0);
  if (all) x[i] /= 2;
}
