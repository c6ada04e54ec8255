// histogram: counts the values of R, G and B (bits 0 to 23 of a pixel). Each group has a sub-histogram.
#ifndef IMAGE
#define IMAGE 0  // the pixels are in: 0 a buffer, 1 an image object with a texel for each
#endif
#define BINS 256

#if IMAGE
#define PIXELS __read_only image2d_t
__constant sampler_t unscaled = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#define PIXEL(i) read_imageui(pixels, unscaled, (int2)((int)((i) % width), (int)((i) / width))).x
#else
#define PIXELS __global const uint *restrict
#define PIXEL(i) pixels[i]
#endif

// Counts in the bins of one item. All its 256 pixels may be alike, which is more than a uchar holds.
void count_in(__local ushort *bins, const uint pixel) {
  ++bins[pixel & 255];
  ++bins[BINS + (pixel >> 8 & 255)];
  ++bins[2 * BINS + (pixel >> 16 & 255)];
}

// Local memory has 3 x BINS counters for each item. An item takes `elements` neighbouring pixels.
__kernel void private_bins(PIXELS pixels, const uint width, const uint height, __global uint *restrict counts,
                           const uint elements, __local ushort *bins) {
  const uint item = get_local_id(0), items = get_local_size(0);
  __local ushort *own = bins + item * 3 * BINS;
  for (uint bin = 0; bin < 3 * BINS; ++bin) own[bin] = 0;
  const uint total = width * height, begin = (uint)get_global_id(0) * elements;
  for (uint i = begin; i < min(begin + elements, total); ++i) count_in(own, PIXEL(i));
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = item; bin < 3 * BINS; bin += items) {
    uint sum = 0;
    for (uint i = 0; i < items; ++i) sum += bins[i * 3 * BINS + bin];
    counts[get_group_id(0) * 3 * BINS + bin] = sum;
  }
}

// A group has one set of bins. Its items take `elements` neighbouring pixels each. The last groups may end early.
__kernel void shared_bins(PIXELS pixels, const uint width, const uint height, __global uint *restrict counts,
                          const uint elements) {
  __local uint bins[3 * BINS];
  const uint item = get_local_id(0), items = get_local_size(0);
  for (uint bin = item; bin < 3 * BINS; bin += items) bins[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint total = width * height, begin = (uint)get_group_id(0) * items * elements;
  for (uint round = 0; round < elements; ++round) {
    const uint i = begin + round * items + item;
    if (i >= total) break;
    const uint pixel = PIXEL(i);
    atomic_inc(&bins[pixel & 255]);
    atomic_inc(&bins[BINS + (pixel >> 8 & 255)]);
    atomic_inc(&bins[2 * BINS + (pixel >> 16 & 255)]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = item; bin < 3 * BINS; bin += items) counts[get_group_id(0) * (3 * BINS) + bin] = bins[bin];
}
