// Convolves rows of floats with a mask by Fourier transforms of blocks (overlap-save). A group transforms PAIRS pairs of
// blocks at once, each pair in a lane of its vectors: one block of a pair is the real part, the other the imaginary part, as
// the mask is real. On CPUs a lane is one of a vector instruction and a group has one item, on GPUs items share the work
// of one pair. Mask and blocks are scaled by powers of two that bring their largest element to 2 or more and below 4:
// sums do not overflow where results do not, and a block of large elements does not spoil the other one of its pair.

#ifndef LENGTH
#define LENGTH 1024  // of a transform: a power of 4
#define TURNED 1
#endif

#define PAIRS VEC
#define LANES VECTOR(VALUE)

#if GROUP == 1
#define MEET()
#else
#define MEET() barrier(CLK_LOCAL_MEM_FENCE)
#endif

#define LESS_TURNED(re, im, wr, wi, to_re, to_im) \
  to_re = (re) * (wr) - (im) * (wi);              \
  to_im = (re) * (wi) + (im) * (wr);

// One pass of Stockham's transform by fours (Stockham 1966; Van Loan 1992, section 1.7): transforms of `length` with
// `stride` between their elements become four times as many of a quarter. `roots` has the powers of the LENGTHth root of
// 1: cosines, then sines of the negative angle.
void pass(__local const LANES *restrict re, __local const LANES *restrict im, __local LANES *restrict to_re,
          __local LANES *restrict to_im, const uint length, const uint stride, __global const VALUE *restrict roots) {
  const uint quarter = length / 4, step = LENGTH / length;
  for (uint i = get_local_id(0); i < LENGTH / 4; i += GROUP) {
    const uint p = i / stride, q = i % stride, from = q + stride * p, to = q + stride * 4 * p;
    const uint apart = stride * quarter;
    const LANES ar = re[from], ai = im[from], br = re[from + apart], bi = im[from + apart];
    const LANES cr = re[from + 2 * apart], ci = im[from + 2 * apart], dr = re[from + 3 * apart], di = im[from + 3 * apart];
    const LANES sr = ar + cr, si = ai + ci, tr = ar - cr, ti = ai - ci;
    const LANES ur = br + dr, ui = bi + di, vr = bi - di, vi = dr - br;  // v is -i (b - d)
    const VALUE w1r = roots[p * step], w1i = roots[LENGTH + p * step];
    const VALUE w2r = roots[2 * p * step], w2i = roots[LENGTH + 2 * p * step];
    const VALUE w3r = roots[3 * p * step], w3i = roots[LENGTH + 3 * p * step];
    to_re[to] = sr + ur;
    to_im[to] = si + ui;
    LESS_TURNED(tr + vr, ti + vi, w1r, w1i, to_re[to + stride], to_im[to + stride])
    LESS_TURNED(sr - ur, si - ui, w2r, w2i, to_re[to + 2 * stride], to_im[to + 2 * stride])
    LESS_TURNED(tr - vr, ti - vi, w3r, w3i, to_re[to + 3 * stride], to_im[to + 3 * stride])
  }
}

// Transforms the LENGTH elements at `re` and `im`, with room for as many. Returns whether the result lies in that room.
bool transform(__local LANES *re, __local LANES *im, __local LANES *other_re, __local LANES *other_im,
               __global const VALUE *restrict roots) {
  bool moved = false;
  uint stride = 1;
  for (uint length = LENGTH; length > 1; length /= 4) {
    if (moved)
      pass(other_re, other_im, re, im, length, stride, roots);
    else
      pass(re, im, other_re, other_im, length, stride, roots);
    moved = !moved;
    stride *= 4;
    MEET();
  }
  return moved;
}

// Where the parts of a group's local memory are: two places for real and imaginary parts.
#define PLACES(work)                                                          \
  __local LANES *re = (work), *im = re + LENGTH, *other_re = im + LENGTH, *other_im = other_re + LENGTH;

