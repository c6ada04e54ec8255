// Look-up tables with an entry for each integer of a type. It stands in the program once for each TYPE of tables.

#if TYPE == F32  // where this file is checked alone
#undef TYPE
#define TYPE U8
#endif

#if TYPE == U8
DEFINE_BYTE_LOOK_UP(NAMED(look_up), __global)
#else
INLINE VECTOR(BITS_OF(TYPE)) NAMED(look_up)(const VECTOR(BITS_OF(TYPE)) v,
                                            __global const BITS_OF(TYPE) *restrict table) {
#if VEC == 1
  return table[v];
#else
  BITS_OF(TYPE) lanes[VEC];
  JOIN(vstore, VEC)(v, 0, lanes);
#pragma unroll
  for (int lane = 0; lane < VEC; ++lane) lanes[lane] = table[lanes[lane]];
  return JOIN(vload, VEC)(0, lanes);
#endif
}
#endif
