// What OpenCL C has beside C: vectors, conversions, bits read as another type, and attributes. Each kernel is one item's
// work and writes what it finds; components/toolkit/tests/language_test.cpp says what that is. Try one:
//
//   lenslet kernel examples/language.cl
//   lenslet kernel examples/language.cl --run components --range 1 --arg 'i32[16]' --result out=out.npy

// Literals have all components of a vector, from scalars and shorter vectors, or one scalar for all. (float4)(2.0f, 1.0f)
// is an error.
__kernel void literals(__global int *out) {
  const int2 two = (int2)(7, 8);
  vstore4((int4)(1, 2, 3, 4), 0, out);
  vstore4((int4)(two, 9, 10), 1, out);
  vstore4((int4)(5), 2, out);
}

// Components have names: xyzw, s0 to sf, and lo, hi, even and odd for halves. Several at once are a vector, also to be
// written to, in any order; none may be written twice at once, and no component has an address.
__kernel void components(__global int *out) {
  int4 v = (int4)(4, 3, 2, 1);
  v.yw = (int2)(5, 6);
  vstore4(v, 0, out);
  v = (int4)(4, 3, 2, 1);
  v.wx = (int2)(8, 9);
  vstore4(v, 1, out);
  v.xyz = (int3)(5, 6, 9);
  vstore4(v, 2, out);
  vstore2(v.even, 6, out);
  vstore2(v.hi, 7, out);
}

// convert_T says the type, _sat that what the type does not hold becomes its nearest value (integers alone), and _rte,
// _rtz, _rtp, _rtn how fractions are rounded. Vectors of two types do not mix without it.
__kernel void conversions(__global int *out) {
  const uchar4 letters = (uchar4)('0', 'b', 'c', 'd');
  const int4 sums = convert_int4(letters) + 200;
  vstore4(sums, 0, out);
  vstore4(convert_int4(convert_uchar4_sat(sums)), 1, out);
  const float4 halves = (float4)(-1.5f, -0.5f, 0.5f, 2.5f);
  vstore4(convert_int4(halves), 2, out);  // towards zero, as C
  vstore4(convert_int4_rte(halves), 3, out);
  vstore4(convert_int4_rtp(halves), 4, out);
  vstore4(convert_int4_rtn(halves), 5, out);
  vstore4(convert_int4(convert_uint4_sat((int4)(-7, 7, -1, 0))), 6, out);
}

// as_T takes the same bits for another type of the same size. What a comparison of vectors yields has all bits set
// where it holds, which makes a mask of it; of scalars it yields 1.
__kernel void reinterpretation(__global int *out, const float one) {
  out[0] = as_int(one);
  out[1] = convert_int(one);
  const float4 f = (float4)(1, 2, 3, 4), g = (float4)(2.5f);
  vstore4(f < g, 1, out);
  const float4 kept = as_float4(as_int4(f) & (f < g));  // f where it is less, else 0
  vstore4(convert_int4(kept), 2, out);
  vstore4(convert_int4(select(g * 2, f, f < g)), 3, out);
  out[2] = one < 2;
}

// Of a scalar and a vector the scalar takes the vector's type; it must not be of a higher rank than its elements: short4
// plus a variable int is an error. Integers narrower than int become int.
__kernel void ranks(__global int *out, const short small) {
  const short4 v = (short4)(1, 2, 3, 4) + small;
  vstore4(convert_int4(v), 0, out);
  const char c = 100;
  out[4] = c + c;
  out[5] = (int)sizeof(c + c);
  const float4 f = (float4)(1, 2, 3, 4) + 0.5f;
  vstore4(convert_int4_rtz(f * 2), 2, out);
}

// Memory of one type is not read through a pointer to another: a union or as_T does that.
__kernel void aliasing(__global int *out, const int whole) {
  union {
    int i;
    ushort halves[2];
  } both;
  both.i = whole;
  const ushort2 halves = as_ushort2(whole);
  out[0] = both.halves[0];
  out[1] = both.halves[1];
  out[2] = halves.x;
  out[3] = halves.y;
}

// Attributes of types and variables: how they are aligned, and that there are no gaps. A three-vector takes the room of
// four.
typedef struct __attribute__((aligned(8))) {
  short f[3];
} Aligned;

typedef struct __attribute__((packed)) {
  char c;
  int i;
} Packed;

typedef struct {
  float8 a;
  float3 b;
} Vectors;

__kernel void sizes(__global int *out) {
  __private int at_sixteen __attribute__((aligned(16))) = 1;
  out[0] = (int)sizeof(Aligned);
  out[1] = (int)sizeof(Packed);
  out[2] = (int)sizeof(Vectors);
  out[3] = (int)((size_t)&at_sixteen % 16);
  out[4] = (int)sizeof(float3);
  out[5] = (int)sizeof(size_t);
}

// Attributes of kernels. The first two are hints; the third one is a demand: a launch must have such groups.
__kernel __attribute__((vec_type_hint(float4))) __attribute__((work_group_size_hint(16, 4, 1))) void hinted(
    __global int *out) {
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = (int)get_local_size(0);
}

__kernel __attribute__((reqd_work_group_size(8, 2, 1))) void demanding(__global int *out) {
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = (int)(10 * get_local_size(0) + get_local_size(1));
}
