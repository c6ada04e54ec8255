// Types and loads of the array kernels. A program's defines stand before this file. The defaults below let every file
// compile by itself.
//
// TYPE is the code of an element in memory, VALUE its type in arithmetic: f16 is stored as f16 and computed as f32.

#pragma OPENCL FP_CONTRACT OFF  // every schedule must round alike

#define U8 1
#define I8 2
#define U16 3
#define I16 4
#define U32 5
#define I32 6
#define U64 7
#define I64 8
#define F16 9
#define F32 10
#define F64 11

// ACCESS tells which vectors an item has.
#define ONCE 1    // as many as it loads at a time
#define STRIDE 2  // until the end, each time a whole grid further on
#define CHUNK 3   // neighbours, as many as every other item

#ifndef FAST_FMA
#define FAST_FMA 0  // fma() is an instruction
#endif
#if FAST_FMA
#define MULTIPLY_ADD(a, b, c) fma(a, b, c)
#else
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif

#ifndef TYPE
#define TYPE F32
#endif
#ifndef VEC
#define VEC 1  // elements per load: 1, 2, 4, 8, 16
#endif
#ifndef GROUP
#define GROUP 64  // work-items, a power of two
#endif
#ifndef ACCESS
#define ACCESS STRIDE
#endif

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

// ELEMENT_1 and the like name types by the codes above.
#define ELEMENT_1 uchar
#define ELEMENT_2 char
#define ELEMENT_3 ushort
#define ELEMENT_4 short
#define ELEMENT_5 uint
#define ELEMENT_6 int
#define ELEMENT_7 ulong
#define ELEMENT_8 long
#define ELEMENT_9 half
#define ELEMENT_10 float
#define ELEMENT_11 double
#define ELEMENT_OF(type) JOIN(ELEMENT_, type)

#define VALUE_1 uchar
#define VALUE_2 char
#define VALUE_3 ushort
#define VALUE_4 short
#define VALUE_5 uint
#define VALUE_6 int
#define VALUE_7 ulong
#define VALUE_8 long
#define VALUE_9 float
#define VALUE_10 float
#define VALUE_11 double
#define VALUE_OF(type) JOIN(VALUE_, type)

#if VEC == 1
#define VECTOR(type) type
#define LOAD_PLAIN(p, i) ((p)[i])
#define STORE_PLAIN(v, p, i) ((p)[i] = (v))
#define LOAD_HALF(p, i) vload_half(i, p)
#define STORE_HALF(v, p, i) vstore_half(v, i, p)
#define HALVES(p) vload_half(0, p)
#else
#define VECTOR(type) JOIN(type, VEC)
#define LOAD_PLAIN(p, i) JOIN(vload, VEC)(i, p)
#define STORE_PLAIN(v, p, i) JOIN(vstore, VEC)(v, i, p)
#define LOAD_HALF(p, i) JOIN(vload_half, VEC)(i, p)
#define STORE_HALF(v, p, i) JOIN(vstore_half, VEC)(v, i, p)
#define HALVES(p) HALVES_AT(VEC, p)
#endif
#define CONVERT(type, v) JOIN(convert_, VECTOR(type))(v)

// HALVES_AT(n, p): the n halves from p on, in global memory. PoCL 3.1 takes the address of vload_half4(0, p) and wider for
// one of whole vectors, and its code may fault at others; so the bits are loaded first.
#if TYPE == F16
#define HALVES_AT(n, p) JOIN(halves_at_, n)(p)
#define DEFINE_HALVES_AT(n, bits_at)                                                            \
  static inline __attribute__((always_inline)) float##n halves_at_##n(__global const half *p) { \
    const ushort##n bits = bits_at((__global const ushort *)p);                                 \
    return vload_half##n(0, (const half *)&bits);                                               \
  }
