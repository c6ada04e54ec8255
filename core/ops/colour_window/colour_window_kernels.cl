// The kernels of windows that see all channels: pixels become planes, the op's function makes results of them, and
// these become pixels again. `left` and `top` are the region's place in the image.

#ifndef SEEN
#define SEEN CHANNELS
#endif

#define NUMBERS __global const float *restrict numbers
#define TILE_PITCH (DIVIDE_UP(COLUMNS + 2 * RADIUS_X, 16) * 16)
#define TILE_PLANE (TILE_PITCH * (ROWS + 2 * RADIUS_Y))
#define UNITS_X (COLUMNS / VEC)  // of a group, side by side

// Hands an image on to a function.
#define PASS(name) name, name##_offset, name##_stride, name##_width, name##_height

// The channels of VEC pixels that lie side by side become planes, and planes become pixels.
#if VEC == 1
INLINE void split_pixels(const FLOATS *v, FLOATS *planes) {
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) planes[c] = v[c];
}
INLINE void join_planes(const FLOATS *planes, FLOATS *v) {
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) v[c] = planes[c];
}
#elif CHANNELS == 1
INLINE void split_pixels(const FLOATS *v, FLOATS *planes) { planes[0] = v[0]; }
INLINE void join_planes(const FLOATS *planes, FLOATS *v) { v[0] = planes[0]; }
#elif CHANNELS == 2
INLINE void split_pixels(const FLOATS *v, FLOATS *planes) {
  planes[0] = (FLOATS)(v[0].even, v[1].even);
  planes[1] = (FLOATS)(v[0].odd, v[1].odd);
}
INLINE void join_planes(const FLOATS *planes, FLOATS *v) {
  v[0].even = planes[0].lo;
  v[0].odd = planes[1].lo;
  v[1].even = planes[0].hi;
  v[1].odd = planes[1].hi;
}
#elif CHANNELS == 4
INLINE void split_pixels(const FLOATS *v, FLOATS *planes) {
  const FLOATS a = (FLOATS)(v[0].even, v[1].even), b = (FLOATS)(v[2].even, v[3].even);
  const FLOATS c = (FLOATS)(v[0].odd, v[1].odd), d = (FLOATS)(v[2].odd, v[3].odd);
  planes[0] = (FLOATS)(a.even, b.even);
  planes[1] = (FLOATS)(c.even, d.even);
  planes[2] = (FLOATS)(a.odd, b.odd);
  planes[3] = (FLOATS)(c.odd, d.odd);
}
INLINE void zip(const FLOATS even, const FLOATS odd, FLOATS *first, FLOATS *second) {
  first->even = even.lo;
  first->odd = odd.lo;
  second->even = even.hi;
  second->odd = odd.hi;
}
INLINE void join_planes(const FLOATS *planes, FLOATS *v) {
  FLOATS a, b, c, d;
  zip(planes[0], planes[2], &a, &b);
  zip(planes[1], planes[3], &c, &d);
  zip(a, c, &v[0], &v[1]);
  zip(b, d, &v[2], &v[3]);
}
#elif VEC == 16
INLINE void split_pixels(const FLOATS *v, FLOATS *planes) {
  const FLOATS a = v[0], b = v[1], c = v[2];
  planes[0] = (FLOATS)(a.s0369, a.scf, b.s258b, b.se, c.s147a, c.sd);
  planes[1] = (FLOATS)(a.s147a, a.sd, b.s0369, b.scf, c.s258b, c.se);
  planes[2] = (FLOATS)(a.s258b, a.se, b.s147a, b.sd, c.s0369, c.scf);
}
INLINE void join_planes(const FLOATS *planes, FLOATS *v) {
  const FLOATS r = planes[0], g = planes[1], b = planes[2];
  v[0] = (FLOATS)(r.s0, g.s0, b.s0, r.s1, g.s1, b.s1, r.s2, g.s2, b.s2, r.s3, g.s3, b.s3, r.s4, g.s4, b.s4, r.s5);
  v[1] = (FLOATS)(g.s5, b.s5, r.s6, g.s6, b.s6, r.s7, g.s7, b.s7, r.s8, g.s8, b.s8, r.s9, g.s9, b.s9, r.sa, g.sa);
  v[2] = (FLOATS)(b.sa, r.sb, g.sb, b.sb, r.sc, g.sc, b.sc, r.sd, g.sd, b.sd, r.se, g.se, b.se, r.sf, g.sf, b.sf);
}
#else
INLINE void split_pixels(const FLOATS *v, FLOATS *planes) {
  float samples[VEC * CHANNELS], plane[VEC];
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) KEEP(v[c], samples + c * VEC);
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) {
#pragma unroll
    for (int i = 0; i < VEC; ++i) plane[i] = samples[i * CHANNELS + c];
    planes[c] = KEPT(plane);
  }
}
INLINE void join_planes(const FLOATS *planes, FLOATS *v) {
  float samples[VEC * CHANNELS], plane[VEC];
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) {
    KEEP(planes[c], plane);
#pragma unroll
    for (int i = 0; i < VEC; ++i) samples[i * CHANNELS + c] = plane[i];
  }
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) v[c] = KEPT(samples + c * VEC);
}
#endif

