// out = 5 in - left - right - up - down for each of the four channels, even alpha, saturated. Pixels outside are 0.
#define CHANNELS 4

short intensity(__global const uchar *in, const int x, const int y, const int channel, const int width,
                const int height) {
  if (x < 0 || x >= width || y < 0 || y >= height) return 0;
  return in[((size_t)y * width + x) * CHANNELS + channel];
}

// As printed: neighbouring items compute different rows, and the launch's width limits the rows.
__kernel void naive_as_printed(__global const uchar *restrict in, __global uchar *restrict out, const int width,
                               const int height) {
  const int x = get_global_id(1), y = get_global_id(0);
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
