// histogram: counts of the values of R, G and B (bits 0 to 23 of a pixel), a sub-histogram for each group.
#ifndef IMAGE
#define IMAGE 0  // the pixels are in: 0 a buffer, 1 an image object with a texel for each
#endif
#define BINS 256
#define BLOCK 16  // an item with bins of its own counts BLOCK x BLOCK pixels

#if IMAGE
#define PIXELS __read_only image2d_t
__constant sampler_t unscaled = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#define PIXEL_AT(column, row) read_imageui(pixels, unscaled, (int2)((int)(column), (int)(row))).x
#define PIXEL(i) PIXEL_AT((uint)(i) % width, (uint)(i) / width)
#else
#define PIXELS __global const uint *restrict
#define PIXEL(i) pixels[i]
#endif

// Bins of one item: 256 pixels may be alike, which is more than a uchar holds.
void count_in(__local ushort *bins, const uint pixel) {
  ++bins[pixel & 255];
  ++bins[BINS + (pixel >> 8 & 255)];
  ++bins[2 * BINS + (pixel >> 16 & 255)];
}

void add_groups_bins(__local const ushort *bins, __global uint *restrict counts, const uint item, const uint items,
                     const size_t group) {
  for (uint bin = item; bin < 3 * BINS; bin += items) {
    uint sum = 0;
    for (uint i = 0; i < items; ++i) sum += bins[i * 3 * BINS + bin];
    counts[group * 3 * BINS + bin] = sum;
  }
}

// Local memory has 3 x BINS counters for each item, which takes BLOCK * BLOCK pixels: of a buffer neighbouring ones, of
// an image a square. A group of an image is four items wide.
__kernel void private_bins(PIXELS pixels, const uint width, const uint height, __global uint *restrict counts,
                           __local ushort *bins) {
  const uint item = get_local_id(1) * get_local_size(0) + get_local_id(0);
  __local ushort *own = bins + item * 3 * BINS;
  for (uint bin = 0; bin < 3 * BINS; ++bin) own[bin] = 0;
#if IMAGE
  const uint left = get_global_id(0) * BLOCK, top = get_global_id(1) * BLOCK;
  for (uint y = top; y < min(top + BLOCK, height); ++y)
    for (uint x = left; x < min(left + BLOCK, width); ++x) count_in(own, PIXEL_AT(x, y));
#else
  const ulong total = (ulong)width * height, begin = (ulong)get_global_id(0) * (BLOCK * BLOCK);
  for (ulong i = begin; i < min(begin + BLOCK * BLOCK, total); ++i) count_in(own, PIXEL(i));
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  add_groups_bins(bins, counts, item, get_local_size(0) * get_local_size(1),
                  get_group_id(1) * get_num_groups(0) + get_group_id(0));
}

// One set of bins for a group, whose items take neighbouring pixels, `elements` each. The last groups may end early.
__kernel void shared_bins(PIXELS pixels, const uint width, const uint height, __global uint *restrict counts,
                          const uint elements) {
  __local uint bins[3 * BINS];
  const uint item = get_local_id(0), items = get_local_size(0);
  for (uint bin = item; bin < 3 * BINS; bin += items) bins[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong total = (ulong)width * height, begin = (ulong)get_group_id(0) * items * elements;
  for (uint round = 0; round < elements; ++round) {
    const ulong i = begin + (ulong)round * items + item;
    if (i >= total) break;
    const uint pixel = PIXEL(i);
    atomic_inc(&bins[pixel & 255]);
    atomic_inc(&bins[BINS + (pixel >> 8 & 255)]);
    atomic_inc(&bins[2 * BINS + (pixel >> 16 & 255)]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = item; bin < 3 * BINS; bin += items) counts[get_group_id(0) * (3 * BINS) + bin] = bins[bin];
}
