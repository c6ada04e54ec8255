// Finds the bin of an element without f64 arithmetic, with the result that it would have.
//
// Elements that floats hold are compared as floats, and those of f64 as doubles. Integers of 32 and 64 bits are taken as
// their distance from the least one in the range, without a sign: so one comparison tells what lies in the range.

#define DIRECT 1  // the value, from the type's least one on, is the bin
#define PLAIN 2   // (v - low) * scale in f32 gives the right bin for every value
#define NEAR 3    // it may be one bin off, and a comparison corrects it
#define SEARCH 4  // it may be any number of bins off

#ifndef FIND
#define FIND NEAR
#define BINS 256
#define LAST 255  // bin of the greatest integer
#endif

#if TYPE == U32 || TYPE == I32
#define EDGE uint
#elif TYPE == U64 || TYPE == I64
#define EDGE ulong
#elif TYPE == F64
#define EDGE double
#else
#define EDGE float
#endif

// The value of an element, of its bits.
#if TYPE == I8
#define VALUE_OF_BITS(bits) (float)as_char((uchar)(bits))
#elif TYPE == I16
#define VALUE_OF_BITS(bits) (float)as_short((ushort)(bits))
#elif TYPE == F16
float half_of(const ushort bits) { return vload_half(0, (const half *)&bits); }
#define VALUE_OF_BITS(bits) half_of((ushort)(bits))
#elif TYPE == U32 || TYPE == I32 || TYPE == U64 || TYPE == I64
#define VALUE_OF_BITS(bits) ((bits)-low)
#elif TYPE == F32
#define VALUE_OF_BITS(bits) as_float(bits)
#elif TYPE == F64
#define VALUE_OF_BITS(bits) as_double(bits)
#else
#define VALUE_OF_BITS(bits) (float)(bits)
#endif

// Where integers are distances, `high` is the greatest one.
#if TYPE == U32 || TYPE == I32 || TYPE == U64 || TYPE == I64
#define IS_INSIDE(value) ((value) <= high)
#define PLACE_OF(value) ((float)(value)*scale + offset)
#define LIMITED(bin) min(bin, (uint)LAST)  // no distance stands behind that of the type's greatest integer
#else
#define IS_INSIDE(value) ((value) >= low && (value) < high)
#define PLACE_OF(value) ((float)((value)-low) * scale)
#define LIMITED(bin) (bin)
#endif

// Values outside the range have no bin.
#if FIND == DIRECT
#define IS_COUNTED(bin) 1
#if TYPE == I8
#define BIN_OF(bits) ((bits) ^ 128)
#elif TYPE == I16
#define BIN_OF(bits) ((bits) ^ 32768)
#else
#define BIN_OF(bits) (bits)
#endif
#else
#define BIN_OF(bits) bin_of(VALUE_OF_BITS(bits), low, high, scale, offset, first)
#define IS_COUNTED(bin) ((bin) < BINS)
#endif

// Limits a place, in bins from the first one's start, so that it converts to uint. NaN becomes 0.
float place_of(const float place) { return place > 0 ? min(place, (float)BINS) : 0; }

// Finds a value's bin; `first` has the least value of each bin. There are no branches, so that compilers find the bins
// of several values at once.
uint bin_of(const EDGE value, const EDGE low, const EDGE high, const float scale, const float offset,
            __global const EDGE *restrict first) {
#if FIND == SEARCH
  uint found = 0;
  for (uint end = BINS; end - found > 1;) {
    const uint middle = found + (end - found) / 2;
    if (value < first[middle])
      end = middle;
    else
      found = middle;
  }
  const uint bin = LIMITED(found);
#elif FIND == NEAR
  const uint edge = min((uint)(place_of(PLACE_OF(value)) + 0.5f), (uint)BINS);  // the nearest one
  const uint bin = LIMITED(edge - (value < first[edge] ? 1 : 0));
#else
  const uint bin = min((uint)place_of(PLACE_OF(value)), (uint)(BINS - 1));
#endif
  return IS_INSIDE(value) ? bin : BINS;
}