#define DEFINE_LOOSE_HALVES_AT(n)                                    \
  typedef ushort##n LOOSE_USHORT##n __attribute__((aligned(2)));     \
  DEFINE_HALVES_AT(n, *(__global const LOOSE_USHORT##n *))
DEFINE_LOOSE_HALVES_AT(2)
DEFINE_LOOSE_HALVES_AT(4)
DEFINE_LOOSE_HALVES_AT(8)
DEFINE_LOOSE_HALVES_AT(16)
#define THREE_AT(p) vload3(0, p)  // a vector of three has the size of four
DEFINE_HALVES_AT(3, THREE_AT)
#endif

#define ELEMENT ELEMENT_OF(TYPE)
#define VALUE VALUE_OF(TYPE)

// These load and store the i-th vector of VEC elements.
#if TYPE == F16
#define LOAD(p, i) HALVES((p) + (size_t)(i) * VEC)
#define STORE(v, p, i) STORE_HALF(v, p, i)
#define LOAD_ONE(p, i) vload_half(i, p)
#define STORE_ONE(v, p, i) vstore_half(v, i, p)
#else
#define LOAD(p, i) LOAD_PLAIN(p, i)
#define STORE(v, p, i) STORE_PLAIN(v, p, i)
#define LOAD_ONE(p, i) ((p)[i])
#define STORE_ONE(v, p, i) ((p)[i] = (v))
#endif

#define DIVIDE_UP(n, by) (((n) + (by)-1) / (by))

// Defines the first, the step and the end of an item's vectors.
#if ACCESS == CHUNK
#define ITEM_RANGE(vectors)                                              \
  const ulong share = DIVIDE_UP(vectors, get_global_size(0)), step = 1;  \
  const ulong first = min(get_global_id(0) * share, vectors);            \
  const ulong end = min(first + share, vectors);
#else
#define ITEM_RANGE(vectors) const ulong first = get_global_id(0), step = get_global_size(0), end = vectors;
#endif

// Defines a group's share of the units.
#define GROUP_RANGE(units)                               \
  const ulong share = DIVIDE_UP(units, get_num_groups(0)); \
  const ulong begin = min(get_group_id(0) * share, units), end = min(begin + share, units);

#define PLUS(a, b) ((a) + (b))

// Defines a function that combines the values of a group's items by a tree. The first `kept` items then know the
// result.
#if GROUP == 1
#define GROUP_TREE(name, type, combine, kept) \
  type name(const type value, __local type *values) { return value; }
#else
#define GROUP_TREE(name, type, combine, kept)                             \
  type name(const type value, __local type *values) {                     \
    const uint id = get_local_id(0);                                      \
    values[id] = value;                                                   \
    for (uint left = GROUP / 2; left >= (kept); left /= 2) {              \
      barrier(CLK_LOCAL_MEM_FENCE);                                       \
      if (id < left) values[id] = combine(values[id], values[id + left]); \
    }                                                                     \
    const type all = values[id];                                          \
    barrier(CLK_LOCAL_MEM_FENCE); /* before the memory is used again */   \
    return all;                                                           \
  }
#endif

// Defines a function that returns the sum of the values of the items before this one in its group (Hillis and Steele
// 1986). sums[GROUP - 1] becomes the sum of all.
#define GROUP_BEFORE(name, type)                                          \
  type name(const type value, __local type *sums) {                       \
    const uint id = get_local_id(0);                                      \
    barrier(CLK_LOCAL_MEM_FENCE); /* what stood there has been read */    \
    sums[id] = value;                                                     \
    barrier(CLK_LOCAL_MEM_FENCE);                                         \
    for (uint reach = 1; reach < GROUP; reach *= 2) {                     \
      const type other = id >= reach ? sums[id - reach] : 0;              \
      barrier(CLK_LOCAL_MEM_FENCE);                                       \
      sums[id] += other;                                                  \
      barrier(CLK_LOCAL_MEM_FENCE);                                       \
    }                                                                     \
    return sums[id] - value;                                              \
  }
