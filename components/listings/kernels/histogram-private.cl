// 004:1714-1826, a histogram of R, G and B (bits 0 to 7, 8 to 15 and 16 to 23 of a pixel) in which each item counts 256
// pixels in bins of its own in local memory.
//
// Range: a 256th of the pixels, in groups of 16. A group writes 256 sums for each of R, G and B. Local memory: 3 x 256
// counters for each item.
// As printed, counters are uchar: 256 equal pixels of an item are counted as 0. (The print declares groupIdSize and
// uses groupSize, and its braces end the kernel twice before its end. The text counts 256 bytes for an item, where its
// counters take 768: the groups of 64 and more that it advises do not fit into the 32 KB of its GPUs.)
#define BIN_SIZE 256

#ifdef AS_PRINTED
typedef uchar Counter;
#else
typedef ushort Counter;
#endif

__kernel void histogram_kernel(__global const uint* data, __local Counter* sharedArray, __global uint* binResultR,
                               __global uint* binResultG, __global uint* binResultB) {
  const size_t localId = get_local_id(0), globalId = get_global_id(0);
  const size_t groupId = get_group_id(0), groupSize = get_local_size(0);
  __local Counter* sharedArrayR = sharedArray;
  __local Counter* sharedArrayG = sharedArray + groupSize * BIN_SIZE;
  __local Counter* sharedArrayB = sharedArray + 2 * groupSize * BIN_SIZE;
  for (size_t i = 0; i < BIN_SIZE; ++i) {
    sharedArrayR[localId * BIN_SIZE + i] = 0;
    sharedArrayG[localId * BIN_SIZE + i] = 0;
    sharedArrayB[localId * BIN_SIZE + i] = 0;
  }
  for (size_t i = 0; i < BIN_SIZE; ++i) {
    const uint value = data[globalId * BIN_SIZE + i];
    ++sharedArrayR[localId * BIN_SIZE + (value & 0xFF)];
    ++sharedArrayG[localId * BIN_SIZE + (value >> 8 & 0xFF)];
    ++sharedArrayB[localId * BIN_SIZE + (value >> 16 & 0xFF)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = 0; i < BIN_SIZE / groupSize; ++i) {
    const size_t bin = i * groupSize + localId;
    uint binCountR = 0, binCountG = 0, binCountB = 0;
    for (size_t j = 0; j < groupSize; ++j) {
      binCountR += sharedArrayR[j * BIN_SIZE + bin];
      binCountG += sharedArrayG[j * BIN_SIZE + bin];
      binCountB += sharedArrayB[j * BIN_SIZE + bin];
    }
    binResultR[groupId * BIN_SIZE + bin] = binCountR;
    binResultG[groupId * BIN_SIZE + bin] = binCountG;
    binResultB[groupId * BIN_SIZE + bin] = binCountB;
  }
}
