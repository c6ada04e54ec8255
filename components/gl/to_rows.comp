// Makes a word of a row of pixels from the texels with its samples. Words after a row's last pixel get arbitrary
// values.
layout(local_size_x = 32, local_size_y = 8) in;
layout(binding = 0, FORMAT) readonly uniform IMAGE texels;
layout(std430, binding = 0) writeonly restrict buffer Rows { uint words[]; };
layout(location = 0) uniform uvec2 items;  // in a row, and number of rows
layout(location = 1) uniform uint row_words;

uvec4 texel_of(uint pixel) {
  return imageLoad(texels, ivec2(pixel, gl_GlobalInvocationID.y));
}

void main() {
  uvec2 place = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(place, items))) return;
  uint first = place.x * WORD_SAMPLES, word = 0u;
  uvec4 texel = texel_of(first / CHANNELS);
  for (uint i = 0u; i < WORD_SAMPLES; ++i) {
    uint sample_of_row = first + i, channel = sample_of_row % CHANNELS;
    if (i > 0u && channel == 0u) texel = texel_of(sample_of_row / CHANNELS);
    word |= texel[channel] << (i * (32u / WORD_SAMPLES));
  }
  words[place.y * row_words + place.x] = word;
}
