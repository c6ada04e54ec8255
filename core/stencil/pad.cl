// Edges `pad`: a copy of the input with its border round it, RADIUS_X pixels and RADIUS_Y rows on each side, so that no
// window leaves the copy.

#if EDGES == EDGE_PAD  // by the rule padded-storage the input is a buffer
#if SRC_TYPE == F16
#define SRC_BITS ushort
#else
#define SRC_BITS SRC
#endif

INLINE void pad_sample(SAMPLE value, __global SRC *to) {
#if SRC_TYPE == F16 && !SUMS_HALVES
  vstore_half_rte(value, 0, to);
#else
  *to = value;
#endif
}

// Offsets are the places of pixel (0, 0). An item copies VEC samples.
__kernel __attribute__((reqd_work_group_size(FRAME_GROUP, 1, 1))) void pad(
    PADDING_OPERANDS(DECLARE_FIRST, DECLARE, IF_LAYERED)) {
  OPEN_INPUT;
  const int x = (int)get_global_id(0) * VEC - HALO;
  const int y = (int)get_global_id(1) - RADIUS_Y;
  const int end = width * CHANNELS + HALO;
  __global SRC *to = copy + copy_offset + LAYER_BEGIN(copy_layer_stride) + y * copy_stride + x;
  if (x >= 0 && x + VEC <= width * CHANNELS && y >= 0 && y < height) {
    STORE_PLAIN(LOAD_PLAIN((__global const SRC_BITS *)(src + y * stride + x)), (__global SRC_BITS *)to);
    return;
  }
  for (int l = 0; l < VEC && x + l < end; ++l) pad_sample(read_sample(IMAGE_ARGS, x + l, y), to + l);
}
#endif
