// jpeg: what the kernels of decoders and encoders share. It stands before their files.
#ifndef GROUP
#define GROUP 64  // work-items, of kernels in which eight share a block
#endif

// 0.5 * cos(k pi / 16) for k = 1 to 7, in the order B, F, C, D, G, E after A. A is the root of 1/8.
#define A 0.35355338f
#define B 0.49039263f
#define C 0.41573480f
#define D 0.27778512f
#define E 0.09754516f
#define F 0.46193975f
#define G 0.19134171f

// Rounds to the nearest of 0 to 255. Truncation is wrong only below zero, where the result is 0 anyway.
uchar rounded(const float value) { return (uchar)clamp(value + 0.5f, 0.0f, 255.0f); }

// Each of a block's eight work-items has transformed a column, and returns the transform of a row. All items of a group
// call it.
float8 row_behind(const float8 column, __constant float *matrix, __local float (*block)[9]) {
  const uint item = get_local_id(0) % 8;
  float values[8];
  vstore8(column, 0, values);
  for (int i = 0; i < 8; ++i) block[i][item] = values[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  float8 row = 0;
  for (int k = 0; k < 8; ++k) row += vload8(k, matrix) * block[item][k];
  return row;
}
