// Look-up tables with an entry for each integer of a type. The program has this file once for each TYPE of tables.

#if TYPE == F32  // this file compiled alone
#undef TYPE
#define TYPE U8
#endif

#if TYPE == U8 && VEC > 16
INLINE uchar16 look_up_16(const uchar16 v, __global const uchar *restrict table) { return LOOK_UP_16(table, v); }
INLINE VECTOR(uchar) NAMED(look_up)(const VECTOR(uchar) v, __global const uchar *restrict table) {
  return (VECTOR(uchar))(look_up_16(v.lo, table), look_up_16(v.hi, table));
}
#elif TYPE == U8
DEFINE_BYTE_LOOK_UP(NAMED(look_up), __global)
#else
INLINE VECTOR(BITS_OF(TYPE)) NAMED(look_up)(const VECTOR(BITS_OF(TYPE)) v,
                                            __global const BITS_OF(TYPE) *restrict table) {
  VECTOR(BITS_OF(TYPE)) result;
#pragma unroll
  for (int lane = 0; lane < VEC; ++lane)
    ((BITS_OF(TYPE) *)&result)[lane] = table[((const BITS_OF(TYPE) *)&v)[lane]];
  return result;
}
#endif
