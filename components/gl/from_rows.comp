// Makes a texel from the samples of its pixel in a row. A pixel of three channels makes an opaque texel of four.
layout(local_size_x = 32, local_size_y = 8) in;
layout(binding = 0, FORMAT) writeonly uniform IMAGE texels;
layout(std430, binding = 0) readonly restrict buffer Rows { uint words[]; };
layout(location = 0) uniform uvec2 items;  // in a row, and number of rows
layout(location = 1) uniform uint row_words;
layout(location = 2) uniform uint opaque;

const uint sample_bits = 32u / WORD_SAMPLES, sample_mask = 0xffffffffu >> (32u - sample_bits);

void main() {
  uvec2 place = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(place, items))) return;
  uvec4 texel = uvec4(0u, 0u, 0u, opaque);
  for (uint channel = 0u; channel < CHANNELS; ++channel) {
    uint sample_of_row = place.x * CHANNELS + channel;
    uint word = words[place.y * row_words + sample_of_row / WORD_SAMPLES];
    texel[channel] = (word >> (sample_of_row % WORD_SAMPLES * sample_bits)) & sample_mask;
  }
  imageStore(texels, ivec2(place), texel);
}
