// A struct as the device lays it out: each member at a multiple of its size, so that the whole has 64 bytes.
//
// As printed, the host's struct for other compilers than GCC and Microsoft's has the device's type float8, where a host
// has cl_float8; and in one branch x and y have changed places, so that host and device disagree where each lies.
#if AS_PRINTED == 3
#pragma GCC poison float8  // as if this were the host, which does not know it
#endif

typedef struct {
#if AS_PRINTED == 2
  float3 y;
  float8 x;
#else
  float8 x;
  float3 y;
#endif
} Pair;

#if AS_PRINTED == 1
typedef struct __attribute__(aligned(8)) {
#else
typedef struct __attribute__((aligned(8))) {
#endif
  short f[3];
} Aligned;

__kernel void layout(__global uint* out, __global const Pair* pairs, __global float* sums) {
  Pair pair;
  out[0] = sizeof(Pair);
  out[1] = (uint)((char*)&pair.y - (char*)&pair);
  out[2] = sizeof(Aligned);
  int far __attribute__((aligned(16)));
  out[3] = (uint)((uintptr_t)&far % 16);
  sums[0] = pairs[1].x.s0 + pairs[1].x.s7 + pairs[1].y.z;
}
