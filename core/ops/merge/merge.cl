// The samples of two to four images, one after the other.

INLINE void NAMED(merge_2)(const VALUES *v, const int channels, const NUMBER *n, VALUES *out) {
  out[0] = v[0], out[1] = v[1];
}
INLINE void NAMED(merge_3)(const VALUES *v, const int channels, const NUMBER *n, VALUES *out) {
  out[0] = v[0], out[1] = v[1], out[2] = v[2];
}
INLINE void NAMED(merge_4)(const VALUES *v, const int channels, const NUMBER *n, VALUES *out) {
  out[0] = v[0], out[1] = v[1], out[2] = v[2], out[3] = v[3];
}
