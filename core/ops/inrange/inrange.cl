// White where all channels lie between their bounds. n has the lower bounds of four channels, then the upper ones.

INLINE void NAMED(inrange_pixel)(const VALUES *v, const int channels, const NUMBER *n, VALUES *out) {
  VALUES inside = ALL(255);
#pragma unroll
  for (int c = 0; c < channels; ++c) {
    inside = v[c] >= ALL(n[c]) ? inside : ALL(0);
    inside = v[c] <= ALL(n[4 + c]) ? inside : ALL(0);
  }
  out[0] = inside;
}
