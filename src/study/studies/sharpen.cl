// out = 5 in - left - right - up - down, for each of the four channels, alpha too, saturated; pixels outside are 0.

#ifndef SIDE
#define SIDE 16  // of a work-group
#endif
#define CHUNK (SIDE + 2)  // of a tile: a group's pixels and their neighbours
#define CHANNELS 4

short intensity(__global const uchar *in, const int x, const int y, const int channel, const int width,
                const int height) {
  if (x < 0 || x >= width || y < 0 || y >= height) return 0;
  return in[((size_t)y * width + x) * CHANNELS + channel];
}

void sharpen_channels(__global const uchar *in, __global uchar *out, const int x, const int y, const int width,
                      const int height) {
  if (x >= width || y >= height) return;
  for (int channel = 0; channel < CHANNELS; ++channel) {
    const short centre = intensity(in, x, y, channel, width, height);
    const short up = intensity(in, x, y - 1, channel, width, height);
    const short left = intensity(in, x - 1, y, channel, width, height);
    const short right = intensity(in, x + 1, y, channel, width, height);
    const short down = intensity(in, x, y + 1, channel, width, height);
    const short sum = 5 * centre - up - left - right - down;
    out[((size_t)y * width + x) * CHANNELS + channel] = clamp(sum, (short)0, (short)255);
  }
}

// As printed: neighbouring items lie in different rows, and the launch's width bounds the rows.
__kernel void naive_as_printed(__global const uchar *restrict in, __global uchar *restrict out, const int width,
                               const int height) {
  sharpen_channels(in, out, get_global_id(1), get_global_id(0), width, height);
}

__kernel void naive(__global const uchar *restrict in, __global uchar *restrict out, const int width,
                    const int height) {
  sharpen_channels(in, out, get_global_id(0), get_global_id(1), width, height);
}

short4 intensities(__global const uchar4 *in, const int x, const int y, const int width, const int height) {
  if (x < 0 || x >= width || y < 0 || y >= height) return (short4)(0);
  return convert_short4(in[(size_t)y * width + x]);
}

__kernel void vectors(__global const uchar4 *restrict in, __global uchar4 *restrict out, const int width,
                      const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  const short4 sum = (short4)(5) * intensities(in, x, y, width, height) - intensities(in, x, y - 1, width, height) -
                     intensities(in, x - 1, y, width, height) - intensities(in, x + 1, y, width, height) -
                     intensities(in, x, y + 1, width, height);
  out[(size_t)y * width + x] = convert_uchar4_sat(sum);
}

uchar4 sharpened(__local const short4 *tile) {
  __local const short4 *p = tile + (get_local_id(1) + 1) * CHUNK + get_local_id(0) + 1;
  return convert_uchar4_sat((short4)(5) * p[0] - p[-CHUNK] - p[-1] - p[1] - p[CHUNK]);
}

// The tile is filled along its pixels, by one loop.
__kernel void local_linear(__global const uchar4 *restrict in, __global uchar4 *restrict out, const int width,
                           const int height) {
  __local short4 tile[CHUNK * CHUNK];
  const int left = get_group_id(0) * SIDE - 1, top = get_group_id(1) * SIDE - 1;
  for (int i = get_local_id(1) * SIDE + get_local_id(0); i < CHUNK * CHUNK; i += SIDE * SIDE)
    tile[i] = intensities(in, left + i % CHUNK, top + i / CHUNK, width, height);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) out[(size_t)y * width + x] = sharpened(tile);
}

// The tile is filled by rows and columns, by two loops.
__kernel void local_two_loops(__global const uchar4 *restrict in, __global uchar4 *restrict out, const int width,
                              const int height) {
  __local short4 tile[CHUNK * CHUNK];
  const int left = get_group_id(0) * SIDE - 1, top = get_group_id(1) * SIDE - 1;
  for (int row = get_local_id(1); row < CHUNK; row += SIDE)
    for (int column = get_local_id(0); column < CHUNK; column += SIDE)
      tile[row * CHUNK + column] = intensities(in, left + column, top + row, width, height);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) out[(size_t)y * width + x] = sharpened(tile);
}
