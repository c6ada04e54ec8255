// Copies rows of the source to rows of the result, forwards or backwards. Only bits are copied: TYPE is an unsigned integer of
// the samples' size.

#ifndef BACKWARDS
#define BACKWARDS 1  // the last pixel of a row becomes the first
#define ITEMS 1      // units of a work-item
#endif

#define UNIT (VEC * CHANNELS)  // samples of VEC pixels

// Reverses VEC pixels. For 16 the samples' places are spelt out, so that a few instructions shuffle vectors.
INLINE void reverse(VECTOR(ELEMENT) *v) {
#if VEC == 16 && CHANNELS == 1
  v[0] = v[0].sfedcba9876543210;
#elif VEC == 16 && CHANNELS == 2
  const VECTOR(ELEMENT) first = v[0].sefcdab8967452301;
  v[0] = v[1].sefcdab8967452301;
  v[1] = first;
#elif VEC == 16 && CHANNELS == 3
  const VECTOR(ELEMENT) a = v[0], b = v[1], c = v[2];
  v[0] = (VECTOR(ELEMENT))(c.sdef, c.sabc, c.s789, c.s456, c.s123, b.se);
  v[1] = (VECTOR(ELEMENT))(b.sf, c.s0, b.sbcd, b.s89a, b.s567, b.s234, a.sf, b.s0);
  v[2] = (VECTOR(ELEMENT))(b.s1, a.scde, a.s9ab, a.s678, a.s345, a.s012);
#elif VEC == 16
  const VECTOR(ELEMENT) a = v[0], b = v[1];
  v[0] = v[3].scdef89ab45670123;
  v[1] = v[2].scdef89ab45670123;
  v[2] = b.scdef89ab45670123;
  v[3] = a.scdef89ab45670123;
#else
  ELEMENT samples[UNIT], reversed[UNIT];
#pragma unroll
  for (int k = 0; k < CHANNELS; ++k) KEEP(v[k], samples + k * VEC);
#pragma unroll
  for (int s = 0; s < UNIT; ++s) reversed[s] = samples[(VEC - 1 - s / CHANNELS) * CHANNELS + s % CHANNELS];
#pragma unroll
  for (int k = 0; k < CHANNELS; ++k) v[k] = KEPT(reversed + k * VEC);
#endif
}

// Copies VEC pixels.
INLINE void move_unit(__global const ELEMENT *from, __global ELEMENT *to, const bool from_aligned,
                      const bool to_aligned) {
  VECTOR(ELEMENT) v[CHANNELS];
#pragma unroll
  for (int k = 0; k < CHANNELS; ++k) v[k] = load_bits(from + k * VEC, from_aligned);
#if BACKWARDS
  reverse(v);
#endif
#pragma unroll
  for (int k = 0; k < CHANNELS; ++k) store_bits(v[k], to + k * VEC, to_aligned);
}

// Copies a work-item's units. `from` is the place of the row's first pixel.
INLINE void move_units(__global const ELEMENT *from, __global ELEMENT *to, const int units, const bool from_aligned,
                       const bool to_aligned) {
  const int first = get_group_id(0) * (GROUP * ITEMS) + get_local_id(0);
  for (int item = 0; item < ITEMS; ++item) {
    const int unit = first + item * GROUP;
    if (unit >= units) return;
#if BACKWARDS
    const long at = -((long)unit * VEC + (VEC - 1)) * CHANNELS;
#else
    const long at = (long)unit * UNIT;
#endif
    move_unit(from + at, to + (long)unit * UNIT, from_aligned, to_aligned);
  }
}

// `from_x` and `from_y` are the place of the result's first pixel in the source. The steps, 1 or -1, lead from there to
// the places of the others. A row's last work-item also copies what follows the last whole unit.
__kernel void move(IMAGE_IN(image), IMAGE_OUT(out), const int from_x, const int from_y, const int step_x,
                   const int step_y) {
  const int y = get_global_id(1), units = out_width / VEC;
  __global const ELEMENT *from = ROW(image, from_y + step_y * y) + (long)from_x * CHANNELS;
  __global ELEMENT *to = ROW(out, y);
  const long begin = ((long)from_x - (BACKWARDS ? VEC - 1 : 0)) * CHANNELS;  // of the first unit, in the source's row
  if (!IS_ALIGNED(out))
    move_units(from, to, units, false, false);
  else if (!LOOSE && IS_ALIGNED(image) && begin % VEC == 0)
    move_units(from, to, units, true, true);
  else
    move_units(from, to, units, false, true);
  if (get_global_id(0) + 1 < get_global_size(0)) return;
  for (int x = units * VEC; x < out_width; ++x)
    for (int c = 0; c < CHANNELS; ++c)
      to[(long)x * CHANNELS + c] = from[(long)x * step_x * CHANNELS + c];
}
