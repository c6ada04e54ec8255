// Computes the parts of C without terms: rows without terms, and the gaps between rows.


// c = beta c0 in `columns` columns of each row from `first` on, `count` elements in all. Where beta is 0, c0 is not
// read.
__kernel void scale(__global const VALUE *c0, __global VALUE *c, const VALUE beta, const ulong first,
                    const ulong columns, const ulong count, const ulong ldc) {
  const ulong id = get_global_id(0);
  if (id >= count) return;
  const ulong at = id / columns * ldc + first + id % columns;
  c[at] = beta == 0 ? 0 : beta * c0[at];
}
