// 002:1762-1924, sharpening of vectors in local memory: a group of 16 x 16 items copies 18 x 18 pixels by one loop.
//
// Range: width x height, each rounded up to a multiple of 16, in groups of 16 x 16.
// As printed, getIntensity4 is called with six arguments, of which it takes five.
#ifndef GROUP
#define GROUP 16
#endif
#define CHUNK_SIZE (GROUP + 2)
#ifdef AS_PRINTED
#define ARGUMENTS height, width, 4
#else
#define ARGUMENTS height, width
#endif

short4 getIntensity4(__global const uchar4* image, const int y, const int x, const int height, const int width) {
  if (x < 0 || x >= width || y < 0 || y >= height) return (short4)(0);
  return convert_short4(image[y * width + x]);
}

__kernel void sharpenGPU_local_vector_linear(__global const uchar4* imageIn, __global uchar4* imageOut, const int width,
                                             const int height) {
  __local short4 chunk[CHUNK_SIZE * CHUNK_SIZE];
  const int x = get_global_id(0), y = get_global_id(1);
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int groupx = get_group_id(0) * get_local_size(0), groupy = get_group_id(1) * get_local_size(1);
  const int items = get_local_size(0) * get_local_size(1);
  for (int lli = ly * get_local_size(0) + lx; lli < CHUNK_SIZE * CHUNK_SIZE; lli += items) {
    const int gyi = groupy + lli / CHUNK_SIZE - 1, gxi = groupx + lli % CHUNK_SIZE - 1;
    chunk[lli] = getIntensity4(imageIn, gyi, gxi, ARGUMENTS);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x >= width || y >= height) return;
  __local const short4* own = chunk + (ly + 1) * CHUNK_SIZE + lx + 1;
  imageOut[y * width + x] =
      convert_uchar4_sat(-own[-CHUNK_SIZE] - own[-1] + (short)5 * own[0] - own[1] - own[CHUNK_SIZE]);
}