INLINE void load_pixels(__global const ELEMENT *p, FLOATS *planes) {
  FLOATS v[CHANNELS];
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) v[c] = floats_of(load_bits(p + c * VEC, false));
  split_pixels(v, planes);
}

INLINE void store_pixels(const FLOATS *planes, __global ELEMENT *p) {
  FLOATS v[CHANNELS];
  join_planes(planes, v);
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) store_bits(bits_of(v[c]), p + c * VEC, false);
}

// What windows see of a pixel: with weights, colours are as bright as they are opaque. The division leaves the colours
// of opaque pixels as they are, but for roundings of f32.
#if PREMULTIPLIED
#define WEIGH(planes) \
  for (int c = 0; c < CHANNELS - 1; ++c) (planes)[c] = (planes)[c] * (planes)[CHANNELS - 1] / WHITE
#define UNWEIGH(planes)                   \
  for (int c = 0; c < CHANNELS - 1; ++c) \
    (planes)[c] = select((planes)[c] / (planes)[CHANNELS - 1] * WHITE, (FLOATS)0.0f, (planes)[CHANNELS - 1] <= 0.0f)
#else
#define WEIGH(planes)
#define UNWEIGH(planes)
#endif

// A pixel of which a channel is no finite number is NaN in all of them, and so is what sees it.
#if MAY_BE_NAN
#define SPREAD_NAN(type, planes)                                                   \
  do {                                                                             \
    type unknown = (planes)[0] - (planes)[0];                                      \
    for (int c = 1; c < SEEN; ++c) unknown += (planes)[c] - (planes)[c];           \
    for (int c = 0; c < SEEN; ++c) (planes)[c] += unknown;                         \
  } while (0)
#else
#define SPREAD_NAN(type, planes)
#endif

// Makes planes of the pixel at (x, y), or of what stands for it. A coordinate is -1 outside a constant border.
INLINE void load_one(IMAGE_IN(image), NUMBERS, const int x, const int y, PLANES float *to, const PLACE plane) {
  float pixel[CHANNELS];
  __global const ELEMENT *p = ROW(image, max(y, 0)) + (long)max(x, 0) * CHANNELS;
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) pixel[c] = min(x, y) < 0 ? numbers[c] : (float)LOAD_ONE(p, c);
  WEIGH(pixel);
  SPREAD_NAN(float, pixel);
#pragma unroll
  for (int c = 0; c < SEEN; ++c) to[c * plane] = pixel[c];
}

// The same of VEC pixels from (x, y) on, or of fewer that a row still has. y lies in the image or is -1, x anywhere.
INLINE void load_some(IMAGE_IN(image), NUMBERS, const int x, const int y, const int pixels, PLANES float *to,
                      const PLACE plane) {
#if VEC > 1
  if (pixels >= VEC && x >= 0 && x + VEC <= image_width && y >= 0) {
    FLOATS planes[CHANNELS];
    load_pixels(ROW(image, y) + (long)x * CHANNELS, planes);
    WEIGH(planes);
    SPREAD_NAN(FLOATS, planes);
#pragma unroll
    for (int c = 0; c < SEEN; ++c) PUT_FLOATS(planes[c], to + c * plane);
    return;
  }
#endif
  for (int i = 0; i < min(pixels, VEC); ++i)
    load_one(PASS(image), numbers, border_index(x + i, image_width), y, to + i, plane);
}

