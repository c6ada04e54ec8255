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

// Makes samples of multiplied coefficients. `mean` is the first of them with all its bits.
INLINE void block_samples(short8 *v, const bool is_flat, const int mean, __global const Component *component,
                          __global uchar *to) {
  if (component->side == 8)
    full_block(v, is_flat, to, component->stride);
  else
    reduced_block(v, is_flat, mean, component->side, to, component->stride);
}

INLINE __global uchar *samples_of_block(__global uchar *planes, __global const Component *component, const uint x,
                                        const uint y) {
  return planes + component->plane + ((ulong)y * component->stride + x) * component->side;
}

INLINE __global const ushort *quant_of(__global const uint *input, __global const Component *component) {
  return QUANTS(input) + component->quant * 64;
}

// A work-item has a block of a component. The third dimension counts the components of all images.
__kernel void jpeg_inverse(__global const uint *input, __global const short *coefficients, __global uchar *planes) {
  const uint x = (uint)get_global_id(0), y = (uint)get_global_id(1), which = (uint)get_global_id(2);
  __global const JpegImage *image = &IMAGES(input)[which / 3];
  if (which % 3 >= image->components) return;
  __global const Component *component = &image->component[which % 3];
  if (x >= component->blocks_x || y >= component->blocks_y) return;
  __global const short *from =
      coefficients + (ulong)(component->first_block + y * component->blocks_x + x) * 64;
  __global const ushort *quant = quant_of(input, component);
  short8 v[8];
#pragma unroll
  for (int row = 0; row < 8; ++row) v[row] = ((__global const short8 *)from)[row];
  const bool is_flat = multiply_block(v, (__global const ushort8 *)quant);
  block_samples(v, is_flat, from[0] * (short)quant[0], component, samples_of_block(planes, component, x, y));
}
