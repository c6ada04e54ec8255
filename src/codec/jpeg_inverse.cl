// Makes samples of blocks of coefficients.

INLINE void full_block(short8 *v, const bool is_flat, __global uchar *to, const uint stride) {
  if (is_flat) {
    const short8 first = as_short8(as_ushort8(v[0]) << (ushort8)KEPT_BITS);
#pragma unroll
    for (int row = 0; row < 8; ++row) v[row] = first;
  } else {
    inverse_8(v, FRACTION - KEPT_BITS);
  }
  transpose(v);
  inverse_8(v, FRACTION + KEPT_BITS + 3);
  transpose(v);
#pragma unroll
  for (int row = 0; row < 8; ++row) *(__global uchar8 *)(to + row * stride) = samples_of(v[row]);
}

// A work-item has a block of a component; the third dimension has the components of all images.
__kernel void jpeg_inverse(__global const uint *input, __global const short *coefficients, __global uchar *planes) {
  const uint x = (uint)get_global_id(0), y = (uint)get_global_id(1), which = (uint)get_global_id(2);
  __global const JpegImage *image = &IMAGES(input)[which / 3];
  if (which % 3 >= image->components) return;
  __global const Component *component = &image->component[which % 3];
  if (x >= component->blocks_x || y >= component->blocks_y) return;
  const uint side = component->side, stride = component->stride;
  __global const short *from =
      coefficients + (ulong)(component->first_block + y * component->blocks_x + x) * 64;
  __global const ushort *quant = QUANTS(input) + component->quant * 64;
  __global uchar *to = planes + component->plane + (ulong)y * side * stride + x * side;
  short8 v[8];
  const bool is_flat = load_block((__global const short8 *)from, (__global const ushort8 *)quant, v);
  if (side == 8)
    full_block(v, is_flat, to, stride);
  else
    reduced_block(v, is_flat, from[0] * (short)quant[0], side, to, stride);
}