// The upper bits of a number's size. They are ordered as sizes are, with NaN last.
#if TYPE == F64
#define SIZE_BITS(a) ((uint)(as_ulong(fabs(a)) >> 32))
#define FRACTION_BITS 20
#define EXPONENTS 2048
#else
#define SIZE_BITS(a) as_uint(fabs(a))
#define FRACTION_BITS 23
#define EXPONENTS 256
#endif
#define POWER_OF_2(exponent) ldexp((VALUE)1, exponent)

// Whether the largest of some numbers, by its bits, is finite, and by which power of two they are multiples of numbers
// below 4. That of zeros and denormals is the least normal number's; the inverse of each power is a normal number.
bool is_finite_size(const uint bits) { return (bits >> FRACTION_BITS) < EXPONENTS - 1; }

int exponent_of(const uint bits) { return (int)max(bits >> FRACTION_BITS, 1U) - EXPONENTS / 2; }

// The spectra of the mask's parts of `part` taps, divided by LENGTH, and after each the exponent that it lacks. A group
// makes that of one.
__kernel void spectra(__global const ELEMENT *restrict mask, __global const VALUE *restrict roots,
                      __global VALUE *restrict spectrum, const ulong taps, const ulong part, __local LANES *work) {
  PLACES(work)
  const ulong first = get_group_id(0) * part, count = min(part, taps - first);
  __local uint *largest = (__local uint *)other_re;
  if (get_local_id(0) == 0) *largest = 0;
  MEET();
  uint bits = 0;
  for (uint i = get_local_id(0); i < LENGTH; i += GROUP) {
    // The last element that a result reads comes first.
    const ulong k = first + count - 1 - i;
    const VALUE tap = i < count ? (VALUE)LOAD_ONE(mask, TURNED ? taps - 1 - k : k) : (VALUE)0;
    bits = max(bits, SIZE_BITS(tap));
    re[i] = (LANES)tap;
    im[i] = (LANES)(VALUE)0;
  }
  atomic_max(largest, bits);
  MEET();
  bits = *largest;
  const VALUE scale = is_finite_size(bits) ? POWER_OF_2(-exponent_of(bits)) : (VALUE)NAN;
  for (uint i = get_local_id(0); i < LENGTH; i += GROUP) re[i] *= scale;
  MEET();
  const bool moved = transform(re, im, other_re, other_im, roots);
  __global VALUE *to = spectrum + get_group_id(0) * (2 * LENGTH + 1);
  __local const VALUE *found_re = (__local const VALUE *)(moved ? other_re : re);
  __local const VALUE *found_im = (__local const VALUE *)(moved ? other_im : im);
  for (uint i = get_local_id(0); i < LENGTH; i += GROUP) {
    to[i] = found_re[i * PAIRS] / LENGTH;
    to[LENGTH + i] = found_im[i * PAIRS] / LENGTH;
  }
  if (get_local_id(0) == 0) to[2 * LENGTH] = exponent_of(bits);
}

// Brings a block: `wanted` elements of the row, from element `from` on, and zeros, each PAIRS places apart. Returns the
// bits of the largest that this item brought.
uint bring(__global const ELEMENT *restrict row, const long n, const long from, const uint wanted, const VALUE outside,
           __local VALUE *to) {
  uint bits = 0;
  if (from >= 0 && from + LENGTH <= n && wanted == LENGTH) {
    for (uint i = get_local_id(0); i < LENGTH; i += GROUP) {
      const VALUE value = LOAD_ONE(row, from + i);
      bits = max(bits, SIZE_BITS(value));
      to[i * PAIRS] = value;
    }
    return bits;
  }
  for (uint i = get_local_id(0); i < LENGTH; i += GROUP) {
    VALUE value = 0;
    if (i < wanted) {
      const long place = element_for(from + (long)i, n);
      value = place < 0 ? outside : (VALUE)LOAD_ONE(row, place);
    }
    bits = max(bits, SIZE_BITS(value));
    to[i * PAIRS] = value;
  }
  return bits;
}