// Stores a row of VEC results, of which `pixels` lie in the region. (x, y) is their place in the image, which has the
// alpha that is kept.
INLINE void store_row(IMAGE_IN(image), const int x, const int y, const FLOATS *results, __global ELEMENT *to,
                      const int pixels) {
  FLOATS planes[CHANNELS];
#pragma unroll
  for (int c = 0; c < SEEN; ++c) planes[c] = results[c];
  UNWEIGH(planes);
#if SEEN < CHANNELS
  __global const ELEMENT *from = ROW(image, y) + (long)x * CHANNELS;
#endif
#if VEC > 1
  if (pixels >= VEC) {
#if SEEN < CHANNELS
    FLOATS kept[CHANNELS];
    load_pixels(from, kept);
    planes[SEEN] = kept[SEEN];
#endif
    store_pixels(planes, to);
    return;
  }
#endif
  for (int c = 0; c < SEEN; ++c) {
    float samples[VEC];
    KEEP(planes[c], samples);
    for (int i = 0; i < min(pixels, VEC); ++i) store_rounded(samples[i], to + i * CHANNELS + c);
  }
#if SEEN < CHANNELS
  for (int i = 0; i < min(pixels, VEC); ++i)
    ((__global BITS *)to)[i * CHANNELS + SEEN] = ((__global const BITS *)from)[i * CHANNELS + SEEN];
#endif
}

// Computes a work-item's pixels, of which the first is (x, y) of the region. `first` is its place in the planes.
INLINE void compute(IMAGE_IN(image), IMAGE_OUT(out), const int left, const int top, NUMBERS,
                    __global const int *restrict table, const int x, const int y, PLANES const float *first,
                    const int pitch, const PLACE plane) {
  FLOATS results[ITEMS * SEEN];
  window(first, pitch, plane, numbers + OUTSIDE, table, results);
  for (int j = 0; j < min(ITEMS, out_height - y); ++j)
    store_row(PASS(image), left + x, top + y + j, results + j * SEEN, ROW(out, y + j) + (long)x * CHANNELS,
              out_width - x);
}

#if TILED
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void colour_window(IMAGE_IN(image), IMAGE_OUT(out), const int left, const int top, NUMBERS,
                   __global const int *restrict table) {
  __local float tile[SEEN * TILE_PLANE] __attribute__((aligned(64)));
  const int x = get_group_id(0) * COLUMNS, y = get_group_id(1) * ROWS;
  const int columns = min(COLUMNS, out_width - x), rows = min(ROWS, out_height - y);
  const int width = columns + 2 * RADIUS_X, vectors = DIVIDE_UP(width, VEC);
  for (int i = get_local_id(0); i < vectors * (rows + 2 * RADIUS_Y); i += GROUP) {
    const int row = i / vectors, at = i % vectors * VEC;
    load_some(PASS(image), numbers, left + x - RADIUS_X + at, border_index(top + y - RADIUS_Y + row, image_height),
              width - at, tile + row * TILE_PITCH + at, TILE_PLANE);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < UNITS_X * (ROWS / ITEMS); i += GROUP) {
    const int unit_x = i % UNITS_X * VEC, unit_y = i / UNITS_X * ITEMS;
    if (unit_x < columns && unit_y < rows)
      compute(PASS(image), PASS(out), left, top, numbers, table, x + unit_x, y + unit_y,
              tile + (unit_y + RADIUS_Y) * TILE_PITCH + unit_x + RADIUS_X, TILE_PITCH, TILE_PLANE);
  }
}

#else
// The planes of a region and of what its windows reach.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void colour_planes(IMAGE_IN(image), const int left, const int top, NUMBERS, const int width, const int pitch,
                   const PLACE plane, __global float *restrict planes) {
  const int x = get_global_id(0) * VEC, y = get_global_id(1);
  if (x < width)
    load_some(PASS(image), numbers, left - RADIUS_X + x, border_index(top - RADIUS_Y + y, image_height), width - x,
              planes + (long)y * pitch + x, plane);
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void colour_window(IMAGE_IN(image), IMAGE_OUT(out), const int left, const int top, NUMBERS,
                   __global const int *restrict table, const int pitch, const PLACE plane,
                   __global const float *restrict planes) {
  const int x = get_global_id(0) * VEC, y = get_global_id(1) * ITEMS;
  if (x < out_width)
    compute(PASS(image), PASS(out), left, top, numbers, table, x, y,
            planes + (long)(y + RADIUS_Y) * pitch + x + RADIUS_X, pitch, plane);
}
#endif
