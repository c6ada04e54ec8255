// 004:2866-2981, a histogram of an image object of four bytes a texel: each item counts a block of 16 x 16 texels in
// bins of its own in local memory.
//
// Range: a 16th of the width and of the height, in groups of 4 x 4: both sides are multiples of 64. A group writes 256
// sums for each of R, G and B. Local memory: 3 x 256 counters for each of the 16 items.
// As printed:
//   -D AS_PRINTED=1  a group's place is groupIdY * groupIdX + groupIdZ: groups overwrite each other's sums
//   -D AS_PRINTED=2  counters are uchar: a block of 256 equal texels is counted as 0
//   -D AS_PRINTED=3  the sampler repeats the image, which OpenCL has for coordinates from 0 to 1 alone: what is read is
//                    undefined, though no item reads outside. PoCL reads 4369: its last byte is counted here, so that
//                    nothing is written behind the bins.
//   -D AS_PRINTED=4  localIdX is once printed localIdx
//   -D AS_PRINTED=5  a brace in front of the barrier ends the kernel there
#ifndef AS_PRINTED
#define AS_PRINTED 0
#endif
#define BIN_SIZE 256

#if AS_PRINTED == 2
typedef uchar Counter;
#else
typedef ushort Counter;
#endif

#if AS_PRINTED == 3
#define BIN(value) ((value)&0xFF)
__constant sampler_t sampler = CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
#else
#define BIN(value) (value)
__constant sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#endif

__kernel void histogram_image_kernel(__read_only image2d_t image, __local Counter* sharedArray,
                                     __global uint* binResultR, __global uint* binResultG, __global uint* binResultB,
                                     const int blockWidth, const int blockHeight) {
  const size_t localIdX = get_local_id(0), localIdY = get_local_id(1);
  const size_t groupSize = get_local_size(0) * get_local_size(1);
#if AS_PRINTED == 4
  const size_t localId = localIdY * get_local_size(0) + localIdx;
#else
  const size_t localId = localIdY * get_local_size(0) + localIdX;
#endif
#if AS_PRINTED == 1
  const size_t group = get_group_id(1) * get_group_id(0) + get_group_id(2);
#else
  const size_t group = get_group_id(1) * get_num_groups(0) + get_group_id(0);
#endif
  __local Counter* sharedArrayR = sharedArray;
  __local Counter* sharedArrayG = sharedArray + groupSize * BIN_SIZE;
  __local Counter* sharedArrayB = sharedArray + 2 * groupSize * BIN_SIZE;
  for (size_t i = 0; i < BIN_SIZE; ++i) {
    sharedArrayR[localId * BIN_SIZE + i] = 0;
    sharedArrayG[localId * BIN_SIZE + i] = 0;
    sharedArrayB[localId * BIN_SIZE + i] = 0;
  }
  const int firstX = (int)get_global_id(0) * blockWidth, firstY = (int)get_global_id(1) * blockHeight;
  for (int y = 0; y < blockHeight; ++y)
    for (int x = 0; x < blockWidth; ++x) {
      const uint4 value = read_imageui(image, sampler, (int2)(firstX + x, firstY + y));
      ++sharedArrayR[localId * BIN_SIZE + BIN(value.x)];
      ++sharedArrayG[localId * BIN_SIZE + BIN(value.y)];
      ++sharedArrayB[localId * BIN_SIZE + BIN(value.z)];
    }
#if AS_PRINTED == 5
}
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = 0; i < BIN_SIZE / groupSize; ++i) {
    const size_t bin = i * groupSize + localId;
    uint binCountR = 0, binCountG = 0, binCountB = 0;
    for (size_t j = 0; j < groupSize; ++j) {
      binCountR += sharedArrayR[j * BIN_SIZE + bin];
      binCountG += sharedArrayG[j * BIN_SIZE + bin];
      binCountB += sharedArrayB[j * BIN_SIZE + bin];
    }
    binResultR[group * BIN_SIZE + bin] = binCountR;
    binResultG[group * BIN_SIZE + bin] = binCountG;
    binResultB[group * BIN_SIZE + bin] = binCountB;
  }
}