// Scales a block whose largest element has these bits. What is not finite stays away from the other block of the pair.
void scale_block(__local VALUE *block, const uint bits) {
  const VALUE scale = POWER_OF_2(-exponent_of(bits));
  if (is_finite_size(bits))
    for (uint i = get_local_id(0); i < LENGTH; i += GROUP) block[i * PAIRS] *= scale;
  else
    for (uint i = get_local_id(0); i < LENGTH; i += GROUP) block[i * PAIRS] = 0;
}

// Puts a block's results with the scales of its largest element and of the mask undone, in two steps as both together
// may be no number. Results so small that the exponent is cut are 0 by either.
void put(__local const VALUE *from, __global VALUE *restrict to, const ulong count, const int add, const uint bits,
         const int mask_exponent) {
  const int exponent = max(exponent_of(bits) + mask_exponent, 4 - EXPONENTS);
  const VALUE one = is_finite_size(bits) ? POWER_OF_2(exponent / 2) : (VALUE)NAN;
  const VALUE two = POWER_OF_2(exponent - exponent / 2);
  for (uint i = get_local_id(0); i < count; i += GROUP)
    to[i] = from[i * PAIRS] * one * two + (add ? to[i] : (VALUE)0);
}

// Rows have n elements and `length` results, of which the first reads from element `start` on. `groups` is the number
// of groups that a row has. The mask's part has `count` taps from `first` on, in the order of the elements that they meet, and
// its spectrum is `spectrum`. Results of the parts before are in `out` already.
__kernel void convolve_blocks(__global const ELEMENT *restrict x, __global const VALUE *restrict spectrum,
                              __global const VALUE *restrict roots, __global VALUE *restrict out, const ulong n,
                              const ulong length, const ulong groups, const long start, const ulong part,
                              const ulong first, const ulong count, const VALUE outside, __local LANES *work) {
  PLACES(work)
  __global const VALUE *mine = spectrum + first / part * (2 * LENGTH + 1);
  __global const ELEMENT *row = x + get_group_id(0) / groups * n;
  __global VALUE *to = out + get_group_id(0) / groups * length;
  const ulong kept = LENGTH - count + 1, block = get_group_id(0) % groups * 2 * PAIRS;
  __local uint *largest = (__local uint *)other_re;
  for (uint lane = get_local_id(0); lane < 2 * PAIRS; lane += GROUP) largest[lane] = 0;
  MEET();
  for (uint lane = 0; lane < 2 * PAIRS; ++lane) {
    const ulong at = (block + lane) * kept;
    const uint wanted = at < length ? (uint)min((ulong)LENGTH, length - at + count - 1) : 0;
    __local VALUE *place = (__local VALUE *)(lane < PAIRS ? re : im) + lane % PAIRS;
    const long from = (long)min(at, length) + start + (long)first;
    atomic_max(largest + lane, bring(row, (long)n, from, wanted, outside, place));
  }
  MEET();
  uint bits[2 * PAIRS];
  for (uint lane = 0; lane < 2 * PAIRS; ++lane) {
    bits[lane] = largest[lane];
    scale_block((__local VALUE *)(lane < PAIRS ? re : im) + lane % PAIRS, bits[lane]);
  }
  MEET();
  const bool moved = transform(re, im, other_re, other_im, roots);
  __local LANES *f_re = moved ? other_re : re, *f_im = moved ? other_im : im;
  for (uint i = get_local_id(0); i < LENGTH; i += GROUP) {
    const LANES a = f_re[i], b = f_im[i];
    LESS_TURNED(a, b, mine[i], mine[LENGTH + i], f_re[i], f_im[i])
  }
  MEET();
  // Swapped parts make the transform an inverse one.
  const bool back = transform(f_im, f_re, moved ? im : other_im, moved ? re : other_re, roots);
  __local const LANES *g_re = back == moved ? re : other_re, *g_im = back == moved ? im : other_im;
  for (uint lane = 0; lane < 2 * PAIRS; ++lane) {
    const ulong at = (block + lane) * kept;
    if (at >= length) break;
    put((__local const VALUE *)(lane < PAIRS ? g_re : g_im) + lane % PAIRS + (count - 1) * PAIRS, to + at,
        min(kept, length - at), first > 0, bits[lane], (int)mine[2 * LENGTH]);
  }
}
