// Finds the range of the points, and the first vector with a point that a fit cannot use.

#ifndef WEIGHTED
#define WEIGHTED 0
#endif

#define SPAN VECTOR(VALUE)
#define LESSER(a, b) ((b) < (a) ? (b) : (a))

#if VEC == 1
#define ANY(mask) (mask)
#else
#define ANY(mask) any(mask)
#endif

GROUP_TREE(least_of_group, SPAN, LESSER, 1)

// Finds the least x, -x, y, -y and -w of each lane, over the points with a weight. `bad` gets the group's first vector
// with a number that is not finite, or with a negative weight; if there is none, a place after the last vector.
__kernel void range(__global const ELEMENT *restrict x, __global const ELEMENT *restrict y,
                    __global const ELEMENT *restrict w, __global VALUE *restrict out, __global ulong *restrict bad,
                    const ulong vectors) {
  __local SPAN values[GROUP];
  __local ulong bads[GROUP];
  ITEM_RANGE(vectors)
  SPAN least[5];
  for (uint k = 0; k < 5; ++k) least[k] = (SPAN)INFINITY;
  ulong wrong = vectors;
  for (ulong i = first; i < end; i += step) {
    const SPAN x_ = LOAD(x, i), y_ = LOAD(y, i);
#if WEIGHTED
    const SPAN w_ = LOAD(w, i);
    if (ANY((isfinite(x_) == 0) | (isfinite(y_) == 0) | (isfinite(w_) == 0) | (w_ < 0))) wrong = min(wrong, i);
#define WITH_WEIGHT(v) (w_ > 0 ? (v) : (SPAN)INFINITY)
    least[4] = LESSER(least[4], -w_);
#else
    if (ANY((isfinite(x_) == 0) | (isfinite(y_) == 0))) wrong = min(wrong, i);
#define WITH_WEIGHT(v) (v)
#endif
    least[0] = LESSER(least[0], WITH_WEIGHT(x_));
    least[1] = LESSER(least[1], WITH_WEIGHT(-x_));
    least[2] = LESSER(least[2], WITH_WEIGHT(y_));
    least[3] = LESSER(least[3], WITH_WEIGHT(-y_));
  }
  for (uint k = 0; k < 5; ++k) {
    const SPAN of_all = least_of_group(least[k], values);
    if (get_local_id(0) == 0) STORE_PLAIN(of_all, out, (ulong)get_group_id(0) * 5 + k);
  }
  bads[get_local_id(0)] = wrong;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) > 0) return;
  for (uint id = 1; id < GROUP; ++id) wrong = min(wrong, bads[id]);
  bad[get_group_id(0)] = wrong;
}
