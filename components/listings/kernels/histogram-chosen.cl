// 004:5265-5326, a histogram in which the host chooses how many pixels an item counts, so that there are groups for all
// compute units. The last group finds out how many are left for it.
//
// Range: 256 items for each group. A group writes 256 sums for each of R, G and B. `rests`, an item for each group,
// writes how many pixels are left from each group's first on.
// As printed:
//   -D AS_PRINTED=1  the test for the end is index > total_pixels: the pixel behind the last is counted, too
//   -D AS_PRINTED=2  where groups begin behind the last pixel, less than nothing is left; as a size_t that is nearly
//                    2^64, and only the test for the end keeps the last group from counting so many
//   -D AS_PRINTED=3  blue is value.w, which is alpha
//   -D AS_PRINTED=4  all three results are the bins of red
//   -D AS_PRINTED=5  a line ends with the \n" of a string that the text is no part of
//   -D AS_PRINTED=6  the loop is closed by one brace too many
#ifndef AS_PRINTED
#define AS_PRINTED 0
#endif
#if AS_PRINTED == 1
#define IS_BEHIND >
#else
#define IS_BEHIND >=
#endif
#if AS_PRINTED == 3
#define BLUE w
#else
#define BLUE z
#endif
#if AS_PRINTED == 4
#define RESULT(array) sharedArrayR
#else
#define RESULT(array) array
#endif
#define BIN_SIZE 256

uint rest_behind(uint first, uint total_pixels) {
#if AS_PRINTED == 2
  return total_pixels - first;
#else
  return first < total_pixels ? total_pixels - first : 0;
#endif
}

__kernel void rests(__global int* rest, const uint pixels_of_group, const uint total_pixels) {
  const uint groupId = get_global_id(0);
  rest[groupId] = rest_behind(groupId * pixels_of_group, total_pixels);
}

__kernel void histogram_kernel(__global const uint* data, __global uint* binResultR, __global uint* binResultG,
                               __global uint* binResultB, const uint elements_to_process, const uint total_pixels) {
  __local int sharedArrayR[BIN_SIZE], sharedArrayG[BIN_SIZE], sharedArrayB[BIN_SIZE];
  __global const uchar4* image_data = (__global const uchar4*)data;
  const uint localId = get_local_id(0), groupId = get_group_id(0), groupSize = get_local_size(0);
  sharedArrayR[localId] = 0;
  sharedArrayG[localId] = 0;
  sharedArrayB[localId] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint first = groupId * groupSize * elements_to_process;
  uint elements = elements_to_process;
  if (groupId == get_num_groups(0) - 1) elements = (rest_behind(first, total_pixels) + groupSize - 1) / groupSize;
  for (uint i = 0; i < elements; ++i) {
    const uint index = first + i * groupSize + localId;
    if (index IS_BEHIND total_pixels) break;
    const uchar4 value = image_data[index];
    atomic_inc(&sharedArrayR[value.x]);
    atomic_inc(&sharedArrayG[value.y]);
    atomic_inc(&sharedArrayB[value.BLUE]);
  }
#if AS_PRINTED == 6
}
#endif
#if AS_PRINTED == 5
  barrier(CLK_LOCAL_MEM_FENCE);\n"
#else
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  binResultR[groupId * BIN_SIZE + localId] = RESULT(sharedArrayR)[localId];
  binResultG[groupId * BIN_SIZE + localId] = RESULT(sharedArrayG)[localId];
  binResultB[groupId * BIN_SIZE + localId] = RESULT(sharedArrayB)[localId];
}
