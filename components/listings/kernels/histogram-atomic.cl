// 004:5209-5263, a histogram of pixels of four bytes in which the 256 items of a group count in common bins by atomics.
// Neighbouring items read neighbouring pixels.
//
// Range: a 256th of the pixels, in groups of 256: no other group, as each item clears one bin and writes one sum, and a
// multiple of 65,536 pixels. A group writes 256 sums for each of R, G and B.
// As printed:
//   -D AS_PRINTED=1  blue is value.w, which is alpha
//   -D AS_PRINTED=2  all three results are the bins of red
//   -D AS_PRINTED=3  the pointer to constant uints becomes one to uchar4 that are none, without a cast
#ifndef AS_PRINTED
#define AS_PRINTED 0
#endif
#if AS_PRINTED == 1
#define BLUE w
#else
#define BLUE z
#endif
#if AS_PRINTED == 2
#define RESULT(array) sharedArrayR
#else
#define RESULT(array) array
#endif
#define BIN_SIZE 256
#define ELEMENTS_TO_PROCESS 256

__kernel void histogram_kernel(__global const uint* data, __global uint* binResultR, __global uint* binResultG,
                               __global uint* binResultB) {
  __local int sharedArrayR[BIN_SIZE], sharedArrayG[BIN_SIZE], sharedArrayB[BIN_SIZE];
#if AS_PRINTED == 3
  __global uchar4* image_data = data;
#else
  __global const uchar4* image_data = (__global const uchar4*)data;
#endif
  const size_t localId = get_local_id(0), groupId = get_group_id(0), groupSize = get_local_size(0);
  sharedArrayR[localId] = 0;
  sharedArrayG[localId] = 0;
  sharedArrayB[localId] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const size_t first = groupId * groupSize * ELEMENTS_TO_PROCESS;
  for (int i = 0; i < ELEMENTS_TO_PROCESS; ++i) {
    const uchar4 value = image_data[first + i * groupSize + localId];
    atomic_inc(&sharedArrayR[value.x]);
    atomic_inc(&sharedArrayG[value.y]);
    atomic_inc(&sharedArrayB[value.BLUE]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  binResultR[groupId * BIN_SIZE + localId] = RESULT(sharedArrayR)[localId];
  binResultG[groupId * BIN_SIZE + localId] = RESULT(sharedArrayG)[localId];
  binResultB[groupId * BIN_SIZE + localId] = RESULT(sharedArrayB)[localId];
}
