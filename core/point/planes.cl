// Converts pixels between memory, where channels are interleaved, and planes: vectors of one channel each. With one
// channel samples keep their order. The program has this file once for each TYPE of images.

#ifndef PLANE
#define PLANE VECTOR(BITS_OF(TYPE))

// Puts the lanes of x and y alternately.
#define IN_TURNS(to, x, y) ((to).even = (x), (to).odd = (y))

#if STREAM && defined(__has_builtin)
#if __has_builtin(__builtin_nontemporal_store)
#define STORE_ALIGNED(v, p) __builtin_nontemporal_store(v, p)
#endif
#endif
#ifndef STORE_ALIGNED
#define STORE_ALIGNED(v, p) (*(p) = (v))
#endif
#endif

// PoCL 3.1 splits vload and vstore into samples and joins only some again. So the type states the address's alignment.
#if LOOSE && VEC > 1
typedef PLANE NAMED(loose_plane) __attribute__((aligned(sizeof(BITS_OF(TYPE)))));
INLINE PLANE NAMED(load)(__global const BITS_OF(TYPE) *p) { return *(__global const NAMED(loose_plane) *)p; }
INLINE void NAMED(store)(const PLANE v, __global BITS_OF(TYPE) *p) { *(__global NAMED(loose_plane) *)p = v; }
#else
INLINE PLANE NAMED(load)(__global const BITS_OF(TYPE) *p) { return LOAD_PLAIN(p, 0); }
INLINE void NAMED(store)(const PLANE v, __global BITS_OF(TYPE) *p) { STORE_PLAIN(v, p, 0); }
#endif

// Splits the channels of a vector's pixels. With three channels every step puts two halves alternately; after log2(VEC)
// steps every third sample is together.
INLINE void NAMED(take_apart)(const int channels, PLANE *p) {
#if VEC > 1
  if (channels == 2) {
    const PLANE a = p[0], b = p[1];
    p[0] = (PLANE)(a.even, b.even);
    p[1] = (PLANE)(a.odd, b.odd);
  } else if (channels == 3) {
#if VEC == 16
    const PLANE a = p[0], b = p[1], c = p[2];
    p[0] = (PLANE)(a.s0369, a.scf, b.s258b, b.se, c.s147a, c.sd);
    p[1] = (PLANE)(a.s147a, a.sd, b.s0369, b.scf, c.s258b, c.se);
    p[2] = (PLANE)(a.s258b, a.se, b.s147a, b.sd, c.s0369, c.scf);
#else
#pragma unroll
    for (int step = 1; step < VEC; step *= 2) {
      const PLANE a = p[0], b = p[1], c = p[2];
      IN_TURNS(p[0], a.lo, b.hi);
      IN_TURNS(p[1], a.hi, c.lo);
      IN_TURNS(p[2], b.lo, c.hi);
    }
#endif
  } else if (channels == 4) {
    const PLANE a = (PLANE)(p[0].even, p[1].even), b = (PLANE)(p[0].odd, p[1].odd);
    const PLANE c = (PLANE)(p[2].even, p[3].even), d = (PLANE)(p[2].odd, p[3].odd);
    p[0] = (PLANE)(a.even, c.even);
    p[1] = (PLANE)(b.even, d.even);
    p[2] = (PLANE)(a.odd, c.odd);
    p[3] = (PLANE)(b.odd, d.odd);
  }
#endif
}

// Undoes take_apart().
INLINE void NAMED(put_together)(const int channels, PLANE *p) {
#if VEC > 1
  if (channels == 2) {
    const PLANE a = p[0], b = p[1];
    IN_TURNS(p[0], a.lo, b.lo);
    IN_TURNS(p[1], a.hi, b.hi);
  } else if (channels == 3) {
#pragma unroll
    for (int step = 1; step < VEC; step *= 2) {
      const PLANE a = p[0], b = p[1], c = p[2];
      p[0] = (PLANE)(a.even, b.even);
      p[1] = (PLANE)(c.even, a.odd);
      p[2] = (PLANE)(b.odd, c.odd);
    }
  } else if (channels == 4) {
    PLANE a, b, c, d;
    IN_TURNS(a, p[0].lo, p[2].lo);
    IN_TURNS(b, p[1].lo, p[3].lo);
    IN_TURNS(c, p[0].hi, p[2].hi);
    IN_TURNS(d, p[1].hi, p[3].hi);
    IN_TURNS(p[0], a.lo, b.lo);
    IN_TURNS(p[1], a.hi, b.hi);
    IN_TURNS(p[2], c.lo, d.lo);
    IN_TURNS(p[3], c.hi, d.hi);
  }
#endif
}

// Reads VEC pixels, of which the first `count` exist.
INLINE void NAMED(read)(__global const BITS_OF(TYPE) *p, const int channels, const int count, const bool aligned,
                        PLANE *planes) {
  if (count < VEC) {
    BITS_OF(TYPE) lanes[VEC * 4];
    for (int s = 0; s < VEC * channels; ++s) lanes[s] = s < count * channels ? p[s] : (BITS_OF(TYPE))0;
#pragma unroll
    for (int k = 0; k < channels; ++k) planes[k] = KEPT(lanes + k * VEC);
  } else {
#pragma unroll
    for (int k = 0; k < channels; ++k)
      planes[k] = aligned ? *(__global const PLANE *)(p + k * VEC) : NAMED(load)(p + k * VEC);
  }
  NAMED(take_apart)(channels, planes);
}

INLINE void NAMED(write)(__global BITS_OF(TYPE) *p, const int channels, const int count, const bool aligned,
                         const PLANE *values) {
  PLANE planes[4];
#pragma unroll
  for (int k = 0; k < channels; ++k) planes[k] = values[k];
  NAMED(put_together)(channels, planes);
  if (count < VEC) {
    BITS_OF(TYPE) lanes[VEC * 4];
#pragma unroll
    for (int k = 0; k < channels; ++k) KEEP(planes[k], lanes + k * VEC);
    for (int s = 0; s < count * channels; ++s) p[s] = lanes[s];
    return;
  }
#pragma unroll
  for (int k = 0; k < channels; ++k) {
    if (aligned)
      STORE_ALIGNED(planes[k], (__global PLANE *)(p + k * VEC));
    else
      NAMED(store)(planes[k], p + k * VEC);
  }
}
